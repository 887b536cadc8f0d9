/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_schedule - the plan of a whole queue: a function of a snapshot.
 *
 * Laws (tested): at no instant more of any node, licence or limit is used than
 * there is; a job placed later never changes the start of one placed before it;
 * each job that reserves is placed at the earliest feasible instant.
 * Pure: no clock, lock, log or mutable global; same snapshot, same schedule.
 *
 * Order.  Jobs are placed one after the other as the snapshot lists them, each
 * at the earliest start, over its requests, at which enough nodes and licences
 * are free for the whole duration and no limit is exceeded for as long as its
 * claims count; the first request wins a tie.
 *
 * Duration.  A request that can do with less than its duration is placed at
 * the earliest start that the least of it has; there it gets the longest
 * duration of those allowed for which nodes and licences suffice and it ends
 * by end_by; nodes are then chosen for that duration.
 *
 * Parts.  A request with parts starts when all of them can at once.  They get
 * nodes one after the other, each by the order of nodes below among what those
 * before it leave: in their order, or if that does not do, those with the
 * fewest nodes to spare first.  If neither does, every way to spread them over
 * the nodes is looked at, node by node: so the start is the earliest there is,
 * unless that takes more than FT_PARTS_STEPS (parts.h) steps at an instant
 * (parts that contend for hundreds of nodes), which is then passed over.
 *
 * Wants.  On each of its nodes a job finds free at its start what it wants
 * there, though it may take less.  What that is more is set aside for it in its
 * first second, so that no job placed later is in its way then.  Jobs that
 * start now do so in their order, one after the other: for them it is set aside
 * from those ahead of them only, and all start at once that find free what they
 * want once those before them have what they take.
 *
 * Closures close their nodes, and set their licences aside, for every request
 * that does not list them; what their own jobs use counts as well.  Amounts
 * that they take are taken from all.
 *
 * Changes.  A job that relies on its nodes as they are ends before the first
 * that changes any of them starts there; so a job that changes nodes starts
 * when all that rely on them, and are placed before it in the order, have
 * ended.
 *
 * Segments.  A job that is alone (ft_request.alone) runs where no other job is
 * in the segments of its nodes, from start to end, and no closure that it may
 * not enter has a node there.
 *
 * Nodes.  Required ones first; then lower weight; then those that can carry
 * more tasks; then those whose gap ends soonest after the job's end (they can
 * carry fewer tasks from there on); then least free cores at the start; then
 * lowest index.  A job that shares nodes may want another order behind weight
 * (ft_request.place): most free cores at the start, then lowest index; or
 * highest index.  Any may want, behind the tasks that they carry, nodes in use
 * at the start first, then those that were empty for the shortest time before
 * it, counted from now.  Of that order the first nodes that suffice are taken;
 * if max_nodes is too few for that, tasks count before weight.  Of a number of
 * shared nodes that is given, the last (FT_CHOICE_NARROW of them, required ones
 * apart) each give way to that of the same weight which can carry the fewest
 * tasks and yet leaves the others enough.  Contiguous
 * requests take the fewest neighbouring nodes, the first such window.  Those
 * that want few leaf switches use the leaf with the fewest nodes that suffices
 * by itself, the first on a tie; else leaves of required nodes, then those
 * with the most usable nodes.  Of leaves that are to give bundles, those with
 * the lightest node come first, then those with the fewest nodes that could
 * start, then the first; each gives as many as it can, of its lighter nodes,
 * then of those that can be had for the shortest time, before the next.  Each
 * node gets the least number of tasks that it may; the rest goes to the first
 * nodes of the order up to what they can carry.
 *
 * Preemption.  A request that takes runs (ft_request.takes) is placed at the
 * earliest start at which it fits if every run that it may take, and that
 * no job has taken yet, had left at its ft_run.gone.  If it fits at that start
 * without any of them leaving, none does.  Of requests of one part that could
 * start then, one is used for which none has to leave; else the one whose last
 * run that is asked comes first in the order; the first of them on a tie.  Then
 * some are taken:
 * - in the order of rank, then of index, as many of them are asked as are
 *   needed for the job to fit; nodes are chosen with these gone;
 * - from the last to the first, each of those asked that the job can run
 *   beside on the nodes chosen stays;
 * - from the last to the first, each of the others (the last 64 of them) stays
 *   if the job fits on any nodes without it gone; with those that are left gone
 *   its nodes are chosen anew.  They are its victims: none of them leaves
 *   although free nodes would do.
 * All this for the least duration that it can do with; it then gets the longest
 * that its nodes, without its victims, are free for.
 * One that keeps its nodes (ft_run.keeps) stays, until its own end, on those
 * of them that the job does not use.
 * A run with fellows (ft_run.fellows) is asked, and leaves, with all of them.
 * A victim leaves at the job's start, or at its `gone` if that is later, and
 * what it held of nodes is free from then on for jobs that come after in the
 * order; its licences are only if it leaves for a request that takes licences
 * back (ft_request.reclaims).  A run is taken once, by the first in the order.
 * What a victim will do when it has been requeued is not part of this schedule.
 * A job that may hold no reservation gives victims no time to leave: it can
 * only take runs that are gone by now. A start that counts on victims is no
 * promise that stands by itself: such a job is placed afresh each time, until
 * its victims have been told and their ends are known.  A promised job takes
 * runs only for a start that is earlier than its promise and not possible
 * without.
 *
 * Promises.  A snapshot may give each job the start and nodes that an earlier
 * schedule gave it.  Promises that still can stand (capacity, eligibility,
 * times; one in the past means now; a job that does not reserve can only be
 * promised now) are set down first, in order, committed ones before all others.
 * Then each job in turn:
 * - a job whose promise stands keeps start and nodes, unless it could start
 *   earlier without touching what is placed or promised to others;
 *   Its duration becomes the longest that fits there, on other nodes if only
 *   these let it last longer; one that no longer fits is cut, down to the
 *   least, before the promise is given up;
 *   A promise that is due, and whose own nodes are not free yet but are within
 *   FT_LATE_MOST seconds of its time (a job that ended is leaving them,
 *   or ends late), stands at that time and is late by the difference; unless
 *   its duration may vary or it has parts, it is taken to end as if it were on
 *   time, so that no start behind it moves.
 *   Once it is late by more than FT_LATE_GRACE, it starts on other nodes if
 *   there are enough for it now, whatever jobs behind it were promised there;
 * - any other job is placed as if no promise of jobs behind it existed.  It
 *   takes nodes that leave these alone if it can; else those that are in its
 *   way are dropped, and their jobs are placed afresh in their turn.  So is a
 *   job that came ahead of another since both were promised (promise_rank).
 * - with overrule > 0 only promises of jobs that are behind by more priority
 *   than that give way, and committed promises (ft_start_commits) never do,
 *   but to a job of a higher tier or one that may take runs; a job that would
 *   need others to is placed among all promises instead.  Where a promise is
 *   guarded so, a job that came ahead of others keeps its own unless that
 *   gives it an earlier start.
 * So no committed start moves later, unless the snapshot has less room than
 * before (nodes, runs that last longer, closures, amounts, its own request, a
 * start that is overdue), or a job ahead stands above promises as said.
 * So the same snapshot with its own schedule as promises gives the same
 * schedule (if no job has victims), and what becomes free makes no promised job
 * later.
 */
#ifndef FT_CORE_PLAN_SCHEDULE_H
#define FT_CORE_PLAN_SCHEDULE_H

#include "core/base/halt.h"
#include "core/snapshot/placement.h"
#include "core/snapshot/snapshot.h"

/* 0, -EINVAL (snapshot refused, see err) or -ENOMEM. */
extern int ft_schedule_plan(const struct ft_snapshot *snapshot,
			    struct ft_schedule **ret_schedule,
			    struct ft_err *err);
struct ft_booking; /* core/timeline/timeline.h */
/* The same beside bookings that stand, whatever is ahead of them; halt: see
 * there, NULL: to the end.  -ECANCELED too. */
extern int ft_schedule_beside(const struct ft_snapshot *snapshot,
			      const struct ft_booking *booking, uint32_t count,
			      const struct ft_halt *halt,
			      struct ft_schedule **ret_schedule,
			      struct ft_err *err);
/* Says whether the placement's start is committed, by what else it says. */
extern void ft_schedule_commit(const struct ft_snapshot *snapshot, uint32_t job,
			       struct ft_placement *placement);
/* Has any job victims in it? */
extern bool ft_schedule_takes(const struct ft_schedule *schedule);
extern void ft_schedule_free(struct ft_schedule *schedule);

#endif
