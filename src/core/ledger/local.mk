# SPDX-License-Identifier: GPL-2.0-or-later
# The books of usage, and what the models make of them.
libftshare_a_SOURCES += \
	src/core/ledger/fairshare_score.c src/core/ledger/fairshare_score.h \
	src/core/ledger/ledger.c src/core/ledger/ledger.h \
	src/core/ledger/ledger_clock.c src/core/ledger/ledger_clock.h \
	src/core/ledger/ledger_copy.c \
	src/core/ledger/ledger_file.h \
	src/core/ledger/ledger_file_read.c \
	src/core/ledger/ledger_file_text.c \
	src/core/ledger/ledger_image.c \
	src/core/ledger/ledger_import.c \
	src/core/ledger/ledger_mark.c src/core/ledger/ledger_mark.h \
	src/core/ledger/ledger_run.c src/core/ledger/ledger_run.h \
	src/core/ledger/ledger_sweep.c src/core/ledger/ledger_sweep.h \
	src/core/ledger/pbs_standing.c src/core/ledger/pbs_standing.h \
	src/core/ledger/quota_standing.c src/core/ledger/quota_standing.h \
	# End of ledger
