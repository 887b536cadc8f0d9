# SPDX-License-Identifier: GPL-2.0-or-later
"""Workloads for demo, tests and benchmarks: from a real log, or generated.

A workload is a list of Job, ordered by submission; times are seconds.
read_swf() reads the Standard Workload Format of the Parallel Workloads
Archive.  generate() follows the model of U. Lublin and D. G. Feitelson, "The
workload on parallel supercomputers: modeling the characteristics of rigid
jobs", Journal of Parallel and Distributed Computing 63(11), 2003, with the
published parameters for jobs of one type; the same seed gives the same jobs.
fit() brings either to the size of a small cluster and to a short time.
"""
import bisect
import dataclasses
import gzip
import math
import random

# Sizes: shares of serial jobs and of powers of two among all; two-stage
# uniform of log2, whose break lies SIZE_BREAK below the machine's size.
SERIAL, POWER_OF_TWO = 0.244, 0.576
SIZE_LOW, SIZE_BREAK, SIZE_FIRST = 0.8, 2.5, 0.86
# Run times: hyper-gamma of the natural logarithm; the mix depends on size.
SHORT_GAMMA, LONG_GAMMA = (4.2, 0.94), (312, 0.03)
MIX_SLOPE, MIX_BASE = -0.0054, 0.78
RUN_LOG_MAX = 12
# Arrivals: gamma of the logarithm of the gap at rush hours, its ratio to the
# whole day, and the gamma over half hours that gives each one's share; its
# day begins with the 11th half hour.
GAP_GAMMA, GAP_RATIO = (10.2303, 0.4871), 1.0225
DAY_GAMMA, DAY_START = (8.1737, 3.9631), 11
GAP_LOG_MAX = 13
SLOT, SLOTS = 1800, 48
# Wall times that people ask for, in minutes: they round up, and generously.
ASKED = (5, 10, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320)


@dataclasses.dataclass
class Job:
    """One job: when it comes, what it asks for, and how long it runs."""
    submit: int
    cores: int
    run: int
    limit: int
    user: int


def read_swf(path):
    """Usable jobs of a log in Standard Workload Format (gzip or plain).

    Jobs without processors, run time or request are left out, and a run time
    beyond the request is cut at the request.  Returns (jobs, processors).
    """
    opener = gzip.open if str(path).endswith('.gz') else open
    jobs, processors = [], 0
    with opener(path, 'rt', encoding='utf-8', errors='replace') as file:
        for line in file:
            if line.startswith(';'):
                if line.startswith('; MaxProcs:'):
                    processors = int(line.split(':')[1])
                continue
            job = _swf_job(line.split())
            if job:
                jobs.append(job)
    jobs.sort(key=lambda job: job.submit)
    return jobs, processors or max(job.cores for job in jobs)


def _swf_job(field):
    if len(field) < 12:
        return None
    cores = int(field[7]) if int(field[7]) > 0 else int(field[4])
    run, limit = int(float(field[3])), int(float(field[8]))
    if cores <= 0 or run <= 0 or limit <= 0:
        return None
    return Job(int(float(field[1])), cores, min(run, limit), limit,
               int(field[11]))


def _gamma_cdf(alpha, beta, value):
    """Lower regularised incomplete gamma function, by its series."""
    x = value / beta
    if x <= 0:
        return 0.0
    term = total = 1.0 / alpha
    for n in range(1, 2000):
        term *= x / (alpha + n)
        total += term
        if term < total * 1e-12:
            break
    return min(1.0, total * math.exp(alpha * math.log(x) - x -
                                     math.lgamma(alpha)))


def _slot_weights():
    """Share of each half hour of the day, from midnight, with mean 1."""
    weights = [0.0] * SLOTS
    for i in range(DAY_START, DAY_START + SLOTS):
        share = (_gamma_cdf(*DAY_GAMMA, i + 0.5) -
                 _gamma_cdf(*DAY_GAMMA, i - 0.5))
        weights[(i - 1) % SLOTS] = share
    mean = sum(weights) / SLOTS
    return [weight / mean for weight in weights]


