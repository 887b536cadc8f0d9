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
	src/core/charge.c src/core/charge.h \
	src/core/checksum.c src/core/checksum.h \
	src/core/decay.c src/core/decay.h \
	src/core/factor.c src/core/factor.h \
	src/core/fairshare_effective.c src/core/fairshare_effective.h \
	src/core/fairshare_tree.c src/core/fairshare_tree.h \
	src/core/id_map.c src/core/id_map.h \
	src/core/priority_option.c src/core/priority_option.h \
	src/core/share_tree.c src/core/share_tree.h \
	# End of libftcore_la_SOURCES
libftcore_la_CFLAGS = $(CORE_CFLAGS)
libftcore_la_LIBADD = $(LIBM)
