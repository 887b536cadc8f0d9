/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_limit_room - what the limits of associations and QOS leave for one more
 * job, as they stand now.
 *
 * Follows acct_policy in what counts: a QOS limit takes the place of
 * the association's for the same TRES, the partition's QOS that of the job's
 * (or the reverse, OverPartQOS).  Worked out once for all jobs of the same
 * association, QOS and partition QOS, since a queue has many of those.
 *
 * Judges the smallest form that a job asks for.  Refuses to be the last word,
 * which acct_policy has: limits on one job alone (MaxTRESPerJob, MaxWall) are
 * not looked at, and jobs that may exceed one by an administrator's word are
 * never refused.
 */
#ifndef FT_SLURM_FAIRTREE_PRIORITY_LIMIT_ROOM_H
#define FT_SLURM_FAIRTREE_PRIORITY_LIMIT_ROOM_H

#include "core/base/index_map.h"
#include "slurm/common/compat.h"

struct fts_limit_room;

/* Every field zero is an empty one. */
struct fts_limit_rooms {
	struct fts_limit_room *room;
	uint32_t count, size;
	struct ft_index_map index;
	uint64_t *memory; /* of the rooms' arrays */
	size_t memory_used, memory_size;
};

enum fts_limit_verdict {
	FTS_LIMIT_FREE,
	FTS_LIMIT_ACTIVE = 1 << 0, /* on what runs */
	FTS_LIMIT_IDLE = 1 << 1,   /* on what gathers age */
};

extern void fts_limit_rooms_fini(struct fts_limit_rooms *rooms);

/* Forgets what was worked out: before each walk over the jobs. */
extern void fts_limit_rooms_clear(struct fts_limit_rooms *rooms);

/*
 * Which limits (fts_limit_verdict, or-ed) would refuse this pending job now.
 * None if limits are not enforced, and if out of memory.  Caller holds job
 * and part (read), assoc and qos (read).
 */
extern unsigned fts_limit_rooms_judge(struct fts_limit_rooms *rooms,
				      const job_record_t *job);

#endif
