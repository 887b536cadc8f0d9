# SPDX-License-Identifier: GPL-2.0-or-later
"""Hours of a cluster's time with trouble, and an account of what came of it.

Eight real slurmd on a fast clock get seeded random requests while nodes crash,
hang and come back and slurmctld is killed with -9.  Then everything is put
right, and what was submitted is compared with what slurmdbd, slurmctld, the
nodes and the jobs themselves know.  Soak.run() returns that account; it
judges no plugin, and no two runs are the same.

Memory is malloc's own count (bench/heapwatch): what slurmctld has in use after
its longest life, idle and with all jobs forgotten, less what a fresh one with
the same state has.  In use and not needed any more is leaked.
"""
import collections
import dataclasses
import os
import re
import signal
import tempfile
import time

import heap
from aftermath import (NOISE, busy_nodes, leaked, left_processes,
                       open_in_database, read_marks, summary)
from client import Client, Refused
from cluster import Cluster
from cluster_process import ClusterError, marked, wait_for
from mayhem import ACCOUNTS, SCRIPT, Mayhem, put_right

HOUR = 3600
SPEED = 60
START = '2026-01-01 00:00:00'
SACCT_SINCE = '2025-12-01'
NODES = [f'n{i}' for i in range(1, 9)]
FEATURES = ['fast', 'fast', 'fast', 'slow', 'slow', 'slow', 'fast', 'slow']
PARTITIONS = [
    'PartitionName=batch Nodes=ALL Default=YES MaxTime=UNLIMITED',
    'PartitionName=short Nodes=n[1-6] MaxTime=120 PriorityJobFactor=10',
]
CONF = [
    'AccountingStorageEnforce=associations,limits,qos', 'MinJobAge=300',
    'KillWait=30', 'Licenses=lic:2', 'PriorityCalcPeriod=1',
    'PriorityDecayHalfLife=0-4', 'PriorityWeightAge=1000',
    'PriorityWeightFairshare=10000', 'PriorityWeightJobSize=100',
    'PriorityWeightPartition=100', 'CompleteWait=0', 'SlurmdTimeout=1200',
]
SIDES = {
    'pair': ('fairtree', 'reserve', 'defer,sched_interval=-1'),
    'stock': ('multifactor', 'backfill', 'bf_interval=30,bf_continue'),
}
UNFINISHED = ('PENDING', 'RUNNING', 'COMPLETING', 'CONFIGURING', 'SUSPENDED',
              'REQUEUED')
# slurmdbd's record of a job of whose start it never heard: slurmctld was killed
# before it had said so, and after that reports the end only (soak.tap unheard).
NAMELESS = 'allocation'
# With one starter only nobody may take what was promised to another.
BROKEN = ('slurmctld started a job behind it',)
# Real seconds that jobs run; the clock is SPEED times as fast.
RUN_SECONDS = (0.1, 0.5, 2, 6, 15)
EVENT_SECONDS = 0.08
LEAST_EVENTS = 5
# Kills come in this part of the time; what follows is the longest life.
KILLS_UNTIL = 0.55
# Before a kill nothing is submitted for so long: of a job that dies with
# slurmctld while slurmdbd makes its record there is never one (22.05).
SETTLE_SECONDS = 2
# What slurmctld saves is at most this old when it is killed.
UNSAVED_SECONDS = 4
REGISTER_SECONDS = 1200
# Of the cluster's time.
DRAIN_SECONDS = 4 * HOUR
FORGET_SECONDS = HOUR
IDLE_SECONDS = 360
SETTLE_LOOKS, SETTLED_LOOKS = 12, 2
STORY_LINES = 4
# With Slurm's own plugins a job that ends while slurmctld counts the limits of
# all running jobs anew leaves what it ran since then: minutes, on a fast clock.
RACE_CPU_MINUTES = 120
# What Slurm itself keeps of names and limits that happened to be asked for
# differs by a kilobyte from run to run; our plugins keep nothing.
ALLOW_KIB = 4

