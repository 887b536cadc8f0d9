# SPDX-License-Identifier: GPL-2.0-or-later
"""The machines, and the two ways in which each is scheduled.

Nodes are CLOUD nodes that never boot: a job that was started holds what it
was given, which is all that counting needs, and no daemon but slurmctld runs.
slurmctld reads gres.conf for such nodes, so GPUs have sockets of their own.
The machine `real` has two real slurmd instead.  On `het` our scheduler has
the name of Slurm's, without which sbatch refuses heterogeneous jobs.
"""
import os
import re
import subprocess

from cluster import Cluster
from cluster_conf import as_backfill
from cluster_process import wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
# Of these slurmctld shows how many devices are shared, not the shares.
SHARED = ('shard', 'mps')
LIMIT, PROBE = '60', 'probe'
# gpu:a100:3(IDX:0-2),shard:(null):2(IDX:0),mps:0
GRES_USED = r'(?:^|,)(\w+)(?::[^:,]*)?:(\d+)(?=\(|,|$)'
SOCKETS = 'Sockets=2 CoresPerSocket=16 ThreadsPerCore=2'

# Stock's own at its best: all jobs looked at, at once and each second.
STOCK = ['PriorityType=priority/multifactor',
         'SchedulerParameters=bf_interval=1,bf_continue,batch_sched_delay=0,'
         'default_queue_depth=10000,bf_max_job_test=10000,bf_resolution=60,'
         'bf_max_time=60']
OURS = ['SchedulerParameters=defer,sched_interval=-1']
# rest.py reads when they look for work.
SPOKEN = ['DebugFlags=Backfill']
SCHEDULERS = {'stock': (('multifactor', 'backfill'), STOCK),
              'ours': (('fairtree', 'reserve'), OURS)}

PLAIN = [
    f'NodeName=p[1-2] {SOCKETS} RealMemory=128000 TmpDisk=100000 Weight=1 '
    'Feature=skylake,avx2,ib State=CLOUD',
    f'NodeName=p[3-4] {SOCKETS} RealMemory=256000 TmpDisk=100000 Weight=10 '
    'Feature=icelake,avx2,avx512 State=CLOUD',
    'PartitionName=batch Nodes=p[1-4] Default=YES DefMemPerCPU=1000 '
    'MaxTime=7-0',
    'PartitionName=short Nodes=p[1-2] DefMemPerCPU=1000 MaxTime=4:00:00',
    'PartitionName=bigmem Nodes=p[3-4] DefMemPerNode=8000 MaxTime=7-0',
    'PartitionName=whole Nodes=p[1-4] OverSubscribe=EXCLUSIVE',
    'PartitionName=nodefault Nodes=p[1-4]',
    'Licenses=matlab:10,ansys:4',
]

# Eight of one type, four a socket.
GPU = [
    f'NodeName=g[1-4] {SOCKETS} RealMemory=512000 Gres=gpu:a100:8 '
    'Feature=a100,nvlink State=CLOUD',
    'PartitionName=gpu Nodes=g[1-4] Default=YES DefMemPerCPU=2000',
    'PartitionName=bymem Nodes=g[1-4] DefMemPerGPU=40000',
    'PartitionName=bycpu Nodes=g[1-4] DefCpuPerGPU=6 DefMemPerGPU=40000',
    'GresTypes=gpu',
]
GPU_GRES = [
    'NodeName=g[1-4] Name=gpu Type=a100 File={dev}/a[0-3] Cores=0-15',
    'NodeName=g[1-4] Name=gpu Type=a100 File={dev}/a[4-7] Cores=16-31',
]

# Old ones, new ones, both in one node, and one that is cut into slices.
MIXED = [
    f'NodeName=m[1-2] {SOCKETS} RealMemory=256000 Gres=gpu:v100:4 '
    'Feature=v100 State=CLOUD',
    f'NodeName=m3 {SOCKETS} RealMemory=512000 Gres=gpu:a100:4,gpu:v100:2 '
    'Feature=a100,v100 State=CLOUD',
    f'NodeName=m4 {SOCKETS} RealMemory=512000 '
    'Gres=gpu:a100:2,gpu:1g.5gb:4,gpu:3g.20gb:2 Feature=a100,mig State=CLOUD',
    'PartitionName=gpu Nodes=m[1-4] Default=YES DefMemPerCPU=1000',
    'PartitionName=bymem Nodes=m[1-4] DefMemPerGPU=20000 DefCpuPerGPU=4',
    'GresTypes=gpu',
]
MIXED_GRES = [
    'NodeName=m[1-2] Name=gpu Type=v100 File={dev}/v[0-1] Cores=0-15',
    'NodeName=m[1-2] Name=gpu Type=v100 File={dev}/v[2-3] Cores=16-31',
    'NodeName=m3 Name=gpu Type=a100 File={dev}/a[0-3] Cores=0-15',
    'NodeName=m3 Name=gpu Type=v100 File={dev}/v[0-1] Cores=16-31',
    'NodeName=m4 Name=gpu Type=a100 File={dev}/a[0-1]',
    'NodeName=m4 Name=gpu Type=1g.5gb File={dev}/s[0-3]',
    'NodeName=m4 Name=gpu Type=3g.20gb File={dev}/t[0-1]',
]

