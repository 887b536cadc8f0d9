# SPDX-License-Identifier: GPL-2.0-or-later
"""One replay of a log's jobs in a live slurmctld.

A private cluster is started with the given plugins and parameters, each job is
submitted at the second at which it came, and what slurmctld made of it is
read: submission, start and end from jobcomp/filetxt, the first start that it
showed from its list of jobs.  On virtual nodes the clock jumps; on real
slurmd it runs faster.  It refuses to go on when a job is lost, ends otherwise
than after its run time, or does not start at all.
"""
import calendar
import heapq
import json
import os
import shutil
import time

import jobcomp
from client import Client, Refused
from cluster import Cluster
from cluster_process import ClusterError
from live_limit import ENFORCE
from share_tree import slurm_user

# A job that waits and shows no start is looked at that much later again: as
# long as schedulers are expected to plan it, then seldom.
LOOK_SOON, LOOK_LATER, SOON_SECONDS = 2, 30, 10
LOOK_END = 600          # all have come
KILL = 60               # slurmctld looks at limits twice a minute
LEAD = 60               # from slurmctld's start to the log's begin
REAL_STALL = 1800       # a run in which nothing ends for so long is stuck
DAY = 86400
NICE = -15
THREADS = {'reserve': 'reserve', 'backfill': 'bckfl'}


class Setup:
    """What one column of the comparison is."""

    def __init__(self, scheduler='reserve', priority='fairtree',
                 parameters=None, conf=()):
        self.scheduler, self.priority = scheduler, priority
        self.parameters, self.conf = parameters, list(conf)

    def name(self):
        """As the tables call it."""
        text = f'live sched/{self.scheduler}'
        if self.priority != 'fairtree':
            text += f' priority/{self.priority}'
        return text + (f' {self.parameters}' if self.parameters else '')

    def scheduler_parameters(self):
        """For slurm.conf: ours as it is recommended, stock's as it is."""
        parts = ['defer,sched_interval=-1'] if self.scheduler == 'reserve' \
            else []
        parts += [self.parameters] if self.parameters else []
        return ','.join(parts)


