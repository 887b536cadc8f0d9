# SPDX-License-Identifier: GPL-2.0-or-later
# sfair limits: which limits hold, what is used, and what they keep.
sfair_SOURCES += src/sfair/limits/limits.c src/sfair/limits/limits.h
if HAVE_LIBSLURM
# What asks slurmctld.
sfair_SOURCES += \
	src/sfair/limits/limits_load.c \
	src/sfair/limits/limits_print.c \
	src/sfair/limits/limits_row.c \
	# End of what asks slurmctld
endif