SHARD = [
    f'NodeName=s[1-2] {SOCKETS} RealMemory=256000 Gres=gpu:a100:4,shard:16 '
    'State=CLOUD',
    f'NodeName=s[3-4] {SOCKETS} RealMemory=256000 Gres=gpu:t4:2,mps:200 '
    'State=CLOUD',
    'PartitionName=gpu Nodes=s[1-4] Default=YES DefMemPerCPU=1000',
    'PartitionName=bymem Nodes=s[1-4] DefMemPerGPU=20000',
    'GresTypes=gpu,shard,mps',
]
SHARD_GRES = [
    'NodeName=s[1-2] Name=gpu Type=a100 File={dev}/a[0-1] Cores=0-15',
    'NodeName=s[1-2] Name=gpu Type=a100 File={dev}/a[2-3] Cores=16-31',
    'NodeName=s[1-2] Name=shard Count=16',
    'NodeName=s[3-4] Name=gpu Type=t4 File={dev}/t[0-1]',
    'NodeName=s[3-4] Name=mps Count=200',
]

# As GPU, but two nodes that answer and run what they are given.
REAL = [line.replace('g[1-4]', 'ALL') for line in GPU[1:]]
REAL_GRES = [
    'NodeName=n[1-2] Name=gpu Type=a100 File={dev}/a100[1-4] Cores=0-15',
    'NodeName=n[1-2] Name=gpu Type=a100 File={dev}/a100[5-8] Cores=16-31',
]

# Four nodes to a block, which NVLink connects.
RACK = [
    f'NodeName=r[1-16] {SOCKETS} RealMemory=512000 Gres=gpu:gb200:4 '
    'State=CLOUD',
    'PartitionName=rack Nodes=r[1-16] Default=YES DefMemPerCPU=2000',
    'GresTypes=gpu',
    'TopologyPlugin=topology/block',
]
RACK_GRES = [
    'NodeName=r[1-16] Name=gpu Type=gb200 File={dev}/g[0-1] Cores=0-15',
    'NodeName=r[1-16] Name=gpu Type=gb200 File={dev}/g[2-3] Cores=16-31',
]
TOPOLOGIES = {'rack': ['BlockName=b1 Nodes=r[1-4]', 'BlockName=b2 Nodes=r[5-8]',
                       'BlockName=b3 Nodes=r[9-12]',
                       'BlockName=b4 Nodes=r[13-16]', 'BlockSizes=4,8,16']}

MACHINES = {'plain': (PLAIN, []), 'gpu': (GPU, GPU_GRES),
            'mixed': (MIXED, MIXED_GRES), 'shard': (SHARD, SHARD_GRES),
            'real': (REAL, REAL_GRES), 'het': (GPU, GPU_GRES),
            'rack': (RACK, RACK_GRES),
            'threads': (PLAIN + ['SelectTypeParameters=CR_CPU_Memory'], []),
            'sockets': (PLAIN + ['SelectTypeParameters=CR_Socket_Memory'], []),
            'linear': (PLAIN + ['SelectType=select/linear',
                                'SelectTypeParameters=CR_Memory'], [])}
# Those that have no lines of their own.
LINES = {'threads': 'plain', 'sockets': 'plain', 'linear': 'plain'}
ALWAYS = ['MinJobAge=2']
CLOUD = [
    'ResumeProgram=/bin/true', 'SuspendProgram=/bin/true',
    'ResumeTimeout=36000', 'SuspendTime=36000',
    'CommunicationParameters=NoAddrCache', 'PrivateData=cloud',
]
REAL_NODES = {'nodes': 2, 'cpus': f'64 {SOCKETS}', 'memory': 512000,
              'gres': 'gpu:a100:8'}


