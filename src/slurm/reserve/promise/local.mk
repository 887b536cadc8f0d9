# SPDX-License-Identifier: GPL-2.0-or-later
# What is remembered from cycle to cycle.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/promise/bypass.c \
	src/slurm/reserve/promise/bypass.h \
	src/slurm/reserve/promise/compaction.c \
	src/slurm/reserve/promise/compaction.h \
	src/slurm/reserve/promise/history.c \
	src/slurm/reserve/promise/history.h \
	src/slurm/reserve/promise/likely.c \
	src/slurm/reserve/promise/likely.h \
	src/slurm/reserve/promise/other_start.c \
	src/slurm/reserve/promise/other_start.h \
	src/slurm/reserve/promise/promise.c \
	src/slurm/reserve/promise/promise.h \
	src/slurm/reserve/promise/publish.c \
	src/slurm/reserve/promise/publish.h \
	src/slurm/reserve/promise/publish_writer.c \
	src/slurm/reserve/promise/publish_writer.h \
	src/slurm/reserve/promise/refusal.c \
	src/slurm/reserve/promise/refusal.h \
	src/slurm/reserve/promise/restore.c \
	src/slurm/reserve/promise/restore.h \
	# End of promise
