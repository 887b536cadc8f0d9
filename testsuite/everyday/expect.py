# SPDX-License-Identifier: GPL-2.0-or-later
"""What is known to fail in a release: testsuite/expect/RELEASE.

    # a remark
    system/everyday<TAB>gpu: -n3 --gpus=2<TAB>why it fails

A line that says no reason, or names a line that the catalogue does not have, is
refused (ValueError): nothing is excused by a misprint.
"""
import os

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TEST = 'system/everyday'


def read_known(release, names):
    """{name of a point: reason} of a release, (22, 5) say.

    names: those that there are.
    """
    path = os.path.join(TOP, 'expect', f'{release[0]}.{release[1]:02}')
    known = {}
    if not os.path.exists(path):
        return known
    with open(path, encoding='utf-8') as file:
        for number, text in enumerate(file, 1):
            words = text.rstrip('\n').split('\t')
            if text.startswith('#') or words[0] != TEST:
                continue
            if len(words) != 3 or not words[2].strip():
                raise ValueError(f'{path}:{number}: no test, point and reason '
                                 'with a tab between them')
            if words[1] not in names:
                raise ValueError(f'{path}:{number}: there is no {words[1]}')
            known[words[1]] = words[2]
    return known
