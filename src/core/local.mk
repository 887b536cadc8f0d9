# SPDX-License-Identifier: GPL-2.0-or-later
# libftcore: pure C11.  No Slurm, clock, lock, log or mutable global.
noinst_LTLIBRARIES += libftcore.la
libftcore_la_SOURCES = \
	src/core/conf.c src/core/conf.h \
	src/core/err.c src/core/err.h \
	src/core/number.c src/core/number.h \
	src/core/option.c src/core/option.h \
	src/core/schedule.h \
	src/core/schedule_option.c src/core/schedule_option.h \
	src/core/snapshot.h \
	src/core/node_set.h \
	# End of libftcore_la_SOURCES
libftcore_la_CFLAGS = $(CORE_CFLAGS)
libftcore_la_LIBADD = $(LIBM)
