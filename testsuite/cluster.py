# SPDX-License-Identifier: GPL-2.0-or-later
"""A private, complete Slurm cluster in one temporary folder.

Own munged, MariaDB, slurmdbd, slurmctld and real slurmd on free ports;
nothing system-wide is touched, and several clusters live side by side.
Everything that was started ends with the cluster, jobs included.

    with Cluster(nodes=4, build='/tmp/build') as cluster:
        cluster.run(['sbatch', '--wrap', 'sleep 60'])
        print(cluster.run(['squeue']))

All waits are bounded in real time.  The options are those of `cluster
--help`; testsuite/cluster is the same from the command line.
"""
import os
import pwd
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

import cluster_conf as conf_text
import virtual as virtual_clock
from cluster_process import (MARK, ClusterError, Guard, Kept, Ports,
                             kill_marked, meanwhile, wait_for)

HERE = os.path.dirname(os.path.abspath(__file__))
START_SECONDS = 60
COMMAND_SECONDS = 120
CLOCK_ATTEMPTS = 5
TAIL_LINES = 40
NO_ACCOUNTS = (r'|_refresh_assoc_mgr_qos_list: no new list given back'
               if conf_text.release() in ((23, 11), (24, 5)) else '')
# What slurmctld says of its own files in an empty StateSaveLocation.
EMPTY_STATE = (
    r'Could not open (node|job|front_end|partition|reservation|trigger) '
    r'state file \S+/(node|job|front_end|part|resv|trigger)_state: No such '
    r'file or directory|NOTE: Trying backup ((partition )?state|front_end_state'
    r') save file\. (Information|Jobs|Reservations|Triggers) may be lost'
    r'|No fed_mgr state file \(\S+/fed_mgr_state\) to recover')
TAIL_IGNORE = re.compile(r'mpi/pmix|MPI: Cannot|munged: Info|\[Note\]'
                         rf'|create_mmap_buf|{EMPTY_STATE}')
FOLDERS = ('log', 'run', 'state', 'spool', 'munge', 'work')
OWN_FOLDERS = ('log', 'run', 'state')   # of SlurmUser
FOLDER_MODE = 0o755

# A job's script that ends once there is a file end.JOBID in its folder.  It
# looks without a process for each look: many such jobs run side by side.
UNTIL_ENDED = '''#!/bin/bash
exec 9<> <(:)
while [ ! -e end.$SLURM_JOB_ID ]; do read -rt 0.1 -u 9; done
exit 0'''


