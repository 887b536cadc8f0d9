/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build/late_start.h.
 */
#include "slurm/reserve/build/late_start.h"

enum {
	/* A promise that waited for its nodes, then for its turn. */
	LATE_MOST = FT_LATE_MOST + 60,
	LATE_BITS = 10, /* of a value; the restart count is above */
	FEW = 64,
};

_Static_assert(LATE_MOST < 1 << LATE_BITS, "a value has no room for it");

static uint32_t _job_value(const job_record_t *job, int64_t by)
{
	return (uint32_t) job->restart_cnt << LATE_BITS | (uint32_t) by;
}

void fts_late_note(struct fts_late *late, const job_record_t *job,
		   int64_t planned)
{
	int64_t by = (int64_t) job->start_time - planned;

	/* without memory for it, promises move by that second: no harm */
	if (by > 0 && by <= LATE_MOST)
		(void) ft_id_map_put(&late->map, job->job_id,
				     _job_value(job, by));
}

int64_t fts_late_by(const struct fts_late *late, const job_record_t *job)
{
	uint32_t value, by;

	if (!ft_id_map_get(&late->map, job->job_id, &value))
		return 0;
	by = value & ((1U << LATE_BITS) - 1);
	return value == _job_value(job, by) ? by : 0;
}

void fts_late_prune(struct fts_late *late, const struct ft_snapshot *snapshot)
{
	struct ft_id_map kept = {0};
	uint32_t value;

	if (snapshot->run_count &&
	    late->map.count < FEW + 2 * (size_t) snapshot->run_count)
		return;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		if (ft_id_map_get(&late->map, snapshot->run[i].job_id, &value))
			(void) ft_id_map_put(&kept, snapshot->run[i].job_id,
					     value);
	ft_id_map_fini(&late->map);
	late->map = kept;
}

void fts_late_fini(struct fts_late *late)
{
	ft_id_map_fini(&late->map);
}
