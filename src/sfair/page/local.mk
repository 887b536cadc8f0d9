# SPDX-License-Identifier: GPL-2.0-or-later
# Pages to look at: HTML with pictures in SVG, and that of a plan.
sfair_SOURCES += \
	src/sfair/page/chart.c src/sfair/page/chart.h \
	src/sfair/page/page.c src/sfair/page/page.h \
	src/sfair/page/plan_lane.c \
	src/sfair/page/plan_part.c src/sfair/page/plan_part.h \
	src/sfair/page/plan_queue.c src/sfair/page/plan_room.c \
	src/sfair/page/plan_use.c src/sfair/page/plan_use.h \
	src/sfair/page/plan_view.c src/sfair/page/plan_view.h \
	src/sfair/page/style.c src/sfair/page/style.h \
	# End of page
