# SPDX-License-Identifier: GPL-2.0-or-later
"""The catalogue: one line a request, as users write it, in NAME.lines.

    # MPI
    * -N2 --ntasks-per-node=32
    salloc -n4
    24.11 -n4 --mincpus=8

sbatch goes without saying; a release in front is the first that has it, and *
marks what the short form of the test tries too.  A file that cannot be read so
is a ValueError with its name and line.
"""
import collections
import os
import re
import shlex

HERE = os.path.dirname(os.path.abspath(__file__))
COMMANDS = ('sbatch', 'salloc', 'srun')


class Line(collections.namedtuple('Line', 'command words since short drawn',
                                  defaults=(False,))):
    """What is typed; drawn: by a seed (cross.py), not from the catalogue."""

    def is_array(self):
        """Is it a job array?"""
        return any(re.match('-a|--array', word) for word in self.words)

    def __str__(self):
        front = '' if self.command == 'sbatch' else self.command + ' '
        return front + shlex.join(self.words)


def parse_line(text):
    """A Line of a line of the catalogue."""
    words, since, command = shlex.split(text), (0, 0), 'sbatch'
    short = words[0] == '*'
    if short:
        del words[0]
    if re.fullmatch(r'\d\d\.\d\d', words[0]):
        since = tuple(int(part) for part in words.pop(0).split('.'))
    if words[0] in COMMANDS:
        command = words.pop(0)
    if not words[0].startswith('-'):
        raise ValueError(f'{words[0]} is no option')
    return Line(command, tuple(words), since, short)


def read_lines(machine, release=(99, 0)):
    """All Lines of a machine that a release of Slurm has."""
    path, lines = os.path.join(HERE, f'{machine}.lines'), []
    with open(path, encoding='utf-8') as file:
        for number, text in enumerate(file, 1):
            if not text.strip() or text.startswith('#'):
                continue
            try:
                line = parse_line(text)
            except (ValueError, IndexError) as error:
                raise ValueError(f'{path}:{number}: {error}') from error
            if line.since <= release:
                lines.append(line)
    return lines