# What slurmctld says because a clock is fast or a node is gone on purpose.
EXPECTED = NOISE + '|' + '|'.join((
    r'Nodes n[\d\[\],-]+ not responding', r'Node n\d+ now responding',
    r'agent/is_node_resp: node:n\d+ RPC:\w+ :',
    r'agent waited too long for nodes to respond',
    r'Node ping apparently hung', r'A node ping cycle took more than',
    r'slurm_receive_msgs?:? \[\S+\](:| failed:) (Zero Bytes were|Socket '
    r'timed out|Unexpected missing socket error)',
    r'requeue JobId=\S+ due to failure of node n\d+',
    r'Killing JobId=\S+ on failed node n\d+',
    r'Orphan (JobId=\S+ )?StepId=\S+ reported on node n\d+',
    r'Registered JobId=\S+ StepId=\S+ on wrong node n\d+',
    r'slurmd error running JobId=\d+ on node\(s\)=n\d+',
    r'Requeue of JobId=\S+ returned an error: Invalid job id specified',
    # Of a job that ended on a node as that was set down or crashed.
    r'Node n\d+ comp_job_cnt underflow',
    r'JobId=\S+ allocated no nodes to be killed on',
))
# multifactor's: a limit cut below what a job has run takes the rest from
# others (acct_policy_alter_job), and its recount takes too much, too.
EXPECTED_OF = {'pair': EXPECTED,
               'stock': EXPECTED + r'|tres_run_secs underflow'}


@dataclasses.dataclass
class Options:
    """What kind of soak."""
    side: str = 'pair'
    hours: float = 2
    seed: int = 1
    kills: int = 3
    build: str = ''
    parameters: str = ''
    priority_parameters: str = ''
    conf: tuple = ()
    nodes: int = 8  # of a virtual cluster
    sanitized: str = ''  # a build with sanitizers, of a hostile soak
    sites: str = ''  # folder for who has what in use (heap.sites)


class Trouble(Mayhem):
    """Mayhem that breaks nodes as well."""

    EVENTS = Mayhem.EVENTS[:-1] + (
        ('node_crash', 0.7), ('node_boot', 2), ('node_hang', 0.7),
        ('node_wake', 2), ('reconfigure', 0.5),
    )

    def __init__(self, cluster, *args, **options):
        super().__init__(*args, **options)
        self.cluster, self.crashed, self.hung = cluster, set(), set()

    def _well(self):
        """A node whose slurmd works; never more than two do not."""
        if len(self.crashed | self.hung) > 1:
            raise Refused('enough nodes are broken')
        return self.random.choice(
            [node for node in self.nodes
             if node not in self.crashed | self.hung])

    def _node_crash(self):
        """Power is cut: slurmd and all that runs on the node."""
        node = self._well()
        self.crashed.add(node)
        self.cluster.kill(node)
        for pid in _pids_on(self.cluster.folder, node):
            _kill(pid)

    def _node_boot(self):
        if not self.crashed:
            raise Refused('no node has crashed')
        node = self.random.choice(sorted(self.crashed))
        self.crashed.discard(node)
        self.cluster.start_slurmd(node)

    def _node_hang(self):
        node = self._well()
        self.hung.add(node)
        os.kill(self.cluster.pid(node), signal.SIGSTOP)

    def _node_wake(self):
        if not self.hung:
            raise Refused('no node hangs')
        node = self.random.choice(sorted(self.hung))
        self.hung.discard(node)
        os.kill(self.cluster.pid(node), signal.SIGCONT)

    def all_back(self):
        """Boot and wake every node."""
        while self.crashed:
            self._node_boot()
        while self.hung:
            self._node_wake()


def _kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _parent(pid):
    with open(f'/proc/{pid}/stat', 'rb') as file:
        return int(file.read().rpartition(b')')[2].split()[1])


def _pids_on(folder, node):
    """Processes of jobs on a node, and the slurmstepd above them first."""
    jobs, above = set(), set()
    for pid in marked(folder):
        try:
            with open(f'/proc/{pid}/environ', 'rb') as file:
                if f'SLURMD_NODENAME={node}'.encode() in \
                        file.read().split(b'\0'):
                    jobs.add(pid)
                    above.add(_parent(pid))
        except OSError:
            continue
    return sorted(above - jobs - {1, os.getpid()}) + sorted(jobs)


