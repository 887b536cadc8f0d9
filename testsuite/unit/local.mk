# SPDX-License-Identifier: GPL-2.0-or-later
# One program for each core noun.
UNIT_TESTS += testsuite/unit/option.t
testsuite_unit_option_t_SOURCES = testsuite/unit/option.c
testsuite_unit_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_option_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/list.t
testsuite_unit_list_t_SOURCES = testsuite/unit/list.c
testsuite_unit_list_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_list_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/line.t
testsuite_unit_line_t_SOURCES = testsuite/unit/line.c
testsuite_unit_line_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_line_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/conf.t
testsuite_unit_conf_t_SOURCES = testsuite/unit/conf.c
testsuite_unit_conf_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_conf_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/schedule_option.t
testsuite_unit_schedule_option_t_SOURCES = testsuite/unit/schedule_option.c
testsuite_unit_schedule_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_schedule_option_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/decay.t
testsuite_unit_decay_t_SOURCES = testsuite/unit/decay.c
testsuite_unit_decay_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_decay_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/pass_grid.t
testsuite_unit_pass_grid_t_SOURCES = testsuite/unit/pass_grid.c
testsuite_unit_pass_grid_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_pass_grid_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/charge.t
testsuite_unit_charge_t_SOURCES = testsuite/unit/charge.c
testsuite_unit_charge_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_charge_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/share_tree.t
testsuite_unit_share_tree_t_SOURCES = testsuite/unit/share_tree.c testsuite/unit/tree.h
testsuite_unit_share_tree_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_share_tree_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fairshare_effective.t
testsuite_unit_fairshare_effective_t_SOURCES = testsuite/unit/fairshare_effective.c testsuite/unit/tree.h
testsuite_unit_fairshare_effective_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fairshare_effective_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fairshare_tree.t
testsuite_unit_fairshare_tree_t_SOURCES = testsuite/unit/fairshare_tree.c testsuite/unit/tree.h
testsuite_unit_fairshare_tree_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fairshare_tree_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/factor.t
testsuite_unit_factor_t_SOURCES = testsuite/unit/factor.c
testsuite_unit_factor_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_factor_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/priority_option.t
testsuite_unit_priority_option_t_SOURCES = testsuite/unit/priority_option.c
testsuite_unit_priority_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_priority_option_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/queue_time.t
testsuite_unit_queue_time_t_SOURCES = testsuite/unit/queue_time.c
testsuite_unit_queue_time_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_queue_time_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/node_set.t
testsuite_unit_node_set_t_SOURCES = testsuite/unit/node_set.c
testsuite_unit_node_set_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_node_set_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/limit.t
testsuite_unit_limit_t_SOURCES = testsuite/unit/limit.c
testsuite_unit_limit_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_limit_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/budget.t
testsuite_unit_budget_t_SOURCES = testsuite/unit/budget.c \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_budget_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_budget_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/roster.t
testsuite_unit_roster_t_SOURCES = testsuite/unit/roster.c
testsuite_unit_roster_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_roster_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/snapshot.t
testsuite_unit_snapshot_t_SOURCES = testsuite/unit/snapshot.c
testsuite_unit_snapshot_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_snapshot_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/schedule.t
testsuite_unit_schedule_t_SOURCES = testsuite/unit/schedule.c
testsuite_unit_schedule_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_schedule_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/arena.t
testsuite_unit_arena_t_SOURCES = testsuite/unit/arena.c
testsuite_unit_arena_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_arena_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/array.t
testsuite_unit_array_t_SOURCES = testsuite/unit/array.c
testsuite_unit_array_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_array_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/backfill.t
testsuite_unit_backfill_t_SOURCES = testsuite/unit/backfill.c
testsuite_unit_backfill_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_backfill_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/bypass.t
testsuite_unit_bypass_t_SOURCES = testsuite/unit/bypass.c
testsuite_unit_bypass_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_bypass_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/buffer_wish.t
testsuite_unit_buffer_wish_t_SOURCES = testsuite/unit/buffer_wish.c
testsuite_unit_buffer_wish_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_buffer_wish_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/keyed_hash.t
testsuite_unit_keyed_hash_t_SOURCES = testsuite/unit/keyed_hash.c
testsuite_unit_keyed_hash_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_keyed_hash_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/rank_order.t
testsuite_unit_rank_order_t_SOURCES = testsuite/unit/rank_order.c
testsuite_unit_rank_order_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_rank_order_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/reserve_right.t
testsuite_unit_reserve_right_t_SOURCES = testsuite/unit/reserve_right.c
testsuite_unit_reserve_right_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_reserve_right_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/turn.t
testsuite_unit_turn_t_SOURCES = testsuite/unit/turn.c
testsuite_unit_turn_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_turn_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/shake.t
testsuite_unit_shake_t_SOURCES = testsuite/unit/shake.c
testsuite_unit_shake_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_shake_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/predict.t
testsuite_unit_predict_t_SOURCES = testsuite/unit/predict.c
testsuite_unit_predict_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_predict_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/reserve_state.t
testsuite_unit_reserve_state_t_SOURCES = testsuite/unit/reserve_state.c
testsuite_unit_reserve_state_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_reserve_state_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/exchange.t
testsuite_unit_exchange_t_SOURCES = testsuite/unit/exchange.c \
	src/slurm/common/exchange.c src/slurm/common/exchange.h
