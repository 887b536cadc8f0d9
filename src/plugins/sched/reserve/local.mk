# SPDX-License-Identifier: GPL-2.0-or-later
# sched/reserve: symbols, lifecycle, thread; the work is in src/slurm.
noinst_LTLIBRARIES += src/plugins/sched_reserve.la
PLUGINS += src/plugins/sched_reserve.la
src_plugins_sched_reserve_la_SOURCES = \
	src/plugins/sched/reserve/agent.c src/plugins/sched/reserve/agent.h \
	src/plugins/sched/reserve/plugin.c \
	# End of sources
src_plugins_sched_reserve_la_CPPFLAGS = $(MODULE_CPPFLAGS)
src_plugins_sched_reserve_la_LDFLAGS = $(MODULE_LDFLAGS) $(EXCHANGE_LDFLAGS)
src_plugins_sched_reserve_la_LIBADD = libftschedule.la \
	libftbase.la libftplan.la $(LIBM)
EXTRA_src_plugins_sched_reserve_la_DEPENDENCIES = $(EXCHANGE)
