# SPDX-License-Identifier: GPL-2.0-or-later
# Starts that slurmctld's own selection was asked for.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/trial/attempt.c src/slurm/reserve/trial/attempt.h \
	src/slurm/reserve/trial/field.c src/slurm/reserve/trial/field.h \
	src/slurm/reserve/trial/leftover.c \
	src/slurm/reserve/trial/leftover.h \
	src/slurm/reserve/trial/room.c src/slurm/reserve/trial/room.h \
	src/slurm/reserve/trial/room_event.h \
	src/slurm/reserve/trial/room_pool.c \
	src/slurm/reserve/trial/room_standby.c \
	src/slurm/reserve/trial/seats.c src/slurm/reserve/trial/seats.h \
	src/slurm/reserve/trial/together.c \
	src/slurm/reserve/trial/together.h \
	src/slurm/reserve/trial/took.c \
	src/slurm/reserve/trial/trial.c src/slurm/reserve/trial/trial.h \
	# End of trial
