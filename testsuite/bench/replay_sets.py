# SPDX-License-Identifier: GPL-2.0-or-later
"""Sets of figures that sfair replay makes of recorded logs.

A set is FAMILY-LOG or FAMILY-LOG-fairshare: what is asked of a log (a family),
which log, and whether jobs go in the order of their submission or by Fair
Tree.  Says which words sfair gets and what is kept of its answer; runs nothing.
"""
# Log: (file, name in tables); whole nodes, or processors that are counted.
LOGS = {'kth': ('KTH-SP2-1996-2.1-cln.swf.gz', 'KTH'),
        'theta': ('theta-merged.swf.gz', 'Theta'),
        'blue': ('SDSC-BLUE-2000-4.2-cln.swf.gz', 'BLUE')}
# One of nodes that jobs share, of three kinds; the log does not say how much
# memory these have.
SHARED = {'wagap': ('wagap-2013.swf.gz', 'CERIT-SC')}
MACHINE = ''.join(
    f'NODES[{kind}] COUNT={count} PROCESSORS={processors} '
    f'PROPERTIES=cl_{kind},nodecpus{processors},brno,x86_64,nfs4,linux,debian\n'
    for kind, count, processors in (('zewura', 20, 80), ('zegox', 48, 12),
                                    ('zigur', 120, 2)))
# All starts give way to whatever is ahead, as with the others of the trade.
LOOSE = 'rsv_overrule=0,rsv_commit=0,rsv_patience=2147483647'
EASY = ('EASY', f'rsv_depth=1,rsv_compress=order,{LOOSE}')
DEFAULT = ('default', '')
WAYS = (EASY,
        ("backfill's way",
         f'rsv_policy=currenthighest,rsv_compress=order,{LOOSE}'),
        DEFAULT,
        ('short waits', 'rsv_reserve_from=4'))
FAIRSHARE = ('PriorityType=priority/fairtree\nPriorityWeightFairshare=100000\n'
             'PriorityWeightAge=10000\nSchedulerParameters={}\n')
BY_SLOWDOWN = 'rsv_order=slowdown,rsv_predict=similar'
MODELS = ('none', 'simple', 'effective', 'fairtree', 'pbs', 'maui', 'quota')


def _keys(*texts):
    """Ways that are named by their keys."""
    return tuple((f'`{text}`', text) for text in texts)


# Family: (ways, ways with fairshare, further words).  A family without ways
# of a kind has no such sets.
FAMILIES = {
    'replay': (WAYS, WAYS, ['--by', 'size']),
    'shake': ((EASY, DEFAULT, *_keys(
        'rsv_reserve_from=4', 'rsv_compress=order',
        'rsv_compress=fill:shortest', 'rsv_depth=1,rsv_compress=fill:shortest',
        f'{BY_SLOWDOWN},bf_min_age_reserve=345600')),
              (EASY, DEFAULT, *_keys('rsv_reserve_from=2',
                                     'rsv_reserve_from=4')), []),
    'keys': ((EASY, DEFAULT, *_keys(
        'rsv_compress=order', 'rsv_patience=172800',
        'rsv_compress=fill:shortest', 'rsv_compress=fill:wfp3',
        'rsv_depth=1,rsv_compress=fill:shortest',
        f'{BY_SLOWDOWN},rsv_depth=1,rsv_policy=currenthighest',
        f'{BY_SLOWDOWN},bf_min_age_reserve=345600')),
             (EASY, DEFAULT, *_keys(
                 'rsv_commit=0', 'rsv_commit=10800', 'rsv_patience=172800',
                 'rsv_overrule=4000000000', 'rsv_overrule=0',
                 'rsv_overrule=0,rsv_commit=0', LOOSE,
                 f'{LOOSE},rsv_compress=order', 'rsv_depth=1',
                 'rsv_reserve_from=4')), []),
    'models': (tuple((model, EASY[1]) for model in MODELS), (), ['--models']),
    'unheld': ((('short waits', 'rsv_reserve_from=4'),), (), ['--unheld'])}
# Copies in which sessions of users come later.
COPIES = {'kth': ['--shake', '10'], 'theta': ['--shake', '10'],
          'blue': ['--shake', '5', '--jobs', '40000']}
# Of a set of copies only these are kept.
SPREAD = ('mean_slowdown', 'mean_wait', 'longest_wait', 'late_share',
          'account_miss')
SETS = [f'{family}-{log}{shares}'
        for family, (ways, fair, _words) in FAMILIES.items()
        for log in LOGS
        for shares, some in (('', ways), ('-fairshare', fair)) if some] + [
            f'{family}-{log}' for family in ('replay', 'unheld')
            for log in SHARED]


def ways(name):
    """What a set plans by: (name, keys)."""
    family = FAMILIES[name.split('-')[0]]
    return family[1 if name.endswith('-fairshare') else 0]


def log_file(name):
    """The log of a set."""
    return {**LOGS, **SHARED}[name.split('-')[1]][0]


def words(name, folder):
    """Words of sfair behind the program, without the log; folder gets the
    files that they name.
    """
    family, log = name.split('-')[:2]
    told = ['replay', '--json', *FAMILIES[family][2]]
    if log in SHARED:
        with open(f'{folder}/machine', 'w', encoding='utf-8') as file:
            file.write(MACHINE)
        told += ['--machine', f'{folder}/machine']
    if family == 'shake':
        told += COPIES[log]
    for number, (_way, keys) in enumerate(ways(name)):
        if name.endswith('-fairshare'):
            path = f'{folder}/{number}.conf'
            with open(path, 'w', encoding='utf-8') as file:
                file.write(FAIRSHARE.format(keys))
            told += ['--conf', path]
        elif number == 0 or family != 'models':
            told += ['--parameters', keys]
    return told


def _rounded(value):
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return round(value, 5) if isinstance(value, float) else value


def _row(name, row):
    """A configuration's figures without what the tables do not show."""
    if name.startswith('shake-'):
        return {key: _rounded(row[key]) for key in SPREAD}
    for key in ('windows', 'plans', 'configuration'):
        row.pop(key, None)
    return {key: [{size: round(each, 1) for size, each in part.items()}
                  for part in value] if key == 'sizes' else _rounded(value)
            for key, value in row.items()}


def kept(name, rows):
    """What of an answer is recorded, each row with its way."""
    return [dict(way=way[0], **_row(name, row))
            for way, row in zip(ways(name), rows)]


def command(name):
    """What makes a set."""
    return f'testsuite/bench/figures --logs FOLDER {name}'
