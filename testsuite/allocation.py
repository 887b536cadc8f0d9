# SPDX-License-Identifier: GPL-2.0-or-later
"""What slurmctld gave a job of each node, for tests.

    for node in allocation(cluster, 17):
        print(node.name, node.cpus, node.memory, node.gres)
"""
import collections
import re

# gpu:2(IDX:0-1), gpu:a100:2(IDX:0-1), disk(CNT:4), gpu:a100(CNT:2)
GRES = r'(\w+)(?::([a-z]\w*))?(?::(\d+)\(IDX:[^)]*\)|\(CNT:(\d+)\))'

Node = collections.namedtuple('Node', 'name cpus memory gres types')


def count_ranges(text):
    """'0-3,8' -> 5"""
    count = 0
    for part in text.split(','):
        first, _, last = part.partition('-')
        count += int(last or first) - int(first) + 1
    return count


def allocation(cluster, job):
    """Nodes of a started job: CPUs, MB, {GRES: count}, {(GRES, type): n}."""
    text = cluster.run(['scontrol', 'show', 'job', '-d', str(job)])
    result = []
    for nodes, cpus, memory, gres in re.findall(
            r' Nodes=(\S+) CPU_IDs=(\S+) Mem=(\d+) GRES=(\S*)', text):
        names = cluster.run(['scontrol', 'show', 'hostnames', nodes]).split()
        counts, types = {}, {}
        for name, kind, plain, marked in re.findall(GRES, gres):
            number = int(plain or marked)
            counts[name] = counts.get(name, 0) + number
            if kind:
                types[name, kind] = types.get((name, kind), 0) + number
        result += [Node(name, count_ranges(cpus), int(memory), counts, types)
                   for name in names]
    return result
