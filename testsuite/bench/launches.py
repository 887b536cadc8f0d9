# SPDX-License-Identifier: GPL-2.0-or-later
"""What ran on virtual nodes, and when, as these noted it.

Slurm's own times are whole seconds; the nodes' file (vcluster/job.c) has each
launch of a job and the end of its script by the nanosecond.  Of one-core jobs
it says how busy the cores were, how many jobs were started in a second, and how
long a core was free until the next job was launched on its node; and what of
this may not be: a job that ran twice, more jobs on a node than it has cores.
It refuses jobs that were killed or suspended: their scripts end otherwise than
they were to.
"""
import collections
import heapq

SECOND = 1000000000

Launch = collections.namedtuple('Launch', 'job host begin end')


def read(path):
    """(launches in their order, jobs that have ended since)."""
    launches, ended = [], set()
    with open(path, encoding='utf-8') as file:
        for line in file:
            word = line.split()
            if word[0] == '+':
                launches.append(Launch(
                    int(word[1]), word[5], int(word[6]) / SECOND,
                    int(word[3]) / SECOND))
            elif word[0] == '-':
                ended.add(int(word[1]))
    return launches, ended


def repeated(launches):
    """Jobs that were launched more than once."""
    count = collections.Counter(launch.job for launch in launches)
    return sorted(job for job, times in count.items() if times > 1)


def overused(launches, cores):
    """Jobs that came to a node on which as many ran as it has cores."""
    found, running = [], collections.defaultdict(list)
    for launch in sorted(launches, key=lambda launch: launch.begin):
        ends = running[launch.host]
        while ends and ends[0] <= launch.begin:
            heapq.heappop(ends)
        if len(ends) >= cores:
            found.append(launch.job)
        heapq.heappush(ends, launch.end)
    return found


def freed(launches, cores):
    """[(second, seconds)]: when a core was taken, how long it was free.

    The core that is free longest is taken first; those that were never used
    do not count.
    """
    found, ends = [], collections.defaultdict(list)
    for launch in sorted(launches, key=lambda launch: launch.begin):
        before = ends[launch.host]
        if len(before) >= cores:
            found.append((launch.begin,
                          launch.begin - heapq.heappop(before)))
        heapq.heappush(before, launch.end)
    return found


def percentile(values, part):
    """The least value that so much of all are not above; None of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] \
        if ordered else None


def measure(launches, nodes, cores):
    """Figures from the launch that first could fill the machine to the last.

    Empty if no core was taken again since.
    """
    begins = sorted(launch.begin for launch in launches)
    size = nodes * cores
    if len(begins) <= size or begins[-1] <= begins[size - 1]:
        return {}
    full, last = begins[size - 1], begins[-1]
    free = [seconds for at, seconds in freed(launches, cores) if at > full]
    if not free:
        return {}
    used = sum(max(0, min(launch.end, last) - max(launch.begin, full))
               for launch in launches)
    return {'busy': round(used / (size * (last - full)), 5),
            'starts_per_s': round((len(begins) - size) / (last - full), 2),
            'free_median_s': round(percentile(free, 0.5), 4),
            'free_99_s': round(percentile(free, 0.99), 4),
            'free_max_s': round(max(free), 4),
            'measured_s': round(last - full, 1)}
