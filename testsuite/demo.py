# SPDX-License-Identifier: GPL-2.0-or-later
"""The demonstration behind ./demo: a day at a small site in two minutes.

Starts a private cluster whose clock runs 60 times as fast, makes a tree of
accounts, submits a workload and shows Slurm's own commands while the queue
builds up and drains.  It changes nothing outside the cluster's folder.
"""
import argparse
import datetime
import glob
import os
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import workload  # noqa: E402
from cluster import Cluster, raise_on_signals  # noqa: E402
from cluster_process import ClusterError  # noqa: E402

NODES, CPUS, MEMORY, SPEED = 8, 4, 4000, 60
CORES = NODES * CPUS
REAL_LIMIT = 420
ACCOUNTING_SECONDS = 30
TRIES = 4
COMMIT = 3600   # rsv_commit: a start that is as near holds
# Jobs of the log that suit a machine of 32 cores and 90 minutes.
RUN_LEAST, RUN_MOST = 600, 43200

# account: (parent, shares); four levels.
ACCOUNTS = {
    'university': ('root', 1),
    'science': ('university', 60), 'engineering': ('university', 40),
    'physics': ('science', 40), 'chemistry': ('science', 20),
    'mechanics': ('engineering', 25), 'informatics': ('engineering', 15),
    'lattice': ('physics', 30), 'plasma': ('physics', 10),
    'catalysis': ('chemistry', 20), 'fluids': ('mechanics', 25),
    'systems': ('informatics', 15),
}
# user: (account, shares)
USERS = {
    'anna': ('lattice', 3), 'bela': ('lattice', 1), 'carl': ('plasma', 1),
    'dora': ('plasma', 1), 'emil': ('catalysis', 4), 'fina': ('catalysis', 2),
    'gwen': ('fluids', 5), 'hugo': ('fluids', 3), 'iris': ('fluids', 1),
    'jens': ('systems', 1), 'kira': ('systems', 1), 'leon': ('systems', 2),
}
CONF = [
    'PriorityWeightFairshare=100000', 'PriorityWeightAge=2000',
    'PriorityWeightJobSize=1000', 'PriorityMaxAge=0-2',
    'PriorityDecayHalfLife=0-1', 'PriorityCalcPeriod=1',
    'DefMemPerCPU=500', 'MinJobAge=7200', 'OverTimeLimit=1',
]


def _load(options):
    """(jobs, where they are from): a log if there is one, else generated."""
    count, seconds = options.jobs, options.minutes * 60
    found = [options.trace] if options.trace else sorted(glob.glob(os.path.join(
        HERE, '..', '..', 'shared', 'traces', 'KTH-SP2-*.swf.gz')))
    if found:
        jobs, processors = workload.read_swf(found[0])
        jobs = [job for job in jobs if RUN_LEAST <= job.run <= RUN_MOST]
        jobs = workload.busiest(jobs, count)
        source = f'{len(jobs)} jobs of {os.path.basename(found[0])}'
    else:
        processors = 128
        jobs = [job for job in workload.generate(8 * count, processors)
                if RUN_LEAST <= job.run <= RUN_MOST][:count]
        source = f'{len(jobs)} jobs of the Lublin-Feitelson model'
    if not jobs:
        raise ClusterError(f'{source}: none suits this cluster')
    return workload.fit(jobs, processors, CORES, seconds), source


def _users_of(jobs):
    """The workload's busiest users, in turn over our twelve."""
    work = {}
    for job in jobs:
        work[job.user] = work.get(job.user, 0) + job.cores * job.run
    order = sorted(work, key=lambda user: -work[user])
    names = list(USERS)
    return {user: names[i * 5 % len(names)] for i, user in enumerate(order)}


def _seconds(text):
    """Seconds of the epoch, of a time as Slurm prints it."""
    return datetime.datetime.fromisoformat(text).timestamp()


