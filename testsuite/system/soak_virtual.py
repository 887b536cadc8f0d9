# SPDX-License-Identifier: GPL-2.0-or-later
"""The soak on a virtual cluster: more nodes, and hours in minutes.

The same requests and the same account as in soak.py.  Between two requests
the clock is let go by some seconds and then held, so the times of events are
those of the seed, and a kill -9 comes when everything before it is saved: no
job at all may be lost.  What ran is what the library noted of each launch.
"""
from client import Refused
from cluster_process import ClusterError
from mayhem import SMALL, Mayhem
from soak import HOUR, KILLS_UNTIL, LEAST_EVENTS, Soak
from virtual import read_clock

RUN_SECONDS = (5, 60, 300, 900, 1700)
GAP_SECONDS = 20    # between two events, on the mean
SAVE_SECONDS = 60   # without submissions, before a kill
STEP_SECONDS = 60
LOOK_EVENTS = 5
NODES_OF_ONE_SUBMIT = 16
BASE_NODES = 8      # of mayhem's own sizes


class VirtualTrouble(Mayhem):
    """Mayhem whose nodes fail, hang and come back by command."""

    EVENTS = Mayhem.EVENTS[:-1] + (
        ('node_fail', 1), ('node_hang', 1), ('node_back', 3),
        ('reconfigure', 0.5),
    )

    def __init__(self, virtual, *args, **options):
        super().__init__(*args, **options)
        self.virtual, self.gone = virtual, set()

    def _words(self):
        """The sizes of a larger machine."""
        words = super()._words()
        if words['min_nodes'] > SMALL:
            nodes = words['min_nodes'] * len(self.nodes) // BASE_NODES
            words['min_nodes'] = words['max_nodes'] = nodes
            words['num_tasks'] = nodes
            words['min_cpus'] = nodes * words['cpus_per_task']
        return words

    def _lose(self, how):
        if len(self.gone) > len(self.nodes) // 10 + 1:
            raise Refused('enough nodes are broken')
        node = self.random.choice(
            [node for node in self.nodes if node not in self.gone])
        self.gone.add(node)
        how(node)

    def _node_fail(self):
        self._lose(self.virtual.fail)

    def _node_hang(self):
        self._lose(self.virtual.hang)

    def _node_back(self):
        if not self.gone:
            raise Refused('no node is gone')
        node = self.random.choice(sorted(self.gone))
        self.gone.discard(node)
        self.virtual.back(node)

    def all_back(self):
        """Bring every node back."""
        while self.gone:
            self._node_back()


class VirtualSoak(Soak):
    """See the module's text."""

    drain_seconds = 48 * HOUR

    def _machine(self):
        nodes = self.options.nodes
        return {'nodes': nodes, 'virtual': True,
                'features': 'fast,slow', 'partitions': [
                    'PartitionName=batch Nodes=ALL Default=YES '
                    'MaxTime=UNLIMITED',
                    f'PartitionName=short Nodes=n[1-{nodes * 3 // 4}] '
                    'MaxTime=120 PriorityJobFactor=10']}

    def _make_mayhem(self):
        self.virtual = self.cluster.virtual
        scripts = [self.cluster.write(
            f'work/run-{seconds}.sh', f'#!/bin/sh\n#RUN {seconds}\n')
                   for seconds in RUN_SECONDS]
        nodes = [f'n{i + 1}' for i in range(self.options.nodes)]
        return VirtualTrouble(self.virtual, self.client, self.options.seed,
                              scripts, nodes, pace=30)

    def _now(self):
        return read_clock(f'{self.cluster.folder}/clock')

    def _pass(self, seconds):
        self.virtual.run(self._now() + seconds)

    def _wait(self, what, seconds, test):
        end = self._now() + seconds
        while not test():
            if self._now() > end:
                raise ClusterError(f'no {what} within {seconds} s')
            self._pass(STEP_SECONDS)

    def _disturb(self):
        self._pass(STEP_SECONDS)
        self.began = self.life_began = self._now()
        seconds = self.options.hours * HOUR
        kills = [seconds * KILLS_UNTIL * (i + 1) / self.options.kills
                 for i in range(self.options.kills)]
        count = 0
        while (passed := self._now() - self.began) < seconds:
            if kills and passed > kills[0]:
                kills.pop(0)
                self._kill()
            if count % LOOK_EVENTS == 0:
                self.mayhem.waiting = sum(
                    job[2] == 'PENDING' for job in self.jobs())
            self._one_event(passed / seconds)
            self._fill()
            self._pass(self.mayhem.random.expovariate(1 / GAP_SECONDS))
            count += 1
        end = self._now() + self.drain_seconds
        while self.mayhem.lagging(LEAST_EVENTS) and self._now() < end:
            self._one_event(2)
            self._fill()
            self._pass(GAP_SECONDS)

    def _fill(self):
        """More jobs, so that the queue of a larger machine does not empty."""
        for _ in range(self.options.nodes // NODES_OF_ONE_SUBMIT):
            self.mayhem.event('submit')

    def _kill(self):
        end = self._now() + SAVE_SECONDS
        while self._now() < end:
            self.mayhem.one_event(without=('submit',))
            self._pass(GAP_SECONDS / 4)
        self.cluster.kill_slurmctld()
        self.kills.append((0.0, 0.0))
        self.cluster.start_slurmctld()
        self._pass(1)
        self.life_began = self._now()

    def _claims(self):
        drained = self._drain()
        self._pass(STEP_SECONDS)
        self.virtual.free()
        claims = super()._claims()
        claims['the queue drains'] = drained
        return claims

    def _launches(self):
        """('+' or '-', job) of each start and end on the nodes, in order."""
        with open(f'{self.cluster.folder}/run/virtual.jobs',
                  encoding='utf-8') as file:
            return [tuple(line.split()[:2]) for line in file
                    if line[0] in '+-']

    def _runs(self):
        return sum(what == '+' for what, _job in self._launches())

    def _run_twice(self):
        """Jobs that were started while they ran."""
        running, twice = set(), []
        for what, job in self._launches():
            if what == '-':
                running.discard(job)
            elif job in running:
                twice.append(job)
            else:
                running.add(job)
        return twice

    def _left(self):
        stats = self.virtual.stats()
        return [] if not stats['running'] else [f"{stats['running']} run"]

    def _unproved(self, ended):
        """Completed jobs that no node has started."""
        started = {job for what, job in self._launches() if what == '+'}
        return [f'{name} (job {job})' for job, name, state in ended
                if state == 'COMPLETED' and '_' not in job
                and job not in started]
