/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_closures - advance reservations as windows closed to others.
 *
 * A reservation that recurs has a window for each time it comes within the
 * planning window.  One of single cores closes no node but takes its cores
 * (resource/core_resv.h); where that cannot be counted it closes its nodes
 * whole: jobs outside it may wait longer than they must, but never collide with
 * it.
 */
#include "slurm/reserve/resource/core_resv.h"
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/oversubscribe.h"
#include "slurm/reserve/resource/resv.h"

#include <stdlib.h>

#include "src/slurmctld/reservation.h"

enum { WINDOWS_MAX = 800 }; /* of one recurring reservation */

/* A day, an hour: as the calendar counts, so that 08:00 stays 08:00. */
static int64_t _later_resv(int64_t at, int days, int hours)
{
	time_t from = (time_t) at, to;
	struct tm tm;

	localtime_r(&from, &tm);
	tm.tm_mday += days;
	tm.tm_hour += hours;
	tm.tm_isdst = -1;
	to = mktime(&tm);
	return to > from ? to : at + (int64_t) days * 86400 + hours * 3600;
}

/* Moves a window to its next time; false if it comes only once. */
static bool _recur(uint64_t flags, int64_t *start, int64_t *end)
{
	time_t at = (time_t) *start;
	int days = 0, hours = 0;
	struct tm tm;

	localtime_r(&at, &tm);
	if (flags & RESERVE_FLAG_HOURLY)
		hours = 1;
	else if (flags & RESERVE_FLAG_DAILY)
		days = 1;
	else if (flags & RESERVE_FLAG_WEEKDAY)
		days = tm.tm_wday == 5 ? 3 : tm.tm_wday == 6 ? 2 : 1;
	else if (flags & RESERVE_FLAG_WEEKEND)
		days = tm.tm_wday == 6 ? 1 : 6 - tm.tm_wday;
	else if (flags & RESERVE_FLAG_WEEKLY)
		days = 7;
	if (!days && !hours)
		return false;
	*start = _later_resv(*start, days, hours);
	*end = _later_resv(*end, days, hours);
	return true;
}

/* When it is closed; a floating one keeps its distance from now. */
static void _resv_times(const slurmctld_resv_t *resv, int64_t now,
			int64_t *start, int64_t *end)
{
	*start = resv->start_time_first ? resv->start_time_first
					: resv->start_time;
	*end = resv->end_time;
	if (resv->flags & RESERVE_FLAG_TIME_FLOAT) {
		*start = ft_time_bound(resv->start_time) + now;
		if (resv->duration == INFINITE)
			*end = *start + 365 * 86400;
		else if (resv->duration && resv->duration != NO_VAL)
			*end = *start + (int64_t) resv->duration * 60;
	}
	*start = ft_time_bound(*start);
	*end = ft_time_bound(*end);
}

static bool _add_window(struct fts_build *build, slurmctld_resv_t *resv,
			struct ft_node_set *nodes, int64_t start, int64_t end)
{
	struct fts_window *window;
	struct ft_closure *closure;

	window = realloc(build->window,
			 (build->window_count + 1) * sizeof(*window));
	if (window)
		build->window = window;
	closure = window ? ft_snapshot_add_closure(build->snapshot) : NULL;
	if (!closure) {
		build->failed = true;
		return false;
	}
	closure->start = start;
	closure->end = end;
	closure->share = fts_build_slice_shares(build, resv->resv_id,
						&closure->share_count);
	fts_build_slice_rows(build, closure->share_count, closure->share);
	closure->nodes = closure->share ? NULL : nodes;
	closure->licence = fts_build_licences(build, resv->license_list, NULL,
					      &closure->licence_count);
	build->window[build->window_count++] = (struct fts_window){
		.resv_id = resv->resv_id,
		.flags = resv->flags,
		.start = start,
		.end = end,
		.whole_nodes = resv->ctld_flags & RESV_CTLD_FULL_NODE,
		.any_nodes = resv->flags & RESERVE_FLAG_ANY_NODES,
		.max_start_delay = resv->max_start_delay,
		.nodes = nodes,
	};
	return true;
}

/*
 * All that begin in the planning window, and the next one, which a job that
 * starts in the window and lasts longer would run into.
 */
static void _add_windows(struct fts_build *build, slurmctld_resv_t *resv)
{
	struct ft_node_set *nodes = NULL;
	int64_t start, end;

	if (resv->flags & RESERVE_FLAG_MAGNETIC)
		build->magnetic = true;
	_resv_times(resv, build->now, &start, &end);
	if (resv->node_bitmap)
		nodes = fts_build_set(build, resv->node_bitmap);
	for (int i = 0; i < WINDOWS_MAX; i++) {
		if (end > build->now && end > start &&
		    !_add_window(build, resv, nodes, start, end))
			return;
		if (start >= build->snapshot->window_end ||
		    !_recur(resv->flags, &start, &end))
			return;
	}
}

void fts_build_closures(struct fts_build *build)
{
	fts_list_iterator_t iterator;
	slurmctld_resv_t *resv;

	if (!resv_list || !list_count(resv_list))
		return;
	iterator = list_iterator_create(resv_list);
	while ((resv = list_next(iterator)) && !build->failed)
		_add_windows(build, resv);
	list_iterator_destroy(iterator);
}

/* What Slurm lets a job of one reservation do in another. */
static bool _may_enter(const struct fts_window *other, uint64_t own_flags,
		       const job_record_t *job, uint32_t resv_id)
{
	if (!resv_id)
		return (job->warn_flags & KILL_JOB_RESV) &&
		       job->warn_time <= other->max_start_delay;
	if (other->resv_id == resv_id || (own_flags & RESERVE_FLAG_MAINT))
		return true;
	if ((own_flags & RESERVE_FLAG_OVERLAP) &&
	    !(other->flags & RESERVE_FLAG_MAINT))
		return true;
	return !other->whole_nodes;
}

uint32_t *fts_build_entries(struct fts_build *build, const job_record_t *job,
			    uint32_t resv_id, uint32_t *ret_count)
{
	uint64_t own_flags = 0;
	uint32_t *entry, count = 0;

	*ret_count = 0;
	if (!build->window_count ||
	    (!resv_id && !(job->warn_flags & KILL_JOB_RESV)))
		return NULL;
	entry = fts_build_alloc(build, build->window_count * sizeof(*entry));
	if (!entry)
		return NULL;
	for (uint32_t i = 0; i < build->window_count; i++)
		if (build->window[i].resv_id == resv_id)
			own_flags = build->window[i].flags;
	for (uint32_t i = 0; i < build->window_count; i++)
		if (_may_enter(&build->window[i], own_flags, job, resv_id))
			entry[count++] = i;
	*ret_count = count;
	return entry;
}
