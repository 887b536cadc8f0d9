# SPDX-License-Identifier: GPL-2.0-or-later
"""Limits of accounts, users and QOS, for a live replay.

What `sfair replay --limits` takes, as sacctmgr takes it: ACCOUNT and USER are
associations of the share tree, QOS[2] is the QOS q2, which the jobs of queue 2
ask for.  sfair has read the file before and says what is wrong with it; this
refuses nothing.
"""
from share_tree import ROOT, slurm_user

OTHERS = 'DEFAULT'  # in any case: all who have no line of their own
# Slurm's words for what the file says, and whether they name a TRES.
MEASURES = {'grpjobs': 'GrpJobs', 'grptres': 'GrpTRES',
            'maxjobspu': 'MaxJobsPerUser', 'maxtrespu': 'MaxTRESPerUser'}
ENFORCE = 'associations,limits,qos'


def _qos(queue):
    """The QOS that stands for a queue."""
    return f'q{queue}' if int(queue) >= 0 else 'q-none'


class Limits:
    """What the file says, and who has which limit."""

    def __init__(self, path):
        self.option = path
        self._rules = {}    # (kind, measure): {name, None for others: value}
        with open(path, encoding='utf-8') as file:
            for line in file:
                self._take(line.partition('#')[0].split())

    def _take(self, words):
        if not words:
            return
        kind, _, name = words[0].rstrip(']').partition('[')
        name = None if name.upper() == OTHERS else name
        for word in words[1:]:
            key, _, value = word.partition('=')
            key = (kind.upper(), MEASURES[key.lower()])
            self._rules.setdefault(key, {})[name] = value

    def _of(self, kind, name):
        """Words for sacctmgr: the limits that somebody of that name has."""
        return [f'{measure}={rules[found]}'
                for (whose, measure), rules in self._rules.items()
                if whose == kind
                for found in [name if name in rules else None]
                if found in rules]

    def _has(self, kind):
        return any(whose == kind for whose, _ in self._rules)

    def _root(self, accounts):
        """Those of the tree's root, whatever the tree calls it."""
        named = {name for (whose, _), rules in self._rules.items()
                 if whose == 'ACCOUNT' for name in rules if name}
        return self._of('ACCOUNT', next(iter(named - accounts), None))

    def qos_of(self, job):
        """What a job of the log asks for, None if no QOS has limits."""
        return _qos(job.queue) if self._has('QOS') else None

    def words(self, shares, jobs):
        """What slurmdbd is told, each for one sacctmgr, after the tree."""
        accounts = {name for name, _, _ in shares.accounts}
        told = [('modify', 'account', ROOT, 'set', *self._root(accounts))]
        told += [('modify', 'account', name.lower(), 'set',
                  *self._of('ACCOUNT', name)) for name in sorted(accounts)]
        told += [('modify', 'user', slurm_user(user), 'where',
                  f'account={account.lower()}', 'set', *self._of('USER', user))
                 for user, account, _ in shares.users]
        queues = sorted({str(job.queue) for job in jobs}) \
            if self._has('QOS') else []
        told += [('add', 'qos', _qos(queue), *self._of('QOS', queue))
                 for queue in queues]
        if queues:
            told.append(('modify', 'account', ROOT, 'set',
                         'qos=' + ','.join(map(_qos, queues))))
        return [words for words in told if words[-1] != 'set']
