# SPDX-License-Identifier: GPL-2.0-or-later
"""A cluster with users who mean harm, and one whose jobs are to start.

For hostile.tap and hostile_class.py.
"""
import contextlib
import os
import re
import time

from client import Client, Refused
from cluster_process import wait_for

BUILD = os.environ.get('FT_BUILDDIR') or os.getcwd()
USERS = {'mallory': 20001, 'alice': 20002, 'bob': 20003, 'olga': 20004}
# A SIGTERM that comes while slurmd still launches the job is lost: its node is
# in use for KillWait.
CONF = ['SchedulerParameters=defer,sched_interval=-1', 'MinJobAge=300',
        'GresTypes=disk', 'KillWait=1']
REFUSED = r'no plan in this cycle|could not be planned|planned anew'
PATIENCE = 120      # seconds after which a job is said not to start
# What tells of a job that it has started: it runs, or it did.
STARTED = ('1', '3')


class User:
    """Requests of one user, at a millisecond each."""

    def __init__(self, site, name):
        self.name, self.script = name, site.script
        self._client = Client(site.cluster, BUILD, user=USERS[name])

    def __enter__(self):
        self._client.__enter__()
        return self

    def __exit__(self, *error):
        self._client.__exit__(*error)

    def submit(self, words):
        """The job's id, or None if slurmctld refused it."""
        return self.ask('submit', f'script={self.script}', 'time_limit=5',
                        f'uid={USERS[self.name]}', 'gid=100', *words)

    def ask(self, *words):
        """The number that slurmctld answers, or None if it says no."""
        try:
            return int(self._client.ask(*words) or 0)
        except Refused:
            return None

    def tell(self, *words):
        """Whether slurmctld takes a request."""
        return self.ask(*words) is not None


class Site:
    """A cluster with these users; mallory is the one to fear."""

    def __init__(self, cluster, *options):
        """options: of alice's jobs; her nodes are not what is fought for."""
        self.cluster, self.options = cluster, options
        self.script = cluster.write('work/quick.sh', '#!/bin/sh\nexit 0\n')
        self.slowest, self.starts_seen = 0, 0

    def command(self, user, *words):
        """A command of that user: (status, output)."""
        done = self.cluster.call(
            ['setpriv', f'--reuid={USERS[user]}', '--regid=100',
             '--clear-groups', *words])
        return done.returncode, done.stdout + done.stderr

    def submit(self, user, *options):
        """The job's id, or None if slurmctld refused it."""
        status, text = self.command(
            user, 'sbatch', '-o/dev/null', '-D/tmp', '--parsable', *options,
            '--wrap', 'sleep 600')
        return int(text.split()[0]) if not status else None

    def starts(self, seconds=60):
        """Does a job of alice's start?  It is cancelled."""
        job = self.submit('alice', *self.options, '-n1', '-t1', '--mem=1')
        try:
            wait_for('job of another user', seconds, lambda: self.shown(
                job, '%t') in ('R', 'CF'))
        except Exception:  # pylint: disable=broad-except
            return False
        finally:
            self.cluster.run(['scancel', str(job)])
        return True

    def starts_one(self, alice, partition='hers'):
        """As starts(), by requests of alice's; the job ends by itself."""
        since = time.monotonic()
        job = alice.submit([f'partition={partition}', 'time_limit=1',
                            'raw.pn_min_memory=1'])
        if not job:
            return False
        while str(alice.ask('state', job)) not in STARTED:
            if time.monotonic() - since > PATIENCE:
                alice.tell('cancel', job)
                return False
            time.sleep(0.005)
        self.slowest = max(self.slowest, time.monotonic() - since)
        self.starts_seen += 1
        return True

    def note_starts(self, tap):
        """Says how often starts_one() was asked, and the longest it took."""
        tap.note(f'{self.starts_seen} jobs of another user started, the '
                 f'slowest after {self.slowest:.2f} s')

    @contextlib.contextmanager
    def users(self, *names):
        """Their clients."""
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(User(self, name)) for name in names]

    def shown(self, job, field):
        """A field of squeue's."""
        return self.cluster.run(
            ['squeue', '-h', '-j', str(job), '-o', field]).strip()

    def refusals(self):
        """Lines of the log about cycles without a plan."""
        return [line for line in self.cluster.log().splitlines()
                if re.search(REFUSED, line)]

    def left_out(self, job):
        """Lines of the log that say of a job that it cannot be planned."""
        return [line for line in self.cluster.log().splitlines()
                if f'JobId={job} cannot be planned' in line]

    def end(self, tap):
        """What holds at the end of each part."""
        tap.equal(self.refusals(), [], 'no cycle was refused')
        tap.equal(self.cluster.deaths(), [], 'slurmctld lives')
