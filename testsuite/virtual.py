# SPDX-License-Identifier: GPL-2.0-or-later
"""The driver of a virtual cluster: nodes and time by command.

vcluster/driver.c, preloaded into slurmctld, answers on a socket in the
cluster's folder; doc/internals/vcluster.md says what the commands do.  An
answer that is an error, or none within the real time given, is a
ClusterError.
"""
import os
import socket
import struct
import time

from cluster_process import ClusterError, wait_for

SECOND = 1000000000
NEVER = 2 ** 63 - 1
ANSWER_SECONDS = 600
CONNECT_SECONDS = 30


def make_clock(path, seconds):
    """The clock file: real time from `seconds` of the epoch on."""
    offset = int(seconds * SECOND) - time.monotonic_ns()
    with open(path, 'w+b') as file:
        file.write(struct.pack('=Qqqqq', 0, offset, NEVER, offset, NEVER))


def read_clock(path):
    """The cluster's time, in seconds of the epoch."""
    with open(path, 'rb') as file:
        data = struct.unpack('=Qqqqq', file.read(40))
    offset, limit = data[3:] if data[0] & 1 else data[1:3]
    return min(time.monotonic_ns() + offset, limit) / SECOND


def libraries(build):
    """(library for slurmctld, library for all others) of a build tree."""
    folder = os.path.join(os.path.abspath(build or '.'),
                          'testsuite/vcluster')
    found = [f'{folder}/{name}.so' for name in ('vcluster', 'vclock')]
    for path in found:
        if not os.path.exists(path):
            raise ClusterError(f'{path} is missing: a virtual cluster needs '
                               'build=, and "make drivers" in it')
    return found


class Arrival:
    """Where the clock was held: now, idle, and the jobs that ended."""

    def __init__(self, words):
        self.now, self.idle = float(words[1]), words[2] == 'idle'
        self.ended = [int(word) for word in words[4:]]

    def __repr__(self):
        return f'Arrival({self.now}, idle={self.idle}, ended={self.ended})'


class Virtual:
    """One connection to the driver of a running slurmctld."""

    def __init__(self, path, seconds=ANSWER_SECONDS):
        self._path, self._seconds = path, seconds
        self._socket = self._file = None

    def _connect(self):
        def _try():
            try:
                link = socket.socket(socket.AF_UNIX)
                link.settimeout(self._seconds)
                link.connect(self._path)
                return link
            except (FileNotFoundError, ConnectionRefusedError):
                link.close()
                return None
        self._socket = wait_for('driver of the virtual cluster',
                                CONNECT_SECONDS, _try)
        self._file = self._socket.makefile('rw', encoding='utf-8')

    def close(self):
        """Leave; slurmctld goes on as it is."""
        if self._socket:
            self._file.close()
            self._socket.close()
        self._socket = None

    def ask(self, *words):
        """Send a command; the words of the answer."""
        line = ' '.join(str(word) for word in words)
        try:
            if not self._socket:
                self._connect()
            self._file.write(line + '\n')
            self._file.flush()
            answer = self._file.readline().split()
        except OSError as error:
            self.close()
            raise ClusterError(f'virtual cluster, {line}: {error}') from None
        if not answer or answer[0] == 'error':
            if not answer:
                self.close()
            raise ClusterError(f'virtual cluster, {line}: '
                               f'{" ".join(answer) or "no answer"}')
        return answer

    def run(self, until, patience=None):
        """Let time pass to `until`; hold the clock there; Arrival.

        Waits until slurmctld is idle there, at most `patience` real seconds.
        """
        return self._advance('run', until, patience)

    def until_end(self, until, patience=None):
        """As run(), but only to the next end of a job."""
        return self._advance('until', until, patience)

    def _advance(self, word, until, patience):
        words = [word, f'{until:.6f}']
        if patience is not None:
            words.append(f'{patience:.6f}')
        return Arrival(self.ask(*words))

    def free(self):
        """Real time from now on."""
        self.ask('free')

    def fail(self, nodes):
        """Nodes die, with the jobs whose script they run."""
        self.ask('fail', nodes)

    def hang(self, nodes):
        """Nodes do not answer; their jobs go on."""
        self.ask('hang', nodes)

    def back(self, nodes):
        """Nodes answer again, and register."""
        self.ask('back', nodes)

    def stats(self):
        """launched, ended, killed, running, jumps, skipped, now, cpu."""
        return {key: float(value) for key, value in
                (word.split('=') for word in self.ask('stats'))}
