# SPDX-License-Identifier: GPL-2.0-or-later
"""Accounts, users and their shares, for a live replay.

What `sfair replay --shares` takes, as sacctmgr takes it: a user of the log is
the Slurm user "u" and its number, an account keeps its name.  What stands for
them in slurmdbd is read back and compared.  It refuses names that Slurm cannot
tell apart or does not take, and users of the log for whom there is no place.
"""
import json
import os
import re
import subprocess

from cluster_process import ClusterError

NAME = re.compile(r'[A-Za-z0-9_][A-Za-z0-9_.-]*')
UNKNOWN = 'unknown'     # users whom a tree does not name are below it
ROOT = 'root'           # Slurm's account of that name is the tree's root
PARENT = 0x7fffffff     # shares of a user who counts as his account
FAN, SPREAD = 4, 0x9e3779b97f4a7c15


def slurm_user(name):
    """The Slurm user who stands for one of a log or tree."""
    return f'u{name}'


class ShareTree:
    """A tree as Slurm is to have it, and where each job belongs in it."""

    def __init__(self, option):
        self.option = option    # what sfair replay is given for --shares
        self.accounts = []      # (name, parent, shares), parents first
        self.users = []         # (name, account, shares)
        self._homes = {}        # the first account of a user

    def _place(self, user, account, shares):
        self.users.append((user, account, shares))
        self._homes.setdefault(user, account)

    def account_of(self, job):
        """The account that a job of the log is charged to."""
        if self.option == 'groups':
            return f'g{job.group}'
        return self._homes[str(job.user)].lower()

    def load(self):
        """The lines of `sacctmgr load` for cluster ft."""
        below = {}
        for name, parent, shares in self.accounts:
            below.setdefault(parent.lower(), []).append(
                f"Account - '{name.lower()}':Fairshare={shares}")
        for name, account, shares in self.users:
            below.setdefault(account.lower(), []).append(
                f"User - '{slurm_user(name)}':DefaultAccount="
                f"'{self._homes[name].lower()}':Fairshare={shares}")
        lines = ["Cluster - 'ft':Fairshare=1"]
        for parent, each in below.items():
            lines += [f"Parent - '{parent}'", *each]
        return '\n'.join(lines) + '\n'

    def check(self, listed):
        """Compare with `sacctmgr -nP list assoc format=account,user,share`."""
        there = {tuple(line.split('|')[:2]): line.split('|')[2]
                 for line in listed.splitlines() if line.count('|') >= 2}
        wanted = {(name.lower(), ''): shares
                  for name, _, shares in self.accounts}
        wanted.update({(account.lower(), slurm_user(name)): shares
                       for name, account, shares in self.users})
        for (account, user), shares in wanted.items():
            who = f'account {account}' + (f', user {user}' if user else '')
            got = there.get((account, user))
            if got is None:
                raise ClusterError(f'--shares: slurmdbd did not take {who}')
            if got != ('parent' if shares == PARENT else str(shares)):
                raise ClusterError(f'--shares: {who} has {got} shares in '
                                   f'slurmdbd, not {shares}')


def _check_names(tree, path):
    """Names as sacctmgr takes them, told apart as it does."""
    seen = {}
    for kind, names in (('account', [row[0] for row in tree.accounts]),
                        ('user', tree._homes)):
        for name in names:
            if not NAME.fullmatch(name):
                raise ClusterError(
                    f'{path}: {kind} "{name}": a name in Slurm has letters, '
                    'digits, "_", "." and "-" only: choose another')
    for name, _, _ in tree.accounts:
        if name.lower() == ROOT:
            raise ClusterError(f'{path}: account "{name}": Slurm has one of '
                               'that name above all others: choose another')
        if name.lower() in seen:
            raise ClusterError(
                f'{path}: accounts "{seen[name.lower()]}" and "{name}" are '
                'one for Slurm, wherever they stand and whatever their case: '
                'rename one')
        seen[name.lower()] = name
    if len({(user, account.lower()) for user, account, _ in tree.users}) < \
            len(tree.users):
        twice = [row[:2] for row in tree.users]
        user, account = next(row for row in twice if twice.count(row) > 1)
        raise ClusterError(f'{path}: user "{user}" stands twice in account '
                           f'"{account}": leave one out')


def _take_vertices(tree, rows, path):
    """The tree that `sfair tree --json` prints."""
    accounts = {ROOT}
    for row in rows[1:]:
        parent, _, name = row['path'].rpartition('/')
        parent = parent.rpartition('/')[2] or ROOT
        if parent not in accounts:
            raise ClusterError(f'{path}: "{parent}/{name}": a name in Slurm '
                               'has no "/": choose another')
        accounts.add(name)
        shares = PARENT if row['shares'] == 'parent' else row['shares']
        if row['user']:
            tree._place(name, parent, shares)
        else:
            tree.accounts.append((name, parent, shares))


def _given(path, jobs, sfair, folder):
    """A file in a format of `sfair tree`; it may be a pipe."""
    copy = f'{folder}/shares'
    try:
        with open(path, encoding='utf-8') as file, \
                open(copy, 'w', encoding='utf-8') as to:
            to.write(file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise ClusterError(f'--shares {path}: {error}') from None
    done = subprocess.run([sfair, 'tree', '--json', copy], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise ClusterError('--shares: ' +
                           done.stderr.strip().replace(copy, path))
    tree = ShareTree(copy)
    _take_vertices(tree, json.loads(done.stdout)['vertices'], path)
    accounts = {name for name, _, _ in tree.accounts}
    for user in sorted({job.user for job in jobs}):
        if str(user) not in tree._homes:
            if UNKNOWN not in accounts:
                raise ClusterError(
                    f'{path}: user {user} of the log is no leaf of the tree: '
                    f'add it, or an account named {UNKNOWN} for all who are '
                    'not named')
            tree._place(str(user), UNKNOWN, 1)
    return tree


def _groups(jobs):
    """An account with one share for each group of the log."""
    tree = ShareTree('groups')
    for group in sorted({job.group for job in jobs}):
        tree.accounts.append((f'g{group}', ROOT, 1))
    for group, user in sorted({(job.group, job.user) for job in jobs}):
        tree._place(str(user), f'g{group}', 1)
    return tree


def _made_up(jobs, folder):
    """As core/replay/population.c makes it up."""
    users = {}
    for user in sorted({job.user for job in jobs}):
        at = (user * SPREAD >> 32) % 2 ** 32 % (FAN * FAN)
        users.setdefault(at, []).append({'name': str(user), 'user': True})
    root = {'name': 'site', 'children': [
        {'name': f'd{d + 1}', 'shares': d + 1, 'children': [
            {'name': f'd{d + 1}g{g + 1}', 'shares': g + 1,
             'children': users.get(FAN * d + g, [])} for g in range(FAN)]}
        for d in range(FAN)]}
    path = f'{folder}/made-up.json'
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(root, file)
    return path


def read(option, jobs, sfair, folder):
    """The tree that --shares names; ClusterError says what is wrong."""
    os.makedirs(folder, exist_ok=True)
    if option == 'groups':
        return _groups(jobs)
    if option == 'made-up':
        option = _made_up(jobs, folder)
    tree = _given(option, jobs, sfair, folder)
    _check_names(tree, option)
    return tree
