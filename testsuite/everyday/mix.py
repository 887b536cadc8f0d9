# SPDX-License-Identifier: GPL-2.0-or-later
"""Random lines with random priorities, and whether anything overtakes.

All wait while the nodes are drained, then the nodes come at once.  When no
more start, the jobs that still wait are gone through from the lowest priority
to the highest: what runs with a lower one than the job's is cancelled, and
slurmctld itself is asked to allocate the same request at once.  If it does,
a job of lower priority has what this one could have used, or nothing has.

That is so because all have the same time limit: what waits in front has its
start when those that run end, at the earliest, so it cannot be what keeps one
behind it from starting.  But where they did not start in one second, a job
that starts last ends after the first ones do, and so after what was promised
there to one in front.
"""
import collections
import random

from device import shared_as_whole
from machine import Machine
from rest import wait_rest

# Options that say when, or how many there are.
TIMED = ('-t', '--time', '--time-min', '--deadline', '--begin', '-b', '-d',
         '--dependency', '--nice', '--reboot', ':', '-k',
         '--immediate')
HIGHEST = 1000000
TRIES = 8 # allocations beside each other, until one is of a free GPU

Mix = collections.namedtuple('Mix', 'machine seed ran waited wrong')
Job = collections.namedtuple('Job', 'id line priority')


def is_plain(line):
    """May a line stand in the mix?"""
    return line.command == 'sbatch' and not any(
        word.split('=')[0] in TIMED for word in line.words) and \
        not line.is_array()


def _submit_all(machine, lines, count, chance):
    """{id: Job} of random lines; a priority is given once."""
    wanted = [line for line in lines if is_plain(line)]
    priorities = chance.sample(range(1000, HIGHEST), count)
    jobs = {}
    for priority in priorities:
        line = chance.choice(wanted)
        done = machine.call(
            ['sbatch', '--parsable', '-t', '60', '-o', '/dev/null',
             f'--priority={priority}', *line.words],
            input='#!/bin/sh\nsleep 60\n')
        if done.returncode == 0:
            number = int(done.stdout)
            jobs[number] = Job(number, line, priority)
    return jobs


def _node_state(machine, state):
    machine.run(['scontrol', 'update', 'NodeName=ALL', f'State={state}',
                 'Reason=mix'])


def _cancel(machine, jobs):
    if not jobs:
        return
    machine.run(['scancel', *(str(job.id) for job in jobs)])
    machine.wait_gone({job.id for job in jobs})


def mix_lines(build, name, lines, count, seed, scheduler='ours'):
    """A Mix on a machine of its own."""
    with Machine(name, scheduler, build, defer=False) as machine:
        return Mix(name, seed, *mix(machine, lines, count, seed))


def mix(machine, lines, count, seed):
    """(jobs that ran, waited, [why one should not have waited])."""
    machine.refresh()
    _node_state(machine, 'drain')
    jobs = _submit_all(machine, lines, count, random.Random(seed))
    _node_state(machine, 'resume')
    wait_rest(machine, machine.log_size())
    order = sorted(jobs.values(), key=lambda job: job.priority)
    runs = {job for job, _, state, _ in machine.jobs() if state != 'PD'}
    running = [job for job in order if job.id in runs]
    waiting = [job for job in order if job.id not in runs]
    soon = _promised_soon(machine)
    machine.run(['scontrol', 'hold',
                 ','.join(str(job.id) for job in waiting)])
    return len(running), len(waiting), _find_wrong(machine, running, waiting,
                                                   soon)


def _starts(machine, states):
    """[(job, its start in seconds, its nodes or those that it waits for)]."""
    text = machine.run(['squeue', '-h', '-r', '-t', states, '-o',
                        '%A %S %Y' if states == 'PD' else '%A %S %N'],
                       env={'SLURM_TIME_FORMAT': '%s'})
    return [(int(job), int(start), set(machine.node_names(nodes)))
            for job, start, nodes in map(str.split, text.splitlines())
            if start.isdigit() and nodes != '(null)']


def _promised_soon(machine):
    """{job: nodes} of starts shown for a time before all can have ended."""
    began = [start for _, start, _ in _starts(machine, 'R,CF')]
    shown = _starts(machine, 'PD')
    if not began or not shown:
        return {}
    last = min(start for _, start, _ in shown) + max(began) - min(began)
    return {job: nodes for job, start, nodes in shown if start < last}


def _could_start(machine, job):
    """The nodes of what slurmctld gives it that is free, or None; device.py."""
    got, nodes = [], None
    for _ in range(TRIES):
        number = machine.allocate(job.line)
        if not number:
            break
        got.append(Job(number, job.line, 0))
        if not shared_as_whole(machine):
            nodes = next(nodes for other, _, nodes in _starts(machine, 'R,CF')
                         if other == number)
            break
    _cancel(machine, got)
    return nodes


def _find_wrong(machine, running, waiting, soon):
    wrong, cancelled = [], 0
    ahead = {job.id: job.priority for job in waiting}
    for job in waiting:
        lower = [other for other in running
                 if other.priority < job.priority]
        _cancel(machine, lower[cancelled:])
        cancelled = len(lower)
        nodes = _could_start(machine, job)
        if nodes is None or any(
                nodes & kept for other, kept in soon.items()
                if ahead.get(other, 0) > job.priority):
            continue
        wrong.append(
            f'{job.priority}: {job.line} waits; could start with '
            f'{cancelled} lower ones cancelled: ' + ', '.join(
                f'{other.priority} {other.line}'
                for other in lower[-3:]))
    return wrong
