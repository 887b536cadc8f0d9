# SPDX-License-Identifier: GPL-2.0-or-later
"""Two clusters that differ in their priority plugin only, in lock step.

Their clocks stand still between the events of a test, so that both do the
same at the same second and their outputs can be compared to the digit.  A
comparison may look several times: at one instant of a standing clock both
must come to rest with the same text.
"""
import concurrent.futures
import os
import signal
import struct
import time

from cluster import UNTIL_ENDED, Cluster
from cluster_conf import release
from cluster_process import ClusterError, wait_for, written_since

PERIOD = 60
# Slurm's own threads look about once a real second; let them, twice.
REST = 2.1
# Seconds of the clock that slurmctld needs to save its state, and to end.
SAVE, END = 10, 10
# And until it looks at its jobs first, after a start.
FIRST_LOOK = 5
PATIENCE, LOOK = 120, 5
# What slurmctld says if it starts without slurmdbd; how often it is tried.
FROM_FILES, ATTEMPTS = 'reading from state file', 3


class Twin:
    """Both clusters; use as a context."""

    def __init__(self, tap, left, right, **options):
        """left, right: options of each cluster; options: of both."""
        self.tap = tap
        self.pair = [Cluster(clock='step', **{**options, **own})
                     for own in (left, right)]
        self.pool = concurrent.futures.ThreadPoolExecutor(2)
        self.next_pass = 0
        self.ended = 0
        self.blank = None  # what of a command's text is not compared

    def __enter__(self):
        try:
            self.both(lambda cluster: cluster.start())
        except BaseException:
            self.show_logs()
            self.stop()
            raise
        self.next_pass = self._clock() + PERIOD
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.show_logs()
        self.stop()

    def stop(self):
        """Stop both."""
        for cluster in self.pair:
            cluster.stop()
        self.pool.shutdown()

    def show_logs(self):
        """The tails of both clusters' logs."""
        for cluster in self.pair:
            cluster.show_logs()

    def both(self, action):
        """[action(left), action(right)], side by side."""
        return list(self.pool.map(action, self.pair))

    def _clock(self):
        return self.pair[0].advance(0)

    def advance(self, seconds=PERIOD):
        """Move the clock on, in steps that end with each pass."""
        end = self._clock() + seconds
        while self._clock() < end:
            now = min(end, self.next_pass)
            step = now - self._clock()
            self.both(lambda cluster, step=step: cluster.advance(step))
            if now == self.next_pass:
                self.both(lambda cluster, now=now: _wait_pass(cluster, now))
                self.next_pass += PERIOD
            time.sleep(REST)

    def leap(self, seconds):
        """Move the clock on at once: the pass is late."""
        self.both(lambda cluster: cluster.advance(seconds))
        now = self._clock()
        self.both(lambda cluster: _wait_pass(cluster, now))
        self.next_pass = now + PERIOD
        time.sleep(REST)

    def submit(self, *options):
        """Submit a job that runs until end(); its id, the same in both."""
        ids = self.both(lambda cluster: cluster.submit(
            '-D', f'{cluster.folder}/work', *options, script=UNTIL_ENDED))
        if ids[0] != ids[1]:
            raise ClusterError(f'the twins number their jobs {ids}')
        self.settle(ids[0])
        return ids[0]

    def settle(self, job):
        """Wait until both schedulers have looked at an eligible job."""
        self.both(lambda cluster: _settle(cluster, job))

    def requeue(self, job):
        """Requeue a running job; it may start again 121 s later."""
        self.run(['scontrol', 'requeue', str(job)])
        self.both(lambda cluster: cluster.wait_job(job, 'PENDING'))
        # Then it has an age already, but not before slurmctld looks at it.
        if 'ACCRUE_ALWAYS' in ' '.join(self.pair[0].conf):
            self.both(lambda cluster: _accrue(cluster, job))

    def end(self, job):
        """Let a job end by itself."""
        def _end(cluster):
            cluster.write(f'work/end.{job}', '')
            cluster.wait_job(job, 'COMPLETED')
        self.both(_end)
        time.sleep(REST)

    def run(self, command):
        """Run a command on both."""
        self.both(lambda cluster: cluster.run(command))

    def sacctmgr(self, *words):
        """Change both databases."""
        self.both(lambda cluster: cluster.sacctmgr(*words))

    def restart(self, kill):
        """Stop slurmctld, killed or in order, and start it again."""
        self._begin(lambda: self._restart(kill))
        self.advance(FIRST_LOOK)
        self._look()

    def _restart(self, kill):
        self.both(_save)

        def _start(cluster):
            if kill:
                cluster.kill_slurmctld(signal.SIGKILL)
                cluster.advance(END)
            else:
                begin = len(cluster.log())
                os.kill(cluster.pid(), signal.SIGTERM)
                wait_for('end of save', PATIENCE, lambda: (
                    'Saving all slurm state' in cluster.log()[begin:]))
                time.sleep(REST)
                cluster.advance(END)
                cluster.wait_end('slurmctld')
            cluster.start_slurmctld()
            _wait_pass(cluster, cluster.advance(0))
        self.both(_start)
        self.next_pass = self._clock() + PERIOD

    def _begin(self, action):
        """Do what starts both anew until both, or neither, found slurmdbd.

        One that begins with its own files shows the QOS of ended jobs.
        """
        for _ in range(ATTEMPTS):
            lengths = self.both(lambda cluster: len(cluster.log()))
            action()
            alone = [FROM_FILES in cluster.log()[length:]
                     for cluster, length in zip(self.pair, lengths)]
            if alone[0] == alone[1]:
                return
        raise ClusterError(f'after {ATTEMPTS} starts still one of the twins '
                           'did not find slurmdbd, and one did')

    def _look(self):
        """An update computes a priority anew: at this instant, in both."""
        def _update(cluster):
            for job in _pending(cluster):
                cluster.run(['scontrol', 'update', f'jobid={job}',
                             'comment=look'])
                _settle(cluster, job)
        self.both(_update)
        time.sleep(REST)

    def reconfigure(self, conf=None):
        """scontrol reconfigure, with other slurm.conf lines if given."""
        def _reconfigure(cluster):
            if conf is not None:
                cluster.write_conf(conf)
            cluster.reconfigure()
        if release() < (23, 11):
            self.both(_reconfigure)
            time.sleep(REST)
            return

        # A new process, which begins with a pass of its own and with
        # ACCRUE_ALWAYS knows nobody's accrue time until it looks at its jobs.
        def _renew():
            self.both(_reconfigure)
            self.both(lambda cluster: _wait_pass(cluster, cluster.advance(0)))
            self.next_pass = self._clock() + PERIOD
        self._begin(_renew)
        self.advance(PERIOD)
        self.both(lambda cluster: [_accrue(cluster, job)
                                   for job in _pending(cluster)])

    def same(self, what, commands):
        """One test a command: both print the same."""
        for command in commands:
            self._same(what, command)

    def _shown(self, cluster, command):
        text = cluster.run(command)
        return self.blank(command, text) if self.blank else text

    def _same(self, what, command):
        end = time.monotonic() + PATIENCE
        while True:
            texts = self.both(lambda cluster: self._shown(cluster, command))
            if texts[0] == texts[1] or time.monotonic() > end:
                break
            time.sleep(0.5)
        self.tap.equal(texts[1], texts[0], f'{what}: {" ".join(command[:3])}')


