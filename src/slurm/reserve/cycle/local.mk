# SPDX-License-Identifier: GPL-2.0-or-later
# When a cycle runs, how long it may, and what it tells.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/cycle/advice.c src/slurm/reserve/cycle/advice.h \
	src/slurm/reserve/cycle/apply.c src/slurm/reserve/cycle/apply.h \
	src/slurm/reserve/cycle/bell.c src/slurm/reserve/cycle/bell.h \
	src/slurm/reserve/cycle/budget.c src/slurm/reserve/cycle/budget.h \
	src/slurm/reserve/cycle/buffer_watch.c \
	src/slurm/reserve/cycle/buffer_watch.h \
	src/slurm/reserve/cycle/completing.c \
	src/slurm/reserve/cycle/completing.h \
	src/slurm/reserve/cycle/diag.c src/slurm/reserve/cycle/diag.h \
	src/slurm/reserve/cycle/duties.c src/slurm/reserve/cycle/duties.h \
	src/slurm/reserve/cycle/event_watch.c \
	src/slurm/reserve/cycle/event_watch.h \
	src/slurm/reserve/cycle/evidence.c \
	src/slurm/reserve/cycle/evidence.h \
	src/slurm/reserve/cycle/limit_watch.c \
	src/slurm/reserve/cycle/limit_watch.h \
	src/slurm/reserve/cycle/moment.c src/slurm/reserve/cycle/moment.h \
	src/slurm/reserve/cycle/newcomer.c \
	src/slurm/reserve/cycle/newcomer.h \
	src/slurm/reserve/cycle/rest.c src/slurm/reserve/cycle/rest.h \
	src/slurm/reserve/cycle/scheduler.c \
	src/slurm/reserve/cycle/scheduler.h \
	src/slurm/reserve/cycle/start_watch.c \
	src/slurm/reserve/cycle/start_watch.h \
	# End of cycle
