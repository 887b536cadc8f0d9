# SPDX-License-Identifier: GPL-2.0-or-later
"""Each line once with Slurm's own plugins and once with ours, side by side.

Ours is at least Slurm's: as many jobs, with as much of each resource, and no
job waits for nodes that one of its successors has.  There is one exception, of
what CPUs and memory are in use where whole sockets are given out: see
_has_spare_sockets.
"""
import collections

from fill import fill, overtaken, running
from machine import LINES, Machine

Row = collections.namedtuple('Row', 'machine line stock ours faults')


def _each(filled, name):
    """Of a resource, what a job has on average."""
    return filled.used.get(name, 0) / max(running(filled), 1)


def _has_spare_sockets(stock, ours, name):
    """Has a job more of it with Slurm's own than slurmctld gives it elsewhere?

    Under CR_Socket Slurm's own schedulers give some jobs more sockets than
    they asked for, and, where memory goes by CPU, memory for these: the same
    jobs run, or more of them, and each has less.
    """
    return name in ('cpu', 'mem') and running(ours) >= running(stock) and \
        _each(ours, 'cpu') < _each(stock, 'cpu')


def find_faults(stock, ours, borrowed=False, sockets=False):
    """What is worse with ours, in words.

    A line that was borrowed from another machine may ask for too much.
    sockets: these are what is given out (CR_Socket).
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
               if ours.used.get(name, 0) < amount and not (
                   sockets and _has_spare_sockets(stock, ours, name))]
    late = overtaken(ours)
    if late and not overtaken(stock):
        faults.append(f'job {late} waits and later ones run')
    return faults


def compare(name, line, stock, ours):
    """One Row."""
    theirs = fill(stock, line)
    own = fill(ours, line, theirs.copies)
    return Row(name, line, theirs, own,
               find_faults(theirs, own, name in LINES, name == 'sockets'))


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
              sorted(filled.used.items()) if name not in ('cpu', 'mem')
              and amount]
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