def _wait_pass(cluster, now):
    """Until the priority plugin has noted that its pass at now is done."""
    path = f'{cluster.folder}/state/priority_last_decay_ran'

    def _done():
        try:
            with open(path, 'rb') as file:
                return struct.unpack('>q', file.read(8))[0] == now
        except (OSError, struct.error):
            return False
    wait_for(f'pass of {cluster.priority} at {now}', PATIENCE, _done)


def _save(cluster):
    """Move the clock on until slurmctld has saved its jobs.

    It saves at most each five seconds of its clock, and may have saved
    something else in this one: so ask, and move on once more.
    """
    path, begin = f'{cluster.folder}/state/job_state', time.time()
    cluster.advance(SAVE)
    time.sleep(REST)
    for job in _pending(cluster)[:1]:
        cluster.run(['scontrol', 'update', f'jobid={job}', 'comment=save'])
    cluster.advance(SAVE)
    wait_for('saved jobs', PATIENCE, lambda: written_since(path, begin))


def _pending(cluster):
    """Ids of the jobs that only wait for their turn."""
    text = cluster.run(['squeue', '-h', '-t', 'PD', '-o', '%A %r'])
    rows = [line.split() for line in text.splitlines()]
    return [job for job, reason, *_ in rows
            if not reason.startswith(('JobHeld', 'BeginTime'))]


def _accrue(cluster, job):
    """Until it is known since when a job has waited."""
    _look_at(cluster, job, lambda shown: shown['AccrueTime'] != 'Unknown')


def _settle(cluster, job):
    """Until the scheduler has looked at a job."""
    _look_at(cluster, job, lambda shown: (
        shown['JobState'] == 'RUNNING' or
        shown['JobState'] == 'PENDING' and
        shown['Reason'] not in ('None', '(null)', 'BeginTime') and
        shown['AccrueTime'] != 'Unknown'))


def _look_at(cluster, job, looked):
    """Until what is shown of a job is so; an update makes slurmctld look."""
    def _looked():
        return looked(cluster.job(job))
    try:
        wait_for(f'look at job {job}', LOOK, _looked, pause=0.2)
    except ClusterError:
        cluster.run(['scontrol', 'update', f'jobid={job}', 'comment=look'])
        wait_for(f'look at job {job}', PATIENCE, _looked, pause=0.2)
