/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How late running jobs started is known as long as they run, and of many
 * jobs that came and went nothing is kept.
 */
#include <criterion/criterion.h>

#include "slurm/reserve/build/late_start.h"

enum { PLANNED = 1000, MANY = 5000, RUNNING = 20 };

static job_record_t _job(uint32_t id)
{
	return (job_record_t){.job_id = id, .start_time = PLANNED + 2};
}

static void _note(struct fts_late *late, uint32_t id)
{
	job_record_t job = _job(id);

	fts_late_note(late, &job, PLANNED);
}

static int64_t _by(const struct fts_late *late, uint32_t id)
{
	job_record_t job = _job(id);

	return fts_late_by(late, &job);
}

Test(schedule_late, many_jobs_one_after_the_other_take_no_more_memory)
{
	struct ft_snapshot *few = ft_snapshot_new(1, 1, 0);
	struct ft_snapshot *none = ft_snapshot_new(1, 1, 0);
	struct fts_late late = {0};
	size_t most = 0;

	for (uint32_t i = 1; i <= RUNNING; i++) {
		ft_snapshot_add_run(few)->job_id = i;
		_note(&late, i);
	}
	for (uint32_t i = RUNNING + 1; i <= MANY; i++) {
		_note(&late, i);
		cr_assert_eq(_by(&late, i), 2);
		fts_late_prune(&late, few);
		most = late.map.size > most ? late.map.size : most;
	}
	cr_expect_lt(most, MANY / 10);
	for (uint32_t i = 1; i <= RUNNING; i++)
		cr_expect_eq(_by(&late, i), 2);
	fts_late_prune(&late, none);
	cr_expect_null(late.map.slot);
	fts_late_fini(&late);
	ft_snapshot_free(few);
	ft_snapshot_free(none);
}
