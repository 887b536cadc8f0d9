# SPDX-License-Identifier: GPL-2.0-or-later
"""What slurmctld has in use of its heap, by malloc's own count.

bench/heapwatch, preloaded into slurmctld, writes that count into a file.  Each
thread's cache of freed blocks is off there: malloc counts what lies in it as
in use, a quarter of a megabyte for each thread that lives long, though nobody
holds it.  This judges nothing.
"""
import os
import time

SAMPLES = 10
SAMPLE_SECONDS = 0.3


def library(build):
    """What slurmctld has to preload."""
    return os.path.join(os.path.abspath(build),
                        'testsuite/bench/.libs/heapwatch.so')


def environment(path):
    """slurmctld's environment; the count is to stand in the file `path`."""
    return {'HEAPWATCH_OUT': path, 'MALLOC_ARENA_MAX': '2',
            'GLIBC_TUNABLES': 'glibc.malloc.tcache_count=0'}


def used(path):
    """Bytes: the least within some seconds, between requests."""
    seen = []
    for _ in range(SAMPLES):
        time.sleep(SAMPLE_SECONDS)
        with open(path, encoding='utf-8') as file:
            seen.append(int(file.read()))
    return min(seen)
