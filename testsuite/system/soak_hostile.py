# SPDX-License-Identifier: GPL-2.0-or-later
"""The soak on a virtual cluster, beside a user who means harm.

Between two events mallory, who is not SlurmUser, submits and changes jobs with
a member of their description at an odd number or with an odd byte in a text
(hostile.tap's cases).  The account is of the others' jobs.

With a build that has sanitizers memory is not measured, and what they report of
our code is one more claim.
"""
import contextlib
import importlib.machinery
import importlib.util
import os
import random

import cluster_conf
from client import Client, Refused
from cluster_process import ClusterError
from soak import EXPECTED_OF
from soak_virtual import VirtualSoak

HERE = os.path.dirname(os.path.abspath(__file__))
USER, UID, ACCOUNT = 'mallory', 20001, 'physics'
# Requests after each event, of which some are updates; her jobs at a time.
REQUESTS, JOBS = 6, 30
# Of such a value slurmctld says "Incomplete job record" when it is started
# again, and ends, whatever its plugins.
FATAL = ('contiguous', 'overcommit', 'requeue', 'prolog_running')
OURS = ('sched/reserve', 'priority/fairtree')


def _cases():
    """(member, value) of each case of hostile.tap."""
    loader = importlib.machinery.SourceFileLoader(
        'hostile', os.path.join(HERE, 'hostile.tap'))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader('hostile', loader))
    loader.exec_module(module)
    return [case for case in module.cases() if case[0] not in FATAL]


class HostileSoak(VirtualSoak):
    """See the module's text."""

    def __init__(self, options):
        super().__init__(options)
        if options.sanitized:
            # Its count of the heap is the sanitizer's.
            self.cluster.preload = []
        self._cases, self._jobs = _cases(), []
        self._draw = random.Random(options.seed)
        self._mallory, self.asked, self.taken = None, 0, 0

    def _machine(self):
        machine = {**super()._machine(), 'users': [USER]}
        if self.options.sanitized:
            machine.update(
                sanitizer='address,undefined',
                plugin_dirs=cluster_conf.build_plugin_dirs(
                    self.options.sanitized))
        return machine

    def run(self):
        """See Soak.run()."""
        with contextlib.ExitStack() as stack:
            self._stack = stack
            return super().run()

    def _make_accounts(self):
        super()._make_accounts()
        self.cluster.sacctmgr('add', 'user', USER, f'account={ACCOUNT}')

    def _make_mayhem(self):
        self._script = self.cluster.write('work/mallory.sh',
                                          '#!/bin/sh\n#RUN 60\n')
        self._enter()
        return super()._make_mayhem()

    def _enter(self):
        self._mallory = self._stack.enter_context(
            Client(self.cluster, self.options.build, user=UID))

    def _tell(self, *words):
        """Her request: what slurmctld answers, None if it refuses."""
        self.asked += 1
        try:
            answer = self._mallory.ask(*words)
        except Refused:
            return None
        except ClusterError:
            # libslurm ends on some of it by itself; whether slurmctld lives
            # is asked for at the end.
            self._enter()
            return None
        self.taken += 1
        return answer

    def _one_harm(self):
        name, value = self._draw.choice(self._cases)
        if self._jobs and self._draw.random() < .4:
            self._tell('update', self._draw.choice(self._jobs),
                       f'raw.{name}={value}')
            return
        job = self._tell('submit', f'script={self._script}', 'time_limit=5',
                         f'account={ACCOUNT}', f'uid={UID}', 'gid=100',
                         f'raw.{name}={value}')
        if job:
            self._jobs.append(int(job))
        while len(self._jobs) > JOBS:
            self._tell('cancel', self._jobs.pop(0))

    def jobs(self):
        """As in Soak, without names: hers may have any bytes."""
        text = self.cluster.run(['squeue', '-ha', '-t', 'all', '-r', '-o',
                                 '%A||%T|%r'])
        return [line.split('|', 3) for line in text.splitlines()]

    def _fill(self):
        super()._fill()
        for _ in range(REQUESTS):
            self._one_harm()

    def _all_ended(self):
        while self._jobs:
            self._tell('cancel', self._jobs.pop())
        return super()._all_ended()

    def _claims(self):
        claims = super()._claims()
        # Slurm's own complaints are about her; ours would be about anybody.
        claims['no error in slurmctld.log'] = [
            line for line in self.cluster.errors(
                EXPECTED_OF[self.options.side])
            if any(name in line for name in OURS)]
        claims['hostile requests were taken'] = \
            '' if self.taken > 100 else f'{self.taken} of {self.asked}'
        if self.options.sanitized:
            claims['no sanitizer reports our code'] = [
                text for text in self.cluster.sanitizer_reports()
                if any(word in text for word in
                       ('sched_reserve', 'priority_fairtree', 'libftslurm'))]
        return claims

    def _figures(self):
        return {**super()._figures(), 'hostile_requests': self.asked,
                'hostile_taken': self.taken}

    def _memory(self, claims):
        return {} if self.options.sanitized else super()._memory(claims)
