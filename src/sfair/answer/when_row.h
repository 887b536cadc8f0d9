/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: the answer, a row for each partition, size and limit.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_ROW_H
#define FT_SFAIR_ANSWER_WHEN_ROW_H

#include <json-c/json.h>

#include "sfair/answer/when_rank.h"
#include "sfair/answer/when_way.h"
#include "sfair/base/paint.h"
#include "sfair/outlook/outlook_any.h"

enum { SFAIR_WHEN_ROWS = 40 };

/* One line of the answer: its ways are neighbours in the table's. */
struct sfair_when_row {
	const partition_info_t *partition;
	bool asked; /* it is what was asked for; else what it could be */
	uint32_t first, count;
	int64_t limit, nodes; /* nodes: of the way that starts first */
	int64_t start, at_priority;
	bool cut;    /* its limit: at the end of its reservation */
	bool beyond; /* more than a limit ever leaves it */
};

struct sfair_when_table {
	struct sfair_scene scene;
	struct ft_outlook outlook;
	char note[SFAIR_NOTE];
	struct sfair_when_case one; /* its partition: of the last row */
	struct sfair_when_row row[SFAIR_WHEN_ROWS];
	uint32_t count;
	struct ft_request *way; /* of all rows */
	uint32_t way_count, way_room;
	int64_t priority;      /* of the job; -1: not known */
	uint32_t ahead, after; /* jobs before it then; that it waits for */
	int64_t first; /* start but for the deadline; FT_NEVER: that is met */
	bool possible; /* what was asked for, on the machine without jobs */
	struct sfair_when_gap gap;
	/* Those that must be back before it can start; NULL: none. */
	const struct ft_node_set *out;
	/* Limits that have no room for the first row, see when_access.h. */
	struct json_object *limits;
	/* What could make it start earlier and was not looked at. */
	char sooner[SFAIR_WHEN_WORD];
};

/* Does its partition start no jobs? */
static inline bool sfair_when_row_down(const struct sfair_when_row *row)
{
	return !(row->partition->state_up & PARTITION_SCHED);
}

/* when_out.c: finds those; how many are told. */
extern void sfair_when_out(struct sfair_when_table *table);
enum { SFAIR_WHEN_OUT = 4 };

/* when_print.c: does any of the rows that were asked for have a start? */
extern bool sfair_when_starts(const struct sfair_when_table *table);
/* As JSON, and in words. */
extern void sfair_when_put(const struct sfair_when_table *table,
			   struct json_object *envelope);
extern void sfair_when_print(const struct sfair_when_table *table, bool header,
			     const struct sfair_paint *paint);

#endif
