# SPDX-License-Identifier: GPL-2.0-or-later
"""A virtual site whose requests come to most of what sched/reserve knows.

For shortage.tap: GRES, preemption, oversubscription, limits, reservations,
burst buffers' pools, switches, power saving, users alone on nodes, features
that are counted, het jobs.  Knows what to ask for; judges nothing.
"""
import os

from client import Refused
from mayhem import ACCOUNTS, SMALL, Mayhem

BUFFERS = '''
for _, name in ipairs({"job_process", "job_teardown", "setup", "data_in",
    "test_data_in", "test_data_out", "real_size", "paths", "pre_run",
    "post_run", "data_out", "get_status"}) do
  _G["slurm_bb_" .. name] = function() return slurm.SUCCESS, "" end
end
function slurm_bb_pools()
  return slurm.SUCCESS,
    '{"pools": [{"id": "p", "quantity": 4, "granularity": 1}]}'
end
'''
# PBS's tree of accounts: jobs of the last one wait, since it has no shares.
TREE = ''.join(f'{name} {number} root {shares}\n'
               for number, (name, shares) in enumerate(
                   zip(ACCOUNTS, (10, 20, 30, 0)), 10))
FILES = {'tree': TREE, 'burst_buffer.lua': BUFFERS, 'burst_buffer.conf': '',
         'topology.conf': 'SwitchName=s1 Nodes=n[1-4]\n'
                          'SwitchName=s2 Nodes=n[5-8]\n'
                          'SwitchName=top Switches=s[1-2]\n'}
CONF = ['GresTypes=disk,gpu', 'PreemptType=preempt/partition_prio',
        'PreemptMode=SUSPEND,GANG', 'BurstBufferType=burst_buffer/lua',
        'TopologyPlugin=topology/tree', 'SuspendProgram=/bin/true',
        'ResumeProgram=/bin/true', 'SuspendTime=10000000',
        'MCSPlugin=mcs/user', 'MCSParameters=enforced,ondemandselect']
PARTITIONS = [
    'PartitionName=batch Nodes=ALL Default=YES MaxTime=UNLIMITED '
    'PreemptMode=REQUEUE OverSubscribe=YES:2',
    'PartitionName=short Nodes=n[1-6] MaxTime=120 PriorityJobFactor=10 '
    'PreemptMode=SUSPEND',
    'PartitionName=high Nodes=ALL PriorityTier=5 MaxTime=UNLIMITED',
    'PartitionName=over Nodes=n[5-8] OverSubscribe=FORCE:3 MaxCPUsPerNode=5 '
    'MaxTime=UNLIMITED']
GRES, CPUS = 'gpu:k:3,gpu:m:2,disk:10', 8
LIMITS = [
    ('modify', 'account', ACCOUNTS[0], 'set', 'GrpTRES=cpu=40',
     'GrpTRESRunMins=cpu=4000', 'MaxTRES=cpu=64'),
    ('modify', 'qos', 'normal', 'set', 'MaxTRESPU=cpu=50', 'MaxJobsPU=60',
     'GrpTRES=node=60')]

