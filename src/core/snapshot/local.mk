# SPDX-License-Identifier: GPL-2.0-or-later
# What a planner is given, in memory and as text.
libftplan_a_SOURCES += \
	src/core/snapshot/block.c src/core/snapshot/block.h \
	src/core/snapshot/buffer_wish.c src/core/snapshot/buffer_wish.h \
	src/core/snapshot/field.c src/core/snapshot/field.h \
	src/core/snapshot/placement.h \
	src/core/snapshot/policy.c src/core/snapshot/policy.h \
	src/core/snapshot/promise_state.c src/core/snapshot/promise_state.h \
	src/core/snapshot/request.c src/core/snapshot/request.h \
	src/core/snapshot/request_field.h \
	src/core/snapshot/snapshot.c src/core/snapshot/snapshot.h \
	src/core/snapshot/snapshot_bound.c \
	src/core/snapshot/snapshot_check.c \
	src/core/snapshot/snapshot_write.c \
	# End of snapshot
# Snapshots are read by the command only: json-c, whose parser crashes where
# memory is short, is not in slurmctld.
libftread_a_SOURCES += \
	src/core/snapshot/reader.c src/core/snapshot/reader.h \
	src/core/snapshot/snapshot_read.c \
	src/core/snapshot/snapshot_value.c \
	src/core/snapshot/snapshot_value.h \
	# End of what reads
