# SPDX-License-Identifier: GPL-2.0-or-later
"""What a user may have many of, for hostile.tap.

Arrays of a million tasks, dependencies thousands of jobs long and in circles,
all partitions by all features, het jobs, reservations with odd times: beside
each, jobs of another user start.  Nodes n[65-66] are hers alone, and no part
asserts on how long a start takes; the slowest is noted.
"""
import os
import random
import tempfile

from cluster import Cluster
from cluster_conf import as_backfill
from hostile_site import BUILD, CONF, USERS, Site

ALL = os.environ.get('FT_ALL')
WAYS = 64               # partitions, and sets of features
CHAIN = 5000 if ALL else 1500
TASKS = 1000000
WINDOWS = 0 if ALL else 60      # reservations that are drawn; 0: all
# scontrol takes no time before the year 2000, nor 2^63-1.
TIMES = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 40, 2 ** 53 + 1, 2 ** 62]
MINUTES = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1]
PARTITIONS = ['PartitionName=all Nodes=n[1-64] Default=YES MaxTime=UNLIMITED',
              'PartitionName=hers Nodes=n[65-66] MaxTime=UNLIMITED']
MANY = CONF[1:] + [
    'SchedulerParameters=defer,sched_interval=-1,max_depend_depth=10',
    f'MaxArraySize={TASKS + 1}']


def _cluster(most=20000, **options):
    """most: jobs; each task of an array is one."""
    settings = {'nodes': 66, 'cpus': 8, 'virtual': True, 'build': BUILD,
                'dbd': False, 'conf': MANY + [f'MaxJobCount={most}'],
                'partitions': PARTITIONS, 'users': list(USERS), **options}
    return Cluster(**settings)


def _begin(cluster):
    site = Site(cluster, '-phers')
    cluster.virtual.free()
    # Theirs run for long; hers end at once.
    long = cluster.write('work/long.sh', '#!/bin/sh\n#RUN 100000\n')
    return site, long


def _try(site, alice, tap, name):
    """Jobs of hers start beside that."""
    tap.ok(all([site.starts_one(alice) for _ in range(3)]),
           f'{name}: jobs of another user start')


def arrays(tap):
    """Arrays of a million tasks, by submission and cut up afterwards."""
    with _cluster(most=8 * TASKS) as cluster:
        site, long = _begin(cluster)
        with site.users('mallory', 'alice') as (mallory, alice):
            mallory.script = long
            ids = []
            for text in (f'0-{TASKS - 1}', f'0-{TASKS - 1}:7',
                         f'{TASKS - 1}', f'0-{TASKS - 1}:{TASKS - 1}',
                         ','.join(str(i * i) for i in range(90))):
                ids.append(mallory.submit([f'array={text}']))
                _try(site, alice, tap, f'an array of tasks {text[:20]}')
            tap.ok(all(ids), 'slurmctld takes them', ids)
            ids += [mallory.submit([f'array=0-{TASKS - 1}', 'shared=0',
                                    f'raw.pn_min_memory={100 + i}'])
                    for i in range(5)]
            tap.ok(all(ids), 'slurmctld takes five more of a million each',
                   ids)
            _try(site, alice, tap, 'five more of a million tasks each')
            mallory.submit([f'array=0-{TASKS - 1}',
                            f'dependency=aftercorr:{ids[0]}'])
            _try(site, alice, tap, 'one whose tasks wait for another\'s')
            few = ','.join(str(task) for task in range(7000, 8400, 7))
            for words in (f'{ids[0]}_[{TASKS - 900}-{TASKS - 1}]',
                          f'{ids[1]}_[{few}]', f'{ids[5]}'):
                tap.equal(site.command(
                    'mallory', 'scontrol', 'update', f'JobId={words}',
                    'TimeLimit=7'), (0, ''), 'slurmctld changes some tasks')
                _try(site, alice, tap, 'tasks that are jobs of their own')
            tap.equal(site.command('mallory', 'scancel',
                                   f'{ids[0]}_[1000-60000]'), (0, ''),
                      'and cancels thousands of them')
            _try(site, alice, tap, 'thousands of tasks cancelled')
            for job in filter(None, ids):
                mallory.tell('cancel', job)
            _try(site, alice, tap, 'all of them cancelled')
        site.note_starts(tap)
        site.end(tap)