class Machine:
    """The nodes that the log's processors are."""

    def __init__(self, processors, nodes=0, memory=0, speed=0, patience=0):
        self.processors, self.nodes = processors, nodes or processors
        self.memory, self.speed = memory, speed
        self.patience = patience
        if processors % self.nodes:
            raise ClusterError(f'{processors} processors cannot be spread '
                               f'evenly over {self.nodes} nodes')
        self.cpus = processors // self.nodes

    def fits(self, job):
        """Could the job run if the machine were empty?  As sfair sees it."""
        each = self.cpus
        if self.memory and job.memory:
            each = min(each, self.memory // job.memory)
        return job.processors <= each * self.nodes

    def request(self, job):
        """What of the machine the job asks for, in the client's words."""
        if self.cpus == 1:
            words = [f'min_nodes={job.processors}', 'shared=0']
        else:
            words = [f'num_tasks={job.processors}',
                     f'min_cpus={job.processors}',
                     f'min_nodes={-(-job.processors // self.cpus)}']
        if self.memory and job.memory:
            words.append(f'mem_per_cpu={job.memory}')
        return words


def _conf(setup, machine, folder):
    conf = ['JobCompType=jobcomp/filetxt', f'JobCompLoc={folder}/jobcomp',
            'MessageTimeout=100', 'LogTimeFormat=iso8601_ms']
    conf += ['SelectTypeParameters=CR_Core_Memory' if machine.memory else
             'SelectTypeParameters=CR_Core'] if machine.cpus > 1 or \
        machine.memory else ['SelectTypeParameters=CR_CPU']
    if machine.speed:  # real launches take seconds of the fast clock
        conf.append('OverTimeLimit=2')
    parameters = setup.scheduler_parameters()
    if setup.scheduler == 'reserve':  # what is held is measured
        parameters = ','.join(filter(None, (parameters, 'rsv_show=held')))
    if parameters:
        conf.append(f'SchedulerParameters={parameters}')
    return conf + setup.conf


def _partitions(jobs):
    """One for each queue of the log, all on all nodes."""
    queues = sorted({job.queue for job in jobs})
    return [f'PartitionName={_partition(queue)} Nodes=ALL '
            f'Default={"NO" if i else "YES"} MaxTime=UNLIMITED State=UP'
            for i, queue in enumerate(queues)]


def _partition(queue):
    return f'q{queue}' if queue >= 0 else 'batch'


def _number(names):
    return {name: i for i, name in enumerate(sorted(set(names)))}


class LiveRun:
    """Drives one cluster through the jobs, then has their rows."""

    def __init__(self, jobs, machine, setup, build, shares=None, limits=None):
        """shares: a ShareTree, for a cluster with slurmdbd; else none.

        limits: Limits of its accounts and users, or none.
        """
        self.jobs, self.machine, self.setup = jobs, machine, setup
        self.build, self.shares, self.limits = build, shares, limits
        self.rows = []          # (number, submit, start, end, promise)
        self.figures = {}
        self._users = [str(user) for user in
                       sorted({job.user for job in jobs})]
        if shares:
            names = dict.fromkeys(name for name, _, _ in shares.users)
            self._users += [name for name in names
                            if name not in self._users]
        self._user_of = {name: i for i, name in enumerate(self._users)}
        self._groups = _number(job.group for job in jobs)

    def _cluster(self, folder):
        """The cluster, not started."""
        machine = self.machine
        env = {'LOCKWATCH_OUT': f'{folder}/holds'}
        how = {'speed': machine.speed} if machine.speed else {'virtual': True}
        if not machine.speed:
            how.update(env=env, preload=[
                f'{self.build}/testsuite/bench/lockwatch.so'])
        return Cluster(
            nodes=machine.nodes, cpus=machine.cpus,
            memory=machine.memory or 1000, priority=self.setup.priority,
            scheduler=self.setup.scheduler, auth='none',
            build=self.build, debug='info', **self._accounting(folder),
            users=[slurm_user(name) for name in self._users],
            groups=[f'g{i}' for i in range(len(self._groups))],
            partitions=_partitions(self.jobs),
            conf=_conf(self.setup, machine, folder), **how)

    def _accounting(self, folder):
        """slurmdbd, and what it is told before slurmctld first starts."""
        if not self.shares:
            return {'dbd': False}
        path = f'{folder}/accounts'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.shares.load())
        # root's own user would have a share beside the accounts.
        told = [('load', path),
                ('modify', 'user', 'root', 'set', 'fairshare=0')]
        if not self.limits:
            return {'dbd': True, 'enforce': 'associations', 'accounting': told}
        return {'dbd': True, 'enforce': ENFORCE, 'accounting':
                told + self.limits.words(self.shares, self.jobs)}

    def run(self, folder, chain=False):
        """All of it; folder keeps what outlives the cluster.

        chain: a job that followed another comes after its end.
        """
        begin = time.monotonic()
        with self._cluster(folder) as cluster:
            favour(cluster.pid())
            if self.shares:
                self.shares.check(cluster.sacctmgr(
                    '-nP', 'list', 'assoc', 'format=account,user,share'))
            try:
                with Client(cluster, self.build) as client:
                    drive = Drive(self, cluster, client, f'{folder}/jobcomp')
                    drive.go(chain)
            finally:
                shutil.copy(f'{cluster.folder}/log/slurmctld.log', folder)
            self.figures.update(drive.figures(), **spent(cluster))
            self.rows = drive.rows()
        self.figures['real_seconds'] = round(time.monotonic() - begin, 1)
        self.figures.update(_holds(f'{folder}/holds', self.setup.scheduler))

    def words(self, job, script):
        """The client's request that submits the job."""
        return ['submit', f'script={script}', 'requeue=0', 'output=/dev/null',
                f'time_limit={job.limit // 60}',
                f'partition={_partition(job.queue)}',
                f'uid={20001 + self._user_of[str(job.user)]}',
                f'gid={30001 + self._groups[job.group]}',
                *self.machine.request(job), *self._charged(job)]

    def _charged(self, job):
        """Whom and what it counts for, where there is a slurmdbd."""
        words = [f'account={self.shares.account_of(job)}'] if self.shares \
            else []
        qos = self.limits.qos_of(job) if self.limits else None
        return words + ([f'qos={qos}'] if qos else [])


def favour(pid):
    """Let slurmctld run before all else on the machine.

    Its own work takes the cluster's time, what others do must not.  Threads
    inherit it.
    """
    for task in os.listdir(f'/proc/{pid}/task'):
        try:
            os.setpriority(os.PRIO_PROCESS, int(task), NICE)
        except ProcessLookupError:
            pass  # a thread for one request
    # Where sessions have shares of the processor, niceness counts inside one.
    group = f'/proc/{pid}/autogroup'
    try:
        with open(group, 'w', encoding='utf-8') as file:
            file.write(str(NICE))
    except OSError:
        pass  # no such groups, or this process is in none


