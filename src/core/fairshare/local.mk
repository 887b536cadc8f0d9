# SPDX-License-Identifier: GPL-2.0-or-later
# The tree of shares, and the models of effective usage.
libftshare_a_SOURCES += \
	src/core/fairshare/charge.c src/core/fairshare/charge.h \
	src/core/fairshare/decay.c src/core/fairshare/decay.h \
	src/core/fairshare/fairshare.c src/core/fairshare/fairshare.h \
	src/core/fairshare/fairshare_effective.c \
	src/core/fairshare/fairshare_effective.h \
	src/core/fairshare/fairshare_pbs.c \
	src/core/fairshare/fairshare_pbs.h \
	src/core/fairshare/fairshare_tree.c \
	src/core/fairshare/fairshare_tree.h \
	src/core/fairshare/share_tree.c src/core/fairshare/share_tree.h \
	src/core/fairshare/vertex.c src/core/fairshare/vertex.h \
	# End of fairshare
