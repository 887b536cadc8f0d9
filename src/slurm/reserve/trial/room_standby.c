/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/room.h: which planned starts a standby need not fit in before.
 */
#include "slurm/reserve/trial/room.h"

#include <stdlib.h>
#include <string.h>

#include "slurm/common/lock.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/preempt/standby.h"

/* Of another standby from now on; false: out of memory. */
static bool _open_standby(struct fts_room_standby *standby,
			  const struct fts_cycle *cycle, uint32_t index)
{
	size_t count = cycle->snapshot->job_count;
	assoc_mgr_lock_t qos = {.qos = READ_LOCK};
	job_record_t *job;

	if (standby->number == index + 1)
		return true;
	if (!standby->leaves)
		standby->leaves = malloc(count * sizeof(*standby->leaves));
	if (!standby->leaves)
		return false;
	memset(standby->leaves, FTS_LEAVES_UNKNOWN,
	       count * sizeof(*standby->leaves));
	standby->number = index + 1;
	standby->until = FT_NEVER;
	job = fts_schedule_find(&cycle->candidate[index]);
	if (!job)
		return true;
	fts_lock_assoc(&qos, "preemption");
	standby->until = fts_standby_until(job, cycle->snapshot->now);
	fts_unlock_assoc(&qos);
	return true;
}

static bool _ask_standby(const struct fts_cycle *cycle, uint32_t index,
			 uint32_t owner, uint32_t request)
{
	assoc_mgr_lock_t qos = {.qos = READ_LOCK};
	job_record_t *job = fts_schedule_find(&cycle->candidate[index]);
	bool leaves;

	if (!job)
		return false;
	fts_lock_assoc(&qos, "preemption");
	leaves = fts_standby_leaves(
		job, &cycle->candidate[owner],
		&cycle->snapshot->job[owner].request[request], request);
	fts_unlock_assoc(&qos);
	return leaves;
}

bool fts_room_leaves(struct fts_room *room, uint32_t index, uint32_t owner,
		     uint32_t request, int64_t start)
{
	struct fts_room_standby *standby = &room->standby;

	if (!room->cycle->candidate[index].standby ||
	    !_open_standby(standby, room->cycle, index) ||
	    start < standby->until)
		return false;
	if (standby->leaves[owner] == FTS_LEAVES_UNKNOWN)
		standby->leaves[owner] =
			_ask_standby(room->cycle, index, owner, request)
				? FTS_LEAVES
				: FTS_LEAVES_NOT;
	return standby->leaves[owner] == FTS_LEAVES;
}
