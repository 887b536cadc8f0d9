# SPDX-License-Identifier: GPL-2.0-or-later
# libftslurm: the only code that includes Slurm's internals.

if HAVE_SLURM
# What sched/reserve is made of.
noinst_LTLIBRARIES += libftschedule.la
libftschedule_la_SOURCES = \
	src/slurm/assoc_rejoin.c src/slurm/assoc_rejoin.h \
	src/slurm/bell.c src/slurm/bell.h \
	src/slurm/buffer_watch.c src/slurm/buffer_watch.h \
	src/slurm/compat.c src/slurm/compat.h \
	src/slurm/cycle.h \
	src/slurm/event_watch.c src/slurm/event_watch.h \
	src/slurm/hold.c src/slurm/hold.h \
	src/slurm/job_row.c src/slurm/job_row.h \
	src/slurm/layout.c src/slurm/layout.h \
	src/slurm/limit_watch.c src/slurm/limit_watch.h \
	src/slurm/moment.c src/slurm/moment.h \
	src/slurm/rest.c src/slurm/rest.h \
	src/slurm/schedule_amount.c \
	src/slurm/schedule_advise.c src/slurm/schedule_advise.h \
	src/slurm/schedule_answer.c src/slurm/schedule_answer.h \
	src/slurm/schedule_apply.c src/slurm/schedule_apply.h \
	src/slurm/schedule_boot.c \
	src/slurm/schedule_bound.c src/slurm/schedule_bound.h \
	src/slurm/schedule_buffer.c \
	src/slurm/schedule_build.h \
	src/slurm/schedule_bypass.c src/slurm/schedule_bypass.h \
	src/slurm/schedule_array.c \
	src/slurm/schedule_cap.c src/slurm/schedule_cap.h \
	src/slurm/schedule_claim.c \
	src/slurm/schedule_closures.c \
	src/slurm/schedule_cores.c src/slurm/schedule_cores.h \
	src/slurm/schedule_demand.c src/slurm/schedule_demand.h \
	src/slurm/schedule_diag.c src/slurm/schedule_diag.h \
	src/slurm/schedule_duties.c src/slurm/schedule_duties.h \
	src/slurm/schedule_eligible.c \
	src/slurm/schedule_hide.c src/slurm/schedule_hide.h \
	src/slurm/schedule_het.c src/slurm/schedule_het.h \
	src/slurm/schedule_het_limit.c \
	src/slurm/schedule_estimate.c src/slurm/schedule_estimate.h \
	src/slurm/schedule_feature.c src/slurm/schedule_feature.h \
	src/slurm/schedule_group.c src/slurm/schedule_group.h \
	src/slurm/schedule_fence.c src/slurm/schedule_fence.h \
	src/slurm/schedule_form.c src/slurm/schedule_form.h \
	src/slurm/schedule_gate.c \
	src/slurm/schedule_gres.c \
	src/slurm/schedule_foreign.c src/slurm/schedule_foreign.h \
	src/slurm/schedule_hash.c \
	src/slurm/schedule_show.c src/slurm/schedule_show.h \
	src/slurm/schedule_late.c src/slurm/schedule_late.h \
	src/slurm/schedule_layer.c \
	src/slurm/schedule_level.c src/slurm/schedule_level.h \
	src/slurm/schedule_licences.c \
	src/slurm/schedule_limit.c src/slurm/schedule_limit.h \
	src/slurm/schedule_mark.c src/slurm/schedule_mark.h \
	src/slurm/schedule_memory.c src/slurm/schedule_memory.h \
	src/slurm/schedule_nodes.c \
	src/slurm/schedule_occasion.c src/slurm/schedule_occasion.h \
	src/slurm/schedule_order.c \
	src/slurm/schedule_pool.c \
	src/slurm/schedule_planned.c src/slurm/schedule_planned.h \
	src/slurm/schedule_wake.c src/slurm/schedule_wake.h \
	src/slurm/schedule_way.c \
	src/slurm/schedule_predict.c \
	src/slurm/schedule_budget.c src/slurm/schedule_budget.h \
	src/slurm/schedule_misfit.c src/slurm/schedule_misfit.h \
	src/slurm/schedule_preempt.c src/slurm/schedule_preempt.h \
	src/slurm/schedule_prey.c src/slurm/schedule_prey.h \
	src/slurm/schedule_hunt.c \
	src/slurm/schedule_promise.c src/slurm/schedule_promise.h \
	src/slurm/schedule_qos.c src/slurm/schedule_qos.h \
	src/slurm/schedule_queue.c \
	src/slurm/schedule_reason.c src/slurm/schedule_reason.h \
	src/slurm/schedule_refusal.c src/slurm/schedule_refusal.h \
	src/slurm/schedule_request.c \
	src/slurm/schedule_restore.c src/slurm/schedule_restore.h \
	src/slurm/schedule_return.c \
	src/slurm/schedule_device.c src/slurm/schedule_device.h \
	src/slurm/schedule_row.c src/slurm/schedule_row.h \
	src/slurm/schedule_runs.c \
	src/slurm/schedule_share.c \
	src/slurm/schedule_slice.c src/slurm/schedule_slice.h \
	src/slurm/schedule_socket.c src/slurm/schedule_socket.h \
	src/slurm/schedule_type.c src/slurm/schedule_type.h \
	src/slurm/schedule_snapshot.c src/slurm/schedule_snapshot.h \
	src/slurm/schedule_room.c src/slurm/schedule_room.h \
	src/slurm/schedule_spare.c src/slurm/schedule_spare.h \
	src/slurm/schedule_trial.c src/slurm/schedule_trial.h \
	src/slurm/schedule_start.c src/slurm/schedule_start.h \
	src/slurm/schedule_switch.c src/slurm/schedule_switch.h \
	src/slurm/scheduler.c src/slurm/scheduler.h \
	src/slurm/state_file.c src/slurm/state_file.h \
	# End of libftschedule_la_SOURCES