class Soak:
    """One cluster, one side; run() gives the account as a dictionary."""

    drain_seconds = DRAIN_SECONDS

    def __init__(self, options):
        self.options = options
        priority, scheduler, parameters = SIDES[options.side]
        words = ','.join(filter(None, (
            parameters, 'kill_invalid_depend', options.parameters)))
        conf = CONF + [f'SchedulerParameters={words}'] + list(options.conf)
        if options.priority_parameters and options.side == 'pair':
            conf.append(f'PriorityParameters={options.priority_parameters}')
        folder = tempfile.mkdtemp(prefix='ft-soak.')
        self.heap = f'{folder}/run/heap'
        build = os.path.abspath(options.build)
        self.cluster = Cluster(**{
            'priority': priority, 'scheduler': scheduler, 'build': build,
            'start': START, 'conf': conf, 'name': 'soak', 'folder': folder,
            'preload': [heap.library(build)] + (
                [heap.sites_library(build)] if options.sites else []),
            'env': {**heap.environment(self.heap), 'FT_SERVING_SLEEPS': '1'},
            **self._machine()})
        self.kills, self.refusals, self.registered = [], {}, 0.0
        self.nameless = []
        self.client = self.mayhem = None
        self.began = self.life_began = 0.0

    def run(self):
        """Start, disturb, put right, compare."""
        with self.cluster, Client(self.cluster, self.options.build) as client:
            self.client = client
            self._make_accounts()
            self.mayhem = self._make_mayhem()
            self._disturb()
            claims = self._claims()
            report = self._figures()
            report['memory'] = self._memory(claims)
            report['claims'] = claims
            return report

    def _machine(self):
        """What kind of cluster: options of Cluster."""
        return {'nodes': len(NODES), 'features': FEATURES, 'speed': SPEED,
                'partitions': PARTITIONS}

    def _make_mayhem(self):
        marks = f'{self.cluster.folder}/work/marks'
        scripts = [self.cluster.write(
            f'work/run-{seconds}.sh', SCRIPT.format(
                marks=marks, seconds=seconds)) for seconds in RUN_SECONDS]
        return Trouble(self.cluster, self.client, self.options.seed, scripts,
                       NODES, pace=SPEED)

    def _make_accounts(self):
        for i, account in enumerate(ACCOUNTS):
            parent = ACCOUNTS[i - 1] if i % 2 else 'root'
            self.cluster.sacctmgr('add', 'account', account,
                                  f'parent={parent}', f'fairshare={i + 1}')
            self.cluster.sacctmgr('add', 'user', 'root', f'account={account}')

    # -- the events --------------------------------------------------------

    def _disturb(self):
        """Events until the cluster's time is over."""
        began = time.monotonic()
        self.began = self.life_began = self._now()
        seconds = self.options.hours * HOUR / SPEED
        kills = [seconds * KILLS_UNTIL * (i + 1) / self.options.kills
                 for i in range(self.options.kills)]
        looked = 0.0
        while (passed := time.monotonic() - began) < seconds:
            if kills and passed > kills[0]:
                kills.pop(0)
                self._kill()
            if time.monotonic() - looked > 1:
                looked = time.monotonic()
                self.mayhem.waiting = sum(
                    job[2] == 'PENDING' for job in self.jobs())
            self._one_event(passed / seconds)
            time.sleep(EVENT_SECONDS)
        end = time.monotonic() + self.drain_seconds / SPEED
        while self.mayhem.lagging(LEAST_EVENTS) and time.monotonic() < end:
            self._one_event(2)

    def _one_event(self, part):
        """One that was too rare so far, else any."""
        rare = self.mayhem.lagging(LEAST_EVENTS * part)
        if rare:
            self.mayhem.event(self.mayhem.random.choice(rare))
        self.mayhem.one_event()

    def _kill(self):
        end = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < end:
            self.mayhem.one_event(without=('submit',))
            time.sleep(EVENT_SECONDS)
        self.cluster.kill_slurmctld()
        self.kills.append((time.monotonic(), time.time()))
        self.cluster.start_slurmctld()
        self.life_began = self._now()
        # Ids of jobs that were not saved in time are given out again.
        self.mayhem.keep_jobs({job[1] for job in self.jobs()})

    def jobs(self):
        """(id, name, state, reason) of every job that slurmctld knows."""
        text = self.cluster.run(['squeue', '-ha', '-t', 'all', '-r', '-o',
                                 '%A|%j|%T|%r'])
        return [line.split('|') for line in text.splitlines()]

    # -- what came of it ---------------------------------------------------

    def _drain(self):
        """Jobs that are left after a bounded time, as text."""
        try:
            self._wait('empty queue', self.drain_seconds, self._all_ended)
        except ClusterError:
            return self.cluster.run(
                ['squeue', '-ao', '%i %j %P %T %r %D %C %m %l %f %Q %S']
            ) + f'not released: {self.refusals}'
        return ''

    def _all_ended(self):
        self.mayhem.all_back()
        put_right(self.cluster, self.client)
        # A launch that died with slurmctld is found when nodes register.
        if self._now() > self.registered + REGISTER_SECONDS:
            self.cluster.reconfigure()
            self.registered = self._now()
        left = [job for job in self.jobs() if job[2] in UNFINISHED]
        for job, _name, state, reason in left:
            if state == 'PENDING' and 'eld' in reason:
                self._release(job)
            # Slurm lets a requeued job wait two minutes.
            if state == 'PENDING' and reason == 'BeginTime':
                self.mayhem.ask_or_refuse('update', job, 'begin_in=0')
        return not left

    def _release(self, job):
        try:
            self.client.ask('release', job)
        except Refused as refusal:
            self.refusals[job] = str(refusal)
            # slurmctld 22.05 waits for ever for the index of a job that was
            # asked for as it was killed.
            if 'DB index is being set' in str(refusal):
                self.mayhem.ask_or_refuse('cancel', job)

    def _near_kill(self, when, clock):
        return any(kill[clock] - UNSAVED_SECONDS < when < kill[clock] + 2
                   for kill in self.kills)

    def _owners(self):
        """The name of each job number, those of arrays' tasks too."""
        names = {job: name for name, (job, _when, _tasks) in
                 self.mayhem.submitted.items()}
        tasks = re.findall(r'JobId=(\d+)_\d+\((\d+)\)', self.cluster.log())
        return {**{int(task): names[int(job)] for job, task in tasks
                   if int(job) in names}, **names}

    def _ended(self):
        """sacct's (id, name, state) of each job, tasks of arrays apart.

        Of jobs that were never eligible it tells only if asked by number.
        """
        owners = self._owners()
        text = self.cluster.run(
            ['sacct', '-aXnP', '-S', SACCT_SINCE, '-j',
             ','.join(map(str, sorted(owners))), '-o', 'JobID,JobName,State'],
            plain=True)
        ended = []
        for line in text.splitlines():
            job, name, state = line.split('|')
            if name == NAMELESS and job.isdigit():
                self.nameless.append(job)
                name = owners[int(job)]
            ended += [(job, name, state.split()[0])] * _tasks(job)
        return ended

    def _lost(self, ended):
        """Acknowledged jobs of which sacct does not know the end."""
        known = collections.Counter(name for _job, name, state in ended
                                    if state not in UNFINISHED)
        return [f'{name} (job {job}): {known[name]} of {tasks} ended'
                + self._story(job) for name, (job, when, tasks) in
                self.mayhem.submitted.items()
                if known[name] < tasks and not self._near_kill(when, 0)]

    def _story(self, job):
        """What slurmctld said of a job, shortened, for whoever looks."""
        lines = [line for line in self.cluster.log().splitlines()
                 if re.search(rf'JobId={job}\b', line)]
        shown = self.cluster.run(
            ['sacct', '-aXnPD', '-S', SACCT_SINCE, '-j', str(job), '-o',
             'JobID,JobName,State,Submit,Start,End'], plain=True)
        return ''.join(f'\n  {line[:150]}' for line in
                       lines[:STORY_LINES] + lines[-STORY_LINES:]
                       + shown.splitlines())

    def _run_twice(self):
        """Runs that began more than once without a restart between."""
        return [key for key, run in self._marks().items()
                if len(run['start']) > 1
                and not any(self._near_kill(t, 1) for t in run['start'])]

    def _left(self):
        return left_processes(self.cluster)

    def _marks(self):
        return read_marks(f'{self.cluster.folder}/work/marks')

    def _unproved(self, ended):
        """Jobs that are COMPLETED, but never wrote their last line."""
        wrote = {name for (name, _task, _restart), run in
                 self._marks().items() if run['end']}
        return [f'{name} (job {job})' for job, name, state in ended
                if state == 'COMPLETED' and name not in wrote]

    def _claims(self):
        """What must be so, and what is wrong with it ('' or empty: nothing)."""
        cluster = self.cluster
        claims = {'the queue drains': self._drain()}
        ended = self._ended()
        claims.update({
            'all nodes are idle': busy_nodes(cluster),
            'no process of a job is left': self._left(),
            'no job is lost': self._lost(ended),
            'no job runs twice': self._run_twice(),
            'each completed job ran to its end': self._unproved(ended),
            'sacct knows that all jobs ended':
                open_in_database(cluster, SACCT_SINCE),
            'limits, licences and reservations are back':
                leaked(cluster, RACE_CPU_MINUTES
                       if self.options.side == 'stock' else 0),
            'slurmctld and slurmdbd did not die': cluster.deaths(),
            'no error in slurmctld.log': summary(cluster.errors(
                EXPECTED_OF[self.options.side])),
            'each kind of event came often enough': [
                f'{name}: {self.mayhem.done.get(name, 0)}'
                for name in self.mayhem.lagging(LEAST_EVENTS)],
            'slurmctld was killed as often as was asked':
                '' if len(self.kills) == self.options.kills else
                f'{len(self.kills)} times'})
        if self.options.side == 'pair':
            claims['no promise is broken by a job behind it'] = [
                f'{count}: {cause}' for cause, count in
                self._moved().items() if cause in BROKEN]
        return claims

    def _moved(self):
        """Promises that moved later, by the cause that the log gives."""
        moved = collections.Counter()
        for count, cause in re.findall(
                r'(\d+) promised starts move later: (.*)',
                self.cluster.log()):
            moved[cause] += int(count)
        return dict(moved)

    def _figures(self):
        return {
            'side': self.options.side, 'seed': self.options.seed,
            'cluster_hours': round(self._hours(self.began), 2),
            'submissions': len(self.mayhem.submitted),
            'jobs': sum(tasks for _job, _when, tasks in
                        self.mayhem.submitted.values()),
            'runs': self._runs(),
            'kills': len(self.kills), 'requests': self.client.requests,
            'events': dict(sorted(self.mayhem.done.items())),
            'refused': sum(self.mayhem.refused.values()),
            'starts_that_slurmdbd_never_heard_of': len(self.nameless),
            'promises_moved_later': self._moved(),
        }

    def _runs(self):
        return sum(len(run['start']) for run in self._marks().values())

    def _wait(self, what, seconds, test):
        """Wait while the cluster's time goes on."""
        wait_for(what, seconds / SPEED, test, pause=1)

    def _now(self):
        """Seconds of the cluster's time, from some beginning."""
        return time.monotonic() * SPEED

    def _hours(self, since):
        return (self._now() - since) / HOUR

    def _pass(self, seconds):
        """Let so many seconds of the cluster's time go by."""
        time.sleep(seconds / SPEED)

    # -- memory ------------------------------------------------------------

    def _settled_heap(self):
        """What a fresh slurmctld has in use, once that grows no more.

        On a busy machine it has not made its first tables for a while.
        """
        seen, same = 0, 0
        for _ in range(SETTLE_LOOKS):
            self._pass(IDLE_SECONDS)
            now = heap.used(self.heap)
            same = same + 1 if now <= seen else 0
            seen = max(seen, now)
            if same == SETTLED_LOOKS:
                break
        return now

    def _note_sites(self, which):
        if self.options.sites:
            heap.sites(self.heap,
                       f'{self.options.sites}/{self.options.side}.{which}')

    def _memory(self, claims):
        """Bytes of the heap in use, resident kilobytes, before and after."""
        if claims['the queue drains']:
            return {}
        hours = self._hours(self.life_began)
        self._wait('slurmctld to forget its jobs', FORGET_SECONDS,
                   lambda: not self.jobs())
        self._pass(IDLE_SECONDS)
        old = _resident(self.cluster.pid())
        used = heap.used(self.heap)
        self._note_sites('old')
        self.cluster.kill_slurmctld(signal.SIGTERM, 60)
        self.cluster.start_slurmctld()
        fresh = self._settled_heap()
        self._note_sites('fresh')
        return {'hours': round(hours, 2), 'used': used, 'fresh': fresh,
                'growth': used - fresh, 'resident_kb': old,
                'resident_fresh_kb': _resident(self.cluster.pid())}


