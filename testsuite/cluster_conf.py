# SPDX-License-Identifier: GPL-2.0-or-later
"""The configuration files of a private cluster.

Only text is made here; nothing is started or written.
"""
import functools
import glob
import os
import re
import shutil
import socket
import subprocess

# Keys that may stand on several lines.
REPEATED = ('nodename', 'partitionname', 'nodeset', 'downnodes',
            'slurmctldhost', 'include')

# Nodes that always answer are not asked all the time whether they do.
VIRTUAL = {'SlurmdTimeout': 0}

# Nor does a clock that leaps wait for their answer, or for a job's first step.
STEP_CLOCK = {'SlurmdTimeout': 0, 'BatchStartTimeout': 36000,
              'SchedulerParameters': 'batch_sched_delay=0'}

# Patience that real daemons need when their clock runs fast: these are
# seconds of the cluster's clock, and the machine does not run faster.
FAST_CLOCK = {
    'MessageTimeout': 100, 'TCPTimeout': 60, 'SlurmdTimeout': 0,
    'BatchStartTimeout': 900, 'UnkillableStepTimeout': 900,
    'SlurmctldTimeout': 600,
}


def search_path():
    """PATH with the folders of daemons, which users often lack."""
    return os.environ['PATH'] + ':/usr/local/sbin:/usr/sbin:/sbin'


def stock_plugin_dir():
    """The folder of the own plugins of the slurmctld that PATH finds."""
    slurmctld = shutil.which('slurmctld', path=search_path())
    if not slurmctld:
        raise FileNotFoundError(f'no slurmctld in PATH {search_path()}')
    prefix = os.path.dirname(os.path.dirname(os.path.realpath(slurmctld)))
    for pattern in ('lib/*/slurm-wlm', 'lib*/slurm', 'lib/*/slurm'):
        for folder in sorted(glob.glob(os.path.join(prefix, pattern))):
            if os.path.exists(os.path.join(folder, 'select_linear.so')):
                return folder
    raise FileNotFoundError(f'no folder of Slurm plugins below {prefix}/lib '
                            f'for {slurmctld}')


@functools.lru_cache(maxsize=None)
def version():
    """The installed Slurm's version: (22, 5, 8), (24, 11, 7).

    Refuses another Slurm than the build was made for (FT_SLURM_VERSION): it
    would load none of the build's plugins.
    """
    text = subprocess.run(
        ['slurmctld', '-V'], check=True, capture_output=True, text=True,
        env=dict(os.environ, PATH=search_path())).stdout
    found, built = text.split()[-1], os.environ.get('FT_SLURM_VERSION')
    if built and built != found:
        path = shutil.which('slurmctld', path=search_path())
        raise RuntimeError(f'{path} is Slurm {found}, the build is for '
                           f'{built}: put its folders first in PATH')
    return tuple(int(part) for part in re.findall(r'\d+', found)[:3])


def release():
    """Its release: (22, 5), (24, 11)."""
    return version()[:2]


def no_dbd():
    """Options of a cluster without slurmdbd whose lists are asked for.

    23.11 and 24.05 have slurmdbd all the same.  They take whatever error their
    thread had last for slurmdbd's and then make no lists of associations: the
    main loop finds the account of each job invalid, and a request for them ends
    slurmctld.
    """
    if release() in ((23, 11), (24, 5)):
        return {'auth': 'munge', 'dbd': True}
    return {'auth': 'none', 'dbd': False}


def build_plugin_dirs(build):
    """The plugin folders in a build tree of this project."""
    return [os.path.join(os.path.abspath(build), 'src/plugins')]


def as_backfill(build, folder):
    """The folder as-backfill of `make install`, from a build tree; its path.

    slurmctld takes heterogeneous jobs only where the scheduler is so called.
    """
    plugins, = build_plugin_dirs(build)
    for name, plugin in (('sched_backfill', 'sched_reserve'),
                         ('libftslurm', 'libftslurm')):
        os.symlink(f'{plugins}/{plugin}.so', f'{folder}/{name}.so')
    os.chmod(folder, 0o755)     # sbatch looks there, too
    return folder


def _key(line):
    return line.split('=', 1)[0].strip().rstrip('+').lower()


