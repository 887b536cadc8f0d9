# SPDX-License-Identifier: GPL-2.0-or-later
"""What slurmctld has in use of its heap, by malloc's own count.

bench/heapwatch, preloaded into slurmctld, writes that count into a file.  Each
thread's cache of freed blocks is off there: malloc counts what lies in it as
in use, a quarter of a megabyte for each thread that lives long, though nobody
holds it.  So is the cache of stacks of threads that have ended, of which each
has a block for its thread's own variables: as many as once lived at a time.
This judges nothing.
"""
import os
import shutil
import time

SAMPLES = 10
SAMPLE_SECONDS = 0.3
ASK_SECONDS = 60


def library(build):
    """What slurmctld has to preload."""
    return os.path.join(os.path.abspath(build),
                        'testsuite/bench/heapwatch.so')


def sites_library(build):
    """What slurmctld has to preload so that sites() can be asked."""
    return os.path.join(os.path.abspath(build),
                        'testsuite/bench/heapsites.so')


def environment(path):
    """slurmctld's environment; the count is to stand in the file `path`."""
    return {'HEAPWATCH_OUT': path, 'HEAPSITES_OUT': f'{path}.sites',
            'MALLOC_ARENA_MAX': '2',
            'GLIBC_TUNABLES': 'glibc.malloc.tcache_count=0:'
                              'glibc.pthread.stack_cache_size=0'}


def used(path):
    """Bytes: the least within some seconds, between requests."""
    seen = []
    for _ in range(SAMPLES):
        time.sleep(SAMPLE_SECONDS)
        with open(path, encoding='utf-8') as file:
            seen.append(int(file.read()))
    return min(seen)


def sites(path, copy):
    """Have the calls that asked for what is in use written to a file."""
    ask = f'{path}.sites.ask'
    with open(ask, 'w', encoding='utf-8'):
        pass
    for _ in range(int(ASK_SECONDS / SAMPLE_SECONDS)):
        time.sleep(SAMPLE_SECONDS)
        if not os.path.exists(ask):
            shutil.copy(f'{path}.sites', copy)
            return
    raise RuntimeError(f'heapsites does not answer in {ASK_SECONDS} s')
