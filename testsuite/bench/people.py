# SPDX-License-Identifier: GPL-2.0-or-later
"""A tree of accounts and users for benchmarks, as SQL for slurmdbd's tables.

sacctmgr needs hours for 50,000 associations, since each one renumbers the
nested sets of all; here the whole tree is numbered once.  The users are those
that people.c makes known to slurmctld.  Usage is given afterwards, by
rewriting the file that slurmctld itself saved.
"""
import struct

FIRST_UID = 1000000
CREATED = 1700000000
ROWS_A_STATEMENT = 2000
FIRST_FREE_ID = 3


def accounts(count):
    """Parent of each account: three levels, about as wide as deep."""
    top = max(1, round((count / 50) ** 0.5))
    parent = {}
    for i in range(count):
        if i < top:
            parent[f'a{i}'] = 'root'
        elif i < top + top * top:
            parent[f'a{i}'] = f'a{i % top}'
        else:
            middle = min(top * top, count - top)
            parent[f'a{i}'] = f'a{top + i % middle}'
    return parent


class Tree:
    """count associations: one in ten an account, the others one user each."""

    def __init__(self, count):
        self.users = max(1, count * 9 // 10)
        self.parent = accounts(max(1, count - self.users))
        self._children = {}
        for name, parent in self.parent.items():
            self._children.setdefault(parent, []).append(name)
        leaves = [name for name in self.parent if name not in self._children]
        self._members = {}
        for user in range(self.users):
            self._members.setdefault(leaves[user % len(leaves)],
                                     []).append(user)
        # The root account and its user root come first in each tree.
        self._next_set, self._next_id = 4, FIRST_FREE_ID
        self._rows = []
        for name in self._children['root']:
            self._walk(name)

    def _walk(self, account):
        left, own = self._next_set, self._next_id
        self._next_set += 1
        self._next_id += 1
        for user in self._members.get(account, []):
            self._rows.append((self._next_id, f'bench{user}', account, '',
                               self._next_set, self._next_set + 1,
                               1 + user % 7, 1))
            self._next_id += 1
            self._next_set += 2
        for child in self._children.get(account, []):
            self._walk(child)
        self._rows.append((own, '', account, self.parent[account], left,
                           self._next_set, 1 + int(account[1:]) % 9, 0))
        self._next_set += 1

    def sql(self, cluster):
        """Statements that fill the tables of a cluster known to slurmdbd."""
        stamp = f'{CREATED},{CREATED}'
        columns = 'creation_time,mod_time'
        yield 'set autocommit=0;'
        yield from _insert(
            'acct_table', f'{columns},name,description,organization',
            (f"({stamp},'{name}','bench','bench')" for name in self.parent))
        yield from _insert('user_table', f'{columns},name',
                           (f"({stamp},'bench{user}')"
                            for user in range(self.users)))
        yield from _insert(
            f'{cluster}_assoc_table',
            f'{columns},id_assoc,user,acct,parent_acct,lft,rgt,shares,is_def',
            (f"({stamp},{row[0]},'{row[1]}','{row[2]}','{row[3]}',"
             f'{row[4]},{row[5]},{row[6]},{row[7]})' for row in self._rows))
        yield (f'update {cluster}_assoc_table set rgt={self._next_set} '
               'where id_assoc=1; commit;')


def _insert(table, columns, rows):
    rows = list(rows)
    for i in range(0, len(rows), ROWS_A_STATEMENT):
        yield (f'insert into {table} ({columns}) values '
               + ','.join(rows[i:i + ROWS_A_STATEMENT]) + ';')


def give_usage(path):
    """Give each record of a saved assoc_usage file some usage of its own.

    A record is: id, usage as text, usage by TRES as text, wall seconds; texts
    have their length before them and a zero after.
    """
    with open(path, 'rb') as file:
        data = file.read()
    out, at, records = [data[:10]], 10, 0
    while at < len(data):
        number, size = struct.unpack_from('>II', data, at)
        at += 8 + size
        tres_size, = struct.unpack_from('>I', data, at)
        tres = data[at:at + 4 + tres_size]
        at += 4 + tres_size + 4
        usage = b'%d.000000\0' % (number * 2654435761 % 1000003)
        out.append(struct.pack('>II', number, len(usage)) + usage + tres
                   + struct.pack('>I', number % 86400))
        records += 1
    with open(path, 'wb') as file:
        file.write(b''.join(out))
    return records
