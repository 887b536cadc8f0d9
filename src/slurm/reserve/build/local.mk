# SPDX-License-Identifier: GPL-2.0-or-later
# Types and memory of a snapshot in the making, and what of a job goes by its
# record alone: wishes, features, its end.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/build/build.c src/slurm/reserve/build/build.h \
	src/slurm/reserve/build/cycle.h \
	src/slurm/reserve/build/demand.h \
	src/slurm/reserve/build/feature.c src/slurm/reserve/build/feature.h \
	src/slurm/reserve/build/former.h \
	src/slurm/reserve/build/hash_key.c \
	src/slurm/reserve/build/hash_key.h \
	src/slurm/reserve/build/hold.c src/slurm/reserve/build/hold.h \
	src/slurm/reserve/build/intern.c \
	src/slurm/reserve/build/job_ahead.c \
	src/slurm/reserve/build/job_ahead.h \
	src/slurm/reserve/build/job_wish.c \
	src/slurm/reserve/build/job_wish.h \
	src/slurm/reserve/build/late_start.c \
	src/slurm/reserve/build/late_start.h \
	src/slurm/reserve/build/memory.c src/slurm/reserve/build/memory.h \
	src/slurm/reserve/build/run_end.c src/slurm/reserve/build/run_end.h \
	# End of build