class Machine(Cluster):
    """One machine under one of SCHEDULERS, with its gres.conf.

    Without defer salloc gets what is free from slurmctld itself.
    """

    def __init__(self, name, scheduler, build, defer=True):
        self._waiting = []
        nodes, self._gres = MACHINES[name]
        self._topology = TOPOLOGIES.get(name)
        (priority, sched), parameters = SCHEDULERS[scheduler]
        lines = [line for line in nodes if not line.startswith('Partition')]
        partitions = [line for line in nodes if line not in lines]
        if not any(line.startswith('SelectType') for line in nodes):
            lines.append('SelectTypeParameters=CR_Core_Memory')
        lines += ALWAYS + SPOKEN + parameters
        lines += [] if name == 'real' else CLOUD
        self._as_backfill = name == 'het' and scheduler == 'ours'
        if self._as_backfill:
            sched = 'backfill'
        daemons = REAL_NODES if name == 'real' else {'nodes': 0}
        if not defer:
            lines = [line.replace('=defer,', '=') for line in lines]
        self.scheduled_by = scheduler
        super().__init__(auth='none', dbd=False, build=build, **daemons,
                         debug='debug',
                         priority=priority, scheduler=sched, conf=lines,
                         partitions=partitions)

    def write_conf(self, extra=None):
        """As a Cluster's; GPUs know their sockets."""
        if self._as_backfill:
            self._make_alias()
        super().write_conf(extra)
        if self._gres:
            text = '\n'.join(self._gres) + '\n'
            self.write('gres.conf', text.format(dev=f'{self.folder}/dev'))
        if self._topology:
            self.write('topology.conf', '\n'.join(self._topology) + '\n')

    def _make_alias(self):
        """The folder as-backfill of `make install`, from the build tree."""
        alias = f'{self.folder}/as-backfill'
        if alias in self.plugin_dirs:
            return
        os.makedirs(alias)
        as_backfill(self.build, alias)
        self.plugin_dirs.insert(0, alias)

    def start(self):
        """As a Cluster's; sbatch can submit copies."""
        super().start()
        self._copies = self.compile('everyday/copies')
        return self

    def refresh(self):
        """Forget all jobs, and that nodes were told to boot."""
        self._end_clients()
        if self.nodes:
            self.run(['scancel', '-u', 'root'])
            wait_for('end of all jobs', 60, lambda: not self.jobs())
            return
        self.kill_slurmctld()
        for entry in os.scandir(f'{self.folder}/state'):
            if entry.is_file():
                os.unlink(entry.path)
        self.start_slurmctld()

    def log_size(self):
        """How much slurmctld has logged so far."""
        return len(self.log())

    def stop(self, keep_folder=False):
        """As a Cluster's."""
        self._end_clients()
        super().stop(keep_folder)

    def _end_clients(self):
        for client in self._waiting:
            client.kill()
            client.wait()
        self._waiting = []

    def submit_copies(self, line, count):
        """Submit a line so often; why it was refused, or ''."""
        if line.command != 'sbatch':
            return self._start_clients(line, count)
        done = self.call(
            ['sbatch', '-t', LIMIT, '-o', '/dev/null', *line.words],
            input='#!/bin/sh\nsleep 60\n',
            env={'LD_PRELOAD': self._copies, 'FT_COPIES': str(count)})
        return _last_line(done.stderr) if done.returncode else ''

    def _start_clients(self, line, count):
        """They wait for nodes that never boot, as for slow ones."""
        command = [line.command, '-t', LIMIT, *line.words, 'sleep', '300']
        before = len(self.jobs())
        started = [subprocess.Popen(
            command, env=self.env, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(count)]
        self._waiting += started
        wait_for(f'{count} times {line}', 60, lambda: (
            len(self.jobs()) >= before + count or
            any(client.poll() for client in started)))
        for client in started:
            if client.poll():
                return _last_line(client.stderr.read())
        return ''

    def allocate(self, line):
        """Ask slurmctld to start it at once: the job's id, or None."""
        done = self.call(['salloc', '-I', '--no-shell', '-t', LIMIT,
                          *line.words, '-J', PROBE],
                         env={'LD_PRELOAD': self._copies})
        if done.returncode:
            return None
        return max(map(int, self.run(
            ['squeue', '-h', '-n', PROBE, '-o', '%i']).split()))

    def node_names(self, nodes):
        """['n1', 'n2'] of 'n[1-2]'."""
        return self.run(['scontrol', 'show', 'hostnames', nodes]).split()

    def wait_gone(self, jobs):
        """Wait until none of these jobs has nodes."""
        wait_for('end of cancelled jobs', 60, lambda: not any(
            job[0] in jobs and job[2] not in ('PD', 'CA')
            for job in self.jobs()), pause=0.05)

    def jobs(self):
        """[(job, task or component, state, reason)] in their order."""
        text = self.run(['squeue', '-h', '-r', '-o', '%i %t %r'])
        return sorted((int(job), int(part or 0), state, reason)
                      for job, part, state, reason in re.findall(
                          r'^(\d+)(?:[_+](\d+))? (\w+) (.*)$', text, re.M))

    def in_use(self):
        """{'cpu': n, 'mem': MB, GRES: n} of all nodes; 'nodes' of jobs: n."""
        text = self.run(['scontrol', 'show', 'nodes', '-d'])
        nodes = self.run(['squeue', '-h', '-t', 'R,CF', '-o', '%D']).split()
        used = {'cpu': 0, 'mem': 0}
        for key, value in re.findall(r'(CPUAlloc|AllocMem)=(\d+)', text):
            used['cpu' if key == 'CPUAlloc' else 'mem'] += int(value)
        for item in re.findall(r'GresUsed=(\S+)', text):
            for name, count in re.findall(GRES_USED, item):
                if name in SHARED:
                    continue
                used[name] = used.get(name, 0) + int(count)
        return used | {'nodes': sum(map(int, nodes))}


def _last_line(text):
    lines = [line for line in text.splitlines() if 'error' in line]
    return (lines or text.splitlines() or ['no reason'])[-1]