def _read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def spent(cluster):
    """Seconds that slurmctld and its scheduler computed, and waited to."""
    ticks, spent, waited = os.sysconf('SC_CLK_TCK'), {}, {}
    base = f'/proc/{cluster.pid()}'
    for task in os.listdir(f'{base}/task'):
        try:
            head, _, tail = _read(f'{base}/task/{task}/stat').rpartition(')')
            wait = _read(f'{base}/task/{task}/schedstat')
        except (FileNotFoundError, ProcessLookupError):
            continue
        name, field = head.partition('(')[2], tail.split()
        spent[name] = spent.get(name, 0) + int(field[11]) + int(field[12])
        waited[name] = int(wait.split()[1])
    field = _read(f'{base}/stat').rpartition(')')[2].split()
    thread = next((name for name in THREADS.values() if name in spent), '')
    return {'slurmctld_cpu_s': (int(field[11]) + int(field[12])) / ticks,
            'scheduler_cpu_s': spent.get(thread, 0) / ticks,
            'starved_s': round(waited.get(thread, 0) / 1e9, 2)}


def _holds(path, scheduler):
    """Longest hold of slurmctld's locks by the scheduler's thread."""
    try:
        with open(path, encoding='utf-8') as file:
            lines = [json.loads(line) for line in file]
    except FileNotFoundError:
        return {}
    return {'longest_hold_s': round(line['ever_hold_s'], 4) for line in lines
            if line.get('thread') == THREADS[scheduler]}


def _epoch(text):
    return calendar.timegm(time.strptime(text, '%Y-%m-%dT%H:%M:%S'))


