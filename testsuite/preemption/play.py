# SPDX-License-Identifier: GPL-2.0-or-later
"""One scene on one side: what has become of its jobs.

Nothing depends on when something happens: each step is waited for, and the end
of a scene is when nothing has changed while the scheduler looked a few times.
"""
import collections
import re
import time

from cluster_process import ClusterError, wait_for

SECONDS = 120  # bounds a wait; asserts nothing
LOOKS = 3      # of the scheduler without a change: it has settled
PAUSE = 0.7    # Slurm's main loop and backfill look once a second
WORDS = {'RUNNING': 'running', 'PENDING': 'waiting', 'SUSPENDED': 'suspended',
         'PREEMPTED': 'cancelled', 'COMPLETED': 'ended', 'CANCELLED': 'ended'}
SCRIPTS = {'leave': 'trap "exit 0" USR1; sleep 1000 & wait'}

# jobs: {name: Counter of what has become of them}; took: runs that were
# preempted; started: jobs that came and run, or ran.
Outcome = collections.namedtuple('Outcome', 'jobs took started')


def told(jobs):
    """The form of the catalogue: a 1 requeued 2 running; h 1 running."""
    return '; '.join(
        f'{name} ' + ' '.join(f'{count} {word}' for word, count
                              in sorted(words.items()))
        for name, words in jobs.items())


class Play:
    """A scene that is being played on a Site."""

    def __init__(self, site):
        self.site, self.ids, self.held, self.came = site, {}, [], []

    def _clear(self):
        """No job, no reservation, all nodes idle."""
        def _empty():
            if not self.site.run(['squeue', '-h']).strip():
                return True
            self.site.call(['scancel', '-fs', 'KILL', '-u', 'root'])
            self.site.call(['scancel', '-u', 'root'])
            return False
        wait_for('empty queue', SECONDS, _empty)
        text = self.site.run(['scontrol', '-o', 'show', 'reservation'])
        for name in re.findall(r'ReservationName=(\S+)', text):
            self.site.run(['scontrol', 'delete', f'reservation={name}'])
        self.site.wait_nodes()

    def _submit(self, name, options, *more):
        """One job, or NAME*N; their numbers."""
        name, _, count = name.partition('*')
        script, words = 'sleep 1000', []
        for word in options:
            if word.startswith('!'):
                script = SCRIPTS.get(word[1:], f'sleep {word[1:]}')
            else:
                words.append(re.sub(r'%(\w+)%', lambda found: str(
                    self.ids[found[1]][0]), word))
        if not any(word.startswith('-t') for word in words):
            words.insert(0, '-t60')
        ids = [self.site.submit(*words, *more, script=script)
               for _ in range(int(count or 1))]
        self.ids.setdefault(name, []).extend(ids)
        return ids

    def _fields(self, job):
        """Of each task or component."""
        text = self.site.call(['scontrol', '-o', 'show', 'job',
                               str(job)]).stdout
        rows = [dict(word.split('=', 1) for word in line.split()
                     if '=' in word) for line in text.splitlines()]
        return [row for row in rows if 'JobState' in row]

    def _words(self, job):
        """What has become of each task or component of the job."""
        for row in self._fields(job):
            word = WORDS.get(row['JobState'], row['JobState'].lower())
            if int(row.get('Restarts', 0)):
                word = {'waiting': 'requeued'}.get(word, f're-{word}')
            yield word

    def look(self):
        """{name: Counter}."""
        return {name: collections.Counter(
            word for job in ids for word in self._words(job))
                for name, ids in self.ids.items()}

    def _cycles(self):
        text = self.site.run(['sdiag']).split('Backfilling stats', 1)[1]
        return int(re.search(r'Total cycles:\s*(\d+)', text)[1])

    def _look_once(self):
        """The scheduler looks once more at all there is.

        Slurm's own does not where nothing waits, and does not count it.
        """
        before, end = self._cycles(), time.monotonic() + 2
        self.site.run(['scontrol', 'update', 'NodeName=n1',
                       f'Comment=look{time.monotonic_ns()}'])
        while self._cycles() <= before and time.monotonic() < end:
            time.sleep(0.2)
        if self.site.side == 'stock':
            time.sleep(PAUSE)

    def settle(self, wanted=None):
        """Until nothing changes any more; first wait for what is wanted."""
        last, same, end = None, 0, time.monotonic() + SECONDS
        while same < LOOKS and time.monotonic() < end:
            self._look_once()
            now = self.look()
            leaving = self.site.run(['squeue', '-h', '-t', 'CG']).strip()
            patient = wanted and told(now) != wanted and \
                time.monotonic() < end - SECONDS / 2
            still = now == last and not leaving
            same = same + 1 if still and not patient else 0
            last = now
        return last

    def _until(self, name, state):
        def _there():
            return any(row['JobState'] == state for job in self.ids[name]
                       for row in self._fields(job))
        try:
            wait_for(f'{name} in {state}', SECONDS, _there)
        except ClusterError:
            pass  # what has become of it tells

    def _step(self, line):
        verb, *words = line.split()
        if verb == 'run':
            for job in self._submit(words[0], words[1:]):
                self.site.wait_job(job, 'RUNNING', SECONDS)
        elif verb == 'come':
            self._submit(words[0], words[1:])
        elif verb == 'held':
            self.held += self._submit(words[0], words[1:], '-H')
        elif verb == 'release':
            self.site.run(['scontrol', 'release',
                           ','.join(map(str, self.held))])
            self.held = []
        elif verb == 'end':
            self.site.run(['scancel', *map(str, self.ids[words[0]])])
        elif verb == 'until':
            self._until(*words)
        elif verb == 'settle':
            self.settle()
        elif verb == 'resv':
            self.site.run(['scontrol', 'create', 'reservation', *words])
        else:
            raise ValueError(f'no such step: {line}')
        if verb in ('come', 'held'):
            self.came.append(words[0].partition('*')[0])

    def play(self, scene):
        """The scene from its beginning to its end: an Outcome."""
        self._clear()
        for line in scene.steps:
            self._step(line)
        ours = self.site.side == 'ours' or not scene.why
        jobs = self.settle(scene.wanted if ours else None)
        took = sum(count for words in jobs.values()
                   for word, count in words.items()
                   if word in ('requeued', 'cancelled', 'suspended')
                   or word.startswith('re-'))
        started = sum(count for name in set(self.came)
                      for word, count in jobs[name].items()
                      if word in ('running', 'ended', 're-running'))
        return Outcome(jobs, took, started)
