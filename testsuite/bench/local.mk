# SPDX-License-Identifier: GPL-2.0-or-later
# make bench prints one JSON line for each benchmark.  The sizes here are for
# a few minutes; the full ones stand in doc/ and in each program's --help.
BENCH_LIVE_FLAGS = --nodes 500 --pending 2000 --stock-seconds 30
BENCH_PRIORITY_FLAGS = --pending 10000 --associations 10000 --passes 6
BENCH_TARGETS =
EXTRA_DIST += testsuite/bench/priority testsuite/bench/live-plan testsuite/bench/people.py testsuite/bench/figures \
	testsuite/bench/figure_words.py testsuite/bench/replay_sets.py \
	testsuite/bench/replay_tables.py \
	testsuite/bench/latency testsuite/bench/trial \
	testsuite/bench/htc testsuite/bench/launches.py \
	testsuite/bench/live-replay testsuite/bench/live_run.py testsuite/bench/live_limit.py \
	testsuite/bench/jobcomp.py testsuite/bench/share_tree.py testsuite/bench/swf.py \
	testsuite/bench/lockwatch.c testsuite/bench/people.c \
	testsuite/bench/heapwatch.c testsuite/bench/soak \
	testsuite/bench/heapsites.c testsuite/bench/heap-sites \
	testsuite/system/aftermath.py testsuite/system/heap.py \
	testsuite/system/soak.py \
	testsuite/system/soak_virtual.py testsuite/system/soak_hostile.py \
	testsuite/system/hostile_class.py testsuite/system/hostile_site.py \
	testsuite/system/hostile_mix.py testsuite/bench/hostile-live \
	testsuite/bench/holder.c testsuite/bench/probe.c \
	testsuite/bench/starts.c testsuite/client.c testsuite/client.py \
	testsuite/README.md testsuite/system/mayhem.py \
	testsuite/system/planted.c testsuite/system/fault.c \
	testsuite/system/unwilling.c testsuite/system/shortage.c \
	testsuite/system/lockwork.c

if HAVE_SLURM
# What stress tests and benchmarks load into slurmctld or ask it with.
DRIVERS = testsuite/client testsuite/bench/probe testsuite/bench/starts \
	testsuite/bench/lockwatch.so testsuite/bench/people.so \
	testsuite/bench/heapwatch.so testsuite/bench/heapsites.so
EXTRA_PROGRAMS += testsuite/client testsuite/bench/probe testsuite/bench/starts
EXTRA_PROGRAMS += testsuite/bench/lockwatch.so testsuite/bench/people.so
EXTRA_PROGRAMS += testsuite/bench/heapwatch.so testsuite/bench/heapsites.so
CLEANFILES += $(DRIVERS)
DRIVER_CFLAGS = $(FT_CFLAGS) -fPIC
DRIVER_LINKING = -shared

testsuite_client_SOURCES = testsuite/client.c
testsuite_client_CFLAGS = $(FT_CFLAGS)
# What it submits is signed by a plugin; from 23.11 on plugins need names that
# libslurm keeps for itself.
if HAVE_SLURMFULL
testsuite_client_LDADD = $(SLURMFULL)
else
testsuite_client_LDADD = $(LIBSLURM)
endif
testsuite_bench_probe_SOURCES = testsuite/bench/probe.c
testsuite_bench_probe_CFLAGS = $(FT_CFLAGS)
testsuite_bench_probe_LDADD = $(LIBSLURM)
testsuite_bench_starts_SOURCES = testsuite/bench/starts.c
testsuite_bench_starts_CFLAGS = $(FT_CFLAGS)
testsuite_bench_starts_LDADD = $(LIBSLURM)
testsuite_bench_lockwatch_so_SOURCES = testsuite/bench/lockwatch.c
testsuite_bench_lockwatch_so_CFLAGS = $(DRIVER_CFLAGS)
testsuite_bench_lockwatch_so_LDFLAGS = $(DRIVER_LINKING)
testsuite_bench_heapwatch_so_SOURCES = testsuite/bench/heapwatch.c
testsuite_bench_heapwatch_so_CFLAGS = $(DRIVER_CFLAGS)
testsuite_bench_heapwatch_so_LDFLAGS = $(DRIVER_LINKING)
testsuite_bench_heapsites_so_SOURCES = testsuite/bench/heapsites.c
testsuite_bench_heapsites_so_CFLAGS = $(DRIVER_CFLAGS) -fvisibility=default
testsuite_bench_heapsites_so_LDFLAGS = $(DRIVER_LINKING)
testsuite_bench_people_so_SOURCES = testsuite/bench/people.c
testsuite_bench_people_so_CFLAGS = $(DRIVER_CFLAGS)
testsuite_bench_people_so_LDFLAGS = $(DRIVER_LINKING)

