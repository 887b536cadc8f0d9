# SPDX-License-Identifier: GPL-2.0-or-later
# Man pages and guides.
dist_man_MANS += doc/man/sfair.1
dist_man_MANS += doc/man/priority_fairtree.5 doc/man/sched_reserve.5
EXTRA_DIST += doc/internals/priority.md
EXTRA_DIST += doc/internals/scheduler.md
EXTRA_DIST += doc/internals/gaps.md
EXTRA_DIST += doc/internals/planner.md doc/benchmarks.md doc/features.md
EXTRA_DIST += doc/results.md