def merge(lines, extra):
    """Lines with those of extra put in place of lines with the same key."""
    replaced = {_key(line) for line in extra
                if _key(line) not in ('nodename', 'partitionname')}
    kept = [line for line in lines if _key(line) not in replaced]
    return kept + list(extra)


def _per_node(value, index):
    """An option's value for node index: one for all, or a list."""
    if isinstance(value, (list, tuple)):
        return value[index % len(value)]
    return value


def node_lines(spec, first_port):
    """NodeName lines: one a node if anything differs, else one for all."""
    host = socket.gethostname().split('.')[0]
    differs = any(isinstance(value, (list, tuple)) for value in
                  (spec.cpus, spec.memory, spec.gres, spec.features))
    groups = [(f'n{i + 1}', str(first_port + i), i)
              for i in range(spec.nodes)]
    if not differs and spec.nodes > 1:
        last = first_port + spec.nodes - 1
        groups = [(f'n[1-{spec.nodes}]', f'[{first_port}-{last}]', 0)]
    if spec.is_virtual:
        groups = [(name, '1', i) for name, _port, i in groups]
    lines = []
    for name, port, i in groups:
        line = (f'NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 '
                f'Port={port} CPUs={_per_node(spec.cpus, i)} '
                f'RealMemory={_per_node(spec.memory, i)}')
        lines.append(line + _node_tail(spec, i) + ' State=UNKNOWN')
    return lines


def _node_tail(spec, index):
    tail = f' TmpDisk={spec.disk}' if spec.disk else ''
    if _per_node(spec.features, index):
        tail += f' Feature={_per_node(spec.features, index)}'
    if _per_node(spec.gres, index):
        tail += f' Gres={_per_node(spec.gres, index)}'
    return tail


def cloud_lines(spec):
    """Nodes that need no daemon: their jobs stay in CONFIGURING."""
    return [
        f'NodeName=c[1-{spec.cloud}] CPUs={_per_node(spec.cpus, 0)} '
        f'RealMemory={_per_node(spec.memory, 0)}{_node_tail(spec, 0)} '
        'State=CLOUD',
        'ResumeProgram=/bin/true', 'SuspendProgram=/bin/true',
        'ResumeTimeout=36000', 'SuspendTime=600',
        'CommunicationParameters=NoAddrCache', 'PrivateData=cloud',
    ]


def gres_names(spec):
    """Names of the GRES types in use, in order."""
    values = spec.gres if isinstance(spec.gres, (list, tuple)) else [spec.gres]
    names = {item.split(':')[0] for value in values if value
             for item in value.split(',')}
    return sorted(names)


def gres_conf(spec, folder):
    """Text of gres.conf; GPUs get device files, which write_conf() makes."""
    lines = []
    for i in range(spec.nodes):
        for name, kind, count in node_gres(spec, i):
            line = f'NodeName=n{i + 1} Name={name} Count={count}'
            if kind:
                line += f' Type={kind}'
            if name == 'gpu':
                line += f' File={folder}/dev/{kind or "gpu"}[1-{count}]'
            lines.append(line)
    return '\n'.join(lines) + '\n'


def node_gres(spec, index):
    """(name, type or '', count) of each GRES of a node."""
    for item in filter(None, (_per_node(spec.gres, index) or '').split(',')):
        part = item.split(':')
        count = int(part[-1]) if len(part) > 1 else 1
        yield part[0], part[1] if len(part) == 3 else '', count


def _accounting(spec, ports, folder):
    if not spec.dbd:
        return ['AccountingStorageType=accounting_storage/none']
    lines = ['AccountingStorageType=accounting_storage/slurmdbd',
             'AccountingStorageHost=127.0.0.1',
             f'AccountingStoragePort={ports["slurmdbd"]}']
    if spec.auth == 'munge':
        lines.append(f'AccountingStoragePass={folder}/munge/socket')
    if spec.enforce:
        lines.append(f'AccountingStorageEnforce={spec.enforce}')
    return lines


def _auth(spec, folder):
    if spec.auth == 'none':
        return ['AuthType=auth/none', 'CredType=cred/none']
    return ['AuthType=auth/munge', 'CredType=cred/munge',
            f'AuthInfo=socket={folder}/munge/socket']


def _known(lines):
    """Lines without what the installed release says it needs no more."""
    unneeded = ()
    if release() >= (23, 11):
        unneeded = ('CommunicationParameters=NoAddrCache',)
    return [line for line in lines if line not in unneeded]