# Nodes that are not there: one library for slurmctld, one for the others.
VCLUSTER = testsuite/vcluster/vcluster.so testsuite/vcluster/vclock.so
EXTRA_PROGRAMS += $(VCLUSTER)
DRIVERS += $(VCLUSTER)
testsuite_vcluster_vcluster_so_SOURCES = testsuite/vcluster/vcluster.h \
	testsuite/vcluster/message.h \
	testsuite/vcluster/advance.c testsuite/vcluster/clock.c \
	testsuite/vcluster/driver.c testsuite/vcluster/job.c \
	testsuite/vcluster/node.c testsuite/vcluster/report.c \
	testsuite/vcluster/thread.c
testsuite_vcluster_vcluster_so_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_vcluster_vcluster_so_CFLAGS = $(DRIVER_CFLAGS) -fvisibility=default
testsuite_vcluster_vcluster_so_LDFLAGS = $(DRIVER_LINKING)
testsuite_vcluster_vclock_so_SOURCES = testsuite/vcluster/vcluster.h \
	testsuite/vcluster/clock.c testsuite/vcluster/follow.c
testsuite_vcluster_vclock_so_CPPFLAGS = -D_GNU_SOURCE
testsuite_vcluster_vclock_so_CFLAGS = $(DRIVER_CFLAGS) -fvisibility=default
testsuite_vcluster_vclock_so_LDFLAGS = $(DRIVER_LINKING)

EXTRA_PROGRAMS += testsuite/system/site_factor_parity.so
CLEANFILES += testsuite/system/site_factor_parity.so
testsuite_system_site_factor_parity_so_SOURCES = testsuite/system/site_factor.c
testsuite_system_site_factor_parity_so_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_system_site_factor_parity_so_CFLAGS = $(DRIVER_CFLAGS)
testsuite_system_site_factor_parity_so_LDFLAGS = $(DRIVER_LINKING)

SYSTEM_NEEDS = $(DRIVERS) testsuite/system/site_factor_parity.so
BENCH_TARGETS += bench-priority bench-live
drivers: $(DRIVERS)
bench-priority: all drivers
	@$(top_srcdir)/testsuite/bench/priority --build $(abs_top_builddir) \
		$(BENCH_PRIORITY_FLAGS)
bench-live: all drivers
	@$(top_srcdir)/testsuite/bench/live-plan --json \
		--build $(abs_top_builddir) $(BENCH_LIVE_FLAGS)
endif

# How fast the engine plans: no Slurm, no daemon.
EXTRA_PROGRAMS += testsuite/bench/plan
CLEANFILES += testsuite/bench/plan
testsuite_bench_plan_SOURCES = testsuite/bench/plan.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h \
	testsuite/bench/machine.c testsuite/bench/machine.h \
	testsuite/promised.c testsuite/promised.h
testsuite_bench_plan_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_plan_LDADD = $(CORE_LDADD)
BENCH_PLAN_FLAGS = --growth
BENCH_TARGETS += bench-plan
bench-plan: testsuite/bench/plan$(EXEEXT)
	@testsuite/bench/plan$(EXEEXT) $(BENCH_PLAN_FLAGS)
	@testsuite/bench/plan$(EXEEXT) $(BENCH_PLAN_FLAGS) --workload uniform

