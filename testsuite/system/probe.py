# SPDX-License-Identifier: GPL-2.0-or-later
"""A small cluster to ask what is planned, and what then happens.

    with Probe(nodes=4, conf=[...]) as probe:
        first = probe.submit('-N4', '-t', '5')
        probe.running(first)
        second = probe.submit('-N1')
        probe.equal_plan(tap, second, 'it waits for the first', after=first)

Jobs are root's unless user= says otherwise; they sleep until cancelled.
"""
import os
import re
import time

from cluster import Cluster
from cluster_conf import merge, release
from cluster_process import wait_for, written_since

BUILD = os.environ.get('FT_BUILDDIR') or os.getcwd()
SECONDS = 60
CONF = ['SchedulerParameters=defer,sched_interval=-1,batch_sched_delay=0',
        'SlurmctldDebug=debug', 'DebugFlags=Backfill,BackfillMap']
# Shown starts follow each early end, where a test says what they become.
IN_ORDER = CONF[0] + ',rsv_compress=order'
ODD = (r'beside its planned|refused=[1-9]|planned now in partition|'
       r'never runnable')


def fields(line):
    """The pairs of `scontrol -o show`."""
    return dict(re.findall(r'(\w+)=(\S*)', line))


class _Cluster(Cluster):
    """With more files beside slurm.conf.

    In lines of slurm.conf and in files {folder} is the cluster's folder, and
    {port1} to {port9} are ports for nodes that the cluster does not start.
    Files that begin with #! are scripts.
    """

    files = {}

    def _fill_in(self, text):
        text = text.replace('{folder}', self.folder)
        return re.sub(r'\{port(\d)\}', lambda found: str(
            self.spare_port(int(found[1]))), text)

    def spare_port(self, number):
        """A port behind those of the nodes, for one more."""
        return self.ports['slurmd'] + self.nodes + number

    def write_conf(self, extra=None):
        if extra is not None:
            self.conf = list(extra)
        self.conf = [self._fill_in(line) for line in self.conf]
        super().write_conf()
        for name, text in self.files.items():
            self.write(name, self._fill_in(text),
                       0o755 if text.startswith('#!') else 0o644)


class Probe:
    """A running cluster with sched/reserve as its only starter."""

    def __init__(self, nodes=8, conf=(), files=None, **options):
        self.cluster = _Cluster(
            nodes=nodes, auth='none', dbd=False, build=BUILD,
            conf=merge(CONF, list(conf)),
            **{'priority': 'multifactor', 'scheduler': 'reserve', **options})
        self.cluster.files = files or {}

    def __enter__(self):
        self.cluster.__enter__()
        return self

    def __exit__(self, *error):
        return self.cluster.__exit__(*error)

    def submit(self, *options, user=None):
        """Job id, as a number."""
        words = ['-t', '10', *options] + ([f'--uid={user}'] if user else [])
        return int(self.cluster.submit(*words, script='exec sleep 600'))

    def cancel(self, *jobs):
        """And wait until they have gone."""
        self.cluster.run(['scancel', *map(str, jobs)])
        wait_for(f'the end of {jobs}', SECONDS, lambda: not any(
            self.show(job).get('JobState') in
            ('PENDING', 'RUNNING', 'COMPLETING', 'CONFIGURING')
            for job in jobs))

    def cancel_all(self):
        """Of all users."""
        jobs = self.cluster.run(['squeue', '-h', '-o', '%A']).split()
        if jobs:
            self.cluster.run(['scancel', *jobs])
        wait_for('an empty queue', SECONDS,
                 lambda: not self.cluster.run(['squeue', '-h']))

    def show(self, job):
        """What scontrol shows of the job."""
        return fields(self.cluster.call(
            ['scontrol', '-o', 'show', 'job', str(job)]).stdout)

    def names(self, text):
        """Names in a host list."""
        if not text or text in ('(null)', 'n/a'):
            return []
        return self.cluster.run(['scontrol', 'show', 'hostnames',
                                 text]).split()

    def running(self, *jobs):
        """Waits until all run; the nodes of the last."""
        wait_for(f'the start of {jobs}', SECONDS, lambda: all(
            self.show(job).get('JobState') == 'RUNNING' for job in jobs))
        return self.names(self.show(jobs[-1])['NodeList'])

    def planned(self, job):
        """Waits until the job waits with a start; (seconds, nodes)."""
        def ready():
            shown = self.show(job)
            return shown if shown.get('StartTime', 'Unknown') != 'Unknown' \
                and shown.get('SchedNodeList') else None
        shown = wait_for(f'a start of {job}', SECONDS, ready)
        start = time.mktime(time.strptime(shown['StartTime'],
                                          '%Y-%m-%dT%H:%M:%S'))
        return int(start), self.names(shown['SchedNodeList'])

    def end(self, job):
        """When a running job will have ended by its limit."""
        return int(time.mktime(time.strptime(self.show(job)['EndTime'],
                                             '%Y-%m-%dT%H:%M:%S')))

    def planned_behind(self, job, *runs, after=0):
        """(start of a waiting job, last end of the runs), once they agree.

        after: of a job in between, seconds that come on top of that end.

        Where they do not, as they were last: a run's end moves by a second as
        it leaves CONFIGURING, and the plan with it.
        """
        def _ask():
            return self.planned(job)[0], max(map(self.end, runs)) + after

        until = time.monotonic() + SECONDS
        start, end = _ask()
        while start != end and time.monotonic() < until:
            time.sleep(0.2)
            start, end = _ask()
        return start, end

    def saved(self, job):
        """Waits until slurmctld has saved the job as it is."""
        since = time.time()
        self.cluster.run(['scontrol', 'update', f'JobId={job}',
                          'Comment=saved'])
        path = f'{self.cluster.folder}/state/job_state'
        wait_for('the state of jobs', SECONDS,
                 lambda: written_since(path, since))

    def settle(self):
        """Waits until a cycle has seen what was submitted."""
        known = self.cluster.log().count('sched/reserve: cycle:')
        job = self.submit('--begin=now+1hour')
        wait_for('another cycle', SECONDS, lambda: self.cluster.log().count(
            'sched/reserve: cycle:') > known + 1)
        self.cluster.run(['scancel', str(job)])

    def settle_gpus(self, before):
        """Waits until slurmctld gives out GPUs again after a restart.

        before: how long its log was then.  23.11 and 24.05 give out none of a
        node's sockets or shards before it has registered, whatever the
        scheduler.
        """
        if release() in ((23, 11), (24, 5)):
            wait_for('registrations', SECONDS, lambda: len(set(re.findall(
                r'node (n\d+) registered', self.cluster.log()[before:]))) ==
                     self.cluster.nodes)
            self.settle()

    def unmodelled(self):
        """The largest number of jobs that a cycle could not model."""
        return max(map(int, re.findall(r'unmodelled=(\d+)',
                                       self.cluster.log())), default=None)

    def odd(self):
        """Lines in which slurmctld and the plan do not agree."""
        return [line for line in self.cluster.log().splitlines()
                if 'sched/reserve' in line and re.search(ODD, line)]

    def judge(self, tap, what):
        """Two tests that end each part."""
        unmodelled = self.unmodelled()
        tap.ok(unmodelled == 0, f'{what}: every job is modelled',
               (unmodelled, set(re.findall('not modelled of .*? [(]',
                                           self.cluster.log()))))
        odd = self.odd()
        tap.ok(not odd, f'{what}: slurmctld starts each job as planned',
               '\n'.join(odd))
