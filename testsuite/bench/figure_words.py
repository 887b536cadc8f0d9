# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers, times and tables as the documents of figures have them.

Knows nothing of what is measured.
"""


def number(value, digits=3):
    """As many digits as mean something: 3."""
    if value is None:
        return '-'
    if isinstance(value, str):
        return value
    if value == 0:
        return '0'
    if abs(value) >= 100:
        return f'{value:,.0f}'
    text = f'{value:.{digits}g}'
    return f'{float(text):g}' if 'e' in text else text


def seconds(value):
    """A time in the unit that it has few digits in."""
    if value is None:
        return '-'
    if value >= 0.9995:
        return f'{number(value)} s'
    if value >= 0.9995e-3:
        return f'{number(1e3 * value)} ms'
    return f'{number(1e6 * value)} us'


def table(head, rows):
    """Lines of a table."""
    lines = ['| ' + ' | '.join(head) + ' |',
             '|' + ' --- |' * len(head)]
    return lines + ['| ' + ' | '.join(map(str, row)) + ' |' for row in rows]
