#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps a daemon that goes on in another process, as systemd does.

    keeper.py FOLDER COMMAND...

From 23.11 on slurmctld reconfigures by starting anew: if the new process can
go on, it takes over and the old one ends; if not, the old one stays.  Who
goes on is told by a message to $NOTIFY_SOCKET (sd_notify), which is made in
FOLDER; FOLDER/main has the number of the process that is meant.  Ends as the
last of them does, with its status or by its signal.  Restarts nothing and
passes no signals on: who means the daemon sends them to it.

The daemon gets $FT_KEPT_PRELOAD as its LD_PRELOAD and, if that is given, runs
as $FT_KEPT_USER (UID:GID): as systemd starts it, slurmctld of later releases
does not change to SlurmUser by itself.
"""
import ctypes
import os
import re
import resource
import select
import signal
import socket
import sys

PR_SET_CHILD_SUBREAPER = 36
MESSAGE_BYTES = 4096


class Keeper:
    """The socket, the file and the process that is meant."""

    def __init__(self, folder):
        self.file, self.main = f'{folder}/main', 0
        self.path = f'{folder}/notify'
        for path in (self.path, self.file):
            if os.path.exists(path):
                os.unlink(path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        os.chmod(self.path, 0o666)

    def mean(self, pid):
        """pid is the daemon from now on."""
        self.main = pid
        with open(f'{self.file}.new', 'w', encoding='ascii') as file:
            file.write(f'{pid}\n')
        os.rename(f'{self.file}.new', self.file)

    def hear(self, flags=0):
        """One message; False if there is none."""
        try:
            text = self.socket.recv(MESSAGE_BYTES, flags)
        except BlockingIOError:
            return False
        found = re.search(rb'^MAINPID=(\d+)', text, re.M)
        if found and int(found[1]) != self.main:
            self.mean(int(found[1]))
        return True

    def reap(self):
        """The end of the daemon, as of wait(); None while it runs.

        It tells of its successor before it ends, so that is read first.
        """
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if not pid:
                return None
            while self.hear(socket.MSG_DONTWAIT):
                pass
            if pid == self.main:
                return status


def _become(user):
    number, group = map(int, user.split(':'))
    os.setgroups([])
    os.setgid(group)
    os.setuid(number)


def start(keeper, command):
    """The daemon, with the socket in its environment."""
    env = dict(os.environ, NOTIFY_SOCKET=keeper.path)
    preload = env.pop('FT_KEPT_PRELOAD', '')
    user = env.pop('FT_KEPT_USER', '')
    if preload:
        env['LD_PRELOAD'] = preload
    pid = os.fork()
    if pid:
        return pid
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    try:
        if user:
            _become(user)
        os.execvpe(command[0], command, env)
    except (ValueError, OSError) as error:
        print(f'{command[0]}: {error}', file=sys.stderr)
    os._exit(127)


def keep(keeper):
    """Listens until the daemon has ended; its status as of wait()."""
    wake, tell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(tell)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    while True:
        status = keeper.reap()
        if status is not None:
            return status
        ready, _, _ = select.select([keeper.socket, wake], [], [])
        if wake in ready:
            os.read(wake, MESSAGE_BYTES)
        if keeper.socket in ready:
            keeper.hear(socket.MSG_DONTWAIT)


def main():
    """Ends as the daemon did."""
    folder, command = sys.argv[1], sys.argv[2:]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    keeper = Keeper(folder)
    keeper.mean(start(keeper, command))
    status = keep(keeper)
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    sys.exit(os.WEXITSTATUS(status))


if __name__ == '__main__':
    main()