class Demo:
    """One demonstration on a running cluster."""

    def __init__(self, cluster, jobs, seconds, sfair=None, page=None):
        """sfair: the command; None: Slurm's own plugins are shown.

        page: a file, to which the plan is drawn.
        """
        self.cluster, self.jobs, self.seconds = cluster, jobs, seconds
        self.sfair, self.page = sfair, page
        self.user = _users_of(jobs)
        self.start_real = time.monotonic()
        self.start = cluster.now()
        self.sent = 0
        self.expected, self.committed = {}, {}
        self.last_line = 0.0
        self.tty = sys.stdout.isatty()

    def now(self):
        """Seconds of the cluster's clock since the first job could come."""
        return (time.monotonic() - self.start_real) * SPEED

    def make_accounts(self):
        """Accounts, then users, as an administrator would."""
        for name, (parent, shares) in ACCOUNTS.items():
            self.cluster.sacctmgr('add', 'account', name, f'parent={parent}',
                                  f'fairshare={shares}')
        for name, (account, shares) in USERS.items():
            self.cluster.sacctmgr('add', 'user', name, f'account={account}',
                                  f'fairshare={shares}')

    def ask(self, command, **options):
        """Run a query; again if the fast clock let it time out."""
        for _ in range(TRIES - 1):
            try:
                return self.cluster.run(command, **options)
            except ClusterError:
                time.sleep(1)
        return self.cluster.run(command, **options)

    def submit(self, job, name):
        """Submit one job, once, though an answer may get lost."""
        failure = None
        for _ in range(TRIES):
            try:
                self.cluster.submit(
                    f'--uid={self.user[job.user]}', '--gid=users',
                    f'--ntasks={job.cores}', f'--time={job.limit // 60}',
                    f'--job-name={name}', script=f'exec sleep {job.run}')
                return
            except ClusterError as error:
                failure = error
            if self.ask(['squeue', '-h', '-t', 'all', '-n', name]):
                return
        raise failure  # of the last try

    def submit_due(self):
        """Submit every job whose time has come."""
        while (self.sent < len(self.jobs) and
               self.jobs[self.sent].submit <= self.now()):
            self.submit(self.jobs[self.sent], f'job{self.sent + 1}')
            self.sent += 1

    def counts(self):
        """(running, waiting) by squeue; notes the starts that it shows."""
        rows = [line.split() for line in self.ask(
            ['squeue', '-h', '-o', '%t %i %S']).splitlines()]
        waiting = [row for row in rows if row[0] == 'PD']
        now = self.cluster.now() if waiting else 0
        for _, job, start in waiting:
            if start != 'N/A':
                self.note_start(job, _seconds(start), now)
        return len(rows) - len(waiting), len(waiting)

    def note_start(self, job, start, now):
        """The first start that a job was shown, and the first within the time
        that commits it."""
        if start > now:
            self.expected.setdefault(job, start)
            if start <= now + COMMIT:
                self.committed.setdefault(job, start)

    def progress(self, running, waiting):
        """One line: clock, running, waiting, done."""
        done = self.sent - running - waiting
        clock = datetime.timedelta(seconds=int(self.now()))
        text = (f'clock {clock}  running {running:3}  waiting {waiting:3}  '
                f'done {done:3} of {len(self.jobs)}')
        if self.tty:
            print(f'\r{text} ', end='', flush=True)
        elif time.monotonic() - self.last_line > 5:
            print(text, flush=True)
            self.last_line = time.monotonic()

    def show(self, command, look, lines=14, keep=None, after=''):
        """Print a command, what to look at, and the head of its output.

        keep(line) chooses lines; after: skip to the first line with it.
        """
        text = self.ask(command).splitlines()
        while text and after not in text[0]:
            text.pop(0)
        if keep:
            text = [line for line in text if keep(line)]
        words = [os.path.basename(command[0]), *command[1:]]
        print(f'\n$ {" ".join(words)}\n  # {look}')
        for line in text[:lines]:
            print(f'  {line.rstrip()}'[:150])
        if len(text) > lines:
            print(f'  ... {len(text) - lines} more lines')
        sys.stdout.flush()

    def show_queue(self):
        """What the priority plugin and the planner say of the queue."""
        self.show(['sprio', '-l', '-S', '-y'],
                  'highest first: FAIRSHARE decides, AGE and JOBSIZE help; '
                  'PRIORITY is their sum')
        starts = self.ask(['squeue', '-h', '-t', 'PD', '-o', '%S']).split()
        self.show(['squeue', '--start', '-S', 'S',
                   '-o', '%.6i %.8u %.4C %.19S %.10l %20Y %r'],
                  f'{len(starts)} jobs wait; '
                  f'{len(starts) - starts.count("N/A")} of them are shown a '
                  'start')
        waiting = self.ask(
            ['squeue', '-h', '-t', 'PD', '-S', 'S', '-o', '%i']).split()
        if waiting:
            wanted = ('JobId', 'Priority', 'JobState', 'StartTime',
                      'NumNodes', 'SchedNodeList', 'LastSchedEval')
            self.show(['scontrol', 'show', 'job', waiting[-1]],
                      'why this one waits, when it starts and where',
                      keep=lambda line: any(f'{key}=' in line
                                            for key in wanted))
            if self.sfair:
                self.show([self.sfair, 'why', '-h', waiting[-1]],
                          'the same in words, for any user, and what would '
                          'help', lines=24)
                self.show([self.sfair, 'when', '--', '-n8', '-t30'],
                          'when a job would start that is not submitted yet')
                self.show([self.sfair, 'slots'],
                          'what could start now, and for how long')

    def show_tree(self):
        """The fair-share tree."""
        self.show(['sshare', '-al', '-o', 'Account,User,RawShares,NormShares,'
                   'RawUsage,EffectvUsage,FairShare,LevelFS'],
                  'who used less than the share (LevelFS above 1) gets a '
                  'higher FairShare', lines=30)

    def draw(self):
        """The plan as a page to look at later; says where it is."""
        done = self.cluster.call([self.sfair, 'plan', '--live', '--html',
                                  self.page])
        if done.returncode:
            raise ClusterError(f'sfair plan: {done.stderr.strip()}')
        print(f'\nThe plan of this moment, to look at in a browser: {self.page}')

    def show_planner(self):
        """sdiag's part on planning."""
        self.show(['sdiag'], 'cycles, jobs tried and the time that it took',
                  lines=18, after='ackfill')

    def accounted(self):
        """sacct's rows, once it knows each job's end: slurmdbd is told of it
        after squeue, on a busy machine by seconds."""
        patience = time.monotonic() + ACCOUNTING_SECONDS
        while True:
            rows = [line.split('|') for line in self.ask(
                ['sacct', '-aXnP', '-S', '2025-12-01', '-E', '2026-02-01',
                 '-o', 'JobID,User,Submit,Start,State'],
                plain=True).splitlines()]
            ended = [row for row in rows
                     if row[-1] not in ('PENDING', 'RUNNING')]
            if len(ended) >= self.sent or time.monotonic() > patience:
                return rows
            time.sleep(0.4)

    def show_end(self):
        """Waits, and how the starts that were shown came true."""
        waits, began = [], {}
        for job, _user, submit, start, _state in self.accounted():
            if start not in ('None', 'Unknown'):
                began[job] = _seconds(start)
                waits.append(began[job] - _seconds(submit))
        waits.sort()
        if waits:
            print(f'\n{len(waits)} jobs started; wait: median '
                  f'{waits[len(waits) // 2] / 60:.0f} min, longest '
                  f'{waits[-1] / 60:.0f} min.')
        off = {job: began[job] - start
               for job, start in self.committed.items() if job in began}
        kept = [job for job, late in off.items() if late <= 60]
        if off:
            print(f'{len(kept)} of {len(off)} jobs started no later than '
                  'squeue --start had said within the hour\nbefore '
                  + ('(committed starts; ' if self.sfair else '(')
                  + 'to one minute of this clock, which is one second at '
                  f'x{SPEED}).')
        if self.sfair:
            print(f'{self.moved()} committed starts were moved for another '
                  "job's sake.")
        self.show_expected([began[job] - start for job, start
                            in self.expected.items() if job in began])

    def moved(self):
        """By slurmctld's log, committed starts that another job took."""
        with open(f'{self.cluster.folder}/log/slurmctld.log',
                  encoding='utf-8', errors='replace') as file:
            return sum(map(int, re.findall(
                r'(\d+) committed starts move later: another job',
                file.read())))

    @staticmethod
    def show_expected(off):
        """How good the very first starts were that jobs were shown."""
        late = sorted(error for error in off if error > 60)
        error = sorted(map(abs, off))
        if not off:
            return
        print(f'What {len(off)} jobs were shown first, however far ahead: off '
              f'by {error[len(error) // 2] / 60:.0f} min (median);\n'
              f'{len(late)} came later' +
              (f', by {late[len(late) // 2] / 60:.0f} min (median).' if late
               else '.'))

    def play(self):
        """Submit, watch, show at three moments, until nothing is left."""
        shown = 0
        while True:
            self.submit_due()
            running, waiting = self.counts()
            self.progress(running, waiting)
            all_sent = self.sent == len(self.jobs)
            if shown == 0 and waiting >= 12 and self.now() > self.seconds / 5:
                print('\n\n== The queue builds up')
                self.show_queue()
                shown = 1
            elif shown <= 1 and all_sent:
                print('\n\n== All jobs are submitted')
                self.show_tree()
                self.show_queue()
                self.show_planner()
                if self.page:
                    self.draw()
                shown = 2
            elif shown == 2 and waiting <= 8:
                print('\n\n== The queue drains: usage has moved the shares')
                self.show_tree()
                shown = 3
            if all_sent and not running and not waiting:
                break
            if time.monotonic() - self.start_real > REAL_LIMIT:
                raise ClusterError(f'the queue did not drain in {REAL_LIMIT} '
                                   's of real time')
            time.sleep(0.4)
        self.show_end()


