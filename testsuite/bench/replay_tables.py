# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of what sfair replay made of recorded logs, for doc/results*.md.

Takes what is recorded (testsuite/expect/figures); a log of which nothing is
recorded has no row or column.
"""
from figure_words import number, table
from replay_sets import DEFAULT, LOGS, SHARED, WAYS, ways

# Key of sfair replay --json, words, what it is divided by.
FIGURES = (('mean_slowdown', 'mean bounded slowdown', 1),
           ('mean_wait', 'mean wait, h', 3600),
           ('wait_95', '95th percentile of waits, h', 3600),
           ('wait_99', '99th percentile, h', 3600),
           ('longest_wait', 'longest wait, h', 3600),
           ('largest_wait', 'mean wait of the largest quarter, h', 3600),
           ('response', 'weighted response time, h', 3600),
           ('priority_response',
            'priority-weighted specific response time', 1),
           ('dispersion', 'dispersion over users', 1),
           ('loss', 'loss of capacity, %', .01),
           ('stranded', 'stranded processors, %', .01),
           ('promises', 'jobs that were shown a start', 1),
           ('late_share', 'later than shown first, %', .01),
           ('near_1', 'within 1 minute of it, %', .01),
           ('near_10', 'within 10 minutes, %', .01),
           ('committed', 'jobs with a committed start', 1),
           ('committed_late', 'of these moved later', 1),
           ('committed_near_1', 'within 1 minute of it, %', .01),
           ('committed_near_10', 'within 10 minutes, %', .01),
           ('account_miss', 'accounts off what was due (squared)', 1))


# Keys that the table of shown starts has; all are in that of shares.
HELD = (DEFAULT[0], '`rsv_commit=0`', '`rsv_commit=10800`',
        '`rsv_patience=172800`', '`rsv_overrule=4000000000`')


def _replay(records, shares, names):
    """Every log under each way, in one table."""
    logs = [log for log in names if f'replay-{log}{shares}' in records]
    head = ['figure'] + [f'{names[log][1]}: {way}' for log in logs
                         for way, _keys in WAYS]
    rows = []
    for key, words, unit in FIGURES:
        cells = [words]
        for log in logs:
            first = records[f'replay-{log}{shares}']['rows'][0]
            for way in records[f'replay-{log}{shares}']['rows']:
                value = number(way[key] / unit)
                if way is not first and first[key] and key not in (
                        'promises', 'committed', 'committed_late'):
                    value += f' ({way[key] / first[key]:.2f})'
                cells.append(value)
        rows.append(cells)
    return table(head, rows) + ['', 'Measured: ' + '; '.join(
        f'{names[log][1]} {records[f"replay-{log}{shares}"]["date"]}'
        for log in logs) + '.']


def _short_cells(rows):
    """What the short table says of one log: against EASY."""
    easy, kept, short = (next(row for row in rows if row['way'] == way)
                         for way in ('EASY', 'default', 'short waits'))

    def _against(key):
        return ' / '.join(f'{row[key] / easy[key]:.2f}'
                          for row in (kept, short))
    return [f'{number(easy["mean_wait"] / 3600)} h', _against('mean_wait'),
            _against('longest_wait'), _against('mean_slowdown'),
            ' / '.join(f'{row["promises"]:,.0f}'
                       for row in (easy, kept, short)),
            ' / '.join(f'{100 * row["late_share"]:.1f} %'
                       for row in (easy, kept, short)),
            f'{kept["committed_late"]:.0f} of {kept["committed"]:,.0f}']


def _results(records):
    """The answer, a line for each log."""
    rows = [[f'{names[log][1]}, {words}',
             *_short_cells(records[f'replay-{log}{shares}']['rows'])]
            for names, shares, words in ((LOGS, '', 'as submitted'),
                                         (LOGS, '-fairshare', 'Fair Tree'),
                                         (SHARED, '', 'as submitted'))
            for log in names if f'replay-{log}{shares}' in records]
    dates = sorted({record['date'] for name, record in records.items()
                    if name.startswith('replay-')})
    return table(
        ['log, order', 'mean wait with EASY',
         'mean wait: default / short waits', 'longest wait', 'slowdown',
         'jobs shown a start: EASY / default / short waits',
         'of these later than shown first',
         'committed starts that moved (default)'], rows) + [
             '', f'Measured: {", ".join(dates)}.']


def _sizes(records, shares):
    """Mean wait and 95th percentile by size, hours."""
    logs = [log for log in LOGS if f'replay-{log}{shares}' in records]
    rows = []
    for log in logs:
        ways = records[f'replay-{log}{shares}']['rows']
        for at, size in enumerate(ways[0]['sizes']):
            rows.append([LOGS[log][1], f'{size["from"]:.0f} to '
                         f'{size["to"]:.0f}' if size['to'] > 1 else '1',
                         f'{size["jobs"]:,.0f}'] +
                        [f'{way["sizes"][at]["mean_wait"] / 3600:.1f}, '
                         f'{way["sizes"][at]["wait_95"] / 3600:.1f}'
                         for way in ways])
    return table(['log', 'processors', 'jobs',
                   *(way for way, _keys in WAYS)], rows)


def _measured(records, names):
    """When the sets were made, for the line below a table."""
    return ['', 'Measured: ' + ', '.join(sorted(
        {records[name]['date'] for name in names})) + '.']


def _spread(values):
    return (f'{values["median"]:.2f} ({values["lowest"]:.2f} to '
            f'{values["highest"]:.2f})')


def _percent(values):
    if not values['highest']:
        return '0'
    return (f'{100 * values["median"]:.1f} ({100 * values["lowest"]:.1f} to '
            f'{100 * values["highest"]:.1f})')


def _shaken(records):
    """(log, words of the order, row) of each way on copies, but EASY's."""
    for log, (_file, name) in LOGS.items():
        for shares, words in (('', 'as submitted'), ('-fairshare',
                                                     'Fair Tree')):
            rows = records.get(f'shake-{log}{shares}', {'rows': []})['rows']
            for row in rows[1:]:
                yield name, words, row


