/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See name_walk.h.
 */
#include "slurm/common/name_walk.h"

#include "slurm/common/compat.h"
#include "slurm/common/id_name.h"
#include "slurm/common/job_cursor.h"
#include "slurm/common/lock.h"

/* Unknown ids that a slice has met; the same may be there twice. */
struct strangers {
	uid_t user[FTS_SLICE_JOBS];
	gid_t group[FTS_SLICE_JOBS];
	uint32_t users, groups;
};

static void _note_name(struct strangers *strangers, const job_record_t *job)
{
	uint32_t users = strangers->users, groups = strangers->groups;

	if (!fts_id_name_knows_user(job->user_id) &&
	    !(users && strangers->user[users - 1] == job->user_id))
		strangers->user[strangers->users++] = job->user_id;
	if (!fts_id_name_knows_group(job->group_id) &&
	    !(groups && strangers->group[groups - 1] == job->group_id))
		strangers->group[strangers->groups++] = job->group_id;
}

static void _ask_strangers(struct strangers *strangers)
{
	for (uint32_t i = 0; i < strangers->users; i++)
		fts_id_name_learn_user(strangers->user[i]);
	for (uint32_t i = 0; i < strangers->groups; i++)
		fts_id_name_learn_group(strangers->group[i]);
	strangers->users = strangers->groups = 0;
}

void fts_name_walk(void)
{
	static const slurmctld_lock_t job_read = {.job = READ_LOCK};
	struct strangers strangers = {0};
	struct fts_job_cursor cursor;
	const job_record_t *job;

	fts_lock_take(job_read, "names");
	fts_job_cursor_open(&cursor);
	do {
		fts_job_cursor_begin(&cursor);
		while ((job = fts_job_cursor_next(&cursor))) {
			_note_name(&strangers, job);
			if (fts_job_cursor_full(&cursor))
				break;
		}
		if (!job)
			break;
		fts_lock_drop(job_read);
		_ask_strangers(&strangers);
		fts_job_cursor_pause();
		fts_lock_take(job_read, "names");
	} while (true);
	fts_job_cursor_close(&cursor);
	fts_lock_drop(job_read);
	_ask_strangers(&strangers);
}
