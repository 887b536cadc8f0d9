# SPDX-License-Identifier: GPL-2.0-or-later
# The pass over the queue: promises, preemption; and from snapshot to snapshot.
libftplan_a_SOURCES += \
	src/core/plan/backfill.c src/core/plan/backfill.h \
	src/core/plan/class_table.c src/core/plan/class_table.h \
	src/core/plan/contest.c src/core/plan/contest.h \
	src/core/plan/depth.c src/core/plan/depth.h \
	src/core/plan/estimate.c src/core/plan/estimate.h \
	src/core/plan/expect.c src/core/plan/expect.h \
	src/core/plan/fewest.c src/core/plan/fewest.h \
	src/core/plan/fill.c src/core/plan/fill.h \
	src/core/plan/hole.c src/core/plan/hole.h \
	src/core/plan/history.c src/core/plan/history.h \
	src/core/plan/leaning.c src/core/plan/leaning.h \
	src/core/plan/outlook.c src/core/plan/outlook.h \
	src/core/plan/outlook_read.c \
	src/core/plan/outlook_text.c \
	src/core/plan/overtake.c src/core/plan/overtake.h \
	src/core/plan/plan.c src/core/plan/plan.h \
	src/core/plan/plan_job.c \
	src/core/plan/planner.c src/core/plan/planner.h \
	src/core/plan/preempt.c src/core/plan/preempt.h \
	src/core/plan/preemptor.c src/core/plan/preemptor.h \
	src/core/plan/promise.c src/core/plan/promise.h \
	src/core/plan/promise_place.c src/core/plan/promise_place.h \
	src/core/plan/promised.c src/core/plan/promised.h \
	src/core/plan/schedule.c src/core/plan/schedule.h \
	src/core/plan/slack.c src/core/plan/slack.h \
	src/core/plan/standing.c src/core/plan/standing.h \
	src/core/plan/standing_base.c \
	src/core/plan/standing_guest.c \
	src/core/plan/standing_match.c \
	src/core/plan/standing_order.c \
	src/core/plan/standing_reach.c \
	src/core/plan/standing_state.h \
	src/core/plan/standing_taker.c \
	src/core/plan/standing_tell.c \
	src/core/plan/standing_time.c \
	src/core/plan/standing_write.c \
	src/core/plan/stretch.c src/core/plan/stretch.h \
	src/core/plan/vacancy.c src/core/plan/vacancy.h \
	src/core/plan/view.c src/core/plan/view.h \
	src/core/plan/whatif.c src/core/plan/whatif.h \
	# End of plan
