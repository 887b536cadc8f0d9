# SPDX-License-Identifier: GPL-2.0-or-later
# sched/reserve: symbols, lifecycle, thread; the work is in src/slurm.
noinst_PROGRAMS += src/plugins/sched_reserve.so
PLUGINS += src/plugins/sched_reserve.so
src_plugins_sched_reserve_so_SOURCES = \
	src/plugins/sched/reserve/agent.c src/plugins/sched/reserve/agent.h \
	src/plugins/sched/reserve/plugin.c \
	# End of sources
src_plugins_sched_reserve_so_CPPFLAGS = $(MODULE_CPPFLAGS)
src_plugins_sched_reserve_so_CFLAGS = $(MODULE_CFLAGS)
src_plugins_sched_reserve_so_LDFLAGS = $(MODULE_LINKING) $(EXCHANGE_LINKING)
src_plugins_sched_reserve_so_LDADD = libftschedule.a \
	libftplan.a libftbase.a $(EXCHANGE) $(LIBM)
