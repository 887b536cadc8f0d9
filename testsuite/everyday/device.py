# SPDX-License-Identifier: GPL-2.0-or-later
"""Which GPUs the jobs of a machine have, and which they share.

slurmctld 22.05 to 24.11 takes a GPU for free once one of those that share it
has ended (_job_dealloc() clears its bit), and gives it as a whole to another
job while the others still run.
"""
import re

PART = re.compile(r' Nodes=(\S+) CPU_IDs\S* .*GRES=(\S*)')
GRES = re.compile(r'(gpu|shard|mps)(?::[^:(]+)?:([1-9]\d*)\(([^)]*)\)')


def _devices(text):
    """'IDX:0,2-3' -> 0, 2, 3; '0/4,2/4' (23.11 and later) -> 1"""
    if not text.startswith('IDX:'):
        yield from (i for i, part in enumerate(text.split(','))
                    if not part.startswith('0/'))
        return
    for part in text.removeprefix('IDX:').split(','):
        first, _, last = part.partition('-')
        yield from range(int(first), int(last or first) + 1)


def shared_as_whole(machine):
    """Has a job a GPU as a whole of which others have a part?"""
    whole, parts = set(), set()
    text = machine.run(['scontrol', 'show', 'job', '-d'])
    for nodes, gres in PART.findall(text):
        names = machine.node_names(nodes)
        for name, _, where in GRES.findall(gres):
            found = {(node, device) for node in names
                     for device in _devices(where)}
            (whole if name == 'gpu' else parts).update(found)
    return bool(whole & parts)
