# SPDX-License-Identifier: GPL-2.0-or-later
"""One testsuite/client process: requests to slurmctld at a millisecond each.

A request that slurmctld refuses is a Refused with its text; a client that
does not answer at all is a ClusterError.
"""
import os
import subprocess
import threading

from cluster_process import ClusterError

ANSWER_SECONDS = 120


class Refused(Exception):
    """slurmctld said no; the text is Slurm's."""


class Client:
    """Requests, one at a time, against a running cluster."""

    def __init__(self, cluster, build, user=None):
        """user: the number of the one whose requests these are."""
        path = os.path.join(build, 'testsuite/client')
        self._child = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=cluster.env, text=True, errors='replace', bufsize=1,
            restore_signals=not cluster.speed, user=user,
            group=user and 100, extra_groups=[] if user else None)
        self.requests = 0

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self._child.kill()
        self._child.wait()
        self._child.stdin.close()
        self._child.stdout.close()

    def ask(self, *words):
        """Send one request; the word after ok, else Refused."""
        line = ' '.join(str(word) for word in words)
        timer = threading.Timer(ANSWER_SECONDS, self._child.kill)
        timer.start()
        try:
            self._child.stdin.write(line + '\n')
            answer = self._child.stdout.readline()
        except BrokenPipeError:
            answer = ''
        finally:
            timer.cancel()
        self.requests += 1
        if not answer:
            raise ClusterError(f'client gave no answer to: {line}')
        kind, _, rest = answer.strip().partition(' ')
        if kind != 'ok':
            raise Refused(rest)
        return rest
