# SPDX-License-Identifier: GPL-2.0-or-later
# sfair priority: what a priority consists of.
sfair_SOURCES += \
	src/sfair/priority/priority.c \
	src/sfair/priority/priority_jobs.c src/sfair/priority/priority_jobs.h \
	src/sfair/priority/priority_live.c \
	src/sfair/priority/priority_memory.c \
	src/sfair/priority/priority_memory.h \
	src/sfair/priority/priority_policy.c \
	src/sfair/priority/priority_print.c \
	# End of priority