class Cluster:
    """One private cluster; see the module's text and __init__'s options."""

    def __init__(self, nodes=2, cpus=4, memory=4000, gres=None,
                 features=None, partitions=None,
                 priority='fairtree', scheduler='reserve', dbd=True,
                 enforce=None, select='cons_tres', auth=None, cloud=0,
                 conf=(), build=None, plugin_dirs=(), speed=0,
                 start='2026-01-01 00:00:00', clock=None, users=(), groups=(),
                 preload=(), sanitizer=None, name='ft', debug='info',
                 folder=None, env=None, accounting=(), disk=0,
                 virtual=False):
        """Nothing is started yet.

        cpus, memory, gres, features: one value for all nodes or a list that
        is repeated over the nodes.  partitions, conf: slurm.conf lines; those
        of conf replace lines with the same key.  build: this project's build
        tree, whose plugins come first.  speed: the cluster's clock runs that
        many times as fast from start on.  clock='step': it stands still and
        is moved by advance().  users, groups: names made known to the cluster
        only.  preload, sanitizer ('address', 'thread', 'undefined' or
        'address,undefined') and env: for slurmctld alone.  accounting:
        sacctmgr's words, one tuple a change, made before slurmctld first
        starts.  disk: TmpDisk in MB.
        virtual: no slurmd; the nodes and the clock are those of
        vcluster/vcluster.h, driven by self.virtual; needs build.
        """
        self.nodes, self.cpus, self.memory = nodes, cpus, memory
        self.gres, self.features = gres, features
        self.partitions, self.conf = partitions, list(conf)
        self.priority = _plugin('priority', priority)
        self.scheduler = _plugin('sched', scheduler)
        self.dbd, self.enforce, self.select = dbd, enforce, select
        self.auth = auth or ('none' if virtual else 'munge')
        self.cloud, self.name, self.debug = cloud, name, debug
        self.plugin_dirs = list(plugin_dirs)
        if build:
            found = [path for path in conf_text.build_plugin_dirs(build)
                     if os.path.isdir(path)]
            if not found:
                raise ClusterError(f'{build} has no plugin of ours: build '
                                   'there with Slurm\'s source first')
            self.plugin_dirs += found
        self.speed, self.start_time, self.clock = speed, start, clock
        self.virtual, self._virtual_library = None, None
        self.is_virtual, self.build = virtual, build
        self.users, self.groups = list(users), list(groups)
        self.preload = list(preload)
        self.sanitizers = sanitizer.split(',') if sanitizer else []
        self.ctld_env = dict(env or {})
        self.accounting, self.disk = accounting, disk
        self.folder = folder
        # A whole test may be run as sites run slurmctld: by another user.
        self.slurm_user = os.environ.get('FT_SLURM_USER') or 'root'
        self.umask = int(os.environ.get('FT_UMASK') or '-1', 8)
        self.env = {}
        self._daemons, self._ports, self._guard = {}, None, None
        self._unexpected = []

    # -- life ------------------------------------------------------------

    def __enter__(self):
        try:
            return self.start()
        except BaseException as error:
            if isinstance(error, Exception):
                self.show_logs()
            self.stop()
            raise

    def __exit__(self, kind, error, trace):
        if kind is not None and issubclass(kind, Exception):
            self.show_logs()
        self.stop()
        if kind is None and self._unexpected:
            raise ClusterError('; '.join(self._unexpected))

    def start(self):
        """Start everything and wait until all nodes are idle."""
        self._make_folder()
        self._guard = Guard(self.folder)
        count = 3 if self.is_virtual else self.nodes + 3
        self._ports = Ports(count)
        first = self._ports.first
        self.ports = {'slurmctld': first, 'slurmdbd': first + 1,
                      'mariadbd': first + 2, 'slurmd': first + 3}
        self._make_environment()
        if self.auth == 'munge':
            self._start_munged()
        self.write_conf()
        if self.dbd:
            self._start_mariadbd()
            self.start_slurmdbd()
            self.sacctmgr('add', 'cluster', self.name)
            for words in self.accounting:
                self.sacctmgr(*words)
        self.start_slurmctld()
        for i in range(0 if self.is_virtual else self.nodes):
            self.start_slurmd(f'n{i + 1}')
        if self.nodes:
            self.wait_nodes()
        return self

    def stop(self, keep_folder=False):
        """End every process of the cluster and remove its folder."""
        if not self.folder:
            return
        self._note_deaths()
        self._end_slurmctld()
        kill_marked(self.folder, spare=self._own_pids())
        for child in self._daemons.values():
            child.wait(10)
        if self._ports:
            self._ports.release()
        if self._guard:
            self._guard.dismiss()
        if not keep_folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        self._daemons, self.folder = {}, None

    def _end_slurmctld(self):
        """Let slurmctld end in order, for the sake of sanitizers' reports."""
        ctld = self._daemons.get('slurmctld')
        if not ctld or ctld.poll() is not None:
            return
        self._release_clock()
        ctld.terminate()
        for _ in range(100):
            if self.clock == 'step':
                self.advance(1)
            try:
                ctld.wait(0.1)
                return
            except subprocess.TimeoutExpired:
                pass

    def _release_clock(self):
        """A virtual cluster's slurmctld needs time to end in.

        Up to 23.02 its library sees the signal itself.
        """
        if self.virtual and conf_text.release() >= (23, 11):
            try:
                self.virtual.free()
            except ClusterError:
                pass # it no longer answers

    def keep(self):
        """Let the cluster outlive this program; stop_folder() ends it."""
        self._guard.dismiss()
        self._daemons, self._guard = {}, None

    def _own_pids(self):
        """A program run inside a cluster's environment is not its own prey."""
        pids = {os.getpid(), os.getppid()}
        if self._guard:
            pids.add(self._guard._child.pid)
        return pids

    def _make_folder(self):
        if not self.folder:
            self.folder = tempfile.mkdtemp(prefix='ft-cluster.')
        self.folder = os.path.abspath(self.folder)
        os.chmod(self.folder, FOLDER_MODE)
        for name in FOLDERS:
            os.makedirs(f'{self.folder}/{name}', mode=FOLDER_MODE,
                        exist_ok=True)
        for i in range(0 if self.is_virtual else self.nodes):
            os.makedirs(f'{self.folder}/spool/n{i + 1}', mode=FOLDER_MODE,
                        exist_ok=True)
        os.chmod(f'{self.folder}/work', 0o1777)
        for name in OWN_FOLDERS:
            shutil.chown(f'{self.folder}/{name}', self.slurm_user)

    # -- environment -----------------------------------------------------

    def _make_environment(self):
        env = {key: value for key, value in os.environ.items()
               if not key.startswith(('SLURM', 'SBATCH', 'FAKETIME',
                                      'SQUEUE_', 'SINFO_', 'LD_PRELOAD'))}
        env.update({'SLURM_CONF': f'{self.folder}/slurm.conf',
                    MARK: self.folder, 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8'})
        env['PATH'] = conf_text.search_path()
        self._plain_env = dict(env)
        libraries = []
        if self.users:
            libraries.append(_library('libnss_wrapper.so'))
            env.update(self._write_users())
            self._plain_env.update(env, LD_PRELOAD=libraries[0])
        if self.speed:
            clock = self._start_clock()
            libraries.append(clock.pop('LD_PRELOAD'))
            env.update(clock)
        if self.clock == 'step':
            # Such tests count on names; others may have no compiler.
            if self.users:
                libraries.insert(0, self.compile('name_lock'))
            libraries.append(self._make_step_clock())
            env['FT_CLOCK'] = f'{self.folder}/clock'
        if self.is_virtual:
            libraries.append(self._make_virtual())
            env['FT_CLOCK'] = f'{self.folder}/clock'
        if libraries:
            env['LD_PRELOAD'] = ':'.join(libraries)
        self.env = env

    @property
    def library_env(self):
        """Of programs that are linked with libslurm, as sfair is.

        cred/none of later releases calls what only the library of Slurm's own
        commands has; the plugins of a site do not.
        """
        if self.auth != 'none' or conf_text.release() < (23, 11):
            return self.env
        full = f'{conf_text.stock_plugin_dir()}/libslurmfull.so'
        return dict(self.env, LD_PRELOAD=':'.join(
            filter(None, [self.env.get('LD_PRELOAD'), full])))

    def _write_users(self):
        lines = ['root:x:0:0:root:/root:/bin/sh',
                 'nobody:x:65534:65534:nobody:/nonexistent:/bin/false']
        groups = ['root:x:0:', 'users:x:100:', 'nogroup:x:65534:']
        if self.slurm_user != 'root':
            own = pwd.getpwnam(self.slurm_user)
            lines.append(f'{self.slurm_user}:x:{own.pw_uid}:100::/:/bin/false')
        for i, user in enumerate(self.users):
            lines.append(f'{user}:x:{20001 + i}:100:{user}:'
                         f'{self.folder}/work:/bin/sh')
        groups += [f'{group}:x:{30001 + i}:{",".join(self.users)}'
                   for i, group in enumerate(self.groups)]
        for name, text in (('passwd', lines), ('group', groups)):
            self.write(name, '\n'.join(text) + '\n')
        return {'NSS_WRAPPER_PASSWD': f'{self.folder}/passwd',
                'NSS_WRAPPER_GROUP': f'{self.folder}/group'}

    def _start_clock(self):
        """One fast clock for all processes: libfaketime's shared start.

        The wrapper owns the shared memory, so it lives as long as we do.  It
        fails where an earlier process of the same number left its semaphore
        behind; another one has another number.
        """
        if not shutil.which('faketime'):
            raise ClusterError('speed needs the command faketime')
        dump = f'{self.folder}/run/clock.env'
        for _attempt in range(CLOCK_ATTEMPTS):
            child = self._spawn('clock', [
                'faketime', '-m', '-f', f'@{self.start_time} x{self.speed}',
                'sh', '-c', f'env -0 >{dump}.new && mv {dump}.new {dump} && '
                'exec tail -f /dev/null'],
                env=dict(self._plain_env, FAKETIME_DONT_RESET='1',
                         LD_PRELOAD=''))
            wait_for('fast clock', START_SECONDS, lambda clock=child:
                     os.path.exists(dump) or clock.poll() is not None)
            if os.path.exists(dump):
                break
        else:
            raise ClusterError(f'faketime fails: {self.log("clock")}')
        with open(dump, encoding='utf-8') as file:
            pairs = dict(item.split('=', 1)
                         for item in file.read().split('\0') if '=' in item)
        wanted = {key: value for key, value in pairs.items()
                  if key.startswith('FAKETIME') or key == 'LD_PRELOAD'}
        wanted['LD_PRELOAD'] = wanted['LD_PRELOAD'].strip(':')
        self._open_clock(wanted['FAKETIME_SHARED'])
        return wanted

    @staticmethod
    def _open_clock(names):
        """Let every user read the clock.

        Who cannot makes a clock of his own, which nobody removes; and a later
        process of the same number, but of another user, exits with status 1.
        """
        semaphore, memory = (name.strip('/') for name in names.split())
        for path in (f'/dev/shm/sem.{semaphore}', f'/dev/shm/{memory}'):
            os.chmod(path, 0o666)

    def compile(self, name):
        """A library to preload, of a source in this folder."""
        library = f'{self.folder}/run/{os.path.basename(name)}.so'
        subprocess.run([*os.environ.get('CC', 'cc').split(), '-O2', '-shared',
                        '-fPIC', '-o', library, f'{HERE}/{name}.c', '-ldl'],
                       check=True, timeout=60)
        return library

    def _make_step_clock(self):
        library = self.compile('step_clock')
        self._set_clock(self._start_seconds())
        return library

    def _start_seconds(self):
        return int(subprocess.run(
            ['date', '-u', '-d', self.start_time, '+%s'], check=True,
            capture_output=True, text=True, timeout=10).stdout)

    def _make_virtual(self):
        self._virtual_library, clock = virtual_clock.libraries(self.build)
        virtual_clock.make_clock(f'{self.folder}/clock',
                                 self._start_seconds())
        os.chmod(f'{self.folder}/clock', 0o644)
        socket = f'{self.folder}/run/virtual'
        self.ctld_env['FT_VIRTUAL'] = socket
        self.virtual = virtual_clock.Virtual(socket)
        return clock

    def _set_clock(self, seconds):
        path = f'{self.folder}/clock'
        with open(path, 'r+b' if os.path.exists(path) else 'w+b') as file:
            file.write(struct.pack('=qq', seconds, time.monotonic_ns()))

    def now(self):
        """The cluster's clock, in seconds of the epoch."""
        return int(self.run(['date', '+%s']))

    def advance(self, seconds):
        """Move a stepped clock on and return the new time."""
        with open(f'{self.folder}/clock', 'rb') as file:
            now = struct.unpack('=q', file.read(8))[0] + seconds
        self._set_clock(now)
        return now

    # -- files -----------------------------------------------------------

    def write(self, name, text, mode=0o644):
        """Write a file of the cluster's folder by rename; return its path."""
        path = f'{self.folder}/{name}'
        with open(path + '.new', 'w', encoding='utf-8') as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
        os.rename(path + '.new', path)
        return path

    def write_conf(self, extra=None):
        """Write the configuration again; extra replaces the option conf."""
        if extra is not None:
            self.conf = list(extra)
        self.write('slurm.conf',
                   conf_text.slurm_conf(self, self.ports, self.folder))
        # Without a word slurmd looks for cgroups and, with version 2, asks
        # systemd for a scope; version 1 is left alone until it is used.
        self.write('cgroup.conf', 'CgroupPlugin=cgroup/v1\n')
        if conf_text.gres_names(self):
            self._make_gpu_files()
            self.write('gres.conf', conf_text.gres_conf(self, self.folder))
        if self.dbd:
            self.write('slurmdbd.conf', conf_text.slurmdbd_conf(
                self, self.ports, self.folder), mode=0o600)
            shutil.chown(f'{self.folder}/slurmdbd.conf', self.slurm_user)

    def _make_gpu_files(self):
        os.makedirs(f'{self.folder}/dev', exist_ok=True)
        for i in range(self.nodes):
            for name, kind, count in conf_text.node_gres(self, i):
                for j in range(count if name == 'gpu' else 0):
                    with open(f'{self.folder}/dev/{kind or name}{j + 1}',
                              'ab'):
                        pass

    def log(self, daemon='slurmctld'):
        """Text of a daemon's log: slurmctld, slurmdbd, n1, mariadbd, ..."""
        try:
            with open(f'{self.folder}/log/{daemon}.log',
                      encoding='utf-8', errors='replace') as file:
                return file.read()
        except FileNotFoundError:
            return ''

    def errors(self, ignore=r'(?!)', daemon='slurmctld'):
        """Lines of a log that are errors and do not match ignore."""
        # What slurmctld only notes for debugging is none, whatever its words,
        # nor is that the machine was busy when it looked how fast clocks are,
        # or that an srun has gone that it tells of its job's end, or in 23.11
        # and 24.05 that its main loop asks for accounts where no slurmdbd has any.
        ignore += '' if self.dbd else NO_ACCOUNTS
        noise = re.compile(f'{ignore}|{EMPTY_STATE}' + r'|mpi/pmix|MailProg|^\w+: debug\d?: '
                           r'|High latency for 1000 calls'
                           r'|SRUN_JOB_COMPLETE\) failed: Connection reset')
        return [line for line in self.log(daemon).splitlines()
                if re.search(r'\b(error|fatal):', line)
                and not noise.search(line)]

    def show_logs(self, out=sys.stderr):
        """Print the tails of the logs: what to read after a failure."""
        if not self.folder or not os.path.isdir(f'{self.folder}/log'):
            return
        self._note_deaths()
        for name in sorted(os.listdir(f'{self.folder}/log')):
            lines = [line for line in
                     self.log(name.removesuffix('.log')).splitlines()
                     if not TAIL_IGNORE.search(line)]
            if lines:
                print(f'# -- {name}, last lines', file=out)
            most = TAIL_LINES if name == 'slurmctld.log' else TAIL_LINES // 4
            for line in lines[-most:]:
                print(f'#    {line}', file=out)
        for death in self._unexpected:
            print(f'# {death}', file=out)

    def sanitizer_reports(self):
        """Texts of the sanitizers' reports on slurmctld so far."""
        texts = []
        for name in sorted(os.listdir(f'{self.folder}/log')):
            if name.startswith('sanitizer.'):
                with open(f'{self.folder}/log/{name}', encoding='utf-8',
                          errors='replace') as file:
                    texts.append(file.read())
        # Beside another sanitizer that of undefined behaviour has no file.
        return texts + re.findall('.*: runtime error: .*', self.log())

    # -- daemons ---------------------------------------------------------

    # With a fast clock a peer may have given up before an answer is written.
    # Python ignores SIGPIPE; left so, that is an error and not a death.

    def _spawn(self, name, command, env=None):
        with open(f'{self.folder}/log/{name}.log', 'ab') as log:
            child = subprocess.Popen(
                command, env=env or self.env, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd=f'{self.folder}/work',
                umask=self.umask if name == 'slurmctld' else -1,
                start_new_session=True, restore_signals=not self.speed)
        self._daemons[name] = child
        return child

    def _wait_daemon(self, name, test, seconds=START_SECONDS):
        """Wait for a daemon's first answer.

        test() makes a command's CompletedProcess, or None for not yet.
        """
        child, last = self._daemons[name], None

        def _ready():
            nonlocal last
            if child.poll() is not None:
                raise ClusterError(
                    f'{name} ended with status {child.returncode}')
            last = test()
            return last and last.returncode == 0
        try:
            wait_for(f'answer of {name}', seconds, _ready)
        except ClusterError as error:
            said = (last.stderr + last.stdout).strip() if last else ''
            raise ClusterError(f'{error}: {said}') from None

    def _note_deaths(self):
        for name, child in self._daemons.items():
            if child.poll() is not None:
                text = f'{name} died with status {child.returncode}'
                if text not in self._unexpected:
                    self._unexpected.append(text)

    def deaths(self):
        """Daemons that ended without being told to, as text."""
        self._note_deaths()
        return list(self._unexpected)

    def _start_munged(self):
        base = f'{self.folder}/munge'
        with open(f'{base}/key', 'wb') as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(os.urandom(128))
        self._spawn('munged', [
            'munged', '--force', '--foreground', '--num-threads=4',
            f'--key-file={base}/key', f'--socket={base}/socket',
            f'--pid-file={base}/pid', f'--log-file={base}/log',
            f'--seed-file={base}/seed'])
        self._wait_daemon('munged', lambda: self.call(
            ['munge', '-n', '-o', '/dev/null', '-S', f'{base}/socket']))

    def _start_mariadbd(self):
        data, env = f'{self.folder}/db', self._plain_env
        # Native AIO contexts are few on a machine, and a starting server
        # deletes all temporary tables that it finds in its tmpdir.  A
        # certificate would be judged by the clock that the test sets.
        os.makedirs(f'{self.folder}/db-tmp', exist_ok=True)
        common = ['--no-defaults', '--user=root', f'--datadir={data}',
                  f'--tmpdir={self.folder}/db-tmp',
                  '--innodb-use-native-aio=0', '--innodb-log-file-size=16M']
        self.run(['mariadb-install-db', *common, '--skip-test-db',
                  '--auth-root-authentication-method=socket'], plain=True)
        sock = f'{self.folder}/run/mariadb'
        self._spawn('mariadbd', [
            'mariadbd', *common, '--skip-ssl', f'--socket={sock}',
            f'--pid-file={self.folder}/run/mariadb.pid',
            '--bind-address=127.0.0.1', f'--port={self.ports["mariadbd"]}',
            '--innodb-lock-wait-timeout=900',
            '--innodb-buffer-pool-size=64M', '--skip-name-resolve',
            # MariaDB 11.6 and later: slurmdbd 26.05 wants it off.
            '--loose-innodb-snapshot-isolation=OFF',
            '--innodb-flush-log-at-trx-commit=0'], env=env)
        client = ['mariadb', '--no-defaults', '--skip-ssl',
                  f'--socket={sock}', '-u', 'root']
        self._wait_daemon('mariadbd', lambda: self.call(
            client, input='select 1'))
        self.run(client, input=''.join(
            "create user 'slurm'@'{0}' identified by 'slurm';"
            "grant all on slurm.* to 'slurm'@'{0}';".format(host)
            for host in ('localhost', '127.0.0.1')) +
            'create database slurm;')

    def start_slurmdbd(self):
        """Start slurmdbd and wait until it answers."""
        self._spawn('slurmdbd', ['slurmdbd', '-D'])
        self._wait_daemon('slurmdbd', lambda: self.call(
            ['sacctmgr', '-nP', 'list', 'cluster'], plain=True))

    def _save_options(self):
        """-i, if a slurmctld that was killed had not yet saved its usage.

        It does so each five minutes, and slurmctld of 25.05 and later ends
        where it was up before and misses that file.
        """
        state = f'{self.folder}/state'
        unsaved = os.path.exists(f'{state}/clustername') and \
            not os.path.exists(f'{state}/assoc_usage')
        return ['-i'] if unsaved and conf_text.release() >= (25, 5) else []

    def start_slurmctld(self, wait=True, options=()):
        """Start slurmctld, after kill_slurmctld too; wait for its answer."""
        env = dict(self.env, **self.ctld_env)
        options = [*self._save_options(), *options]
        libraries = list(self.preload)
        for place, name in enumerate(self.sanitizers):
            kind = {'address': 'asan', 'thread': 'tsan',
                    'undefined': 'ubsan'}[name]
            libraries.insert(place, _compiler_library(f'lib{kind}.so'))
            settings = (f'log_path={self.folder}/log/sanitizer.{kind}:'
                        'detect_leaks=0:handle_segv=0')
            # Later ones walk lists under assoc_mgr's locks, and take these in
            # walks through others: any lock of ours may close such a circle.
            if kind == 'tsan' and conf_text.release() >= (23, 11):
                settings += ':detect_deadlocks=0'
            env[f'{kind.upper()}_OPTIONS'] = settings
        libraries += filter(None, [env.get('LD_PRELOAD')])
        if self.virtual:
            self.virtual.close()
            libraries = [self._virtual_library if path.endswith('/vclock.so')
                         else path for path in ':'.join(libraries).split(':')]
        if libraries:
            env['LD_PRELOAD'] = ':'.join(libraries)
        if self._is_kept():
            self._keep_slurmctld(options, env)
        else:
            self._spawn('slurmctld', ['slurmctld', '-D', *options], env)
        if wait:
            self._wait_daemon('slurmctld', self._ping)

    def _is_kept(self):
        """Does slurmctld go on in another process when it reconfigures?"""
        return not self.virtual and conf_text.release() >= (23, 11)

    def _keep_slurmctld(self, options, env):
        """As sites run it: with -D a refused reconfigure would end it."""
        env = dict(env, FT_KEPT_PRELOAD=env.get('LD_PRELOAD', ''))
        if self.slurm_user != 'root':
            own = pwd.getpwnam(self.slurm_user)
            group = 100 if self.users else own.pw_gid
            env['FT_KEPT_USER'] = f'{own.pw_uid}:{group}'
        env.pop('LD_PRELOAD', None)
        keeper = self._spawn('slurmctld', [
            sys.executable, f'{HERE}/keeper.py', f'{self.folder}/run',
            'slurmctld', '--systemd', *options], env)
        self._daemons['slurmctld'] = Kept(keeper, f'{self.folder}/run')

    def _ping(self):
        done = self.call(['scontrol', 'ping'])
        done.returncode = 0 if 'is UP' in done.stdout else 1
        return done

    def start_slurmd(self, node, *options):
        """Start one node's slurmd without waiting."""
        os.makedirs(f'{self.folder}/spool/{node}', mode=FOLDER_MODE,
                    exist_ok=True)
        self._spawn(node, ['slurmd', '-D', '-N', node, *options])

    def pid(self, daemon='slurmctld'):
        """Process id of a daemon that this object started."""
        return self._daemons[daemon].pid

    def kill(self, daemon, sig=signal.SIGKILL, seconds=30):
        """Send a daemon a signal that ends it; wait for that."""
        child = self._daemons[daemon]
        if child.poll() is not None:
            raise ClusterError(f'{daemon} was dead before: status '
                               f'{child.returncode}')
        if daemon == 'slurmctld' and sig in (signal.SIGTERM, signal.SIGINT):
            self._release_clock()
        child.send_signal(sig)
        return self.wait_end(daemon, seconds)

    def wait_end(self, daemon, seconds=30):
        """Wait for a daemon that was told to end; its status."""
        child = self._daemons.pop(daemon)
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            self._daemons[daemon] = child
            raise ClusterError(f'{daemon} does not end within {seconds} s '
                               'after its signal') from None

    def kill_slurmctld(self, sig=signal.SIGKILL, seconds=30):
        """End slurmctld; SIGTERM lets it save its state first."""
        return self.kill('slurmctld', sig, seconds)

    # -- commands --------------------------------------------------------

    def call(self, command, input=None, timeout=COMMAND_SECONDS,
             plain=False, env=None):
        """Run a command against this cluster; subprocess.CompletedProcess.

        plain: on the machine's own clock, whatever the cluster's is.
        """
        base = self._plain_env if plain else self.env
        return subprocess.run(
            command, input=input, capture_output=True, text=True,
            errors='replace', timeout=timeout, cwd=f'{self.folder}/work',
            restore_signals=not self.speed, env=dict(base, **(env or {})), check=False)

    def run(self, command, **options):
        """As call(), returns what it prints; ClusterError if it fails."""
        done = self.call(command, **options)
        if done.returncode != 0:
            raise ClusterError(
                f'{" ".join(command)}: status {done.returncode}: '
                f'{done.stderr.strip()} {done.stdout.strip()}')
        return done.stdout

    def sacctmgr(self, *words):
        """Change the accounting database without questions."""
        return self.run(['sacctmgr', '-i', '-Q', *words], plain=True)

    def submit(self, *options, script='sleep 60'):
        """sbatch a script; the job's id."""
        if not script.startswith('#!'):
            script = f'#!/bin/sh\n{script}'
        text = self.run(['sbatch', '--parsable', '-o', '/dev/null',
                         *options], input=f'{script}\n')
        return int(text.strip().split(';')[0])

    def job(self, job_id):
        """Fields of `scontrol show job`; {} once slurmctld forgot it."""
        done = self.call(['scontrol', '-o', 'show', 'job', str(job_id)])
        if done.returncode != 0:
            return {}
        return dict(word.split('=', 1) for word in done.stdout.split()
                    if '=' in word)

    def wait_job(self, job_id, states, seconds=START_SECONDS):
        """Wait (real seconds) until a job is in one of the states."""
        if isinstance(states, str):
            states = (states,)
        return wait_for(
            f'job {job_id} in {"/".join(states)}', seconds,
            lambda: self.job(job_id).get('JobState') in states)

    def reconfigure(self, seconds=START_SECONDS):
        """scontrol reconfigure; returns once it was carried out.

        False: slurmctld says (from 23.11 on) that it was refused.
        """
        # In 23.11 and 24.05 the one that hands over waits for slurmdbd by this.
        still = self.clock == 'step' and \
            (23, 11) <= conf_text.release() < (24, 11)
        with meanwhile(5, lambda: still and self.advance(6)):
            done = self.call(['scontrol', 'reconfigure'], timeout=seconds)
        refused = 'econfigur' in done.stderr and self._is_kept()
        if done.returncode and not refused:
            raise ClusterError(f'scontrol reconfigure: {done.stderr}')
        return not done.returncode

    def wait_nodes(self, states=('idle',), seconds=START_SECONDS):
        """Wait (real seconds) until each real node is in one of states."""
        def _ready():
            lost = [name for name, child in self._daemons.items()
                    if child.poll() is not None]
            if lost:
                raise ClusterError(f'{", ".join(lost)} ended at start')
            # Others of the configuration do not count.  To ask for nodes by
            # name takes minutes where there are 10,000.
            named = ['-n', self.node_list()] if self.nodes <= 1000 else []
            seen = set(self.call(['sinfo', '-h', *named, '-o',
                                  '%t']).stdout.split())
            return seen and seen <= set(states)
        wait_for(f'nodes in state {states}', seconds, _ready, pause=0.2)

    def node_list(self):
        """Host list expression of the real nodes."""
        return f'n[1-{self.nodes}]' if self.nodes > 1 else 'n1'

    def exports(self):
        """Shell lines that let any shell use this cluster."""
        wanted = (MARK, 'SLURM_CONF', 'TZ', 'LD_PRELOAD', 'FT_CLOCK')
        return ''.join(
            f"export {key}='{value}'\n" for key, value in self.env.items()
            if key in wanted or key.startswith(('FAKETIME', 'NSS_WRAPPER')))


def _plugin(kind, name):
    return name if '/' in name else f'{kind}/{name}'


def _library(name):
    for folder in ('/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu',
                   '/usr/lib', '/usr/lib64'):
        if os.path.exists(f'{folder}/{name}'):
            return f'{folder}/{name}'
    raise ClusterError(f'{name} is not installed')


def _compiler_library(name):
    path = subprocess.run(
        [os.environ.get('CC', 'gcc'), f'-print-file-name={name}'], check=True,
        capture_output=True, text=True, timeout=20).stdout.strip()
    if not os.path.isabs(path):
        raise ClusterError(f'the compiler has no {name}')
    return path


def stop_folder(folder):
    """End a cluster that was kept, and remove its folder."""
    folder = os.path.abspath(folder)
    if not os.path.exists(f'{folder}/slurm.conf'):
        raise ClusterError(f'{folder} is no private cluster: it has no '
                           'slurm.conf')
    kill_marked(folder, spare={os.getpid(), os.getppid()})
    shutil.rmtree(folder, ignore_errors=True)


def raise_on_signals():
    """Turn SIGINT, SIGTERM and SIGHUP into SystemExit: clusters end."""
    def _leave(number, _frame):
        raise SystemExit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
