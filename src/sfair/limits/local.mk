# SPDX-License-Identifier: GPL-2.0-or-later
# sfair limits: which limits hold, what is used, and what they keep.
if HAVE_LIBSLURM
sfair_SOURCES += \
	src/sfair/limits/limits.c src/sfair/limits/limits.h \
	src/sfair/limits/limits_load.c \
	src/sfair/limits/limits_print.c \
	src/sfair/limits/limits_row.c \
	src/sfair/limits/limits_set.c \
	# End of limits
endif