EXTRA_PROGRAMS += testsuite/bench/hostile
CLEANFILES += testsuite/bench/hostile
testsuite_bench_hostile_SOURCES = testsuite/bench/hostile.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h
testsuite_bench_hostile_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_hostile_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-hostile
bench-hostile: testsuite/bench/hostile$(EXEEXT)
	@testsuite/bench/hostile$(EXEEXT)

EXTRA_PROGRAMS += testsuite/bench/policy
CLEANFILES += testsuite/bench/policy
testsuite_bench_policy_SOURCES = testsuite/bench/policy.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h \
	testsuite/bench/machine.c testsuite/bench/machine.h \
	testsuite/promised.c testsuite/promised.h
testsuite_bench_policy_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_policy_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-policy
bench-policy: testsuite/bench/policy$(EXEEXT)
	@testsuite/bench/policy$(EXEEXT)

.PHONY: bench-plan bench-policy
# How fast a kept plan follows one event.
EXTRA_PROGRAMS += testsuite/bench/event
CLEANFILES += testsuite/bench/event
testsuite_bench_event_SOURCES = testsuite/bench/event.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h \
	testsuite/bench/machine.c testsuite/bench/machine.h \
	testsuite/promised.c testsuite/promised.h
testsuite_bench_event_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_event_LDADD = $(CORE_LDADD)
BENCH_EVENT_FLAGS =
BENCH_TARGETS += bench-event
bench-event: testsuite/bench/event$(EXEEXT)
	@testsuite/bench/event$(EXEEXT) $(BENCH_EVENT_FLAGS)

# What it costs to publish a plan, and to read it.
EXTRA_PROGRAMS += testsuite/bench/outlook
CLEANFILES += testsuite/bench/outlook
testsuite_bench_outlook_SOURCES = testsuite/bench/outlook.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h \
	testsuite/bench/machine.c testsuite/bench/machine.h
testsuite_bench_outlook_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_outlook_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-outlook
bench-outlook: testsuite/bench/outlook$(EXEEXT)
	@testsuite/bench/outlook$(EXEEXT)
.PHONY: bench-outlook

# What each fairshare model costs.
EXTRA_PROGRAMS += testsuite/bench/model
CLEANFILES += testsuite/bench/model
testsuite_bench_model_SOURCES = testsuite/bench/model.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h
testsuite_bench_model_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_model_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-model
bench-model: testsuite/bench/model$(EXEEXT)
	@testsuite/bench/model$(EXEEXT)

.PHONY: bench-model

# What the ledger costs, with 100,000 credentials.
EXTRA_PROGRAMS += testsuite/bench/ledger
CLEANFILES += testsuite/bench/ledger
testsuite_bench_ledger_SOURCES = testsuite/bench/ledger.c \
	testsuite/bench/gauge.c testsuite/bench/gauge.h
testsuite_bench_ledger_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_ledger_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-ledger
bench-ledger: testsuite/bench/ledger$(EXEEXT)
	@testsuite/bench/ledger$(EXEEXT)
.PHONY: bench-ledger

# What an event costs the plan that lives, and its quality after many.
EXTRA_PROGRAMS += testsuite/bench/board
CLEANFILES += testsuite/bench/board
testsuite_bench_board_SOURCES = testsuite/bench/board.c \
	testsuite/bench/machine.c testsuite/bench/machine.h \
	testsuite/bench/gauge.c testsuite/bench/gauge.h \
	testsuite/property/world.c testsuite/property/world.h \
	testsuite/property/board_law.c testsuite/property/board_law.h \
	testsuite/property/board_leaf.c testsuite/property/board_leaf.h \
	testsuite/property/board_sheet.c testsuite/property/board_sheet.h
testsuite_bench_board_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_bench_board_LDADD = $(CORE_LDADD)
BENCH_TARGETS += bench-board
bench-board: testsuite/bench/board$(EXEEXT)
	@testsuite/bench/board$(EXEEXT)
.PHONY: bench-board
.PHONY: bench-plan bench-event
.PHONY: bench bench-live bench-priority drivers
bench: $(BENCH_TARGETS)
