# SPDX-License-Identifier: GPL-2.0-or-later
"""What random events leave behind on a cluster whose queue is empty again.

Each function returns what is wrong as text, '' or an empty list if nothing
is.  It asks and waits, and changes nothing.
"""
import collections
import re

from cluster_conf import release
from cluster_process import ClusterError, marked, wait_for

SETTLE_SECONDS = 30

# What 24.11 says of jobs that are requeued or cancelled while they end; it also
# leaves jobs that it counts as waiting.  Both with Slurm's own schedulers too.
LATER = release() >= (23, 11)
LATER_NOISE = (r'comp_job_cnt underflow',
               r'job_update_tres_cnt: cpu_cnt underflow') if LATER else ()
COUNTERS = ('GrpJobs', 'GrpSubmitJobs', 'MaxJobs', 'MaxSubmitJobs') + (
    () if LATER else ('GrpJobsAccrue', 'MaxJobsAccrue'))

# Stock slurmctld says these as well; each has its reason.
NOISE = '|'.join((
    # Answers to requests that make no sense, at level info.
    r'Requeue of JobId=\S+ returned an error: '
    r'(Requested operation is presently disabled|Job is pending execution)',
    # Killed between the spool file of a job and the next save of its record.
    r'Vestigial state files for JobId',
    # An update of a waiting job's begin time or hold counts it once too often.
    r'_remove_accrue_time_internal: .* accrue_cnt underflow',
    # Whoever asked did not wait: the machine is busy.
    r'slurm_msg_sendto: .* Socket timed out',
    r'slurm_receive_msg \[127\.0\.0\.1:\d+\]: Socket timed out',
    # A job that is requeued as its node fails gives its licences back twice.
    r'license use count underflow',
    # A reconfigure frees AuthInfo while another thread reads a message: munge's
    # usual socket is asked for an instant, and whoever sent it sends again.
    r'If munged is up, restart', r'Failed to access "/run/munge/',
    r'auth_g_(verify|create): \S+ has authentication error',
    r'Protocol authentication error', r'slurm_receive_msg .* Unspecified error',
    # The same of StateSaveLocation while state is saved, which is soon again.
    r"Can't save state, create file \(null\)/",
    # Requeued from a node set down whose slurmd still ends the former run,
    # which 25.11 knows by another number (SLUID).
    r'find_job: could not find JobId=\S+ SLUID=\S+ by SLUID but could by job_id',
    r'_slurm_rpc_epilog_complete: could not find JobId=\S+ SLUID=',
    r'Duplicate jobid on nodes', r'Batch completion .* sent from wrong node',
    r'Registered PENDING JobId=\S+ StepId=\S+ on node',
    # The file never changes, but a slurmd that registers while it reads it again
    # tells the checksum of the part that it has read.
    r'appears to have a different slurm\.conf',
    # A job requeued while it still completes, after its nodes are freed.
    r'build_cg_bitmap: node_bitmap is NULL',
    *LATER_NOISE,
))


def read_marks(path):
    """{(name, task, restart): {'start': [...], 'end': [...]}}, in seconds."""
    found = collections.defaultdict(lambda: {'start': [], 'end': []})
    try:
        with open(path, encoding='utf-8') as file:
            for line in file:
                try:
                    name, task, restart, what, _job, when = line.split()
                except ValueError:
                    raise ClusterError(f'odd mark: {line!r}') from None
                found[name, task, restart][what].append(float(when))
    except FileNotFoundError:
        pass
    return found


def open_in_database(cluster, since='now-1days'):
    """Jobs that sacct shows as unfinished though none is left."""
    left = []

    def _open():
        left[:] = cluster.run(
            ['sacct', '-aXnP', '-S', since, '-s', 'PD,R,S,RQ',
             '-o', 'JobID,JobName,State']).split()
        return not left
    try:
        wait_for('ended jobs in sacct', SETTLE_SECONDS, _open, pause=1)
    except ClusterError:
        pass
    return left


def busy_nodes(cluster):
    """Nodes that are not idle though no job is left."""
    text = ''

    def _idle():
        nonlocal text
        text = cluster.run(['sinfo', '-hN', '-p', 'batch', '-o', '%N %T %C'])
        return all(line.split()[1] == 'idle' and
                   re.fullmatch(r'0/(\d+)/0/\1', line.split()[2])
                   for line in text.splitlines())
    try:
        wait_for('idle nodes', SETTLE_SECONDS, _idle, pause=1)
    except ClusterError:
        return text
    return ''


def left_processes(cluster):
    """Processes of jobs though no job is left."""
    left = []

    def _gone():
        left.clear()
        for pid in marked(cluster.folder):
            try:
                with open(f'/proc/{pid}/environ', 'rb') as file:
                    if b'SLURM_JOB_ID=' not in file.read():
                        continue
                with open(f'/proc/{pid}/cmdline', 'rb') as file:
                    left.append(f'{pid}: {file.read()}')
            except OSError:
                continue
        return not left
    try:
        wait_for('end of all processes', SETTLE_SECONDS, _gone, pause=1)
    except ClusterError:
        pass
    return left


def leaked(cluster, race_minutes):
    """Counters of limits and licences that did not go back to zero.

    race_minutes: CPU minutes that Slurm itself may leave in GrpTRESRunMins.
    """
    text = cluster.run(['scontrol', '-o', 'show', 'assoc_mgr', 'flags=assoc'])
    leaks = []
    for line in text.splitlines():
        for key, used in re.findall(
                rf'\b({"|".join(COUNTERS)})=[^(]*\((\d+)\)', line):
            if int(used):
                leaks.append(f'{line[:80]}: {key} {used}')
        used = re.search(r'\bGrpTRES=(\S+)', line)
        if used and re.search(r'\([1-9]\d*\)', used[1]):
            leaks.append(f'{line[:80]}: GrpTRES {used[1]}')
        used = re.search(r'\bGrpTRESRunMins=cpu=[^(]*\((\d+)\)', line)
        if used and int(used[1]) > race_minutes:
            leaks.append(f'{line[:80]}: run minutes {used[1]}')
    licence = cluster.run(['scontrol', '-o', 'show', 'licenses'])
    if 'Used=0' not in licence:
        leaks.append(licence.strip())
    reservations = cluster.run(['scontrol', '-o', 'show', 'res'])
    if 'ReservationName' in reservations:
        leaks.append(reservations.strip())
    return '\n'.join(leaks)


def summary(lines):
    """Each kind of line once, with its count and an example."""
    kinds = collections.defaultdict(list)
    for line in lines:
        kinds[re.sub(r'[0-9]+', 'N', line)].append(line)
    return '\n'.join(f'{len(same)} times: {same[0]}'
                     for same in kinds.values())
