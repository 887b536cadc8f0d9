# SPDX-License-Identifier: GPL-2.0-or-later
"""Fill a machine with copies of a line, and say what runs then."""
import collections
import time

FIRST, MOST, MOST_CLIENTS = 12, 480, 48
POLL = 0.3
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


def wait_calm(machine, calm):
    """Jobs once none has started for that many seconds."""
    seen, since = None, time.monotonic()
    while True:
        jobs = machine.jobs()
        states = [job[:3] for job in jobs]
        if states != seen:
            seen, since = states, time.monotonic()
        elif time.monotonic() - since >= calm:
            return jobs
        time.sleep(POLL)


def fill(machine, line, calm, copies=0):
    """Filled: with so many copies, or until one has to wait."""
    machine.refresh()
    most = MOST if line.command == 'sbatch' else MOST_CLIENTS
    step, total = copies or FIRST, 0
    while True:
        refused = machine.submit_copies(line, step)
        if refused:
            return Filled(total, refused, [], {})
        total += step
        jobs = wait_calm(machine, calm)
        if copies or total >= most or any(job[2] == 'PD' for job in jobs):
            return Filled(total, '', jobs, machine.in_use())
        step = min(3 * total, most - total)
