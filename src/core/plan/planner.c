/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See planner.h.
 */
#include "core/plan/planner.h"

#include <errno.h>
#include <stdlib.h>

#include "core/plan/plan.h"
#include "core/plan/preemptor.h"
#include "core/plan/standing.h"

struct ft_planner {
	enum ft_keep keep;
	uint32_t preemptors;	      /* see ft_preemptors_choose */
	struct ft_standing *standing; /* NULL: no board was asked for yet */
	struct ft_planner_count count;
	struct ft_err declined;
};

extern struct ft_planner *ft_planner_new(void)
{
	struct ft_planner *planner = calloc(1, sizeof(*planner));

	if (planner)
		planner->preemptors = FT_PREEMPTORS_FIRST;
	return planner;
}

extern void ft_planner_free(struct ft_planner *planner)
{
	if (!planner)
		return;
	ft_standing_free(planner->standing);
	free(planner);
}

extern void ft_planner_keep(struct ft_planner *planner, enum ft_keep keep)
{
	if (keep != planner->keep)
		ft_planner_forget(planner);
	planner->keep = keep;
}

extern void ft_planner_preempt(struct ft_planner *planner, uint32_t first)
{
	planner->preemptors = first;
}

extern void ft_planner_forget(struct ft_planner *planner)
{
	if (planner->standing)
		ft_standing_forget(planner->standing);
}

static void _admit_all(struct ft_preemptors *preemptors)
{
	for (uint32_t j = 0; j < preemptors->snapshot.job_count; j++)
		if (ft_preemptors_calm(preemptors, j))
			ft_preemptors_admit(preemptors, j);
}

/* As a whole from scratch; on_board: it is put on a board.  Without one each
 * job takes the runs that it may. */
static int _plan_afresh(struct ft_planner *planner,
			struct ft_preemptors *preemptors,
			const struct ft_halt *halt, bool on_board,
			struct ft_schedule **ret_schedule, struct ft_err *err)
{
	struct ft_plan plan;
	int rc;

	if (!on_board)
		_admit_all(preemptors);
	rc = ft_plan_make(&plan, &preemptors->snapshot, halt, err);
	ft_plan_fini(&plan);
	if (rc)
		return rc;
	*ret_schedule = plan.schedule;
	planner->count.fresh++;
	if (!on_board ||
	    !ft_standing_begin(planner->standing, preemptors, halt,
			       ret_schedule, &planner->declined) ||
	    !preemptors->given)
		return 0;
	ft_schedule_free(*ret_schedule);
	return _plan_afresh(planner, preemptors, halt, false, ret_schedule,
			    err);
}

/* Promises that a plan of the same state does not keep. */
static uint64_t _count_lost(const struct ft_snapshot *promised,
			    const struct ft_schedule *schedule)
{
	uint64_t lost = 0;

	for (uint32_t j = 0; j < promised->job_count; j++) {
		const struct ft_placement *placement = &schedule->placement[j];
		int64_t promise = promised->job[j].promise;

		lost += (promise != FT_NEVER) &&
			((placement->verdict != FT_PLACED) ||
			 (ft_placement_promise(placement) > promise));
	}
	return lost;
}

/*
 * Another plan of what the board just gave a schedule of: each promise has to
 * stand, and some may come earlier.  It replaces the schedule, and is put on a
 * board.  If it can't be made the schedule stays.
 */
static void _compare_plan(struct ft_planner *planner,
			  const struct ft_preemptors *preemptors,
			  const struct ft_halt *halt,
			  struct ft_schedule **schedule)
{
	struct ft_preemptors promised = *preemptors;
	struct ft_schedule *fresh;
	struct ft_err err;

	if (!ft_standing_promised(&preemptors->snapshot, *schedule,
				  &promised.snapshot))
		return;
	if (!_plan_afresh(planner, &promised, halt, true, &fresh, &err)) {
		uint64_t lost = _count_lost(&promised.snapshot, fresh);

		planner->count.compared++;
		planner->count.differed += lost;
		/* Shown starts are not given up for a doubt. */
		if (lost)
			ft_fail(&planner->declined, -EAGAIN,
				"promises of the board do not stand");
		ft_schedule_free(*schedule);
		*schedule = fresh;
	}
	ft_standing_promised_free(&promised.snapshot);
}

/* -EAGAIN: the board has none; *ret_begins: one may be put on it. */
static int _plan_on_board(struct ft_planner *planner,
			  struct ft_preemptors *preemptors,
			  const struct ft_halt *halt,
			  struct ft_schedule **ret_schedule, bool *ret_begins)
{
	int rc;

	if (!planner->standing)
		planner->standing = ft_standing_new();
	if (!planner->standing)
		return -EAGAIN;
	rc = ft_standing_follow(planner->standing, preemptors, halt,
				ret_schedule, &planner->declined);
	if (rc == -ECANCELED)
		return rc;
	if (rc) {
		planner->count.declined++;
		planner->count.guests = 0;
		*ret_begins = ft_standing_takes(&preemptors->snapshot,
						&planner->declined);
		return -EAGAIN;
	}
	planner->count.followed++;
	planner->count.guests = ft_standing_guests(planner->standing);
	planner->declined.text[0] = '\0';
	if (!ft_standing_is_old(planner->standing, preemptors->snapshot.now))
		return 0;
	/* A plan made afresh counts on what runs that are taken leave, and may
	 * take others: the next cycle then begins with one. */
	if (ft_schedule_takes(*ret_schedule))
		ft_standing_forget(planner->standing);
	else
		_compare_plan(planner, preemptors, halt, ret_schedule);
	return 0;
}

/* On a board, or afresh. */
static int _plan_kept(struct ft_planner *planner,
		      struct ft_preemptors *preemptors,
		      const struct ft_halt *halt,
		      struct ft_schedule **ret_schedule, struct ft_err *err)
{
	bool begins = false;
	int rc = _plan_on_board(planner, preemptors, halt, ret_schedule,
				&begins);

	if (!rc)
		return 0;
	if (rc == -ECANCELED)
		return ft_fail(err, rc, "plan: ended early");
	return _plan_afresh(planner, preemptors, halt, begins, ret_schedule,
			    err);
}

extern int ft_planner_plan(struct ft_planner *planner,
			   const struct ft_snapshot *snapshot,
			   const struct ft_halt *halt,
			   struct ft_schedule **ret_schedule,
			   struct ft_err *err)
{
	struct ft_preemptors preemptors;
	int rc;

	planner->declined.text[0] = '\0';
	if (planner->keep != FT_KEEP_BOARD) {
		preemptors = (struct ft_preemptors){.snapshot = *snapshot};
		return _plan_afresh(planner, &preemptors, halt, false,
				    ret_schedule, err);
	}
	rc = ft_preemptors_choose(snapshot, planner->preemptors, &preemptors);
	if (rc)
		return ft_fail(err, rc, "plan: out of memory");
	rc = _plan_kept(planner, &preemptors, halt, ret_schedule, err);
	ft_preemptors_fini(&preemptors);
	return rc;
}

extern struct ft_planner_count
ft_planner_counted(const struct ft_planner *planner)
{
	return planner->count;
}

extern const char *ft_planner_declined(const struct ft_planner *planner)
{
	return planner->declined.text;
}