testsuite_unit_exchange_t_CFLAGS = $(UNIT_CFLAGS) -pthread
testsuite_unit_exchange_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/id_name.t
testsuite_unit_id_name_t_SOURCES = testsuite/unit/id_name.c \
	src/slurm/common/id_name.c src/slurm/common/id_name.h
testsuite_unit_id_name_t_CFLAGS = $(UNIT_CFLAGS) -pthread
testsuite_unit_id_name_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/scheduler_name.t
testsuite_unit_scheduler_name_t_SOURCES = testsuite/unit/scheduler_name.c
testsuite_unit_scheduler_name_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_scheduler_name_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fleet.t
testsuite_unit_fleet_t_SOURCES = testsuite/unit/fleet.c
testsuite_unit_fleet_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fleet_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/accounting_period.t
testsuite_unit_accounting_period_t_SOURCES = \
	testsuite/unit/accounting_period.c \
	src/slurm/fairtree/config/accounting_period.c src/slurm/fairtree/config/accounting_period.h
testsuite_unit_accounting_period_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_accounting_period_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/config_file.t
testsuite_unit_config_file_t_SOURCES = testsuite/unit/config_file.c \
	src/slurm/common/config_file.c src/slurm/common/config_file.h
testsuite_unit_config_file_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_config_file_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/pbs_standing.t
testsuite_unit_pbs_standing_t_SOURCES = testsuite/unit/pbs_standing.c
testsuite_unit_pbs_standing_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_pbs_standing_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/gap.t
testsuite_unit_gap_t_SOURCES = testsuite/unit/gap.c
testsuite_unit_gap_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_gap_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/standing_taker.t
testsuite_unit_standing_taker_t_SOURCES = testsuite/unit/standing_taker.c \
	testsuite/unit/standing_machine.h testsuite/unit/standing_planner.h \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_standing_taker_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_standing_taker_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/standing_suspend.t
testsuite_unit_standing_suspend_t_SOURCES = testsuite/unit/standing_suspend.c \
	testsuite/unit/standing_machine.h testsuite/unit/standing_planner.h \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_standing_suspend_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_standing_suspend_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/standing_company.t
testsuite_unit_standing_company_t_SOURCES = testsuite/unit/standing_company.c \
	testsuite/unit/ask_nodes.h testsuite/unit/standing_planner.h \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_standing_company_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_standing_company_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/standing_turn.t
testsuite_unit_standing_turn_t_SOURCES = testsuite/unit/standing_turn.c \
	testsuite/unit/ask_nodes.h testsuite/unit/standing_planner.h \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_standing_turn_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_standing_turn_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/board.t
testsuite_unit_board_t_SOURCES = testsuite/unit/board.c
testsuite_unit_board_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_board_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/board_line.t
testsuite_unit_board_line_t_SOURCES = testsuite/unit/board_line.c
testsuite_unit_board_line_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_board_line_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/preference.t
testsuite_unit_preference_t_SOURCES = testsuite/unit/preference.c \
	testsuite/unit/ask_nodes.h
testsuite_unit_preference_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_preference_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/standing_time.t
testsuite_unit_standing_time_t_SOURCES = testsuite/unit/standing_time.c \
	testsuite/unit/ask_nodes.h \
	testsuite/promised.c testsuite/promised.h
