#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The releases of Slurm that the pair was tried on, as tables.

usage: releases.py                 print doc/releases.md's table
       releases.py --write         write it there, and the summary in README.md
       releases.py --record FILE VERSION TEST PASSED FAILED KNOWN SKIPPED
                                   note what a test came to, as testsuite/matrix
                                   does; what the test came to before is
                                   forgotten

What is known stands in testsuite/expect/results, a line for each test of each
release: version, test, date, passed, failed, known to fail, skipped.  A test
of which no such line is there was not run, and the tables say so.
"""
import datetime
import fcntl
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SRC = os.environ.get('FT_SRCDIR') or os.path.dirname(HERE)
RESULTS = 'testsuite/expect/results'
BEGIN = '<!-- made by testsuite/releases.py --write -->'
END = '<!-- end -->'
# Where a release, or some release of a series, ships in November 2026.
MET = {'22.05': 'Debian 12, EPEL 9', '23.11.4': 'Ubuntu 24.04',
       '24.11': 'Debian 13', '25.05': 'OpenHPC 2 and 4',
       '25.11': 'Ubuntu 26.04, OpenHPC 3', '26.05': 'EPEL 10'}


def _read(name):
    with open(os.path.join(SRC, name), encoding='utf-8') as file:
        return file.read()


def _matrix_list(name):
    """The tests of a list of testsuite/matrix, which are its own to know."""
    text = re.search(rf'^{name}=\((.*?)\)', _read('testsuite/matrix'),
                     re.M | re.S)[1]
    return text.split()


def full():
    """What a release must pass; packages are tried apart."""
    return ['build'] + [test for test in _matrix_list('core')
                        if test != 'package']


def parse(text):
    """{version: {test: (date, passed, failed, known, skipped)}}"""
    found = {}
    for line in text.splitlines():
        if line and not line.startswith('#'):
            version, test, date, *counts = line.split('\t')
            found.setdefault(version, {})[test] = (date, *map(int, counts))
    return found


def _order(version):
    return [int(part) for part in re.findall(r'\d+', version)]


def record(path, version, test, counts):
    """Puts a test's line in place of its former one; several may at once."""
    with open(path, 'a+', encoding='utf-8') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        lines = file.read().splitlines()
        head = [line for line in lines if line.startswith('#')]
        rows = [line for line in lines if line and not line.startswith('#') and
                line.split('\t')[:2] != [version, test]]
        rows.append('\t'.join([version, test, str(datetime.date.today()),
                               *counts]))
        rows.sort(key=lambda row: (_order(row.split('\t')[0]), row))
        file.truncate(0)
        file.write(''.join(f'{line}\n' for line in head + rows))


def state(tests):
    """A word or two for a release."""
    if any(row[2] for row in tests.values()):
        return 'tests fail'
    absent = [test for test in full() if test not in tests]
    if not absent:
        return 'certified'
    short = [test for test in _matrix_list('short') if test not in tests]
    return 'tried at length' if not short else 'tried'


def _dates(tests):
    dates = sorted({row[0] for row in tests.values()})
    return dates[0] if len(dates) == 1 else f'{dates[0]} to {dates[-1]}'


def _total(tests, column):
    return sum(row[column] for row in tests.values())


def _ran(tests):
    return sum(test in tests for test in full())


def summary(results):
    """README's lines."""
    lines = ['| Slurm | shipped by | state | tests run | points passed | failed | '
             'known to fail | date |',
             '| --- | --- | --- | --- | --- | --- | --- | --- |']
    for version in sorted(results, key=_order):
        tests = results[version]
        series = '.'.join(version.split('.')[:2])
        met = MET.get(version, MET.get(series, ''))
        lines.append(
            f'| {version} | {met} | {state(tests)} | {_ran(tests)} of '
            f'{len(full())} | {_total(tests, 1)} | {_total(tests, 2)} | '
            f'{_total(tests, 3)} | {_dates(tests)} |')
    return lines


def _cell(row):
    if row is None:
        return 'not run'
    _date, passed, failed, known, skipped = row
    words = [str(passed)]
    words += [f'**{failed} failed**'] if failed else []
    words += [f'{known} known'] if known else []
    words += [f'{skipped} skipped'] if skipped else []
    return ', '.join(words)


def grid(results):
    """doc/releases.md: each test in each release."""
    versions = sorted(results, key=_order)
    tests = full()
    tests += sorted({test for rows in results.values() for test in rows} -
                    set(tests))
    lines = ['| test | ' + ' | '.join(versions) + ' |',
             '| --- |' + ' --- |' * len(versions)]
    for test in tests:
        cells = [_cell(results[version].get(test)) for version in versions]
        lines.append(f'| {test.removeprefix("system/")} | ' +
                     ' | '.join(cells) + ' |')
    return lines


def expected():
    """doc/releases.md: what is known to fail, and why."""
    lines = ['| Slurm | test | point | reason |', '| --- | --- | --- | --- |']
    folder = os.path.join(SRC, 'testsuite/expect')
    for name in sorted(filter(re.compile(r'\d+\.\d+$').match,
                              os.listdir(folder))):
        for line in _read(f'testsuite/expect/{name}').splitlines():
            if line and not line.startswith('#'):
                test, point, reason = (cell.replace('|', '\\|')
                                       for cell in line.split('\t'))
                lines.append(f'| {name} | {test.removeprefix("system/")} | '
                             f'`{point}` | {reason} |')
    return lines


def pages():
    """{file: [lines of its first table, of its second, ...]}"""
    results = parse(_read(RESULTS))
    return {'README.md': [summary(results)],
            'doc/releases.md': [summary(results), grid(results), expected()]}


def renew(text, tables):
    """The text with these tables between its marks."""
    places = re.compile(rf'({re.escape(BEGIN)}\n).*?({re.escape(END)})', re.S)
    count = len(places.findall(text))
    if count != len(tables):
        raise ValueError(f'{len(tables)} tables for {count} places')
    made = iter(tables)
    return places.sub(lambda at: at[1] + ''.join(
        f'{line}\n' for line in next(made)) + at[2], text)


def main(arguments):
    if arguments[:1] == ['--record'] and len(arguments) == 8:
        path, version, test, *counts = arguments[1:]
        record(path, version, test, counts)
    elif arguments == ['--write']:
        for name, tables in pages().items():
            text = renew(_read(name), tables)
            with open(os.path.join(SRC, name), 'w', encoding='utf-8') as file:
                file.write(text)
    elif not arguments:
        print('\n'.join(grid(parse(_read(RESULTS)))))
    else:
        print(__doc__.split('\n\n')[1], file=sys.stderr)
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
