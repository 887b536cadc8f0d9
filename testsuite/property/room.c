/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See room.h.
 */
#include "room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "demand.h"

enum { KINDS = 16 };

/* What is used of a node at an instant. */
struct usage {
	int64_t amount[KINDS];
	int64_t held[KINDS]; /* wanted beyond that by those that start */
	uint32_t users, whole;
};

static void use(const struct ft_snapshot *snapshot, struct usage *usage,
		const struct ft_share *share, bool whole)
{
	const int64_t *amount = share->amount;

	if (!amount)
		amount = snapshot->capacity +
			 (size_t) share->node * snapshot->resource_count;
	for (uint32_t r = 0; r < snapshot->resource_count; r++)
		usage->amount[r] += amount[r];
	usage->users++;
	usage->whole += whole;
}

/* When each run is gone: its end, or earlier for the job that takes it. */
static int64_t *ends_of(const struct ft_snapshot *snapshot,
			const struct ft_schedule *schedule, bool taken)
{
	int64_t *end = calloc((size_t) snapshot->run_count + 1, sizeof(*end));

	if (!end)
		abort();
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		end[r] = snapshot->run[r].end;
	for (uint32_t j = 0; taken && j < schedule->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		for (uint32_t v = 0; v < place->victim_count; v++) {
			uint32_t r = place->victim[v];
			const struct ft_run *run = &snapshot->run[r];
			int64_t left = run->gone > place->start ? run->gone
								: place->start;

			for (uint32_t f = 0; f <= run->fellows; f++)
				if (end[r + f] > left)
					end[r + f] = left;
		}
	}
	return end;
}

static void use_runs(const struct ft_snapshot *snapshot, const int64_t *end,
		     int64_t at, struct usage *usage)
{
	for (uint32_t r = 0; r < snapshot->run_count; r++) {
		const struct ft_run *run = &snapshot->run[r];

		for (uint32_t i = 0; at < end[r] && i < run->share_count; i++)
			use(snapshot, &usage[run->share[i].node],
			    &run->share[i], !run->share[i].amount);
	}
}

static void hold(const struct ft_snapshot *snapshot, struct usage *usage,
		 const struct ft_share *share, const struct ft_request *own)
{
	for (uint32_t r = 0; !own->exclusive && r < snapshot->resource_count;
	     r++)
		usage->held[r] += demand_want(snapshot, own, share->node,
					      share->tasks, r) -
				  share->amount[r];
}

/* Do the request's marks let all be there that are? */
static bool lets(const struct usage *usage, const struct ft_request *own)
{
	bool let = true;

	for (uint32_t i = 0; !own->exclusive && i < own->mark_count; i++)
		let &= ft_mark_alone(&own->mark[i],
				     usage->amount + own->mark[i].kind);
	return let;
}

/* What it does with each share that it has then, of which part. */
typedef void share_fn(const struct ft_snapshot *snapshot,
		      const struct ft_request *own,
		      const struct ft_share *share, bool starts,
		      struct usage *usage);

static void use_share(const struct ft_snapshot *snapshot,
		      const struct ft_request *own,
		      const struct ft_share *share, bool starts,
		      struct usage *usage)
{
	use(snapshot, &usage[share->node], share, own->exclusive);
	if (starts)
		hold(snapshot, &usage[share->node], share, own);
}

/* Of a job that a mark keeps away there are too many users. */
static void mark_share(const struct ft_snapshot *snapshot,
		       const struct ft_request *own,
		       const struct ft_share *share, bool starts,
		       struct usage *usage)
{
	(void) snapshot;
	(void) starts;
	if (!lets(&usage[share->node], own))
		usage[share->node].whole++;
}

/* Parts: each as long as it lasts. */
static void use_job(const struct ft_snapshot *snapshot, uint32_t j,
		    const struct ft_placement *place, int64_t at,
		    struct usage *usage, share_fn *each)
{
	const struct ft_request *request =
		&snapshot->job[j].request[place->request];
	uint32_t part = 0;

	for (uint32_t i = 0; i < place->share_count; i++) {
		const struct ft_request *own = request;
		int64_t lasts = place->duration;

		while (place->part_count && i >= place->part_end[part])
			part++;
		if (part) {
			own = &request->part[part - 1];
			lasts = own->duration;
		}
		if (place->start <= at && at < place->start + lasts)
			each(snapshot, own, &place->share[i],
			     place->start == at, usage);
	}
}

static void use_jobs(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, bool taken, int64_t at,
		     struct usage *usage, share_fn *each)
{
	for (uint32_t j = 0; j < schedule->job_count; j++) {
		const struct ft_placement *place = &schedule->placement[j];

		if (place->verdict == FT_PLACED &&
		    (taken || !ft_job_takes(&snapshot->job[j])))
			use_job(snapshot, j, place, at, usage, each);
	}
}

/* Is more used of the node than there is, and more than by runs alone? */
static bool overused(const struct ft_snapshot *snapshot, uint32_t n,
		     const struct usage *all, const struct usage *runs)
{
	const int64_t *capacity =
		snapshot->capacity + (size_t) n * snapshot->resource_count;

	if (all->users == runs->users)
		return false;
	if (all->whole && all->users > 1)
		return true;
	for (uint32_t r = 0; r < snapshot->resource_count; r++)
		if (all->amount[r] + all->held[r] > capacity[r] &&
		    all->amount[r] + all->held[r] > runs->amount[r])
			return true;
	return false;
}

static bool room_at(const struct ft_snapshot *snapshot,
		    const struct ft_schedule *schedule, const int64_t *end,
		    bool taken, int64_t at, char *why, size_t size)
{
	struct usage all[snapshot->node_count + 1];
	struct usage runs[snapshot->node_count + 1];

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		all[n] = (struct usage){.users = 0};
	use_runs(snapshot, end, at, all);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		runs[n] = all[n];
	use_jobs(snapshot, schedule, taken, at, all, use_share);
	use_jobs(snapshot, schedule, taken, at, all, mark_share);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (overused(snapshot, n, &all[n], &runs[n])) {
			snprintf(why, size,
				 "node %" PRIu32 " is overused at %" PRId64
				 " where victims %s",
				 n, at, taken ? "leave" : "stay");
			return false;
		}
	return true;
}

extern bool room_for(const struct ft_snapshot *snapshot,
		     const struct ft_schedule *schedule, char *why, size_t size)
{
	bool room = true;

	for (int taken = 0; room && taken < 2; taken++) {
		int64_t *end = ends_of(snapshot, schedule, taken);

		for (uint32_t j = 0; room && j < schedule->job_count; j++) {
			const struct ft_placement *place =
				&schedule->placement[j];

			if (place->verdict == FT_PLACED)
				room = room_at(snapshot, schedule, end, taken,
					       place->start, why, size);
		}
		free(end);
	}
	return room;
}