testsuite_unit_standing_time_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_standing_time_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/leaning.t
testsuite_unit_leaning_t_SOURCES = testsuite/unit/leaning.c
testsuite_unit_leaning_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_leaning_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/vacancy.t
testsuite_unit_vacancy_t_SOURCES = testsuite/unit/vacancy.c
testsuite_unit_vacancy_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_vacancy_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/resource_group.t
testsuite_unit_resource_group_t_SOURCES = testsuite/unit/resource_group.c
testsuite_unit_resource_group_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_resource_group_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/stretch.t
testsuite_unit_stretch_t_SOURCES = testsuite/unit/stretch.c
testsuite_unit_stretch_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_stretch_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/quota.t
testsuite_unit_quota_t_SOURCES = testsuite/unit/quota.c
testsuite_unit_quota_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_quota_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/quota_place.t
testsuite_unit_quota_place_t_SOURCES = testsuite/unit/quota_place.c
testsuite_unit_quota_place_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_quota_place_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/quota_standing.t
testsuite_unit_quota_standing_t_SOURCES = testsuite/unit/quota_standing.c
testsuite_unit_quota_standing_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_quota_standing_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fairshare_window.t
testsuite_unit_fairshare_window_t_SOURCES = testsuite/unit/fairshare_window.c
testsuite_unit_fairshare_window_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fairshare_window_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/state_form.t
testsuite_unit_state_form_t_SOURCES = testsuite/unit/state_form.c
testsuite_unit_state_form_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_state_form_t_LDADD = $(UNIT_LDADD)

EXTRA_DIST += testsuite/golden/state/fairtree_ledger.1 \
	testsuite/golden/state/fairtree_ledger.2 \
	testsuite/golden/state/fairtree_ledger.3 \
	testsuite/golden/state/queue_time.1 \
	testsuite/golden/state/sched_promises.1 \
	testsuite/golden/state/sched_promises.2 \
	testsuite/golden/state/sched_reserve.1 \
	testsuite/golden/state/sched_reserve.2

UNIT_TESTS += testsuite/unit/page.t
testsuite_unit_page_t_SOURCES = testsuite/unit/page.c \
	src/sfair/base/fresh_file.c src/sfair/base/shown.c \
	src/sfair/page/page.c src/sfair/page/plan_use.c src/sfair/page/style.c
testsuite_unit_page_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_page_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/slack.t
testsuite_unit_slack_t_SOURCES = testsuite/unit/slack.c
testsuite_unit_slack_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_slack_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/block.t
testsuite_unit_block_t_SOURCES = testsuite/unit/block.c
testsuite_unit_block_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_block_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/whatif.t
testsuite_unit_whatif_t_SOURCES = testsuite/unit/whatif.c
testsuite_unit_whatif_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_whatif_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/outlook.t
testsuite_unit_outlook_t_SOURCES = testsuite/unit/outlook.c
testsuite_unit_outlook_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_outlook_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/promise_state.t
testsuite_unit_promise_state_t_SOURCES = testsuite/unit/promise_state.c
testsuite_unit_promise_state_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_promise_state_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fairshare_score.t
testsuite_unit_fairshare_score_t_SOURCES = testsuite/unit/fairshare_score.c
testsuite_unit_fairshare_score_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fairshare_score_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/site_policy.t
testsuite_unit_site_policy_t_SOURCES = testsuite/unit/site_policy.c
testsuite_unit_site_policy_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_site_policy_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/component.t
testsuite_unit_component_t_SOURCES = testsuite/unit/component.c
testsuite_unit_component_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_component_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/column.t
testsuite_unit_column_t_SOURCES = testsuite/unit/column.c
testsuite_unit_column_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_column_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/component_policy.t
testsuite_unit_component_policy_t_SOURCES = testsuite/unit/component_policy.c
testsuite_unit_component_policy_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_component_policy_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/unit/state_number.t
testsuite_unit_state_number_t_SOURCES = testsuite/unit/state_number.c
testsuite_unit_state_number_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_state_number_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/ledger_clock.t
testsuite_unit_ledger_clock_t_SOURCES = testsuite/unit/ledger_clock.c
testsuite_unit_ledger_clock_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_ledger_clock_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/ledger_sweep.t
testsuite_unit_ledger_sweep_t_SOURCES = testsuite/unit/ledger_sweep.c
testsuite_unit_ledger_sweep_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_ledger_sweep_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/ledger.t
testsuite_unit_ledger_t_SOURCES = testsuite/unit/ledger.c
testsuite_unit_ledger_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_ledger_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/fairshare_option.t
testsuite_unit_fairshare_option_t_SOURCES = testsuite/unit/fairshare_option.c
testsuite_unit_fairshare_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_fairshare_option_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/ledger_file.t
testsuite_unit_ledger_file_t_SOURCES = testsuite/unit/ledger_file.c
testsuite_unit_ledger_file_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_ledger_file_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/history.t
testsuite_unit_history_t_SOURCES = testsuite/unit/history.c
testsuite_unit_history_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_history_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/stake.t
testsuite_unit_stake_t_SOURCES = testsuite/unit/stake.c \
	src/sfair/answer/stake.c
testsuite_unit_stake_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_stake_t_LDADD = $(UNIT_LDADD)
