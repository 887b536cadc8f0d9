# SPDX-License-Identifier: GPL-2.0-or-later
# Which job may take the place of which.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/preempt/preempt.c \
	src/slurm/reserve/preempt/preempt.h \
	src/slurm/reserve/preempt/preemptee.c \
	src/slurm/reserve/preempt/preemptee.h \
	src/slurm/reserve/preempt/preemptor.c \
	src/slurm/reserve/preempt/standby.c \
	src/slurm/reserve/preempt/standby.h \
	# End of preempt