# What a request has besides, each now and then.
MORE = (
    ('raw.tres_per_node=gres:gpu:1',), ('raw.tres_per_node=gres:gpu:k:2',),
    ('raw.tres_per_job=gres:gpu:3',), ('raw.tres_per_job=gres:gpu:k:1',),
    ('raw.tres_per_task=gres:gpu:1',),
    ('raw.tres_per_socket=gres:gpu:1', 'raw.sockets_per_node=1'),
    ('raw.tres_per_node=gres:gpu:1', 'raw.cpus_per_tres=gres:gpu:2'),
    ('raw.tres_per_node=gres:gpu:2', 'raw.ntasks_per_tres=1'),
    ('raw.tres_per_node=gres:disk:3',),
    ('constraint=[fast*1&slow*1]', 'min_nodes=2'),
    ('constraint=[fast*1&slow*1]', 'min_nodes=2', 'raw.contiguous=1'),
    ('constraint=[fast|slow]',), ('raw.prefer=slow',),
    ('min_nodes=2', 'raw.contiguous=1'), ('min_nodes=2', 'raw.req_switch=1'),
    ('raw.ntasks_per_socket=1',), ('raw.core_spec=1',),
    ('raw.task_dist=2',), ('raw.task_dist=3', 'min_nodes=2'),
    ('shared=1',), ('shared=2',), ('shared=0',), ('shared=3',),
    ('partition=over',), ('partition=over', 'shared=1'), ('partition=high',),
    ('partition=high', 'min_nodes=4'), ('raw.time_min=1',),
    ('raw.ntasks_per_core=1',), ('raw.threads_per_core=1',),
)


class Sundry(Mayhem):
    """Mayhem with these requests."""

    EVENTS = (*Mayhem.EVENTS, ('suspend', 4), ('resume', 4), ('het', 6),
              ('cores', 2))

    def __init__(self, cluster, *args, **options):
        super().__init__(*args, **options)
        self._cluster, self._turn = cluster, 0

    def _words(self):
        """One after the other of what there is besides."""
        words = super()._words()
        if words['min_nodes'] > SMALL or self.random.random() < 0.2:
            return words
        more = MORE[self._turn % len(MORE)]
        self._turn += 1
        for word in more:
            key, value = word.split('=', 1)
            words[key] = value
        nodes = max(int(words['min_nodes']), words['max_nodes'])
        words['min_nodes'] = int(words['min_nodes'])
        words['max_nodes'] = nodes
        words['num_tasks'] = words['min_nodes']
        words['min_cpus'] = words['num_tasks'] * words['cpus_per_task']
        words['mem_per_node'] = 100
        return words

    def _suspend(self):
        self._scontrol('suspend', self._some_job())

    def _resume(self):
        self._scontrol('resume', self._some_job())

    def _scontrol(self, *words):
        done = self._cluster.call(['scontrol', *map(str, words)])
        if done.returncode:
            raise Refused(done.stderr)

    def _cores(self):
        """A reservation of cores: those of running jobs are fenced off."""
        self._serial += 1
        self._scontrol('create', 'reservation',
                       f'reservationname=resv{self._serial}',
                       'starttime=now+300', 'duration=10', 'nodes=n[2-3]',
                       'corecnt=2,2', 'users=root')

    def _het(self):
        """Two components, which slurmctld starts together or not at all."""
        self._serial += 1
        draw = self.random
        part = ['-t10', '--mem=100', '-N1', '-A', draw.choice(ACCOUNTS)]
        if draw.random() < 0.3:     # more ways together than are planned
            part += ['-pbatch,short,over,high', '-C[fast|slow]', '-N1-2', ':',
                     *part, '-pbatch,short,over,high', '-C[fast|slow]']
        done = self._cluster.call(
            ['sbatch', '--parsable', '-o/dev/null', '-D/tmp',
             f'-n{draw.randint(1, 4)}', *part, ':', f'-n{draw.randint(1, 4)}',
             *draw.choice(([], ['-N1-2'], ['-C[fast|slow]'],
                           ['--gpus-per-task=k:1'], ['--gres=gpu:1'],
                           ['--core-spec=1'], ['-N2', '-C[fast*1&slow*1]'],
                           ['--gpus-per-socket=1', '--sockets-per-node=1'],
                           ['--ntasks-per-socket=1'])), *part,
             self.scripts[0]])
        if done.returncode:
            raise Refused(done.stderr)
        self.submitted[f'het{self._serial}'] = (
            int(done.stdout.split(';')[0]), 0, 2)


def has_lua(folder):
    """Was this Slurm built with burst_buffer/lua?"""
    return os.path.exists(f'{folder}/burst_buffer_lua.so')
