/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/estimate.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>

#include "src/common/hostlist.h"
#include "src/common/node_conf.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/start/estimate.h"

enum { MINUTE = 60 };

char *fts_estimate_names(const struct fts_cycle *cycle,
			 const struct ft_placement *placement)
{
	fts_hostlist_t list = hostlist_create(NULL);
	char *wide, *names;

	for (uint32_t s = 0; s < placement->share_count; s++) {
		const char *name = cycle->node_name[placement->share[s].node];

		if (name)
			hostlist_push_host(list, name);
	}
	hostlist_sort(list);
	/* A buffer of eight kilobytes: too much to keep for each waiting job.
	 */
	wide = hostlist_ranged_string_xmalloc(list);
	names = xstrdup(wide);
	xfree(wide);
	hostlist_destroy(list);
	return names;
}

/* Are the nodes those that the last applied cycle showed? */
static bool _shown_already(const struct fts_cycle *cycle, uint32_t i)
{
	const struct ft_job *job = &cycle->snapshot->job[i];
	const struct ft_placement *placement = &cycle->schedule->placement[i];

	if (job->promise == FT_NEVER ||
	    job->promise_share_count != placement->share_count)
		return false;
	if (job->promise_share == placement->share)
		return true;
	for (uint32_t s = 0; s < placement->share_count; s++)
		if (job->promise_share[s].node != placement->share[s].node)
			return false;
	return true;
}

struct sorted {
	uint32_t job_id, copy, index;
};

static int _order_estimate(const void *x, const void *y)
{
	const struct sorted *a = x, *b = y;

	if (a->job_id != b->job_id)
		return a->job_id < b->job_id ? -1 : 1;
	return (a->copy > b->copy) - (a->copy < b->copy);
}

static void _fill_estimate(struct fts_estimate *estimate,
			   const struct sorted *sorted,
			   const struct fts_cycle *cycle)
{
	const struct ft_placement *placement;

	estimate->job_id = sorted->job_id;
	estimate->index = sorted->index;
	placement = &cycle->schedule->placement[sorted->index];
	if (placement->verdict != FT_PLACED)
		return;
	estimate->same_nodes = _shown_already(cycle, sorted->index);
	/* later copies are shown only once the earlier ones have started */
	if (!estimate->same_nodes && !sorted->copy)
		estimate->nodes = fts_estimate_names(cycle, placement);
}

int fts_estimates_make(struct fts_estimates *list,
		       const struct fts_cycle *cycle, struct ft_err *err)
{
	uint32_t count = cycle->snapshot->job_count;
	struct sorted *sorted = calloc((size_t) count + 1, sizeof(*sorted));

	list->estimate = calloc((size_t) count + 1, sizeof(*list->estimate));
	list->count = 0;
	list->met = calloc((size_t) count + 1, sizeof(*list->met));
	if (!sorted || !list->estimate || !list->met) {
		free(sorted);
		fts_estimates_free(list);
		return ft_fail(err, -ENOMEM, "out of memory for estimates");
	}
	for (uint32_t i = 0; i < count; i++)
		sorted[i] = (struct sorted){cycle->candidate[i].job_id,
					    cycle->candidate[i].copy, i};
	qsort(sorted, count, sizeof(*sorted), _order_estimate);
	for (uint32_t i = 0; i < count; i++)
		_fill_estimate(&list->estimate[i], &sorted[i], cycle);
	list->count = count;
	free(sorted);
	return 0;
}

bool fts_estimate_clear(job_record_t *job)
{
	/* a burst buffer is staged in by the start time that it was given */
	if (job->burst_buffer || (!job->start_time && !job->sched_nodes))
		return false;
	job->start_time = 0;
	xfree(job->sched_nodes);
	return true;
}

/*
 * A job that may start now but was refused is shown as starting at any moment
 * since then; to write the time of each cycle would wake the next.
 */
static bool _due_already(int64_t shown, int64_t start, int64_t now)
{
	return start <= now && shown && shown <= now;
}

/* Is what is shown near enough to a start that is not held? */
static bool _is_close(int64_t shown, int64_t start, int64_t now)
{
	return (shown && shown > start - MINUTE && shown < start + MINUTE) ||
	       _due_already(shown, start, now);
}

bool fts_estimate_unheld(job_record_t *job, int64_t start, int64_t now)
{
	if (!start || job->burst_buffer)
		return fts_estimate_clear(job);
	if (_is_close(job->start_time, start, now) && !job->sched_nodes)
		return false;
	job->start_time = start;
	xfree(job->sched_nodes);
	return true;
}

bool fts_estimate_show(job_record_t *job, struct fts_estimate *estimate,
		       const struct fts_cycle *cycle)
{
	const struct ft_placement *placement =
		&cycle->schedule->placement[estimate->index];
	uint32_t index = estimate->index;
	bool changed = false;

	if (placement->verdict != FT_PLACED)
		return fts_estimate_unheld(
			job, cycle->unheld ? cycle->unheld[index] : 0,
			cycle->snapshot->now);
	if (job->start_time != placement->start &&
	    !_due_already(job->start_time, placement->start,
			  cycle->snapshot->now)) {
		job->start_time = placement->start;
		changed = true;
	}
	if (estimate->same_nodes && job->sched_nodes)
		return changed;
	if (!estimate->nodes)
		estimate->nodes = fts_estimate_names(cycle, placement);
	if (!xstrcmp(job->sched_nodes, estimate->nodes))
		return changed;
	xfree(job->sched_nodes);
	job->sched_nodes = estimate->nodes;
	estimate->nodes = NULL;
	return true;
}

/* As fts_estimate_unheld. */
static bool _unheld_stands(const struct fts_shown *shown, int64_t start,
			   int64_t now)
{
	if (shown->buffer)
		return true;
	if (!start)
		return !shown->start && !shown->nodes;
	return _is_close(shown->start, start, now) && !shown->nodes;
}

bool fts_estimate_stands(const struct fts_estimate *estimate,
			 const struct fts_cycle *cycle)
{
	uint32_t index = estimate->index;
	const struct fts_shown *shown = &cycle->candidate[index].shown;
	const struct ft_placement *placement =
		&cycle->schedule->placement[index];
	int64_t now = cycle->snapshot->now;

	if (placement->verdict != FT_PLACED)
		return _unheld_stands(
			shown, cycle->unheld ? cycle->unheld[index] : 0, now);
	return estimate->same_nodes && shown->nodes &&
	       (shown->start == placement->start ||
		_due_already(shown->start, placement->start, now));
}

bool fts_estimates_have(const struct fts_estimates *list, uint32_t job_id,
			uint32_t *hint)
{
	uint32_t low = 0, high = list->count;

	if (*hint < high && list->estimate[*hint].job_id == job_id)
		low = high = *hint;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (list->estimate[middle].job_id < job_id)
			low = middle + 1;
		else
			high = middle;
	}
	*hint = low + 1;
	return low < list->count && list->estimate[low].job_id == job_id;
}

void fts_estimates_free(struct fts_estimates *list)
{
	for (uint32_t i = 0; i < list->count; i++)
		xfree(list->estimate[i].nodes);
	free(list->estimate);
	free(list->met);
	*list = (struct fts_estimates){0};
}
