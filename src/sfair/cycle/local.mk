# SPDX-License-Identifier: GPL-2.0-or-later
# sfair plan and bypass: what a cycle of the scheduler saved or has planned.
sfair_SOURCES += \
	src/sfair/cycle/bypass.c \
	src/sfair/cycle/plan.c \
	src/sfair/cycle/plan_live.c src/sfair/cycle/plan_live.h \
	# End of cycle
