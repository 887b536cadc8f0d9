# SPDX-License-Identifier: GPL-2.0-or-later
# The plan applied: starts, reasons, shown starts.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/start/answer.c src/slurm/reserve/start/answer.h \
	src/slurm/reserve/start/core_mask.c \
	src/slurm/reserve/start/core_mask.h \
	src/slurm/reserve/start/core_tasks.c \
	src/slurm/reserve/start/core_tasks.h \
	src/slurm/reserve/start/estimate.c \
	src/slurm/reserve/start/estimate.h \
	src/slurm/reserve/start/gres_cpus.c \
	src/slurm/reserve/start/gres_cpus.h \
	src/slurm/reserve/start/gres_even.c \
	src/slurm/reserve/start/gres_even.h \
	src/slurm/reserve/start/node_wake.c \
	src/slurm/reserve/start/node_wake.h \
	src/slurm/reserve/start/planned.c src/slurm/reserve/start/planned.h \
	src/slurm/reserve/start/reason.c src/slurm/reserve/start/reason.h \
	src/slurm/reserve/start/report.h \
	src/slurm/reserve/start/show.c src/slurm/reserve/start/show.h \
	src/slurm/reserve/start/spare_nodes.c \
	src/slurm/reserve/start/spare_nodes.h \
	src/slurm/reserve/start/start.c src/slurm/reserve/start/start.h \
	src/slurm/reserve/start/unheld.c \
	src/slurm/reserve/start/unheld.h \
	# End of start
