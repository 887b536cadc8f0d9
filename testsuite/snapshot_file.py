# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads what DebugFlags=BackfillMap makes sched/reserve write each cycle.

    last = SnapshotFile.of(cluster)
    last.job(17)['requests'][0]['min_nodes']

Only for tests: names of the fields are those of the file (ft_snapshot_write).
"""
import json

NEVER = 2 ** 63 - 1
NAME = 'sched_reserve.snapshot'


class SnapshotFile:
    """One cycle's input; raises OSError or ValueError if there is none."""

    def __init__(self, path):
        self.header, self.nodes, self.sets = {}, [], {}
        self.runs, self.closures, self.jobs = {}, [], []
        with open(path, encoding='utf-8') as file:
            for text in file:
                self._add(json.loads(text))

    @classmethod
    def of(cls, cluster):
        """The last one that a cluster's slurmctld wrote."""
        return cls(f'{cluster.folder}/state/{NAME}')

    def _add(self, line):
        if 'snapshot' in line:
            self.header = line
        elif 'node' in line:
            self.nodes += [line] * line['count']
        elif 'set' in line:
            self.sets[len(self.sets)] = _numbers(line['set'])
        elif 'run' in line:
            self.runs[line['run']] = line
        elif 'closure' in line:
            self.closures.append(line)
        elif 'job' in line:
            self.jobs.append(line)

    @property
    def job_ids(self):
        """Ids in the order of the plan."""
        return [job['job'] for job in self.jobs]

    def job(self, number):
        """The first record of that job, or None."""
        for job in self.jobs:
            if job['job'] == int(number):
                return job
        return None

    def eligible(self, request):
        """Indices of the nodes that a request may use."""
        return self.sets[request['eligible']]


def _numbers(text):
    numbers = []
    for part in filter(None, text.split(',')):
        first, _, last = part.partition('-')
        numbers += range(int(first), int(last or first) + 1)
    return numbers
