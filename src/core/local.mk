# SPDX-License-Identifier: GPL-2.0-or-later
# libftcore: pure C11.  No Slurm, clock, lock, log or mutable global.
noinst_LTLIBRARIES += libftcore.la
libftcore_la_SOURCES = \
	src/core/buffer_wish.c src/core/buffer_wish.h \
	src/core/conf.c src/core/conf.h \
	src/core/bounds.h \
	src/core/err.c src/core/err.h \
	src/core/recent.h \
	src/core/request.c src/core/request.h \
	src/core/want.c src/core/want.h \
	src/core/line.c src/core/line.h \
	src/core/name_code.c src/core/name_code.h \
	src/core/number.c src/core/number.h \
	src/core/option.c src/core/option.h \
	src/core/overtake.c src/core/overtake.h \
	src/core/schedule_option.c src/core/schedule_option.h \
	src/core/schedule_advice.c src/core/schedule_advice.h \
	src/core/bypass.c src/core/bypass.h \
	src/core/bypass_count.c src/core/bypass_count.h \
	src/core/change.c src/core/change.h \
	src/core/segment.c src/core/segment.h \
	src/core/charge.c src/core/charge.h \
	src/core/checksum.c src/core/checksum.h \
	src/core/column.c src/core/column.h \
	src/core/component.c src/core/component.h \
	src/core/component_option.c src/core/component_slot.h \
	src/core/component_policy.c src/core/component_policy.h \
	src/core/decay.c src/core/decay.h \
	src/core/factor.c src/core/factor.h \
	src/core/fairshare.c src/core/fairshare.h \
	src/core/fairshare_pbs.c src/core/fairshare_pbs.h \
	src/core/quota.c src/core/quota.h \
	src/core/quota_place.c src/core/quota_place.h \
	src/core/quota_standing.c src/core/quota_standing.h \
	src/core/quota_tree.c src/core/quota_tree.h \
	src/core/site_policy.c src/core/site_policy.h \
	src/core/statement.c src/core/statement.h \
	src/core/credential.c src/core/credential.h \
	src/core/fairshare_file.c src/core/fairshare_file.h \
	src/core/fairshare_goal.c src/core/fairshare_goal.h \
	src/core/fairshare_option.c src/core/fairshare_option.h \
	src/core/fairshare_score.c src/core/fairshare_score.h \
	src/core/fairshare_target.c src/core/fairshare_target.h \
	src/core/fairshare_window.c src/core/fairshare_window.h \
	src/core/ledger.c src/core/ledger.h \
	src/core/ledger_copy.c src/core/ledger_import.c \
	src/core/ledger_file.h src/core/ledger_file_read.c \
	src/core/ledger_file_text.c src/core/ledger_image.c \
	src/core/ledger_run.c src/core/ledger_run.h \
	src/core/name_table.c src/core/name_table.h \
	src/core/seal.c src/core/seal.h \
	src/core/text.c src/core/text.h \
	src/core/tres_formula.c src/core/tres_formula.h \
	src/core/tres_weight.c src/core/tres_weight.h \
	src/core/priority_rule.c src/core/priority_rule.h \
	src/core/vacancy.c src/core/vacancy.h \
	src/core/vertex.c src/core/vertex.h \
	src/core/resource_group.c src/core/resource_group.h \
	src/core/fairshare_effective.c src/core/fairshare_effective.h \
	src/core/fairshare_tree.c src/core/fairshare_tree.h \
	src/core/id_map.c src/core/id_map.h \
	src/core/pbs_cycle.c src/core/pbs_cycle.h \
	src/core/pbs_option.c src/core/pbs_option.h \
	src/core/pbs_standing.c src/core/pbs_standing.h \
	src/core/predict.c src/core/predict.h \
	src/core/turn.c src/core/turn.h \
	src/core/queue_time.c src/core/queue_time.h \
	src/core/queue_time_state.c src/core/queue_time_state.h \
	src/core/priority_option.c src/core/priority_option.h \
	src/core/reserve_state.c src/core/reserve_state.h \
	src/core/scheduler_name.c src/core/scheduler_name.h \
	src/core/sha256.c src/core/sha256.h \
	src/core/share_tree.c src/core/share_tree.h \
	# End of libftcore_la_SOURCES
