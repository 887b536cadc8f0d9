/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See assoc_rejoin.h.
 */
#include "slurm/common/compat.h"

#include "slurm/common/assoc_rejoin.h"
#include "slurm/common/lock.h"

/* NULL if there is none any more. */
static slurmdb_qos_rec_t *_find_qos(uint32_t id)
{
	slurmdb_qos_rec_t key = {.id = id}, *found = NULL;

	(void) assoc_mgr_fill_in_qos(acct_db_conn, &key, accounting_enforce,
				     &found, true);
	return found;
}

/* A list that is empty then is none. */
static void _rejoin_list(job_record_t *job)
{
	fts_list_t list = FTS_QOS_LIST(job);
	char *names = xstrdup(FTS_QOS_REQUESTED(job)), *rest = NULL;

	list_flush(list);
	for (char *name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest)) {
		slurmdb_qos_rec_t key = {.name = name}, *found = NULL;

		(void) assoc_mgr_fill_in_qos(acct_db_conn, &key,
					     accounting_enforce, &found, true);
		if (found)
			list_append(list, found);
	}
	xfree(names);
	list_sort(list, fts_qos_order);
	if (!list_count(list))
		fts_qos_list_free(job);
}

/*
 * A job that waits stands for the QOS that comes first of its list.  One that
 * had ended before slurmctld started has none, as sprio shows with Slurm's own
 * plugins.
 */
static void _rejoin_qos(job_record_t *job)
{
	if (IS_JOB_FINISHED(job) && !job->qos_ptr)
		return;
	if (FTS_QOS_LIST(job) && IS_JOB_PENDING(job)) {
		job->qos_ptr = list_peek(FTS_QOS_LIST(job));
		job->qos_id = job->qos_ptr->id;
	} else {
		job->qos_ptr = job->qos_id ? _find_qos(job->qos_id) : NULL;
	}
}

static int _rejoin_job(void *x, void *arg)
{
	job_record_t *job = x;
	slurmdb_assoc_rec_t key = {.id = job->assoc_id};

	(void) arg;
	job->assoc_ptr = NULL;
	if (job->assoc_id)
		(void) assoc_mgr_fill_in_assoc(acct_db_conn, &key,
					       accounting_enforce,
					       &job->assoc_ptr, true);
	if (FTS_QOS_LIST(job) && job->details)
		_rejoin_list(job);
	_rejoin_qos(job);
	return 0;
}

static int _rejoin_part(void *x, void *arg)
{
	part_record_t *part = x;
	slurmdb_qos_rec_t key = {.name = part->qos_char};

	(void) arg;
	part->qos_ptr = NULL;
	if (part->qos_char)
		(void) assoc_mgr_fill_in_qos(acct_db_conn, &key,
					     accounting_enforce, &part->qos_ptr,
					     true);
	fts_part_accounts_rebuild(part);
	return 0;
}

void fts_assoc_rejoin(void)
{
	slurmctld_lock_t locks = {.job = WRITE_LOCK, .part = WRITE_LOCK};
	assoc_mgr_lock_t lists = {.assoc = READ_LOCK,
				  .qos = READ_LOCK,
				  .tres = READ_LOCK,
				  .user = READ_LOCK};

	if (!FTS_LISTS_ARE_RENEWED)
		return;
	fts_lock_await_assoc(&lists);
	fts_lock_take(locks, "rejoin");
	fts_lock_assoc(&lists, "rejoin");
	if (assoc_mgr_assoc_list && job_list)
		list_for_each(job_list, _rejoin_job, NULL);
	if (assoc_mgr_assoc_list && part_list)
		list_for_each(part_list, _rejoin_part, NULL);
	fts_unlock_assoc(&lists);
	fts_lock_drop(locks);
}
