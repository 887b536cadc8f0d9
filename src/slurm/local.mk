# SPDX-License-Identifier: GPL-2.0-or-later
# libftslurm: the only code that includes Slurm's internals.

if HAVE_SLURM
# What sched/reserve is made of.
noinst_LTLIBRARIES += libftschedule.la
libftschedule_la_SOURCES = \
	src/slurm/cycle.h \
	src/slurm/schedule_build.h \
	src/slurm/schedule_closures.c \
	src/slurm/schedule_demand.c src/slurm/schedule_demand.h \
	src/slurm/schedule_eligible.c \
	src/slurm/schedule_hash.c \
	src/slurm/schedule_licences.c \
	src/slurm/schedule_nodes.c \
	src/slurm/schedule_order.c \
	src/slurm/schedule_queue.c \
	src/slurm/schedule_request.c \
	src/slurm/schedule_runs.c \
	src/slurm/schedule_snapshot.c src/slurm/schedule_snapshot.h \
	# End of libftschedule_la_SOURCES
libftschedule_la_CPPFLAGS = $(MODULE_CPPFLAGS)
endif