def _size(rng, log_high):
    kind = rng.random()
    if kind <= SERIAL:
        return 1
    middle = max(SIZE_LOW, log_high - SIZE_BREAK)
    if rng.random() <= SIZE_FIRST:
        log_size = rng.uniform(SIZE_LOW, middle)
    else:
        log_size = rng.uniform(middle, log_high)
    if kind <= SERIAL + POWER_OF_TWO:
        log_size = round(log_size)
    return round(2 ** log_size)


def _run_time(rng, size):
    mix = min(1.0, max(0.0, MIX_SLOPE * size + MIX_BASE))
    while True:
        shape = SHORT_GAMMA if rng.random() < mix else LONG_GAMMA
        log_run = rng.gammavariate(*shape)
        if log_run <= RUN_LOG_MAX:
            return max(1, round(math.exp(log_run)))


def _gap_points(rng):
    alpha, beta = GAP_GAMMA
    while True:
        log_gap = rng.gammavariate(alpha * GAP_RATIO, beta)
        if log_gap <= GAP_LOG_MAX:
            return math.exp(log_gap)


def _asked(rng, run):
    first = bisect.bisect_left(ASKED, run / 60)
    return 60 * ASKED[min(len(ASKED) - 1, first + rng.choice((0, 0, 1, 2)))]


def generate(count, processors, users=12, seed=1):
    """A workload of count jobs for a machine of that many processors.

    The model says nothing of users and requests: users come by a geometric
    law, requests are the usual round wall times.
    """
    rng, weights = random.Random(seed), _slot_weights()
    now, jobs = 0.0, []
    for _ in range(count):
        points = _gap_points(rng)
        while points > 0:
            slot = int(now // SLOT)
            left = (slot + 1) * SLOT - now
            weight = max(weights[slot % SLOTS], 1e-6)
            step = min(left, points / weight)
            points -= step * weight
            now = (slot + 1) * SLOT if step == left else now + step
        size = min(processors, _size(rng, math.log2(processors)))
        run = _run_time(rng, size)
        user = min(users - 1, int(rng.expovariate(4 / users)))
        limit = _asked(rng, run)
        jobs.append(Job(int(now), size, min(run, limit), limit, user))
    return jobs


def busiest(jobs, count):
    """The run of count jobs with the most work for its time."""
    best, found = -1.0, jobs[:count]
    for first in range(0, max(1, len(jobs) - count), max(1, count // 2)):
        part = jobs[first:first + count]
        span = part[-1].submit - part[0].submit + 3600
        load = sum(job.cores * job.run for job in part) / span
        if load > best:
            best, found = load, part
    return found


def _scaled(job, factor, top):
    limit = min(top, max(60, job.limit * factor))
    limit = math.ceil(limit / 60) * 60
    run = max(10, min(round(job.run * factor), limit - 5))
    return run, limit


def fit(jobs, processors, cores, seconds, arrive=0.5, longest=0.3):
    """The workload scaled to cores, to fill them for about seconds.

    Sizes shrink with the machine.  Times are multiplied by the one factor at
    which the work fills the machine, with no limit above the longest part of
    the time.  All jobs arrive within the first part of it.
    """
    fitted = [dataclasses.replace(
        job, cores=min(cores, max(1, round(job.cores * cores / processors))))
              for job in jobs]
    top = int(seconds * longest)
    low, high = 1e-6, 1e3
    for _ in range(60):
        factor = math.sqrt(low * high)
        work = sum(job.cores * _scaled(job, factor, top)[0] for job in fitted)
        low, high = ((low, factor) if work > cores * seconds
                     else (factor, high))
    first = fitted[0].submit
    span = max(1, fitted[-1].submit - first)
    for job in fitted:
        job.submit = int((job.submit - first) * seconds * arrive / span)
        job.run, job.limit = _scaled(job, low, top)
    return fitted
