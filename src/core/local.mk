# SPDX-License-Identifier: GPL-2.0-or-later
# Pure C11: no Slurm, clock, lock, log or mutable global.  A library for each
# layer, so that a plugin has only what it uses; libftcore is all of them.
CORE_PARTS = libftbase.la libftplan.la libftread.la libftshare.la \
	libftreplay.la
noinst_LTLIBRARIES += libftcore.la $(CORE_PARTS)
libftcore_la_SOURCES =
libftcore_la_LIBADD = $(CORE_PARTS) $(JSONC_LIBS) $(LIBM)
libftbase_la_SOURCES =
libftbase_la_CFLAGS = $(CORE_CFLAGS)
libftplan_la_SOURCES =
libftplan_la_CFLAGS = $(CORE_CFLAGS)
libftread_la_SOURCES =
libftread_la_CFLAGS = $(CORE_CFLAGS) $(JSONC_CFLAGS)
libftshare_la_SOURCES =
libftshare_la_CFLAGS = $(CORE_CFLAGS)
libftreplay_la_SOURCES =
libftreplay_la_CFLAGS = $(CORE_CFLAGS)
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
