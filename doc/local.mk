# SPDX-License-Identifier: GPL-2.0-or-later
# Man pages, guides, and examples of slurm.conf.
dist_man_MANS += doc/man/sfair.1
dist_man_MANS += doc/man/priority_fairtree.5 doc/man/sched_reserve.5
dist_doc_DATA += doc/admin.md
dist_doc_DATA += doc/maui.md doc/pbs.md doc/fairque.md
dist_doc_DATA += doc/features.md doc/benchmarks.md doc/results.md
EXTRA_DIST += doc/internals/priority.md
EXTRA_DIST += doc/internals/scheduler.md
EXTRA_DIST += doc/internals/gaps.md
EXTRA_DIST += doc/internals/slurm-tests.md
EXTRA_DIST += doc/internals/planner.md
EXTRA_DIST += doc/internals/vcluster.md

examplesdir = $(docdir)/examples
dist_examples_DATA = conf/slurm-like.conf conf/maui-like.conf \
	conf/fairque-like.conf conf/fairque-like.policy \
	conf/pbs-like.conf conf/pbs-like.resource_group
