# SPDX-License-Identifier: GPL-2.0-or-later
# The earliest start of one request, and its nodes.
libftplan_a_SOURCES += \
	src/core/search/choice.c src/core/search/choice.h \
	src/core/search/gap.c src/core/search/gap.h \
	src/core/search/gap_kind.c \
	src/core/search/gap_search.c \
	src/core/search/idle.c src/core/search/idle.h \
	src/core/search/joint.c src/core/search/joint.h \
	src/core/search/leaf.c src/core/search/leaf.h \
	src/core/search/licence.c src/core/search/licence.h \
	src/core/search/limit.c src/core/search/limit.h \
	src/core/search/obstacle.c src/core/search/obstacle.h \
	src/core/search/parts.c src/core/search/parts.h \
	src/core/search/parts_trial.c \
	src/core/search/piece.c src/core/search/piece.h \
	src/core/search/search.c src/core/search/search.h \
	src/core/search/watch.c src/core/search/watch.h \
	# End of search