libftschedule_la_CPPFLAGS = $(MODULE_CPPFLAGS)
endif

# What priority/fairtree is made of.
FTS_PRIORITY_SOURCES = \
	src/slurm/accounting_period.c src/slurm/accounting_period.h \
	src/slurm/assoc_rejoin.c src/slurm/assoc_rejoin.h \
	src/slurm/assoc_snapshot.c src/slurm/assoc_snapshot.h \
	src/slurm/assoc_walk.c src/slurm/assoc_walk.h \
	src/slurm/compat.c src/slurm/compat.h src/slurm/compat_client.h \
	src/slurm/config_file.c src/slurm/config_file.h \
	src/slurm/credential_cache.c src/slurm/credential_cache.h \
	src/slurm/job_block.c src/slurm/job_block.h \
	src/slurm/column_book.c src/slurm/column_book.h \
	src/slurm/id_name.c src/slurm/id_name.h \
	src/slurm/id_priority.c src/slurm/id_priority.h \
	src/slurm/job_component.c src/slurm/job_component.h \
	src/slurm/job_cursor.c src/slurm/job_cursor.h \
	src/slurm/job_memory.c src/slurm/job_memory.h \
	src/slurm/job_priority.c src/slurm/job_priority.h \
	src/slurm/job_row.c src/slurm/job_row.h \
	src/slurm/layout.c src/slurm/layout.h \
	src/slurm/ledger_meter.c src/slurm/ledger_meter.h \
	src/slurm/ledger_request.c src/slurm/ledger_request.h \
	src/slurm/ledger_state.c src/slurm/ledger_state.h \
	src/slurm/job_sum.c \
	src/slurm/name_walk.c src/slurm/name_walk.h \
	src/slurm/limit_room.c src/slurm/limit_room.h \
	src/slurm/priority_config.c src/slurm/priority_config.h \
	src/slurm/priority_files.c src/slurm/priority_files.h \
	src/slurm/priority_list.c src/slurm/priority_list.h \
	src/slurm/priority_pass.c src/slurm/priority_pass.h \
	src/slurm/priority_state.c src/slurm/priority_state.h \
	src/slurm/quota_ballot.c src/slurm/quota_ballot.h \
	src/slurm/quota_class.c src/slurm/quota_class.h \
	src/slurm/standing.c src/slurm/standing.h \
	src/slurm/standing_pbs.c src/slurm/standing_pbs.h \
	src/slurm/queue_watch.c src/slurm/queue_watch.h \
	src/slurm/state_file.c src/slurm/state_file.h \
	src/slurm/trim_request.c src/slurm/trim_request.h \
	src/slurm/usage_decay.c src/slurm/usage_decay.h \
	src/slurm/usage_formula.c src/slurm/usage_formula.h \
	src/slurm/usage_ledger.c src/slurm/usage_ledger.h \
	src/slurm/usage_recount.c src/slurm/usage_recount.h \
	src/slurm/usage_reset.c src/slurm/usage_reset.h \
	src/slurm/usage_run.c src/slurm/usage_run.h \
	# End of FTS_PRIORITY_SOURCES
