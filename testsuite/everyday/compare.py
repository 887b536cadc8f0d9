# SPDX-License-Identifier: GPL-2.0-or-later
"""Each line once with Slurm's own plugins and once with ours, side by side.

Ours is at least Slurm's: as many jobs, and no job waits for nodes that one of
its successors has.  As many jobs with less in use are no worse: slurmctld gives
each what it asks for, and some more than that (`-G 16 -n16`, or whole sockets
under CR_Socket).  Where jobs ask for a range of nodes they must have as many.
"""
import collections
import re

from fill import fill, overtaken, running
from machine import LINES, Machine

Row = collections.namedtuple('Row', 'machine line stock ours faults')


def _wants_most(line):
    """Does it ask for a range of nodes, of which a job is to have the most?"""
    return re.search(r'(?:-N|--nodes=) ?\d+-\d+', str(line))


def find_faults(stock, ours, line, borrowed=False):
    """What is worse with ours, in words.

    A line that was borrowed from another machine, or drawn, may ask for too
    much.
    """
    if stock.refused or ours.refused:
        if stock.refused == ours.refused:
            return []
        return [f'refused: {ours.refused or "no"}; '
                f'by Slurm: {stock.refused or "no"}']
    faults = []
    if not running(stock) and not borrowed:
        faults.append('Slurm itself starts none: the line shows nothing')
    if running(ours) < running(stock):
        faults.append(f'{running(ours)} run, not {running(stock)}')
        faults += [f'{ours.used.get(name, 0)} {name} in use, not {amount}'
                   for name, amount in stock.used.items()
                   if ours.used.get(name, 0) < amount]
    elif running(ours) == running(stock) and _wants_most(line) and \
            ours.used['nodes'] < stock.used['nodes']:
        faults.append(f'on {ours.used["nodes"]} nodes, '
                      f'not {stock.used["nodes"]}')
    late = overtaken(ours)
    if late and not overtaken(stock):
        faults.append(f'job {late} waits and later ones run')
    return faults


def compare(name, line, stock, ours):
    """One Row."""
    theirs = fill(stock, line)
    own = fill(ours, line, theirs.copies)
    return Row(name, line, theirs, own,
               find_faults(theirs, own, line, name in LINES or line.drawn))


def compare_lines(build, name, lines):
    """Rows of some lines of a machine, one after the other."""
    with Machine(name, 'stock', build) as stock, \
            Machine(name, 'ours', build) as ours:
        return [compare(name, line, stock, ours) for line in lines]


def _amounts(filled):
    if filled.refused:
        return 'refused'
    words = [f'{running(filled):4}', f'{filled.used["cpu"]:4}',
             f'{filled.used["mem"] / 1024:5.0f}G']
    words += [f'{amount:4} {name}' for name, amount in
              sorted(filled.used.items())
              if name not in ('cpu', 'mem', 'nodes') and amount]
    late = overtaken(filled)
    if late:
        words.append(f'{late} overtaken')
    return ' '.join(words)


def tell(row, again=False):
    """A line of the table: copies, then jobs, CPUs, memory, GRES of each.

    If jobs do not run in the order of their priority it has the first one
    that waits for nodes.  again: it was tried once more, alone.
    """
    return (f'{row.machine:5} {row.stock.copies:3} | {_amounts(row.stock):30} '
            f'| {_amounts(row.ours):30} | {row.line}'
            f'{" (again, alone)" if again else ""}')