def _options():
    parser = argparse.ArgumentParser(
        # Made by argparse it fails over a group of which nothing is shown.
        prog='demo', usage='demo [--keep] [--stock] [--jobs N] '
        '[--minutes N] [--page FILE] [--trace FILE]', description='Shows priority/fairtree and sched/reserve '
        'on a private cluster of 8 nodes whose clock runs 60 times as fast.')
    ours = parser.add_mutually_exclusive_group(required=True)
    ours.add_argument('--build', help=argparse.SUPPRESS)
    ours.add_argument('--plugins', help=argparse.SUPPRESS)
    parser.add_argument('--keep', action='store_true',
                        help='leave the cluster running and print the '
                        'variables to use it')
    parser.add_argument('--stock', action='store_true',
                        help="Slurm's own priority/multifactor and "
                        'sched/backfill instead, to compare')
    parser.add_argument('--jobs', type=int, default=110, metavar='N',
                        help='how many jobs (110)')
    parser.add_argument('--minutes', type=int, default=90, metavar='N',
                        help="minutes of the cluster's clock that the jobs "
                        'fill it for, about (90)')
    parser.add_argument('--page', metavar='FILE',
                        help='where to draw the plan, to look at in a '
                        'browser (plan.html in build-demo, or in the '
                        'current folder if it was installed)')
    parser.add_argument('--trace', metavar='FILE',
                        help='a log in Standard Workload Format')
    return parser.parse_args()


