# SPDX-License-Identifier: GPL-2.0-or-later
"""A part of a recorded log in Standard Workload Format, for a live replay.

Keeps and cuts what `sfair replay` does (src/core/replay/workload.h), and writes the
part as a log of its own, so that both work on the same jobs.  Limits are
rounded up to whole minutes, as Slurm has them.  It refuses a part without
jobs.
"""
import dataclasses
import gzip
import random

DAY, MINUTE, FIELDS = 86400, 60, 18


class TraceError(Exception):
    """The log, or what was asked of it, cannot be used."""


@dataclasses.dataclass
class Job:
    """One job of a log; times in seconds, memory in MB for a processor."""
    number: int
    submit: int
    run: int
    limit: int
    processors: int
    memory: int
    user: int
    group: int
    queue: int
    after: int
    think: int

    def line(self):
        """The job as a line of the format."""
        field = [-1] * FIELDS
        field[0:2] = self.number, self.submit
        field[3:5] = self.run, self.processors
        field[7:10] = self.processors, self.limit, self.memory * 1024 or -1
        field[11:13] = self.user or -1, self.group or -1
        field[14], field[16], field[17] = self.queue, self.after, self.think
        return ' '.join(map(str, field)) + '\n'


def _job(line, path, number):
    try:
        field = [int(float(word)) for word in line.split()[:FIELDS]]
    except ValueError:
        field = []
    if len(field) < FIELDS:
        raise TraceError(f'{path}: line {number}: a job is {FIELDS} numbers, '
                         'as the Standard Workload Format has them')
    processors = field[7] if field[7] > 0 else field[4]
    run, limit = field[3], field[8]
    if processors <= 0 or run <= 0 or limit <= 0 or field[1] < 0:
        return None
    whole = -(-limit // MINUTE) * MINUTE
    return Job(field[0], field[1], min(run, limit), whole, processors,
               max(0, field[9]) // 1024, max(0, field[11]), max(0, field[12]),
               field[14], field[16], max(0, field[17]))


def read(path, processors=0):
    """(jobs by submission, processors) of a log, gzipped or not."""
    opener = gzip.open if path.endswith('.gz') else open
    jobs, size = [], {}
    try:
        with opener(path, 'rt', encoding='utf-8', errors='replace') as file:
            for number, line in enumerate(file, 1):
                for key in ('MaxProcs:', 'MaxNodes:'):
                    if line.startswith(';') and key in line:
                        size[key] = int(line.split(key)[1].split()[0])
                if line.strip() and not line.startswith(';'):
                    jobs.append(_job(line, path, number))
    except OSError as error:
        raise TraceError(f'{path}: {error.strerror or error}') from None
    processors = (processors or size.get('MaxProcs:') or
                  size.get('MaxNodes:'))
    if not processors:
        raise TraceError(f'{path}: the log does not say how large its machine '
                         'is ("; MaxProcs: N"): give --processors')
    jobs = [job for job in jobs if job and job.processors <= processors]
    jobs.sort(key=lambda job: (job.submit, job.number))
    return jobs, processors


def part(jobs, first_day=0.0, days=0.0, count=0, seed=0):
    """The jobs submitted in these days, and of these count in a row.

    The row begins with the first, or where a seed above 0 says.  Its times
    begin with the first day, or with its first job if there are no days.
    """
    begin = first_day * DAY
    end = begin + days * DAY if days else float('inf')
    kept = [job for job in jobs if begin <= job.submit < end]
    if count and seed and count < len(kept):
        at = random.Random(seed).randrange(len(kept) - count + 1)
        kept = kept[at:]
    kept = kept[:count or None]
    if not kept:
        raise TraceError('the log has no job there: see --from-day, --days '
                         'and --jobs')
    if not days:
        begin = kept[0].submit
    known = {job.number for job in kept}
    return [dataclasses.replace(
        job, submit=job.submit - int(begin),
        after=job.after if job.after in known else -1) for job in kept]


def write(path, jobs, processors):
    """A log of these jobs."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'; MaxProcs: {processors}\n')
        file.writelines(job.line() for job in jobs)
