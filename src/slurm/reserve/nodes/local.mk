# SPDX-License-Identifier: GPL-2.0-or-later
# What a node is and has free, and when it comes back.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/nodes/free_cores.c \
	src/slurm/reserve/nodes/free_cores.h \
	src/slurm/reserve/nodes/node_boot.c \
	src/slurm/reserve/nodes/node_boot.h \
	src/slurm/reserve/nodes/node_rank.c \
	src/slurm/reserve/nodes/node_rank.h \
	src/slurm/reserve/nodes/node_return.c \
	src/slurm/reserve/nodes/node_return.h \
	src/slurm/reserve/nodes/topology.c \
	src/slurm/reserve/nodes/topology.h \
	# End of nodes
