# SPDX-License-Identifier: GPL-2.0-or-later
# The copy of nodes, runs and queue, under locks.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/snapshot/nodes.c \
	src/slurm/reserve/snapshot/nodes.h \
	src/slurm/reserve/snapshot/run.c \
	src/slurm/reserve/snapshot/run.h \
	src/slurm/reserve/snapshot/runs.c src/slurm/reserve/snapshot/runs.h \
	src/slurm/reserve/snapshot/snapshot.c \
	src/slurm/reserve/snapshot/snapshot.h \
	# End of snapshot
