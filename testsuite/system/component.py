# SPDX-License-Identifier: GPL-2.0-or-later
"""Maui's hierarchy of priority factors, written down a second time.

What slurmctld shows is compared with this; nothing here is taken from the
project's own code.  Source: Maui, Job Prioritization.
"""
import math

COMPONENTS = {
    'cred': ('user', 'group', 'account', 'qos', 'class'),
    'res': ('node', 'proc', 'mem', 'disk', 'ps', 'pe', 'walltime'),
    'serv': ('queuetime', 'xfactor'),
    'target': ('targetqueuetime', 'targetxfactor'),
    'usage': ('usageconsumed', 'usageremaining', 'usagepercent',
              'usageexecutiontime'),
}
# Points that SITE shows, and where the others go is for column tests.
NEAR, MISSED = 1e-4, 1e8


class Policy:
    """What PriorityParameters say, as a dictionary of its keys."""

    def __init__(self, keys):
        self.keys = dict(keys)

    def text(self):
        """The line of slurm.conf."""
        return 'PriorityParameters=' + ','.join(
            f'{key}={value}' for key, value in self.keys.items())

    def number(self, key, partition, otherwise=0):
        """A weight or cap in a partition."""
        return float(self.keys.get(f'{key}:{partition}',
                                   self.keys.get(key, otherwise)))

    def entry(self, key, name, otherwise=0.0):
        """What a list gives to a name."""
        found = dict(item.rsplit(':', 1) for item in
                     filter(None, str(self.keys.get(key, '')).split('|')))
        return float(found.get(name, found.get('DEFAULT', otherwise)))


def _capped(value, cap):
    return min(value, cap) if cap > 0 else value


def _urgency(target, value):
    if target <= 0:
        return 0.0
    if value >= target:
        return MISSED * (value / target)
    return max(NEAR, target - value) ** -2


def _values(policy, system, job, partition):
    """Value of each subcomponent."""
    wall = job['walltime']
    limit = max(policy.number('xfminwclimit', partition), wall)
    xfactor = 1 + job['waited'] / limit if limit else 1
    part = max((job[name] / system[name] for name in
                ('cpus', 'mem', 'disk', 'gpus') if system.get(name)),
               default=0)
    value = {
        'class': policy.entry('classpriority', partition,
                              job['factor'][partition]),
        'node': job['nodes'], 'proc': job['cpus'], 'mem': job['mem'],
        'disk': job['disk'], 'ps': job['cpus'] * wall,
        'pe': part * system['cpus'], 'walltime': wall,
        'queuetime': job['waited'] / 60, 'xfactor': xfactor,
        'targetqueuetime': _urgency(
            policy.entry('qosqttarget', job['qos']) / 60, job['waited'] / 60),
        'targetxfactor': _urgency(
            policy.entry('qosxftarget', job['qos']), xfactor),
    }
    for kind in ('user', 'group', 'account', 'qos'):
        value[kind] = policy.entry(f'{kind}priority', job[kind])
    ran = job.get('ran')
    if ran is not None:
        value.update(usageconsumed=job['cpus'] * ran,
                     usageremaining=job['cpus'] * max(0, wall - ran),
                     usagepercent=100 * ran / wall, usageexecutiontime=ran)
    return value


def points(policy, system, job, partition):
    """What the hierarchy gives to a job in a partition, and by component."""
    value = _values(policy, system, job, partition)
    extra = {'queuetime': policy.entry('qosqtweight', job['qos']),
             'xfactor': policy.entry('qosxfweight', job['qos'])}
    shown = {}
    for component, names in COMPONENTS.items():
        inner = sum((policy.number(f'{name}weight', partition) +
                     extra.get(name, 0)) *
                    _capped(value.get(name, 0),
                            policy.number(f'{name}cap', partition))
                    for name in names)
        shown[component] = (
            policy.number(f'{component}weight', partition, 1) *
            _capped(inner, policy.number(f'{component}cap', partition)))
    return sum(shown.values()), shown


def priority(policy, system, job, partition):
    """The whole number that squeue shows, if stock's terms are zero."""
    total, _ = points(policy, system, job, partition)
    total -= job['nice']
    return int(min(2 ** 32 - 1, max(1, math.floor(total + 1e-6))))
