/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_promises - what became of the starts that jobs were shown, out of the
 * history that sched/reserve keeps.
 *
 * Reads files only.  Lines whose checksum is wrong are counted and skipped,
 * but for a last one that is cut, as it is while slurmctld writes it.
 * An answer is made as JSON; what people read is made from that.
 */
#ifndef FT_SFAIR_PROMISES_PROMISES_H
#define FT_SFAIR_PROMISES_PROMISES_H

#include <json-c/json.h>
#include <stdbool.h>

#include "core/base/err.h"
#include "core/plan/history.h"
#include "sfair/base/paint.h"

struct sfair_history_read {
	/* All that were looked at, and those that are no events. */
	uint64_t lines, broken;
	/* Called for each line; not 0: it ends there, and that is returned. */
	int (*take)(void *context, const struct ft_history_event *event);
	void *context;
	/* Lines of this job only; 0: all. */
	uint32_t job_id;
	bool begun; /* the file that is read has the head of a history */
};

/*
 * history_file.c: the file of before and that of now, the oldest line first.
 * path: of the latter.  0, -ENOENT (there is neither), -EINVAL (there is no
 * event among their lines) or -errno with err.
 */
extern int sfair_history_read(const char *path, struct sfair_history_read *read,
			      struct ft_err *err);

/* Where it is, by SchedulerParameters (may be NULL) and StateSaveLocation: to
 * be freed.  NULL: none is kept, or out of memory. */
extern char *sfair_history_path(const char *parameters, const char *state_dir);

/* history_job.c: what became of one job's start: its lines, as elements of the
 * list.  0 or -errno with err. */
extern int sfair_history_job(const char *path, uint32_t job_id,
			     struct json_object *list, struct ft_err *err);
/* The same of the n-th (from 0) of an array's tasks that are in one record, as
 * far as its place among them is known. */
extern int sfair_history_task(const char *path, uint32_t job_id, uint32_t nth,
			      struct json_object *list, struct ft_err *err);
/* One of them in words, without the end of the line. */
extern void sfair_history_print(struct json_object *event, int64_t now);

#endif
