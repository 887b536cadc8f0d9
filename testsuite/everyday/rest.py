# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a scheduler has come to rest, as slurmctld's log tells.

A scheduler rests once it has gone through all that waits, started nothing, and
has nothing left for its next pass.  How long that takes is the machine's
business: on a busy one a pass begins late, and the job that it would start is
none that the scheduler leaves waiting.  So no clock alone says that it rests.
"""
import re
import time

from cluster_process import ClusterError

POLL = 0.2
# What is tried again by the clock: a refused start after a second, and by
# slurmctld's own loop after two; where nothing runs at all, some looks of both.
CALM, REFUSED, NONE = 1.5, 3.0, 8.0
PATIENCE = 120.0 # seconds for a pass to begin and to end

BEGIN = {'stock': r'_attempt_backfill: beginning',
         'ours': r'sched/reserve: woken:'}
END = {'stock': r'_attempt_backfill: (?:completed testing|no jobs to)',
       'ours': r'sched/reserve: cycle: '}
# Starts, and what is left to the next pass.
BUSY = {'stock': r'sched: Allocate|_start_job: Started',
        'ours': r' (?:started|stale|unstarted)=[1-9]'}


def last_pass(text, scheduler):
    """The last pass in a log, from its begin on; '' if it has not ended."""
    begins = list(re.finditer(BEGIN[scheduler], text))
    if not begins:
        return ''
    last = text[begins[-1].start():]
    return last if re.search(END[scheduler], last) else ''


def is_quiet(text, scheduler):
    """Did a pass begin in this part of the log, and the last find nothing?"""
    last = last_pass(text, scheduler)
    return bool(last) and not re.search(BUSY[scheduler], last)


def _calm(jobs, text):
    """Seconds without a start after which nothing is tried again soon."""
    if not any(job[2] != 'PD' for job in jobs):
        return NONE
    return REFUSED if re.search(r' refused=[1-9]', text) else CALM


def wait_rest(machine, mark):
    """Jobs once the machine's scheduler rests.

    mark: machine.log_size() when the last request had been answered.
    """
    seen, since = None, time.monotonic()
    while True:
        jobs = machine.jobs()
        states = [job[:3] for job in jobs]
        if states and not any(job[2] == 'PD' for job in jobs):
            return jobs
        now = time.monotonic()
        if states != seen:
            seen, since = states, now
        log = machine.log()[mark:]
        last = last_pass(log, machine.scheduled_by)
        if now - since >= _calm(jobs, last) and is_quiet(
                log, machine.scheduled_by):
            return jobs
        if now - since > PATIENCE:
            raise ClusterError(f'no pass of {machine.scheduled_by} ended '
                               f'within {PATIENCE:.0f} s')
        time.sleep(POLL)
