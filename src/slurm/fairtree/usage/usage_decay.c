/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_decay.h.
 */
#include "slurm/fairtree/usage/usage_decay.h"

#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/assoc_walk.h"
#include "slurm/fairtree/usage/usage_reset.h"

static void _decay_usage(slurmdb_assoc_usage_t *usage, double factor)
{
	usage->usage_raw *= factor;
	for (int i = 0; i < fts_tres_count(); i++)
		usage->usage_tres_raw[i] *= factor;
	usage->grp_used_wall *= factor;
}

static void _decay_assoc(slurmdb_assoc_rec_t *assoc, double factor)
{
	_decay_usage(assoc->usage, factor);
	/* What the deleted users of an account have left behind. */
	if (assoc->leaf_usage && assoc->leaf_usage != assoc->usage)
		_decay_usage(assoc->leaf_usage, factor);
}

static int _decay_qos(void *x, void *arg)
{
	slurmdb_qos_rec_t *qos = x;
	double factor = *(double *) arg;

	if (qos->flags & QOS_FLAG_NO_DECAY)
		return 0;
	qos->usage->usage_raw *= factor;
	for (int i = 0; i < fts_tres_count(); i++)
		qos->usage->usage_tres_raw[i] *= factor;
	qos->usage->grp_used_wall *= factor;
	return 0;
}

static int _decay_assoc_in_list(void *x, void *arg)
{
	_decay_assoc(x, *(double *) arg);
	return 0;
}

static void _decay_assocs(double factor)
{
	struct fts_assoc_walk walk;

	if (!fts_assoc_walk_begin(&walk)) {
		list_for_each(assoc_mgr_assoc_list, _decay_assoc_in_list,
			      &factor);
		return;
	}
	for (uint32_t i = 0; i < walk.count; i++) {
		fts_assoc_walk_ahead(&walk, i);
		_decay_assoc(walk.assoc[i], factor);
	}
	fts_assoc_walk_end(&walk);
}

void fts_usage_decay(double factor)
{
	assoc_mgr_lock_t locks = {.assoc = WRITE_LOCK, .qos = WRITE_LOCK};

	fts_lock_assoc(&locks, "decay");
	if (assoc_mgr_assoc_list)
		_decay_assocs(factor);
	if (assoc_mgr_qos_list)
		list_for_each(assoc_mgr_qos_list, _decay_qos, &factor);
	fts_unlock_assoc(&locks);
}

static int _reset_assoc(void *x, void *arg)
{
	slurmdb_assoc_rec_t *assoc = x;

	assoc->usage->usage_raw = 0;
	for (int i = 0; i < fts_tres_count(); i++)
		assoc->usage->usage_tres_raw[i] = 0;
	assoc->usage->grp_used_wall = 0;
	if (assoc->leaf_usage && assoc->leaf_usage != assoc->usage) {
		slurmdb_destroy_assoc_usage(assoc->leaf_usage);
		assoc->leaf_usage = NULL;
	}
	return 0;
}

static int _reset_qos(void *x, void *arg)
{
	slurmdb_qos_rec_t *qos = x;

	qos->usage->usage_raw = 0;
	for (int i = 0; i < fts_tres_count(); i++)
		qos->usage->usage_tres_raw[i] = 0;
	qos->usage->grp_used_wall = 0;
	return 0;
}

static void _zero_usage(void)
{
	assoc_mgr_lock_t locks = {.assoc = WRITE_LOCK, .qos = WRITE_LOCK};

	fts_lock_assoc(&locks, "decay");
	if (assoc_mgr_assoc_list)
		list_for_each(assoc_mgr_assoc_list, _reset_assoc, NULL);
	if (assoc_mgr_qos_list)
		list_for_each(assoc_mgr_qos_list, _reset_qos, NULL);
	fts_unlock_assoc(&locks);
}

void fts_usage_reset_due(uint16_t period, bool at_once, time_t now,
			 time_t *last_reset, time_t *next_reset)
{
	if (at_once) {
		info("priority/fairtree: PriorityUsageResetPeriod=NOW: all "
		     "usage is reset");
		_zero_usage();
		*last_reset = now;
	}
	if (!*next_reset)
		*next_reset = fts_usage_reset_next(period, *last_reset, now);
	if (!*next_reset || now < *next_reset)
		return;
	info("priority/fairtree: PriorityUsageResetPeriod: all usage is reset");
	_zero_usage();
	*last_reset = *next_reset;
	*next_reset = fts_usage_reset_next(period, *last_reset, now);
}
