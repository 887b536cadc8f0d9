# SPDX-License-Identifier: GPL-2.0-or-later
"""Seeded random events against a private cluster.

Knows which jobs it submitted; judges nothing.
"""
import random
import time

from client import Refused

ACCOUNTS = ('physics', 'optics', 'biology', 'ecology')
# Every partition and feature has at least as many nodes (see stress.tap), so
# that no update makes a job that can never run.
SMALL = 3

# Each job writes two lines, so that a run is seen even if slurmctld forgets.
SCRIPT = '''#!/bin/sh
say() {{
	echo "$SLURM_JOB_NAME ${{SLURM_ARRAY_TASK_ID:--}} \
${{SLURM_RESTART_COUNT:-0}} $1 $SLURM_JOB_ID $(date +%s.%N)" >>{marks}
}}
say start
sleep {seconds}
say end
'''


class Mayhem:
    """Draws events; queue is how many jobs may wait before more are made.

    The caller sets waiting, the number of jobs that wait, now and then.
    pace: how many times as fast as real time the cluster's clock runs.
    count has what was drawn, done what was also carried out.
    """

    def __init__(self, client, seed, scripts, nodes, queue=40, pace=1):
        self.client, self.random = client, random.Random(seed)
        self.scripts, self.nodes, self.queue = scripts, nodes, queue
        self.pace = pace
        self.submitted = {}
        self.broken, self.reservations = set(), set()
        self.count, self.done, self.refused, self._serial = {}, {}, {}, 0
        self._last, self._small = [], []
        self.waiting = 0

    EVENTS = (
        ('submit', 30), ('cancel', 10), ('hold', 9), ('release', 9),
        ('requeue', 6), ('update_time', 8), ('update_priority', 5),
        ('update_nice', 6), ('update_partition', 5), ('update_features', 4),
        ('update_nodes', 3), ('update_begin', 6), ('node_down', 1),
        ('node_drain', 2), ('node_resume', 4), ('reserve', 2), ('unreserve', 2),
        ('reconfigure', 0.3),
    )

    def one_event(self, without=()):
        """Draw one event and send it."""
        names, weights = zip(*(event for event in self.EVENTS
                               if event[0] not in without))
        self.event(self.random.choices(names, weights)[0])

    def event(self, name):
        """Send this event."""
        self.count[name] = self.count.get(name, 0) + 1
        try:
            getattr(self, '_' + name)()
            self.done[name] = self.done.get(name, 0) + 1
        except Refused as error:
            key = f'{name}: {error}'
            self.refused[key] = self.refused.get(key, 0) + 1

    def lagging(self, least):
        """Kinds of event that were carried out less often than that."""
        return [name for name, _weight in self.EVENTS
                if self.done.get(name, 0) < least]

    # -- jobs ------------------------------------------------------------

    def _some_job(self):
        """A recent job more often than an old one."""
        return self._choose(self._last)

    def _choose(self, jobs):
        if not jobs:
            raise Refused('no job yet')
        return self.submitted[self.random.choice(jobs[-60:])][0]

    def _words(self):
        draw = self.random
        words = {
            'account': draw.choice(ACCOUNTS),
            'script': draw.choice(self.scripts),
            'min_nodes': draw.choice((1, 1, 1, 1, 1, 1, 2, 2, 3, 8)),
            'cpus_per_task': draw.choice((1, 1, 2, 4)),
            'mem_per_node': draw.choice((100, 100, 1000, 4000)),
            'time_limit': draw.randint(1, 30),
            'partition': draw.choice(('batch', 'batch', 'short',
                                      'batch,short')),
            'requeue': draw.choice((0, 1, 1)),
        }
        if words['min_nodes'] > SMALL:
            words['partition'] = 'batch'
        words['num_tasks'] = words['min_nodes']
        # Room for an update: of a refused one Slurm keeps the CPUs it asked.
        words['max_nodes'] = max(SMALL, words['min_nodes'])
        words['min_cpus'] = words['num_tasks'] * words['cpus_per_task']
        extras = (('shared', 0), ('licenses', 'lic'), ('constraint', 'fast'),
                  ('array', '0-2'),
                  ('begin_in', draw.randint(1, 5) * self.pace),
                  ('nice', draw.randint(0, 500)), ('exclude', 'n8'))
        if draw.random() < 0.4:
            key, value = draw.choice(extras)
            if words['min_nodes'] <= SMALL:
                words[key] = value
        if self._last and draw.random() < 0.05:
            words['dependency'] = f'afterany:{self._some_job()}'
        return words

    def _submit(self):
        if self.waiting > self.queue:
            raise Refused('queue is long enough')
        self._serial += 1
        name, words = f'job{self._serial}', self._words()
        job = int(self.client.ask('submit', f'name={name}', *(
            f'{key}={value}' for key, value in words.items())))
        self.submitted[name] = (job, time.monotonic(),
                                3 if 'array' in words else 1)
        self._last.append(name)
        if words['min_nodes'] <= SMALL:
            self._small.append(name)

    def _cancel(self):
        self.client.ask('cancel', self._some_job())

    def _hold(self):
        self.client.ask('hold', self._some_job())

    def _release(self):
        self.client.ask('release', self._some_job())

    def _requeue(self):
        self.client.ask('requeue', self._some_job())

    def _update(self, key, value, jobs=None):
        job = self._some_job() if jobs is None else self._choose(jobs)
        self.client.ask('update', job, f'{key}={value}')

    def _update_time(self):
        self._update('time_limit', self.random.randint(1, 60))

    def _update_priority(self):
        self._update('priority', self.random.randint(1, 100000))

    def _update_nice(self):
        self._update('nice', self.random.randint(0, 10000))

    def _update_partition(self):
        self._update('partition', self.random.choice(
            ('batch', 'short', 'batch,short')), self._small)

    def _update_features(self):
        self._update('constraint', self.random.choice(('fast', 'slow')),
                     self._small)

    def _update_nodes(self):
        self._update('min_nodes', SMALL, self._small)

    def _update_begin(self):
        """Slurm lets a requeued job wait two minutes otherwise."""
        self._update('begin_in', self.random.randint(0, 2) * self.pace)

    # -- nodes, reservations, configuration ------------------------------

    def _node_down(self):
        node = self.random.choice(self.nodes)
        self.broken.add(node)
        self.client.ask('node', node, 'down')

    def _node_drain(self):
        node = self.random.choice(self.nodes)
        self.broken.add(node)
        self.client.ask('node', node, 'drain')

    def _node_resume(self):
        if not self.broken:
            raise Refused('all nodes are up')
        node = self.random.choice(sorted(self.broken))
        self.client.ask('node', node, 'resume')
        self.broken.discard(node)

    def _reserve(self):
        self._serial += 1
        name = f'resv{self._serial}'
        first = self.random.randint(1, len(self.nodes) - 1)
        self.client.ask('reserve', name, f'n[{first}-{first + 1}]',
                        self.random.randint(1, 5) * self.pace,
                        self.random.randint(1, 60))
        self.reservations.add(name)

    def _unreserve(self):
        if not self.reservations:
            raise Refused('no reservation')
        name = self.random.choice(sorted(self.reservations))
        self.client.ask('unreserve', name)
        self.reservations.discard(name)

    def _reconfigure(self):
        self.client.ask('reconfigure')

    def keep_jobs(self, names):
        """Choose from now on among jobs of these names only."""
        self._last = [name for name in self._last if name in names]
        self._small = [name for name in self._small if name in names]

    def ask_or_refuse(self, *words):
        """Ask; a refusal is as good."""
        try:
            self.client.ask(*words)
        except Refused:
            pass


def put_right(cluster, client):
    """End all reservations and bring all nodes back; no answer is needed."""
    def _try(*words):
        try:
            client.ask(*words)
        except Refused:
            pass

    shown = cluster.run(['scontrol', '-o', 'show', 'res'])
    for line in shown.splitlines():
        if line.startswith('ReservationName='):
            _try('unreserve', line.split()[0].split('=')[1])
    for line in cluster.run(['sinfo', '-hN', '-o', '%N %T']).splitlines():
        if 'down' in line or 'drain' in line:
            _try('node', line.split()[0], 'resume')
