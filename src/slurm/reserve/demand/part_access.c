/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_part_access - which jobs a partition admits, by account and QOS.
 *
 * Unless EnforcePartLimits says otherwise slurmctld looks at these lists only
 * when a job is to start, so they are looked at here: nodes are not kept for
 * a job that may not enter.  slurmctld's own functions for this write and
 * log whenever they say no, and would wake the scheduler for ever.
 */
#include "slurm/common/change_time.h"
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/demand/part_access.h"

/* What was found out about an account and a QOS in a partition. */
static const bool opened = true, closed = false;

static bool _has_list(bitstr_t *bits, uint32_t id)
{
	return (int64_t) id < bit_size(bits) && bit_test(bits, id);
}

static bool _qos_passes(const part_record_t *part, const job_record_t *job)
{
	if (part->allow_qos_bitstr)
		return job->qos_ptr &&
		       _has_list(part->allow_qos_bitstr, job->qos_id);
	return !part->deny_qos_bitstr || !job->qos_ptr ||
	       !_has_list(part->deny_qos_bitstr, job->qos_id);
}

static bool _open_to_all(const part_record_t *part)
{
	return !FTS_ALLOWED_ACCOUNTS(part) && !FTS_DENIED_ACCOUNTS(part) &&
	       !part->allow_qos_bitstr && !part->deny_qos_bitstr;
}

bool fts_part_access_groups(struct fts_build *build, job_record_t *job)
{
	struct {
		char what[8];
		uint32_t user_id;
		char partition[64];
	} key = {.what = "groups", .user_id = job->user_id};
	struct fts_shared *memo;

	if (!job->part_ptr->allow_groups)
		return true;
	if (snprintf(key.partition, sizeof(key.partition), "%s",
		     job->part_ptr->name) >= (int) sizeof(key.partition))
		return fts_group_admitted(job);
	memo = fts_build_share(build, &key, sizeof(key));
	if (!memo)
		return true;
	if (!memo->about)
		memo->about =
			(void *) (fts_group_admitted(job) ? &opened : &closed);
	return *(const bool *) memo->about;
}

/* Lists may be long, and many jobs have the same account and QOS. */
bool fts_part_access_open(struct fts_build *build, const job_record_t *job)
{
	struct {
		char what[8];
		uint32_t assoc_id, qos_id;
		char partition[64];
	} key = {.what = "gate",
		 .assoc_id = job->assoc_id,
		 .qos_id = job->qos_ptr ? job->qos_id : NO_VAL};
	const part_record_t *part = job->part_ptr;
	struct fts_shared *memo;
	bool passes;

	if (_open_to_all(part))
		return true;
	if (!job->assoc_id ||
	    snprintf(key.partition, sizeof(key.partition), "%s", part->name) >=
		    (int) sizeof(key.partition))
		return fts_account_admitted(part, job) &&
		       _qos_passes(part, job);
	memo = fts_build_share(build, &key, sizeof(key));
	if (!memo)
		return true;
	if (memo->about)
		return *(const bool *) memo->about;
	passes = fts_account_admitted(part, job) && _qos_passes(part, job);
	memo->about = (void *) (passes ? &opened : &closed);
	return passes;
}

void fts_part_access_tell(job_record_t *job, const part_record_t *part)
{
	bool account = !fts_account_admitted(part, job);
	uint32_t reason = account ? WAIT_ACCOUNT : WAIT_QOS;
	char *text;

	if (account)
		text = xstrdup_printf("Partition %s does not admit account %s",
				      part->name,
				      job->account ? job->account : "(none)");
	else
		text = xstrdup_printf("Partition %s does not admit the job's "
				      "QOS",
				      part->name);
	if (job->state_reason == reason && !xstrcmp(job->state_desc, text)) {
		xfree(text);
		return;
	}
	job->state_reason = reason;
	xfree(job->state_desc);
	job->state_desc = text;
	FTS_CHANGED_AT(last_job_update, time(NULL));
}
