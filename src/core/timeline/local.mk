# SPDX-License-Identifier: GPL-2.0-or-later
# What is free, of what, on which nodes, when.
libftplan_a_SOURCES += \
	src/core/timeline/access.c src/core/timeline/access.h \
	src/core/timeline/change.c src/core/timeline/change.h \
	src/core/timeline/floor.c src/core/timeline/floor.h \
	src/core/timeline/front.c src/core/timeline/front.h \
	src/core/timeline/gauge.c src/core/timeline/gauge.h \
	src/core/timeline/profile.c src/core/timeline/profile.h \
	src/core/timeline/roster.c src/core/timeline/roster.h \
	src/core/timeline/segment.c src/core/timeline/segment.h \
	src/core/timeline/shape.c src/core/timeline/shape.h \
	src/core/timeline/shape_table.c \
	src/core/timeline/timeline.c src/core/timeline/timeline.h \
	src/core/timeline/want.c src/core/timeline/want.h \
	# End of timeline
