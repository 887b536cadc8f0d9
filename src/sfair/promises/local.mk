# SPDX-License-Identifier: GPL-2.0-or-later
# sfair promises: what became of starts that were shown.
if HAVE_LIBSLURM
sfair_SOURCES += \
	src/sfair/promises/history_file.c \
	src/sfair/promises/history_job.c \
	src/sfair/promises/promises.c src/sfair/promises/promises.h \
	src/sfair/promises/tally.c src/sfair/promises/tally.h \
	# End of promises
endif