# The planner: from snapshot to schedule.
libftcore_la_SOURCES += \
	src/core/access.c src/core/access.h \
	src/core/watch.c src/core/watch.h \
	src/core/roster.c src/core/roster.h \
	src/core/agenda.c src/core/agenda.h \
	src/core/arena.c src/core/arena.h \
	src/core/choice.c src/core/choice.h \
	src/core/leaf.c src/core/leaf.h \
	src/core/depth.c src/core/depth.h \
	src/core/depth_rule.c src/core/depth_rule.h \
	src/core/backfill.c src/core/backfill.h \
	src/core/estimate.c src/core/estimate.h \
	src/core/fill.c src/core/fill.h \
	src/core/floor.c src/core/floor.h \
	src/core/front.c src/core/front.h \
	src/core/hole.c src/core/hole.h \
	src/core/gauge.c src/core/gauge.h \
	src/core/gap.c src/core/gap_kind.c src/core/gap_search.c \
	src/core/gap.h \
	src/core/idle.c src/core/idle.h \
	src/core/class_table.c src/core/class_table.h \
	src/core/index_map.c src/core/index_map.h \
	src/core/insert.c src/core/insert.h \
	src/core/joint.c src/core/joint.h \
	src/core/kept.c src/core/kept.h \
	src/core/licence.c src/core/licence.h \
	src/core/limit.c src/core/limit.h \
	src/core/metric.c src/core/metric.h \
	src/core/node_set.c src/core/node_set.h \
	src/core/obstacle.c src/core/obstacle.h \
	src/core/parts.c src/core/parts.h \
	src/core/outcome.c src/core/outcome.h \
	src/core/piece.c src/core/piece.h \
	src/core/plan.c src/core/plan.h src/core/planted.h \
	src/core/policy.c src/core/policy.h \
	src/core/planner.c src/core/planner.h \
	src/core/profile.c src/core/profile.h \
	src/core/contest.c src/core/contest.h \
	src/core/promise.c src/core/promise.h \
	src/core/promise_state.c src/core/promise_state.h \
	src/core/promised.c src/core/promised.h \
	src/core/reader.c src/core/reader.h \
	src/core/repair.c src/core/repair.h \
	src/core/record.c src/core/record.h \
	src/core/replay.c src/core/replay.h \
	src/core/delivery.c src/core/delivery.h \
	src/core/population.c src/core/population.h \
	src/core/replay_limit.c src/core/replay_limit.h \
	src/core/fleet.c src/core/fleet.h \
	src/core/replay_order.c \
	src/core/replay_quota.c src/core/replay_quota.h \
	src/core/replay_share.c src/core/replay_share.h \
	src/core/replay_snapshot.c src/core/replay_state.h \
	src/core/replay_target.c src/core/replay_target.h \
	src/core/shake.c src/core/shake.h \
	src/core/workload.c src/core/workload.h \
	src/core/schedule.c src/core/schedule.h \
	src/core/search.c src/core/search.h \
	src/core/stretch.c src/core/stretch.h \
	src/core/shape.c src/core/shape_table.c src/core/shape.h \
	src/core/snapshot.c src/core/snapshot.h \
	src/core/snapshot_bound.c src/core/snapshot_check.c \
	src/core/snapshot_read.c src/core/snapshot_request.c \
	src/core/snapshot_value.c src/core/snapshot_value.h src/core/snapshot_write.c \
	src/core/preempt.c src/core/preempt.h \
	src/core/view.c src/core/view.h \
	src/core/timeline.c src/core/timeline.h \
	# End of libftcore_la_SOURCES
libftcore_la_CFLAGS = $(CORE_CFLAGS) $(JSONC_CFLAGS)
libftcore_la_LIBADD = $(JSONC_LIBS) $(LIBM)