def _chain(mallory, kind, length):
    """Jobs each of which waits for the one before: their ids."""
    ids = [mallory.submit(['begin_in=36000'])]
    while len(ids) < length:
        ids.append(mallory.submit([f'dependency={kind}:{ids[-1]}']))
    return ids


def chains(tap):
    """Dependencies as long as can be, stars of them, and rings."""
    with _cluster() as cluster:
        site, _ = _begin(cluster)
        with site.users('mallory', 'alice') as (mallory, alice):
            long = _chain(mallory, 'afterany', CHAIN)
            tap.ok(all(long), f'slurmctld takes a chain of {CHAIN} jobs')
            _try(site, alice, tap, f'a chain of {CHAIN} jobs')
            star = ':'.join(str(job) for job in long[-600:])
            taken = [mallory.submit([f'dependency={kind}:{star}'])
                     for kind in ('afterok', 'afternotok', 'after',
                                  'afterany') for _ in range(5)]
            tap.ok(all(taken), 'and jobs that wait for six hundred', taken)
            _try(site, alice, tap, 'jobs that wait for six hundred each')
            for length in (2, 3, 11, 12, 100):
                ring = _chain(mallory, 'afterok', length)
                closed = mallory.tell('update', ring[0],
                                      f'dependency=afterok:{ring[-1]}')
                mallory.tell('update', ring[0], 'raw.begin_time=0')
                tap.note(f'a ring of {length}: '
                         f'{"taken" if closed else "refused"}')
                _try(site, alice, tap, f'a ring of {length} jobs')
            tap.ok(closed, 'slurmctld takes a ring longer than it looks')
            for i in range(200):
                mallory.submit(['dependency=singleton', f'name=s{i % 3}'])
            _try(site, alice, tap, 'jobs of one name, one at a time')
            # All that waits for the first is free at once.
            mallory.tell('cancel', long[0])
            _try(site, alice, tap, 'the chain runs')
        site.note_starts(tap)
        site.end(tap)


def wide(tap):
    """Jobs that may run in each of 64 partitions with each of 64 features."""
    features = [f'f{i}' for i in range(WAYS)]
    parts = [f'PartitionName=p{i} Nodes=n[1-64] MaxTime=UNLIMITED '
             f'PriorityTier={1 + i % 3}' for i in range(WAYS)]
    with _cluster(features=','.join(features),
                  partitions=PARTITIONS + parts) as cluster:
        site, long = _begin(cluster)
        everywhere = 'partition=' + ','.join(f'p{i}' for i in range(WAYS))
        forms = {'any of': '|'.join(features),
                 'one of': f'[{"|".join(features)}]',
                 'all of': '&'.join(features),
                 'sets of': '[' + '|'.join(
                     f'({one}&{features[i - 1]})'
                     for i, one in enumerate(features)) + ']'}
        with site.users('mallory', 'alice') as (mallory, alice):
            mallory.script = long
            for name, form in forms.items():
                ids = [mallory.submit([
                    everywhere, f'constraint={form}', 'max_nodes=3',
                    f'num_tasks={1 + i % 24}', f'time_limit={60 + i}',
                    f'raw.pn_min_memory={100 + i}']) for i in range(60)]
                tap.ok(all(ids), f'slurmctld takes jobs of {name} 64 features')
                _try(site, alice, tap, f'{name} 64 features, 64 partitions')
        site.note_starts(tap)
        site.end(tap)


def _het_words(i, count):
    return ' : '.join(f'-N2-5 -n{8 + (17 * i + k) % 9} -t{600 + i} '
                      f'--mem={10 + k}' for k in range(count)).split()


