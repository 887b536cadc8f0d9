# SPDX-License-Identifier: GPL-2.0-or-later
# The simulator of sfair replay; no plugin has it.
libftreplay_a_SOURCES += \
	src/core/replay/delivery.c src/core/replay/delivery.h \
	src/core/replay/fleet.c src/core/replay/fleet.h \
	src/core/replay/outcome.c src/core/replay/outcome.h \
	src/core/replay/population.c src/core/replay/population.h \
	src/core/replay/record.c src/core/replay/record.h \
	src/core/replay/replay.c src/core/replay/replay.h \
	src/core/replay/replay_idle.c \
	src/core/replay/replay_limit.c src/core/replay/replay_limit.h \
	src/core/replay/replay_order.c \
	src/core/replay/replay_quota.c src/core/replay/replay_quota.h \
	src/core/replay/replay_share.c src/core/replay/replay_share.h \
	src/core/replay/replay_snapshot.c \
	src/core/replay/replay_state.h \
	src/core/replay/replay_target.c src/core/replay/replay_target.h \
	src/core/replay/shake.c src/core/replay/shake.h \
	src/core/replay/workload.c src/core/replay/workload.h \
	# End of replay
