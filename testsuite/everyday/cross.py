# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines that a seed draws: an option for GPUs crossed with those for the rest.

Each asks for GPUs in one of the ways there are, and for tasks, nodes, cores or
memory by some of the others; Slurm refuses some of them, and of some it starts
none.  So many lines of a seed are the first ones of more of them.
"""
import random

from line import parse_line

MACHINES = ('gpu', 'mixed')
TYPES = {'gpu': ['', 'a100:'], 'mixed': ['', '', 'a100:', 'v100:']}
MOST = {'gpu': 5, 'mixed': 3} # GPUs
PARTITIONS = {'gpu': ['', '', '-p bymem', '-p bycpu'],
              'mixed': ['', '', '-p bymem']}
WAYS = ['--gpus={0}{1}', '--gpus-per-node={0}{1}', '--gpus-per-task={0}{1}',
        '--gpus-per-socket={0}{1} --sockets-per-node={2}',
        '--gres=gpu:{0}{1}']
# Of each pair no more than one goes with a line.
GROUPS = [
    ['-n{0}'],
    ['-N{1}', '-N{1}', '-N{1}-{2}'],
    ['--ntasks-per-node={0}', '--ntasks-per-socket={1}', '--ntasks-per-gpu={1}'],
    ['-c{0}', '--cpus-per-gpu={0}', '--cpus-per-gpu={0}'],
    ['--mem={3}G', '--mem-per-cpu={1}G', '--mem-per-gpu={3}G'],
    ['--hint=nomultithread', '--threads-per-core=1'],
    ['--gres-flags=enforce-binding', '--gres-flags=disable-binding'],
]
LIKELY = [5, 4, 3, 5, 3, 2, 1] # of each group, in eight


def _draw(machine, chance):
    """One as it is typed."""
    words = [chance.choice(PARTITIONS[machine])]
    for likely, group in zip(LIKELY, GROUPS):
        if chance.randrange(8) >= likely:
            continue
        few = chance.randint(1, 3)
        words.append(chance.choice(group).format(
            chance.randint(1, 6), few, few + chance.randint(1, 2),
            chance.choice([4, 10, 30])))
    words.append(chance.choice(WAYS).format(
        chance.choice(TYPES[machine]), chance.randint(1, MOST[machine]),
        chance.randint(1, 2)))
    return ' '.join(filter(None, words))


def cross_lines(machine, count, seed):
    """So many different Lines; [] for a machine that has none."""
    if machine not in MACHINES:
        return []
    chance, texts = random.Random(f'{machine} {seed}'), {}
    while len(texts) < count:
        texts[_draw(machine, chance)] = None
    return [parse_line(text)._replace(drawn=True) for text in texts]
