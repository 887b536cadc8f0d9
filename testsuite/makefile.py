# SPDX-License-Identifier: GPL-2.0-or-later
"""What configure wrote into a build's Makefile, without running make."""
import re


def read_variable(build, name):
    """The words of a variable whose value names no other one."""
    with open(f'{build}/Makefile', encoding='utf-8') as file:
        found = re.search(rf'^{name} = ?(.*)$', file.read(), re.M)
    if not found:
        raise KeyError(f'{build}/Makefile: no {name}')
    return found[1].split()


def is_sanitized(build):
    """Was it configured with --enable-sanitizer?"""
    return '-fsanitize' in ' '.join(read_variable(build, 'SANITIZER_FLAGS'))
