# SPDX-License-Identifier: GPL-2.0-or-later
"""Processes and ports of a private cluster.

Each process of a cluster carries its folder in its environment (MARK), jobs
included, so that all of them are found again by that mark and by descent,
never by name; slurmstepd of 24.11 writes over its environment and is found by
the folder that it works in.  A guard process ends the cluster when its owner
dies, however that happens.
"""
import contextlib
import errno
import fcntl
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

MARK = 'FT_CLUSTER'
PORT_LOCKS = '/tmp/slurm-fairtree-ports'
PORT_FIRST, PORT_LAST, PORT_BLOCK = 15000, 32000, 50
# Signals that end a daemon.
FATAL = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGABRT,
         signal.SIGSEGV)


class ClusterError(Exception):
    """Something of the private cluster does not work; says what and where."""


def wait_for(what, seconds, test, pause=None):
    """Return test()'s first true value; ClusterError after real seconds.

    Without a pause it asks often at first, then seldom: a question is a client
    and threads of a daemon, and others wait for the processor.
    """
    begin = time.monotonic()
    while True:
        value = test()
        if value:
            return value
        waited = time.monotonic() - begin
        if waited > seconds:
            raise ClusterError(f'no {what} within {seconds} s')
        time.sleep(pause or min(0.05 + waited / 10, 0.25))


@contextlib.contextmanager
def meanwhile(seconds, action):
    """What is done if the block takes longer than these real seconds."""
    timer = threading.Timer(seconds, action)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def written_since(path, begin):
    """Has the file been written since then?  slurmctld takes an old state file
    away before the new one has its name, so it may be missing for a moment."""
    try:
        return os.stat(path).st_mtime >= begin
    except OSError:
        return False


def state_bytes(path):
    """What is in a state file, which may be missing for a moment."""
    try:
        with open(path, 'rb') as file:
            return file.read()
    except FileNotFoundError:
        return b''


def _is_free(port):
    for address in ('127.0.0.1', ''):
        with socket.socket() as probe:
            try:
                probe.bind((address, port))
            except OSError:
                return False
    return True


class Ports:
    """A run of free TCP ports, kept from other clusters by file locks."""

    def __init__(self, count):
        self._locks = []
        os.makedirs(PORT_LOCKS, mode=0o1777, exist_ok=True)
        blocks = -(-count // PORT_BLOCK)
        starts = list(range(PORT_FIRST, PORT_LAST - blocks * PORT_BLOCK,
                            PORT_BLOCK))
        random.SystemRandom().shuffle(starts)
        for first in starts:
            if self._take(first, blocks) and all(
                    _is_free(p) for p in range(first, first + count)):
                self.first = first
                return
            self.release()
        raise ClusterError(f'no {count} free ports between {PORT_FIRST} '
                           f'and {PORT_LAST}')

    def _take(self, first, blocks):
        for i in range(blocks):
            name = os.path.join(PORT_LOCKS, str(first + i * PORT_BLOCK))
            lock = os.open(name, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
            self._locks.append(lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno != errno.EWOULDBLOCK:
                    raise
                return False
        return True

    def release(self):
        """Let other clusters have the ports again."""
        for lock in self._locks:
            os.close(lock)
        self._locks = []


def _stat_fields(pid):
    with open(f'/proc/{pid}/stat', 'rb') as file:
        return file.read().rpartition(b')')[2].split()


def is_running(pid):
    """True while the process exists and is not a zombie."""
    try:
        return _stat_fields(pid)[0] not in (b'Z', b'X')
    except (OSError, IndexError):
        return False


def _is_marked(pid, folder):
    # Of one that is written over the last letter may be left.
    with open(f'/proc/{pid}/environ', 'rb') as file:
        variables = [one for one in file.read().split(b'\0') if b'=' in one]
    if variables:
        return f'{MARK}={folder}'.encode() in variables
    return os.readlink(f'/proc/{pid}/cwd').startswith(f'{folder}/')


def marked(folder):
    """Pids of the cluster in folder: marked ones and their descendants."""
    found, parent = set(), {}
    for name in os.listdir('/proc'):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        pid = int(name)
        try:
            parent[pid] = int(_stat_fields(pid)[1])
            if _is_marked(pid, folder):
                found.add(pid)
        except (OSError, IndexError):
            continue
    grown = True
    while grown:
        new = {pid for pid, up in parent.items() if up in found} - found
        found |= new
        grown = bool(new)
    return sorted(pid for pid in found if is_running(pid))


class Kept:
    """A daemon below keeper.py, to be used as the Popen of keeper.py.

    pid is who runs now; a signal that met somebody who was about to be
    succeeded is sent to the successor too.
    """

    def __init__(self, keeper, folder):
        self._keeper, self._file = keeper, f'{folder}/main'
        self._signal, self._told = None, None
        wait_for('the process of a daemon', 60, lambda: os.path.exists(
            self._file) or keeper.poll() is not None)

    @property
    def pid(self):
        """Process id of the daemon."""
        with open(self._file, encoding='ascii') as file:
            return int(file.read())

    @property
    def returncode(self):
        """As Popen's."""
        return self._keeper.returncode

    def poll(self):
        """As Popen's."""
        if self._keeper.poll() is None and self._signal is not None:
            self.send_signal(self._signal)
        return self._keeper.poll()

    def wait(self, timeout=None):
        """As Popen's."""
        end = time.monotonic() + (timeout or 0)
        while self.poll() is None:
            if timeout is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired('keeper.py', timeout)
            time.sleep(0.01)
        return self.returncode

    def send_signal(self, number):
        """As Popen's; nobody gets the same one twice in a row."""
        pid = self.pid
        if number in FATAL and (number, pid) == (self._signal, self._told):
            return
        if number in FATAL:
            self._signal, self._told = number, pid
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def terminate(self):
        """As Popen's."""
        self.send_signal(signal.SIGTERM)


def _forget_clock(folder):
    """Unlink the shared memory of a fast clock: its owner was killed."""
    try:
        with open(f'{folder}/run/clock.env', encoding='utf-8') as file:
            items = file.read().split('\0')
    except OSError:
        return
    for item in items:
        if not item.startswith('FAKETIME_SHARED='):
            continue
        semaphore, memory = item.split('=', 1)[1].split()
        for name in (f'sem.{semaphore.strip("/")}', memory.strip('/')):
            try:
                os.unlink(f'/dev/shm/{name}')
            except FileNotFoundError:
                pass


def kill_marked(folder, spare=(), seconds=20):
    """Kill all processes of the cluster in folder except those in spare.

    A process that forks while it is looked for is found the next time round.
    """
    end = time.monotonic() + seconds
    while True:
        pids = [pid for pid in marked(folder) if pid not in spare]
        if not pids:
            _forget_clock(folder)
            return
        if time.monotonic() > end:
            raise ClusterError(f'processes {pids} of {folder} do not end')
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.05)


class Guard:
    """Kills a cluster and removes its folder once its owner is gone."""

    def __init__(self, folder):
        self._child = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), folder],
            stdin=subprocess.PIPE, start_new_session=True,
            stdout=subprocess.DEVNULL)

    def dismiss(self):
        """The cluster was stopped, or shall outlive its owner."""
        try:
            self._child.stdin.write(b'dismissed')
            self._child.stdin.close()
        except OSError:
            pass
        self._child.wait(10)


def _guard(folder):
    if sys.stdin.buffer.read() == b'dismissed':
        return
    kill_marked(folder)
    subprocess.run(['rm', '-rf', '--', folder], check=False)


if __name__ == '__main__':
    _guard(sys.argv[1])