def _luck(records):
    """Each way on copies of the logs, against EASY on the same copy."""
    rows = [[f'{log}, {words}', row['way'],
             *(_spread(row[key]['ratio']) for key in (
                 'mean_slowdown', 'mean_wait', 'longest_wait')),
             _spread(row['account_miss']['ratio']),
             _percent(row['late_share']['copies'])]
            for log, words, row in _shaken(records)]
    return table(['log, order', '`rsv_` keys', 'slowdown', 'mean wait',
                  'longest wait', 'accounts off what was due',
                  'later than shown first, %'],
                 [[row[0], row[1].replace('rsv_', ''), *row[2:]]
                  for row in rows]) + _measured(
                      records, [name for name in records
                                if name.startswith('shake-')])


def _luck_brief(records):
    """The default's and short waits' ratios, a column for each log."""
    found = {(log, words, row['way']): row
             for log, words, row in _shaken(records)}
    names = [name for _file, name in LOGS.values()
             if any(key[0] == name for key in found)]
    rows = []
    for key, what in (('mean_wait', 'mean wait'),
                      ('longest_wait', 'longest wait')):
        for words in ('as submitted', 'Fair Tree'):
            for way, title in (('default', 'default'),
                               ('`rsv_reserve_from=4`', 'short waits')):
                rows.append([f'{what}, {words}, {title}', *(
                    _spread(found[name, words, way][key]['ratio'])
                    if (name, words, way) in found else '-'
                    for name in names)])
    return table(['', *names], rows) + _measured(
        records, [name for name in records if name.startswith('shake-')])


def _keyed(records, shares):
    """{(log, way): row} of the sets of keys, and their names."""
    sets = {log: f'keys-{log}{shares}' for log in LOGS
            if f'keys-{log}{shares}' in records}
    return {(log, row['way']): row for log, name in sets.items()
            for row in records[name]['rows']}, sets


