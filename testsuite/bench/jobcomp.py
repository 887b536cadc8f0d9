# SPDX-License-Identifier: GPL-2.0-or-later
"""What jobcomp/filetxt wrote about jobs that have ended.

Slurm 22.05 cuts a record at 1,023 bytes, its newline with the rest, so that the
next record goes on in the same line: a long list of nodes hides what stands
behind it, and all of the next job.  Records are told apart by how they begin.
It refuses a record that lacks what stands before the nodes.
"""
import re

CUT = 1023
BEGIN = re.compile(rb'JobId=\d+ UserId=')
FIELD = re.compile(r'(\w+)=(\S*)')
BEFORE_NODES = ('JobId', 'JobState', 'StartTime', 'EndTime')


def records(data):
    """(fields of each whole record, bytes that they take) of what was read.

    Of a record that was cut the last field, which may not be whole, is left
    out.
    """
    begins = [match.start() for match in BEGIN.finditer(data)]
    found, taken = [], 0
    for begin, end in zip(begins, [*begins[1:], len(data)]):
        record = data[begin:end]
        whole = record.endswith(b'\n')
        if end == len(data) and not whole and len(record) < CUT:
            break   # slurmctld has not written all of it yet
        pairs = FIELD.findall(record.decode(errors='replace'))
        field = dict(pairs if whole else pairs[:-1])
        missing = [key for key in BEFORE_NODES if key not in field]
        if missing:
            raise ValueError(f'a record without {missing[0]}: {record!r}')
        found.append(field)
        taken = end
    return found, taken
