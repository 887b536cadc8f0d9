# SPDX-License-Identifier: GPL-2.0-or-later
"""A small site with one kind of preemption, with Slurm's own plugins or ours.

Slurm's are told to look as often as they can, so that what they start is not
a matter of when they look.
"""
import concurrent.futures
import contextlib
import shutil
import tempfile

from cluster import Cluster
from cluster_conf import as_backfill

STOCK_OFTEN = ('SchedulerParameters=bf_interval=1,bf_continue,'
               'sched_interval=1,sched_min_interval=0,batch_sched_delay=0')
OURS_ALONE = 'SchedulerParameters=defer,sched_interval=-1'
NODES = {'nodes': 4, 'cpus': 4, 'memory': 4000, 'gres': 'gpu:2',
         'features': ['fast', 'fast', 'slow', 'slow']}

PARTITIONS = [
    f'PartitionName={name} Nodes=ALL PriorityTier={tier} MaxTime=INFINITE '
    f'State=UP PreemptMode={mode} {more}' for name, tier, mode, more in (
        ('low', 1, 'REQUEUE', 'Default=YES'), ('cancel', 1, 'CANCEL', ''),
        ('grace', 1, 'CANCEL', 'GraceTime=60'), ('safe', 1, 'OFF', ''),
        ('mid', 5, 'REQUEUE', ''), ('high', 9, 'OFF', ''))]
SUSPENDED = ['PartitionName=lull Nodes=ALL PriorityTier=1 MaxTime=INFINITE '
             'State=UP PreemptMode=SUSPEND']

_LOW = 'scav,drop,soon,normal'
_QOS = {
    'scav': ('PreemptMode=requeue', 'Priority=1'),
    'drop': ('PreemptMode=cancel', 'Priority=1'),
    'soon': ('PreemptMode=requeue', 'PreemptExemptTime=00:00:15'),
    'safe': ('PreemptMode=off',),
    'ladder': ('PreemptMode=within,requeue',),
    'high': (f'Preempt={_LOW},safe', 'Priority=10'),
    'one': (f'Preempt={_LOW}', 'MaxJobsPU=1'),
    'four': (f'Preempt={_LOW}', 'GrpTRES=cpu=4'),
    'top': ('Preempt=high,scav,normal', 'Priority=20'),
}
ACCOUNTING = [('add', 'qos', name) for name in _QOS]
ACCOUNTING += [('modify', 'qos', name, 'set', *more)
               for name, more in _QOS.items()]
ACCOUNTING += [('modify', 'qos', 'normal', 'set', 'PreemptMode=requeue',
                'Priority=5'),
               ('modify', 'account', 'root', 'set', f'qos+={",".join(_QOS)}')]


def _site(kind='partition_prio', mode='REQUEUE', keys='', conf=(), **options):
    """Options of Cluster, and what SchedulerParameters has more."""
    conf = ['KillWait=2', 'DefMemPerCPU=500', f'PreemptType=preempt/{kind}',
            f'PreemptMode={mode}', 'Licenses=red:2', *conf]
    site = dict(NODES, conf=conf, dbd=False, auth='none',
                partitions=PARTITIONS)
    if 'SUSPEND' in mode:
        site['partitions'] = PARTITIONS + SUSPENDED
    if kind == 'qos':
        site.update(dbd=True, auth='munge', enforce='limits,qos',
                    accounting=ACCOUNTING, partitions=None)
    site.update(options)
    return keys, site


MACHINES = {
    'partition': _site(),
    'suspend': _site(mode='SUSPEND,GANG'),
    'qos': _site('qos'),
    'youngest': _site(keys='preempt_youngest_first'),
    'strict': _site(keys='preempt_strict_order,preempt_reorder_count=3'),
    'exempt': _site(conf=['PreemptExemptTime=00:00:15']),
    'signal': _site(conf=['SlurmctldParameters=preempt_send_user_signal']),
    'linear': _site(select='linear', gres=None),
    'het': _site(),
}


class Site(Cluster):
    """One side of a machine."""

    def __init__(self, machine, build=None):
        """build: with our plugins; None: with Slurm's."""
        keys, options = MACHINES[machine]
        self.side = 'ours' if build else 'stock'
        self.own = None
        if build and machine == 'het':
            self.own = tempfile.mkdtemp(prefix='ft-preemption.')
            side = {'priority': 'fairtree', 'scheduler': 'backfill',
                    'plugin_dirs': [as_backfill(build, self.own)],
                    'build': build}
        elif build:
            side = {'priority': 'fairtree', 'scheduler': 'reserve',
                    'build': build}
        else:
            side = {'priority': 'multifactor', 'scheduler': 'backfill'}
        often = OURS_ALONE if build else STOCK_OFTEN
        often += f',{keys}' if keys else ''
        options = dict(options, **side)
        options['conf'] = [*options['conf'], often]
        super().__init__(**options)

    def stop(self, keep_folder=False):
        super().stop(keep_folder)
        if self.own:
            shutil.rmtree(self.own, ignore_errors=True)


@contextlib.contextmanager
def pair(machine, build):
    """Both sides of a machine, stock first, started side by side."""
    with contextlib.ExitStack() as stack:
        both = [Site(machine), Site(machine, build)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for started in [pool.submit(site.__enter__) for site in both]:
                stack.push(started.result())
        yield both