def _against(row, easy, keys):
    return ', '.join(f'{row[key] / easy[key]:.2f}' for key in keys)


def _policies(records, shares, some=None):
    """Keys beside the default, each log against EASY."""
    found, sets = _keyed(records, shares)
    rows = []
    for way, _keys in ways(f'keys-kth{shares}')[1:]:
        if some and way not in some:
            continue
        cells = [way.replace('rsv_', '')]
        for log in sets:
            row, easy = found[log, way], found[log, 'EASY']
            cells += [_against(row, easy, ('mean_slowdown', 'mean_wait',
                                           'longest_wait')),
                      f'{100 * row["late_share"]:.1f}']
        rows.append(cells)
    return table(['`rsv_` keys', *(cell for log in sets for cell in (
        LOGS[log][1], 'late'))], rows) + _measured(records, sets.values())


def _shares(records):
    """What keeping starts costs in shares, on Theta."""
    found, sets = _keyed(records, '-fairshare')
    some = [way for log, way in found if log == 'theta' and way != 'EASY']
    easy = found.get(('theta', 'EASY'))
    return table(
        ['Theta, `rsv_` keys', 'share error', 'slowdown', 'wait',
         'longest wait', 'later than shown, %'],
        [[way.replace('rsv_', ''), *(
            _against(found['theta', way], easy, (key,))
            for key in ('account_miss', 'mean_slowdown', 'mean_wait',
                        'longest_wait')),
          f'{100 * found["theta", way]["late_share"]:.1f}']
         for way in some]) + _measured(
             records, [sets[log] for log in sets if log == 'theta'])


def _models(records):
    """Models of fairshare beside each other, all with EASY."""
    logs = [log for log in LOGS if f'models-{log}' in records]
    rows = []
    for at, (model, _keys) in enumerate(ways('models-kth')):
        cells = [model]
        for log in logs:
            row = records[f'models-{log}']['rows'][at]
            cells += [f'{row["mean_slowdown"]:.1f}, '
                      f'{row["mean_wait"] / 3600:.2f}',
                      number(row['longest_wait'] / 3600),
                      f'{row["account_miss"]:.4f}']
        rows.append(cells)
    return table(['model', *(cell for log in logs for cell in (
        f'{LOGS[log][1]}: slowdown, mean wait, h', 'longest wait, h',
        'off what was due'))], rows) + _measured(
            records, [f'models-{log}' for log in logs])


def _unheld(records):
    """Starts that bind nothing, under short waits."""
    names = {**LOGS, **SHARED}
    logs = [log for log in names if f'unheld-{log}' in records]
    rows = []
    for log in logs:
        row = records[f'unheld-{log}']['rows'][0]
        own = row['unheld']
        rows.append([
            names[log][1], *(f'{value:,.0f}' for value in (
                row['jobs'], row['promises'], own['jobs'],
                own['never_held'])),
            f'{100 * own["late"] / own["jobs"]:.1f}',
            f'{own["late_median"] / 60:,.0f}',
            f'{100 * own["early"] / own["jobs"]:.1f}',
            f'{own["early_median"] / 60:,.0f}'])
    return table(
        ['log', 'jobs', 'held a start', 'shown one, not held',
         'of them never held one', 'later than shown first, %',
         'by, median, min', 'sooner, %', 'by, median, min'], rows) + _measured(
             records, [f'unheld-{log}' for log in logs])


def tables(records):
    """{name of a place: lines}"""
    return {'results': _results(records),
            'replay': _replay(records, '', LOGS),
            'replay-fairshare': _replay(records, '-fairshare', LOGS),
            'replay-shared': _replay(records, '', SHARED),
            'sizes': _sizes(records, ''),
            'sizes-fairshare': _sizes(records, '-fairshare'),
            'luck': _luck(records), 'luck-brief': _luck_brief(records),
            'keys': _policies(records, ''),
            'keys-fairshare': _policies(records, '-fairshare', HELD),
            'shares': _shares(records), 'models': _models(records),
            'unheld': _unheld(records)}
