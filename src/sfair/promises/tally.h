/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_tally - how starts that were shown compare with real ones, by week and
 * partition.
 *
 * Holds what is known of each job that waits still, and sums of those that
 * started.  Judges nothing.
 */
#ifndef FT_SFAIR_PROMISES_TALLY_H
#define FT_SFAIR_PROMISES_TALLY_H

#include <json-c/json.h>

#include "core/base/id_map.h"
#include "sfair/promises/promises.h"

struct sfair_tally_job;
struct sfair_tally_week;

struct sfair_tally {
	const char *partitions; /* a list: only these; NULL: all */
	struct ft_id_map index; /* of job, by number */
	struct sfair_tally_job *job;
	uint32_t job_count, job_room;
	uint32_t open; /* of them, those that wait still */
	struct sfair_tally_week *week;
	uint32_t week_count;
	uint64_t broken; /* lines that were skipped */
};

/* The midnight before the Monday of that moment's week, in local time. */
extern int64_t sfair_tally_monday(int64_t at);

extern void sfair_tally_init(struct sfair_tally *tally, const char *partitions);
extern void sfair_tally_fini(struct sfair_tally *tally);
/* 0 or -errno with err. */
extern int sfair_tally_read(struct sfair_tally *tally, const char *path,
			    struct ft_err *err);
/* A row for each week and partition, the oldest first. */
extern void sfair_tally_put(struct sfair_tally *tally,
			    struct json_object *list);
extern void sfair_tally_print(struct json_object *list,
			      const struct sfair_paint *paint);

#endif
