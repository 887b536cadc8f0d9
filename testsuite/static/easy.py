# SPDX-License-Identifier: GPL-2.0-or-later
"""EASY backfilling on a machine that counts processors, in the plainest way.

What `sfair replay` is compared with.  It refuses speed and nodes.
"""


class Easy:
    """Textbook EASY: the first waiting job alone holds a reservation."""

    def __init__(self, jobs, processors):
        self.processors = processors
        self.jobs = sorted(jobs, key=lambda job: (job['submit'],
                                                  job['number']))
        self.running = []       # (planned end, real end, processors)
        self.start = {}

    def _free(self):
        return self.processors - sum(run[2] for run in self.running)

    def _begin(self, job, now):
        self.start[job['number']] = now
        self.running.append((now + job['limit'], now + job['run'],
                             job['processors']))

    def _pass(self, queue, now):
        while queue and queue[0]['processors'] <= self._free():
            self._begin(queue.pop(0), now)
        if not queue:
            return
        free, when = self._free(), None
        for end, _, processors in sorted(self.running):
            free += processors
            if free >= queue[0]['processors'] and when is None:
                when = end
            if when is not None and end > when:
                free -= processors
                break
        spare = free - queue[0]['processors']
        for job in queue[1:]:
            if job['processors'] > self._free():
                continue
            if now + job['limit'] > when:
                if job['processors'] > spare:
                    continue
                spare -= job['processors']
            self._begin(job, now)
            queue.remove(job)

    def run(self):
        """{number: start}"""
        coming, queue = list(self.jobs), []
        while coming or queue:
            times = [run[1] for run in self.running]
            times += [job['submit'] for job in coming[:1]]
            now = min(times)
            self.running = [run for run in self.running if run[1] > now]
            while coming and coming[0]['submit'] <= now:
                queue.append(coming.pop(0))
            self._pass(queue, now)
        return self.start
