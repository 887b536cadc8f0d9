# SPDX-License-Identifier: GPL-2.0-or-later
"""Requests of which several members are odd at once, for hostile.tap.

Each is two to seven members of a job's description, drawn from what sbatch
takes, what it does not, and what is beyond all bounds.
"""
import random

TOP = 2 ** 63   # of a word of memory: by CPU, not by node
FAR, SOON = 2 ** 62, 1767300000
NODES, PARTITIONS = 20, [
    'PartitionName=all Nodes=n[1-18] Default=YES MaxTime=UNLIMITED',
    'PartitionName=hers Nodes=n[19-20] MaxTime=UNLIMITED',
    'PartitionName=over Nodes=n[10-18] MaxTime=UNLIMITED '
    'OverSubscribe=FORCE:3 MaxCPUsPerNode=5']
FEATURES = ['a,b', 'a', 'b']
GRES = 'disk:10,gpu:k:4'
CONF = ['MaxArraySize=1000', 'Licenses=lic:5,lib:2', 'GresTypes=disk,gpu']
RESERVATIONS = {'res': ('Nodes=n[15-16]',), 'res2': ('Nodes=n17', 'Flags=FLEX')}
VALUES = {
    'time_limit': (1, 5, 600, 2 ** 31, 2 ** 32 - 3, 2 ** 32 - 1),
    'time_min': (1, 4, 2 ** 31, 2 ** 32 - 1),
    'begin_time': (0, 2 ** 40, FAR),
    'deadline': (SOON, 2 ** 40, FAR),
    'min_nodes': (0, 1, 2, 5, 17),
    'max_nodes': (1, 3, 17, 500000),
    'min_cpus': (1, 7, 64, 2 ** 31),
    'max_cpus': (1, 7, 64),
    'num_tasks': (1, 7, 64, 100000, 2 ** 31, 2 ** 32 - 3),
    'ntasks_per_node': (1, 3, 9, 65000),
    'ntasks_per_socket': (1, 2, 5, 65000),
    'ntasks_per_core': (1, 2, 65000),
    'ntasks_per_tres': (1, 2, 5),
    'cpus_per_task': (1, 2, 3, 9, 65000),
    'pn_min_memory': (1, 100, 3999, 2 ** 40, TOP - 1, TOP + 5, 2 * TOP - 3),
    'pn_min_cpus': (1, 3, 9, 65000),
    'pn_min_tmp_disk': (1, 4000000),
    'sockets_per_node': (1, 2, 3, 65000),
    'cores_per_socket': (1, 2, 5),
    'threads_per_core': (1, 2),
    'contiguous': (0, 1),
    'overcommit': (0, 1),
    'shared': (0, 1, 2, 3),
    'core_spec': (1, 7, 0x8001, 65000),
    'plane_size': (1, 3, 64),
    'task_dist': (1, 2, 3, 4, 5, 0x11, 0x22, 0x33, 0x10002, 0x20001),
    'req_switch': (1, 2, 64, 2 ** 32 - 3),
    'wait4switch': (1, 2 ** 31),
    'nice': (2 ** 31,),
    'features': ('a', 'a|b', 'a&b', '[a|b]', 'a*2', '[a*2&b*3]', '(a|b)&a',
                 '[a|b|c]', '[a*4]', 'c'),
    'prefer': ('a', 'b', 'c'),
    'licenses': ('lic:1', 'lic:5', 'lic:4294967295', 'lic:1|lib:2',
                 'lic:1,lib:2', 'lib:0'),
    'tres_per_node': ('gres:gpu:1', 'gres:gpu:k:2', 'gres:gpu:9',
                      'gres:gpu:9223372036854775807', 'gres:disk:5',
                      'gres:gpu:1,gres:disk:3'),
    'tres_per_job': ('gres:gpu:3', 'gres:gpu:17', 'gres:gpu:4294967296',
                     'gres:disk:100'),
    'tres_per_socket': ('gres:gpu:1', 'gres:gpu:2'),
    'tres_per_task': ('gres:gpu:1', 'gres:gpu:2', 'gres:disk:9223372036854'),
    'cpus_per_tres': ('gres:gpu:2', 'gres:gpu:65000'),
    'mem_per_tres': ('gres:gpu:100', 'gres:gpu:9223372036854775807'),
    'partition': ('all', 'all,over', 'over'),
    'exc_nodes': ('n1', 'n[1-18]', 'n[2-5]'),
    'req_nodes': ('n1', 'n[1,5,9]', 'n[1-18]'),
    'dependency': ('singleton',),
    'array_inx': ('0-3', '0-999%252'),   # the client's word for 0-999%2
    'reservation': ('res', 'res,res2'),
}


def mixes(seed):
    """Words for the client's submit and update, one request after the other."""
    draw = random.Random(seed)
    names = sorted(VALUES)
    while True:
        yield [f'raw.{name}={draw.choice(VALUES[name])}'
               for name in draw.sample(names, draw.randint(2, 7))]
