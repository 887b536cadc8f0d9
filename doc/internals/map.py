#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps of the source, made of the source.

    map.py glossary     doc/internals/glossary.md: each term and its file
    map.py folders      the folders and what includes what, for dot(1)

`make maps` writes both.  testsuite/static/maps.tap says when they are stale.
Refuses to explain: architecture.md does.
"""
import collections
import glob
import os
import re
import sys

SRC = os.environ.get('FT_SRCDIR') or os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TERM = re.compile(r'\A/\* SPDX[^\n]*\n/\*\n \* (?:fts?_|sfair_)?(\w+)[^\n]*? - '
                  r'(.*?[.?])(?=  |\n| \*/)', re.S)
INCLUDE = re.compile(r'#include "((?:core|slurm|sfair)/[\w/]+)/\w+\.h"')


def _sources(pattern):
    return [path for part in ('core', 'slurm', 'sfair') for path in
            glob.glob(f'{SRC}/src/{part}/**/{pattern}', recursive=True)]


def _text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def terms():
    """(term, meaning, file), by term."""
    found = []
    for path in _sources('*.h'):
        match = TERM.match(_text(path))
        if match:
            meaning = re.sub(r'\s*\n \*\s*', ' ', match[2]).rstrip('.')
            meaning = meaning.replace('; private to reserve/', '')
            found.append((match[1].strip('_').replace('_', ' '), meaning,
                          os.path.relpath(path, SRC)))
    return sorted(found)


def glossary():
    """The glossary as Markdown."""
    lines = ['<!-- SPDX-License-Identifier: GPL-2.0-or-later -->',
             '# Glossary', '',
             'What the names of the code mean, out of the first lines of the',
             'headers that define them (`make maps`).', '',
             '| term | meaning | defined in |', '| --- | --- | --- |']
    lines += [f'| {term} | {meaning.replace("|", "/")} | `{path}` |'
              for term, meaning, path in terms()]
    return '\n'.join(lines) + '\n'


def edges():
    """{(folder, folder): number of includes}."""
    count = collections.Counter()
    for path in _sources('*.[ch]'):
        start = os.path.relpath(os.path.dirname(path), f'{SRC}/src')
        for end in INCLUDE.findall(_text(path)):
            if end != start:
                count[start, end] += 1
    return count


def drawn():
    """Edges of the picture: what follows from others is left out, and what
    goes against most includes."""
    count = edges()
    below = {name: set() for edge in count for name in edge}
    for start, end in count:
        if count[start, end] > count[end, start]:
            below[start].add(end)

    def _reached(start, without):
        seen, todo = set(), [end for end in below[start] if end != without]
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += below[one]
        return seen
    return sorted((start, end) for start in below for end in below[start]
                  if end not in _reached(start, end))


def folders():
    """The picture, for dot."""
    names = sorted({name for edge in edges() for name in edge})
    lines = ['digraph folders {', '\trankdir=TB; bgcolor="transparent";',
             '\tnode [shape=box, style="rounded,filled", fontname=Helvetica,'
             ' fontsize=11, fillcolor="#eef2f6", color="#7a8896"];',
             '\tedge [color="#7a8896", arrowsize=0.6];']
    for part in ('core', 'slurm/fairtree', 'slurm/reserve', 'sfair'):
        lines.append(f'\tsubgraph "cluster_{part}" {{ label="{part}";'
                     ' fontname=Helvetica; color="#c8d0d8";')
        lines += [f'\t\t"{name}" [label="{name[len(part) + 1:]}"];'
                  for name in names if name.startswith(part + '/')]
        lines.append('\t}')
    lines += [f'\t"{start}" -> "{end}";' for start, end in drawn()]
    return '\n'.join(lines + ['}']) + '\n'


if __name__ == '__main__':
    MAPS = {'glossary': glossary, 'folders': folders}
    if len(sys.argv) != 2 or sys.argv[1] not in MAPS:
        sys.exit(__doc__)
    sys.stdout.write(MAPS[sys.argv[1]]())
