# SPDX-License-Identifier: GPL-2.0-or-later
"""The catalogue of scenes of preemption, as text.

    @MACHINE                     of site_pair.py; until the next one
    A title, which is the name   with * before it: tried by default too
     run NAME OPTIONS            a job that is waited for until it runs
     come NAME OPTIONS           one that is not
     held NAME OPTIONS           one that waits for "release"
     release                     all that are held, at once
     end NAME                    the jobs are cancelled
     until NAME STATE            one of them is in that state (or "settle")
     settle                      until nothing changes any more
     resv WORDS                  an advance reservation, of scontrol
     = NAME WORDS; NAME WORDS    what has become of the jobs with ours, after
                                 all has settled; must stand at the end
     ~ REASON                    with Slurm's own plugins it is worse, or
                                 another choice that is as good

NAME*N is N such jobs.  Of the options !N is a script that sleeps N seconds,
!leave one that ends when it is told with USR1; %NAME% is the job's number.
Refuses to run anything.
"""
import collections
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))

Scene = collections.namedtuple('Scene', 'machine title short steps wanted why')


def _read_scene(machine, lines):
    """One Scene of its lines, the first of which is the title."""
    wanted, why, steps = '', '', []
    for line in lines[1:]:
        if line.startswith('='):
            wanted = line[1:].strip()
        elif line.startswith('~'):
            why = f'{why} {line[1:].strip()}'.strip()
        else:
            steps.append(line)
    title = lines[0].lstrip('* ')
    return Scene(machine, title, lines[0].startswith('*'), steps, wanted, why)


def read_scenes(name='scenes'):
    """[Scene], in the order of the catalogue."""
    with open(f'{HERE}/{name}', encoding='utf-8') as file:
        text = re.sub(r'(?m)^#.*\n', '', file.read())
    found = []
    for part in re.split(r'(?m)^@', text)[1:]:
        machine, rest = part.split('\n', 1)
        for block in re.split(r'(?m)^(?=\S)', rest):
            lines = [line.strip() for line in block.splitlines()]
            if any(lines):
                found.append(_read_scene(machine.strip(),
                                         [line for line in lines if line]))
    return found
