# SPDX-License-Identifier: GPL-2.0-or-later
# Pure C11: no Slurm, clock, lock, log or mutable global.  A library for each
# layer, so that a plugin has only what it uses; libftcore is all of them.
CORE_PARTS = libftbase.a libftplan.a libftread.a libftshare.a \
	libftreplay.a
noinst_LIBRARIES += libftcore.a $(CORE_PARTS)
libftcore_a_SOURCES =
libftcore_a_LIBADD = $(libftbase_a_OBJECTS) $(libftplan_a_OBJECTS) \
	$(libftread_a_OBJECTS) $(libftshare_a_OBJECTS) \
	$(libftreplay_a_OBJECTS)
EXTRA_libftcore_a_DEPENDENCIES = $(CORE_PARTS)
CORE_LDADD = libftcore.a $(JSONC_LIBS) $(LIBM)
libftbase_a_SOURCES =
libftbase_a_CFLAGS = $(CORE_CFLAGS)
libftplan_a_SOURCES =
libftplan_a_CFLAGS = $(CORE_CFLAGS)
libftread_a_SOURCES =
libftread_a_CFLAGS = $(CORE_CFLAGS) $(JSONC_CFLAGS)
libftshare_a_SOURCES =
libftshare_a_CFLAGS = $(CORE_CFLAGS)
libftreplay_a_SOURCES =
libftreplay_a_CFLAGS = $(CORE_CFLAGS)
include src/core/base/local.mk
include src/core/snapshot/local.mk
include src/core/timeline/local.mk
include src/core/search/local.mk
include src/core/board/local.mk
include src/core/plan/local.mk
include src/core/queue/local.mk
include src/core/fairshare/local.mk
include src/core/maui/local.mk
include src/core/pbs/local.mk
include src/core/quota/local.mk
include src/core/ledger/local.mk
include src/core/priority/local.mk
include src/core/replay/local.mk
