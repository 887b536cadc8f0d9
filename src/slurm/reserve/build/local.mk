# SPDX-License-Identifier: GPL-2.0-or-later
# Types and memory of a snapshot in the making.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/build/build.c src/slurm/reserve/build/build.h \
	src/slurm/reserve/build/cycle.h \
	src/slurm/reserve/build/former.h \
	src/slurm/reserve/build/hash_key.c \
	src/slurm/reserve/build/hash_key.h \
	src/slurm/reserve/build/hold.c src/slurm/reserve/build/hold.h \
	src/slurm/reserve/build/intern.c \
	src/slurm/reserve/build/job_wish.c \
	src/slurm/reserve/build/job_wish.h \
	src/slurm/reserve/build/late_start.c \
	src/slurm/reserve/build/late_start.h \
	src/slurm/reserve/build/memory.c src/slurm/reserve/build/memory.h \
	# End of build
