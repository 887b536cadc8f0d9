/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See limit_watch.h.
 */
#include "slurm/common/compat.h"

#include "core/base/index_map.h"
#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/limit_watch.h"

static uint64_t _mix_tres(uint64_t hash, const uint64_t *count)
{
	for (uint32_t i = 0; count && i < g_tres_count; i++)
		hash = ft_index_mix(hash, count[i]);
	return ft_index_mix(hash, count != NULL);
}

static uint64_t _mix_pair(uint64_t hash, uint32_t a, uint32_t b)
{
	return ft_index_mix(hash, a | (uint64_t) b << 32);
}

/* Sums do not depend on the order of the list. */
static int _add_assoc(void *x, void *arg)
{
	const slurmdb_assoc_rec_t *assoc = x;
	uint64_t hash = assoc->id, *sum = arg;

	hash = _mix_pair(hash, assoc->def_qos_id, assoc->parent_id);
	hash = _mix_pair(hash, assoc->grp_jobs, assoc->grp_jobs_accrue);
	hash = _mix_pair(hash, assoc->grp_submit_jobs, assoc->grp_wall);
	hash = _mix_pair(hash, assoc->max_jobs, assoc->max_jobs_accrue);
	hash = _mix_pair(hash, assoc->max_submit_jobs, assoc->max_wall_pj);
	hash = _mix_pair(hash, assoc->min_prio_thresh, 0);
	hash = _mix_tres(hash, assoc->grp_tres_ctld);
	hash = _mix_tres(hash, assoc->grp_tres_mins_ctld);
	hash = _mix_tres(hash, assoc->grp_tres_run_mins_ctld);
	hash = _mix_tres(hash, assoc->max_tres_ctld);
	hash = _mix_tres(hash, assoc->max_tres_pn_ctld);
	hash = _mix_tres(hash, assoc->max_tres_mins_ctld);
	*sum += _mix_tres(hash, assoc->max_tres_run_mins_ctld);
	return 0;
}

static uint64_t _qos_counts(const slurmdb_qos_rec_t *qos)
{
	uint64_t hash = qos->id;

	hash = _mix_pair(hash, qos->flags, qos->priority);
	hash = _mix_pair(hash, qos->preempt_mode, qos->preempt_exempt_time);
	hash = _mix_pair(hash, qos->grp_jobs, qos->grp_jobs_accrue);
	hash = _mix_pair(hash, qos->grp_submit_jobs, qos->grp_wall);
	hash = _mix_pair(hash, qos->max_jobs_pa, qos->max_jobs_pu);
	hash = _mix_pair(hash, qos->max_jobs_accrue_pa,
			 qos->max_jobs_accrue_pu);
	hash = _mix_pair(hash, qos->max_submit_jobs_pa,
			 qos->max_submit_jobs_pu);
	hash = _mix_pair(hash, qos->max_wall_pj, qos->min_prio_thresh);
	return _mix_pair(hash, qos->grace_time,
			 (uint32_t) (qos->usage_factor * 1000));
}

static int _add_qos(void *x, void *arg)
{
	const slurmdb_qos_rec_t *qos = x;
	uint64_t hash = _qos_counts(qos), *sum = arg;

	hash = _mix_tres(hash, qos->grp_tres_ctld);
	hash = _mix_tres(hash, qos->grp_tres_mins_ctld);
	hash = _mix_tres(hash, qos->grp_tres_run_mins_ctld);
	hash = _mix_tres(hash, qos->max_tres_mins_pj_ctld);
	hash = _mix_tres(hash, qos->max_tres_pa_ctld);
	hash = _mix_tres(hash, qos->max_tres_pj_ctld);
	hash = _mix_tres(hash, qos->max_tres_pn_ctld);
	hash = _mix_tres(hash, qos->max_tres_pu_ctld);
	hash = _mix_tres(hash, qos->max_tres_run_mins_pa_ctld);
	hash = _mix_tres(hash, qos->max_tres_run_mins_pu_ctld);
	*sum += _mix_tres(hash, qos->min_tres_pj_ctld);
	return 0;
}

static uint64_t _all_limit(void)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK, .qos = READ_LOCK, .tres = READ_LOCK};
	uint64_t sum = 1;

	fts_lock_assoc(&locks, "limits");
	if (assoc_mgr_assoc_list)
		list_for_each(assoc_mgr_assoc_list, _add_assoc, &sum);
	if (assoc_mgr_qos_list)
		list_for_each(assoc_mgr_qos_list, _add_qos, &sum);
	fts_unlock_assoc(&locks);
	return sum ? sum : 1;
}

bool fts_limit_watch_look(struct fts_limit_watch *watch)
{
	uint64_t seen = watch->seen;

	if (!(accounting_enforce & ACCOUNTING_ENFORCE_LIMITS) ||
	    !fts_rest_over(&watch->rest))
		return false;
	watch->seen = _all_limit();
	fts_rest_end(&watch->rest);
	return seen && seen != watch->seen;
}