def het(tap):
    """Het jobs beside jobs of two users, in the partition of all three."""
    with tempfile.TemporaryDirectory() as folder, _cluster(
            scheduler='backfill',
            plugin_dirs=[as_backfill(BUILD, folder)]) as cluster:
        site, long = _begin(cluster)
        with site.users('bob', 'alice') as (bob, alice):
            bob.script = long
            running = [bob.submit(['min_nodes=3', 'shared=0',
                                   f'time_limit={600 + i}'])
                       for i in range(20)]
            for count in (2, 4, 30):
                ids = [site.submit('mallory', *_het_words(i, count))
                       for i in range(3)]
                tap.ok(all(ids), f'slurmctld takes jobs of {count} components',
                       ids)
                _try(site, alice, tap, f'jobs of {count} components')
            tap.note(cluster.run(['squeue', '-h', '-t', 'PD', '-o', '%r']
                                 ).splitlines()[:3])
            # What ends makes room for het jobs and for hers in one partition.
            for job in running[:5]:
                bob.tell('cancel', job)
            _try(site, alice, tap, 'nodes become free')
            tap.ok(site.starts_one(alice, 'all'),
                   'and a job of one core starts among them')
        site.note_starts(tap)
        site.end(tap)


def _windows():
    """(words of a reservation, ...) of odd starts, ends and lengths."""
    starts = [f'uts{number}' for number in TIMES] + ['now', 'now+60']
    starts.append('2001-09-09')
    lasts = [f'EndTime=uts{number}' for number in TIMES] + \
        [f'Duration={number}' for number in MINUTES] + ['Duration=UNLIMITED']
    flags = ['IGNORE_JOBS', 'IGNORE_JOBS,DAILY', 'IGNORE_JOBS,TIME_FLOAT',
             'IGNORE_JOBS,FLEX,HOURLY', 'MAINT,IGNORE_JOBS,WEEKLY']
    every = [(f'StartTime={start}', last, f'Flags={flag}')
             for start in starts for last in lasts for flag in flags]
    draw = random.Random(int(os.environ.get('FT_HOSTILE_SEED', '1')))
    return draw.sample(every, WINDOWS) if WINDOWS else every


def _try_changes(site, alice, tap):
    """One that is there at odd times later."""
    made = site.command(
        'olga', 'scontrol', 'create', 'reservation', 'ReservationName=odd',
        'StartTime=now+3600', 'Duration=60', 'Nodes=n[1-4]', 'Users=mallory',
        'Flags=IGNORE_JOBS')
    tap.equal(made[0], 0, 'a reservation of an hour')
    taken = 0
    for word in [f'EndTime=uts{number}' for number in TIMES] + \
            [f'StartTime=uts{number}' for number in TIMES] + \
            [f'Duration={number}' for number in MINUTES]:
        taken += not site.command('olga', 'scontrol', 'update',
                                  'ReservationName=odd', word)[0]
        _try(site, alice, tap, f'it has {word}')
    tap.ok(taken > 5, f'slurmctld takes {taken} changes')


def windows(tap):
    """Reservations of an operator who is not root."""
    people = [('add', 'account', 'all'), *[
        ('add', 'user', name, 'account=all') for name in USERS],
        ('modify', 'user', 'olga', 'set', 'adminlevel=operator')]
    with _cluster(dbd=True, accounting=people) as cluster:
        site, long = _begin(cluster)
        taken, stuck = 0, []
        with site.users('mallory', 'alice') as (mallory, alice):
            mallory.script = long
            for i in range(20):
                mallory.submit(['min_nodes=4', 'shared=0',
                                f'time_limit={600 + i}'])
            tap.ok(site.command(
                'mallory', 'scontrol', 'create', 'reservation',
                'ReservationName=hers', 'StartTime=now', 'Duration=5',
                'Nodes=n1', 'Users=mallory', 'Flags=IGNORE_JOBS')[0],
                'a user may make no reservation')
            for words in _windows():
                odd = site.command(
                    'olga', 'scontrol', 'create', 'reservation',
                    'ReservationName=odd', 'Nodes=n[1-4]', 'Users=mallory',
                    *words)
                taken += not odd[0]
                if not site.starts_one(alice):
                    stuck.append((words, odd))
                if not odd[0]:
                    site.command('olga', 'scontrol', 'delete',
                                 'reservation=odd')
            tap.equal(stuck, [], 'jobs of another user start beside each')
            tap.ok(taken > WINDOWS // 2, f'slurmctld takes {taken} of them')
            _try_changes(site, alice, tap)
        site.note_starts(tap)
        site.end(tap)


PARTS = {'arrays': arrays, 'chains': chains, 'wide': wide, 'het': het,
         'windows': windows}
