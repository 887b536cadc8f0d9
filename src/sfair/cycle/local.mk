# SPDX-License-Identifier: GPL-2.0-or-later
# sfair plan and bypass: what a cycle of the scheduler saved.
sfair_SOURCES += \
	src/sfair/cycle/bypass.c \
	src/sfair/cycle/plan.c \
	# End of cycle