def _with_parameters(lines, scheduler):
    """FT_PARAMETERS: keys that each cluster with sched/reserve gets as well."""
    extra = os.environ.get('FT_PARAMETERS')
    if not extra or not scheduler.endswith('reserve'):
        return lines
    given = [i for i, line in enumerate(lines)
             if line.lower().startswith('schedulerparameters=')]
    if not given:
        return lines + [f'SchedulerParameters={extra}']
    last, key = lines[given[-1]], extra.split('=', 1)[0]
    if key + '=' not in last:
        lines = list(lines)
        lines[given[-1]] = f'{last},{extra}'
    return lines


def slurm_conf(spec, ports, folder):
    """Text of slurm.conf for a spec (a Cluster), its ports and folder."""
    host = socket.gethostname().split('.')[0]
    plugin_dirs = list(spec.plugin_dirs) + [stock_plugin_dir()]
    lines = [
        f'ClusterName={spec.name}',
        f'SlurmctldHost={host}(127.0.0.1)',
        f'SlurmctldPort={ports["slurmctld"]}',
        f'SlurmUser={spec.slurm_user}', 'SlurmdUser=root',
        f'PluginDir={":".join(plugin_dirs)}',
        f'StateSaveLocation={folder}/state',
        f'SlurmdSpoolDir={folder}/spool/%n',
        f'SlurmctldPidFile={folder}/run/slurmctld.pid',
        f'SlurmdPidFile={folder}/run/slurmd.%n.pid',
        f'SlurmctldDebug={spec.debug}', f'SlurmdDebug={spec.debug}',
        'LogTimeFormat=iso8601_ms',
        'ProctrackType=proctrack/linuxproc', 'TaskPlugin=task/none',
        'JobAcctGatherType=jobacct_gather/none', 'MpiDefault=none',
        'SwitchType=switch/none', 'ReturnToService=2',
        'SlurmdParameters=config_overrides', 'MailProg=/bin/true',
        'MaxJobCount=200000',
        f'SelectType=select/{spec.select}',
        f'PriorityType={spec.priority}', f'SchedulerType={spec.scheduler}',
    ]
    if spec.select != 'linear':
        lines.append('SelectTypeParameters=CR_Core_Memory')
    if gres_names(spec):
        lines.append(f'GresTypes={",".join(gres_names(spec))}')
    lines += _auth(spec, folder) + _accounting(spec, ports, folder)
    if spec.speed:
        lines += [f'{key}={value}' for key, value in FAST_CLOCK.items()]
    if spec.is_virtual:
        lines += [f'{key}={value}' for key, value in VIRTUAL.items()]
    if spec.clock == 'step':
        lines += [f'{key}={value}' for key, value in STEP_CLOCK.items()]
    if spec.nodes:
        lines += node_lines(spec, ports['slurmd'])
    if spec.cloud:
        lines += cloud_lines(spec)
    lines += spec.partitions or ['PartitionName=batch Nodes=ALL Default=YES '
                                 'MaxTime=UNLIMITED State=UP']
    return '\n'.join(_with_parameters(
        _known(merge(lines, spec.conf)), spec.scheduler)) + '\n'


def slurmdbd_conf(spec, ports, folder):
    """Text of slurmdbd.conf."""
    lines = [f'DbdHost={socket.gethostname().split(".")[0]}',
             'DbdAddr=127.0.0.1', f'DbdPort={ports["slurmdbd"]}',
             f'SlurmUser={spec.slurm_user}', f'DebugLevel={spec.debug}',
             f'PidFile={folder}/run/slurmdbd.pid',
             f'PluginDir={stock_plugin_dir()}',
             'StorageType=accounting_storage/mysql',
             'StorageHost=127.0.0.1', f'StoragePort={ports["mariadbd"]}',
             'StorageUser=slurm', 'StoragePass=slurm', 'StorageLoc=slurm']
    if spec.auth == 'none':
        lines.append('AuthType=auth/none')
    else:
        lines += ['AuthType=auth/munge',
                  f'AuthInfo=socket={folder}/munge/socket']
    if spec.speed:
        lines += ['MessageTimeout=100', 'TCPTimeout=60']
    return '\n'.join(lines) + '\n'
