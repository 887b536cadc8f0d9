# SPDX-License-Identifier: GPL-2.0-or-later
"""Small logs of jobs for `sfair replay`, and what it makes of them.

A job is a dictionary: number, submit, run, limit, processors, and what else a
test cares for.  Judges nothing.
"""
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SRC = os.environ.get('FT_SRCDIR') or os.path.dirname(os.path.dirname(HERE))
SFAIR = f'{os.environ.get("FT_BUILDDIR") or SRC}/sfair'
JOBS, PROCESSORS = 60, 16


def sfair(*args, text=None):
    """One call of it; text is its input."""
    return subprocess.run([SFAIR, 'replay', *args], text=True, input=text,
                          capture_output=True, check=False)


def line(job):
    """The 18 numbers of a job, and what it asks for."""
    fields = [-1] * 18
    fields[0], fields[1], fields[3] = job['number'], job['submit'], job['run']
    fields[4] = fields[7] = job['processors']
    fields[8], fields[11] = job['limit'], job.get('user', 1)
    fields[9] = job.get('memory', -1)   # KB for a processor
    fields[12], fields[14] = job.get('group', 1), job.get('queue', -1)
    fields[16], fields[17] = job.get('after', -1), job.get('think', -1)
    return ' '.join([*(str(field) for field in fields), job.get('ask', '')])


def log(jobs, processors=PROCESSORS):
    """A whole log."""
    return '\n'.join([f'; MaxProcs: {processors}',
                      *(line(job) for job in jobs), ''])


def starts(folder, jobs, *args):
    """Rows of --starts by job: submit, start, end, promise."""
    path = f'{folder}/starts'
    done = sfair('--starts', path, *args, '-', text=log(jobs))
    if done.returncode:
        raise RuntimeError(done.stderr)
    with open(path, encoding='utf-8') as file:
        rows = [[int(word) for word in row.split()] for row in file
                if not row.startswith('#')]
    return {row[0]: row[1:] for row in rows}


def random_jobs(draw):
    """Jobs of a machine with PROCESSORS, as random.Random draws them."""
    now, jobs = 0, []
    for number in range(1, JOBS + 1):
        now += draw.choice([0, 1, 5, 20])
        limit = draw.randint(1, 60)
        jobs.append({'number': number, 'submit': now, 'limit': limit,
                     'run': draw.randint(1, limit),
                     'processors': draw.randint(1, draw.choice(
                         [4, PROCESSORS]))})
    return jobs