def _page(options):
    """Where the plan is drawn."""
    return os.path.abspath(options.page or os.path.join(
        options.build or '.', 'plan.html'))


def _cluster(options):
    ours = ({'build': options.build} if options.build else
            {'plugin_dirs': [options.plugins]})
    plugins = {**ours, 'conf': CONF + [
        'SchedulerParameters=defer,sched_interval=-1']}
    if options.stock:
        plugins = {'priority': 'multifactor', 'scheduler': 'backfill',
                   'conf': CONF + ['SchedulerParameters=bf_interval=30,'
                                   'bf_continue']}
    return Cluster(nodes=NODES, cpus=CPUS, memory=MEMORY, speed=SPEED,
                   users=list(USERS), enforce='limits', name='demo',
                   **plugins)


def main():
    """Entry of ./demo."""
    options = _options()
    raise_on_signals()
    jobs, source = _load(options)
    begin = time.monotonic()
    cluster = _cluster(options)
    print(f'Starting munged, MariaDB, slurmdbd, slurmctld '
          f'({cluster.priority}, {cluster.scheduler}) and {NODES} slurmd '
          '...', flush=True)
    with cluster:
        sfair = f'{options.build}/sfair' if options.build else 'sfair'
        demo = Demo(cluster, jobs, options.minutes * 60,
                    *((None, None) if options.stock else
                      (sfair, _page(options))))
        demo.make_accounts()
        print(f'Up in {time.monotonic() - begin:.0f} s, all below '
              f'{cluster.folder}.\nA minute of the cluster is a second here. '
              f'Workload: {source}, for {NODES} nodes of {CPUS} cores;\n'
              f'{len(ACCOUNTS)} accounts on 4 levels, {len(USERS)} users.',
              flush=True)
        demo.start_real = time.monotonic()
        demo.play()
        if options.keep:
            path = f'export PATH={options.build}:$PATH\n' \
                if options.build else ''
            print(f'\n{cluster.exports()}{path}'
                  '# use these in any shell, with sfair and as one of the '
                  'users:\n#   setpriv --reuid anna --regid users '
                  '--clear-groups sfair why --me\n# stop: '
                  f'{HERE}/cluster --stop {cluster.folder}')
            cluster.keep()
            cluster.folder = None
    if not options.keep:
        print('Everything that was started is stopped, and its folder gone.')
    return 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except ClusterError as error:
        sys.exit(f'demo: {error}')