def _tasks(job):
    """How many jobs a line of sacct stands for: 5_[0-2,7] are four."""
    found = re.search(r'\[([^\]%]*)', job)
    if not found:
        return 1
    count = 0
    for part in found[1].split(','):
        first, _, last = part.partition('-')
        count += int(last or first) - int(first) + 1
    return count


def _resident(pid):
    with open(f'/proc/{pid}/status', encoding='ascii') as file:
        return int(re.search(r'RssAnon:\s+(\d+)', file.read())[1])


def memory_excess(pair, stock, allow_kib=ALLOW_KIB):
    """How our heap grew more than stock's, as text; '' if it did not."""
    if not pair['memory'] or not stock['memory']:
        return 'a queue did not drain: nothing was measured'
    ours, theirs = (side['memory']['growth'] for side in (pair, stock))
    if ours <= max(0, theirs) + 1024 * allow_kib:
        return ''
    return (f'the heap grew by {ours} bytes, with Slurm\'s own plugins by '
            f'{theirs}')


def judge(reports, allow_kib=ALLOW_KIB):
    """What is wrong with our side, beside stock's if that ran too."""
    sides = {report['side']: report for report in reports}
    pair, stock = sides.get('pair'), sides.get('stock')
    if not pair:
        return []
    wrong = [f'not so: {claim}' for claim, found in pair['claims'].items()
             if found]
    if stock:
        wrong += filter(None, [memory_excess(pair, stock, allow_kib)])
    return wrong
