# SPDX-License-Identifier: GPL-2.0-or-later
# Order, options and memory of the queue.
libftplan_a_SOURCES += \
	src/core/queue/bypass.c src/core/queue/bypass.h \
	src/core/queue/bypass_count.c src/core/queue/bypass_count.h \
	src/core/queue/depth_rule.c src/core/queue/depth_rule.h \
	src/core/queue/metric.c src/core/queue/metric.h \
	src/core/queue/overrule.c src/core/queue/overrule.h \
	src/core/queue/predict.c src/core/queue/predict.h \
	src/core/queue/rank_order.c src/core/queue/rank_order.h \
	src/core/queue/reserve_right.c src/core/queue/reserve_right.h \
	src/core/queue/reserve_state.c src/core/queue/reserve_state.h \
	src/core/queue/schedule_advice.c src/core/queue/schedule_advice.h \
	src/core/queue/schedule_option.c src/core/queue/schedule_option.h \
	src/core/queue/turn.c src/core/queue/turn.h \
	# End of queue