class Drive:
    """The loop: what is next, let the clock go there, do it, look."""

    def __init__(self, run, cluster, client, path):
        self.run, self.cluster, self.client = run, cluster, client
        self.machine = run.machine
        self._ended_path, self._read = path, 0
        self.base = self.now = 0        # epoch of the log's begin; clock
        self.coming = []                # (second of the log, index)
        self.followers = {}             # index: those that wait for its end
        self.live = {}                  # Slurm's id: index of those not ended
        self.submitted, self.promise, self.ended = {}, {}, {}
        self.newest, self.look_at = 0, 0
        self.cycles, self._seen = [0, 0, 0], [0, 0, 0]
        self._counted, self._progress = 0, time.monotonic()
        self._scripts = {}

    # -- the clock -------------------------------------------------------

    def _set_base(self):
        now = self.cluster.now()
        self.base = (now + LEAD) // 60 * 60 + 60

    def _go_to(self, second):
        """Let the clock go on to a second of its own."""
        if self.machine.speed:
            while self.cluster.now() < second:
                left = second - self.cluster.now()
                time.sleep(max(0.02, left / self.machine.speed / 2))
            self.now = second
            return
        go = (self.cluster.virtual.until_end if self.followers else
              self.cluster.virtual.run)
        self.now = int(go(second, self.machine.patience).now)
        # A scheduler that yields its locks by the clock would not do so while
        # that stands, and whoever submits would wait for its whole cycle.
        if not self.machine.patience:
            self.cluster.virtual.free()

    # -- jobs ------------------------------------------------------------

    def _arrange(self, chain):
        index = {job.number: i for i, job in enumerate(self.run.jobs)}
        for i, job in enumerate(self.run.jobs):
            if chain and job.after > 0 and index[job.after] < i:
                self.followers.setdefault(index[job.after], []).append(i)
            else:
                self.coming.append((job.submit, i))
        heapq.heapify(self.coming)

    def _script(self, run):
        if run not in self._scripts:
            clock = self.cluster.exports() if self.machine.speed else ''
            self._scripts[run] = self.cluster.write(
                f'work/run{run}.sh',
                f'#!/bin/sh\n#RUN {run}\n{clock}sleep {run}\n')
        return self._scripts[run]

    def _submit(self, index):
        job = self.run.jobs[index]
        words = self.run.words(job, self._script(job.run))
        self.submitted[index] = self.now
        try:
            self.live[int(self.client.ask(*words))] = index
        except Refused as error:
            asked = ' '.join(words[1:])
            raise ClusterError(f'job {job.number} of the log is refused: '
                               f'{error} ({asked})') from None
        self.newest = self.now
        self.look_at = min(self.look_at, self.now + LOOK_SOON)

    def _submit_due(self):
        while self.coming and self.base + self.coming[0][0] <= self.now:
            self._submit(heapq.heappop(self.coming)[1])

    def _take_ended(self):
        """Read what slurmctld wrote about jobs that have ended."""
        if not os.path.exists(self._ended_path):
            return
        with open(self._ended_path, 'rb') as file:
            file.seek(self._read)
            found, taken = jobcomp.records(file.read())
        self._read += taken
        for field in found:
            self._end(field)

    def _end(self, field):
        job_id = int(field['JobId'])
        index = self.live.pop(job_id, None)
        if index is None:
            raise ClusterError(f'job {job_id} ended twice, or was never '
                               f'submitted: {field}')
        job = self.run.jobs[index]
        wanted = ['COMPLETED']
        if job.run + KILL > job.limit:  # whichever came first
            wanted.append('TIMEOUT')
        if field['JobState'] not in wanted:
            raise ClusterError(f'job {job.number} of the log is '
                               f'{field["JobState"]}: {field}')
        # What stands behind the nodes may have been cut off.
        submit = (_epoch(field['SubmitTime']) if 'SubmitTime' in field else
                  self.submitted[index])
        times = [second - self.base for second in
                 (submit, _epoch(field['StartTime']),
                  _epoch(field['EndTime']))]
        self.ended[index] = times
        self._progress = time.monotonic()
        for follower in self.followers.get(index, ()):
            second = times[2] + self.run.jobs[follower].think
            heapq.heappush(self.coming, (second, follower))

    # -- looking ---------------------------------------------------------

    def _look(self):
        """Note first promises; when to look again."""
        missing = False
        for item in self.client.ask('queue').split():
            job_id, state, start = item.split(':')
            job_id, start = int(job_id), int(start)
            index = self.live.get(job_id)
            if index is None:
                continue
            if state == 'P' and start and index not in self.promise:
                self.promise[index] = start - self.base
            missing |= state == 'P' and index not in self.promise
        soon = self.now < self.newest + SOON_SECONDS
        pause = LOOK_SOON if soon else LOOK_LATER
        self.look_at = self.now + (pause if missing else LOOK_END)

    def _count_cycles(self):
        """Cycles, their microseconds, the longest; sdiag's begin anew."""
        seen = [int(word) for word in self.client.ask('cycles').split()]
        fresh = seen[0] < self._seen[0]
        for i in (0, 1):
            self.cycles[i] += seen[i] - (0 if fresh else self._seen[i])
        self.cycles[2] = max(self.cycles[2], seen[2])
        self._seen = seen
        self._counted = self.now

    # -- the loop --------------------------------------------------------

    def _next(self):
        second = self.look_at
        if self.coming:
            second = min(second, self.base + self.coming[0][0])
        if self.followers and self.machine.speed:
            second = min(second, self.now + LOOK_SOON)
        midnight = (self.now // DAY + 1) * DAY
        # sdiag forgets at midnight
        if self._counted < midnight - 5:
            second = min(second, max(midnight - 5, self.now + 1))
        return second

    def _check_progress(self):
        if time.monotonic() - self._progress > REAL_STALL:
            raise ClusterError(f'no job has ended for {REAL_STALL} s of real '
                               f'time: {len(self.live)} wait or run')

    def go(self, chain=False):
        """Until the last job has ended."""
        self._set_base()
        self._arrange(chain)
        self.look_at = self.base + LOOK_END
        while self.coming or self.live:
            self._go_to(self._next())
            self._take_ended()
            self._submit_due()
            if self.now >= self.look_at:
                self._look()
            if self.now % DAY >= DAY - 5:
                self._count_cycles()
            self._check_progress()
        self._count_cycles()

    def rows(self):
        """For `sfair replay --schedule`."""
        rows = []
        for index, (submit, start, end) in sorted(self.ended.items()):
            promise = self.promise.get(index, -1)
            rows.append((self.run.jobs[index].number, submit, start,
                         max(end, start + 1), promise))
        return rows

    def figures(self):
        """What only a live run has."""
        count, total, longest = self.cycles
        return {'cycles': count, 'longest_cycle_s': longest / 1e6,
                'mean_cycle_s': round(total / 1e6 / count, 6) if count else 0}
