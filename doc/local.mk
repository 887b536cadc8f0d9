# SPDX-License-Identifier: GPL-2.0-or-later
# Man pages, guides, and examples of slurm.conf.
dist_man_MANS += doc/man/sfair.1
dist_man_MANS += doc/man/priority_fairtree.5 doc/man/sched_reserve.5
dist_doc_DATA += doc/admin.md doc/users.md doc/faq.md
dist_doc_DATA += doc/maui.md doc/pbs.md doc/fairque.md
dist_doc_DATA += doc/backfill.md doc/releases.md doc/upgrade.md
dist_doc_DATA += doc/features.md doc/benchmarks.md doc/results.md
dist_doc_DATA += doc/benchmarks-in-full.md doc/results-in-full.md
EXTRA_DIST += doc/internals/priority.md
EXTRA_DIST += doc/internals/scheduler.md
EXTRA_DIST += doc/internals/gaps.md doc/internals/gaps-in-full.md
EXTRA_DIST += doc/internals/robustness.md
EXTRA_DIST += doc/internals/slurm-tests.md
EXTRA_DIST += doc/internals/planner.md
EXTRA_DIST += doc/internals/vcluster.md
EXTRA_DIST += doc/internals/architecture.md doc/internals/debugging.md
EXTRA_DIST += doc/internals/glossary.md doc/internals/folders.svg
EXTRA_DIST += doc/internals/map.py doc/plan.svg

# Maps of the source, made of the source; they are in the tree, so that they
# can be read without graphviz.
MAPS = $(top_srcdir)/doc/internals

maps:
	$(MAPS)/map.py glossary >$(MAPS)/glossary.md.new
	mv $(MAPS)/glossary.md.new $(MAPS)/glossary.md
	$(MAPS)/map.py folders | dot -Tsvg >$(MAPS)/folders.svg.new
	mv $(MAPS)/folders.svg.new $(MAPS)/folders.svg
.PHONY: maps

# Tables of what was tried with each release of Slurm, made of what
# testsuite/matrix --record has noted.
releases:
	FT_SRCDIR=$(abs_top_srcdir) $(top_srcdir)/testsuite/releases.py --write
.PHONY: releases

# Tables of figures: runs every benchmark (hours), or with FIGURES="SET..." some;
# FIGURES=--quick only prints what small sizes come to.
figures: all drivers
	FT_SRCDIR=$(abs_top_srcdir) $(top_srcdir)/testsuite/bench/figures \
		--build $(abs_top_builddir) $(FIGURES)
.PHONY: figures

examplesdir = $(docdir)/examples
dist_examples_DATA = conf/cli_filter.lua conf/slurm-like.conf conf/maui-like.conf \
	conf/fairque-like.conf conf/fairque-like.policy \
	conf/pbs-like.conf conf/pbs-like.resource_group \
	conf/sfair-alerts.yml conf/sfair-dashboard.json
