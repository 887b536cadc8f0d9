# SPDX-License-Identifier: GPL-2.0-or-later
"""Fill a machine with copies of a line, and say what runs then."""
import collections

from rest import wait_rest

# Copies at first and at most; of an array, and of what has a client of its own.
MANY, ARRAYS, CLIENTS = (48, 480), (4, 40), (12, 48)
# What keeps a job waiting though nodes are free, and its successors not.
ASIDE = ('Dependency', 'JobArrayTaskLimit', 'BeginTime', 'Licenses')

Filled = collections.namedtuple('Filled', 'copies refused jobs used')


def running(filled):
    """How many jobs (tasks, components) run."""
    return sum(state != 'PD' for _, _, state, _ in filled.jobs)


def overtaken(filled):
    """The first job that waits for nodes while a later one has some."""
    waiting = None
    for job, part, state, reason in filled.jobs:
        if state != 'PD' and waiting:
            return waiting
        if state == 'PD' and reason.split(',')[0] not in ASIDE:
            waiting = waiting or f'{job}_{part}'
    return None


def _copies(line):
    if line.command != 'sbatch':
        return CLIENTS
    return ARRAYS if line.is_array() else MANY


def fill(machine, line, copies=0):
    """Filled: with so many copies, or until one has to wait."""
    machine.refresh()
    first, most = _copies(line)
    step, total = copies or first, 0
    while True:
        refused = machine.submit_copies(line, step)
        if refused:
            return Filled(total, refused, [], {})
        total += step
        jobs = wait_rest(machine, machine.log_size())
        if copies or total >= most or any(job[2] == 'PD' for job in jobs):
            return Filled(total, '', jobs, machine.in_use())
        step = min(3 * total, most - total)
