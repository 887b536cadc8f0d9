/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger.h.
 */
#include "ledger.h"

#include <string.h>

#include "demand.h"

static bool may_enter(const struct ft_request *request, uint32_t closure)
{
	for (uint32_t i = 0; i < request->closure_count; i++)
		if (request->closure[i] == closure)
			return true;
	return false;
}

static bool is_in(const struct ft_closure *closure, uint32_t node, bool shares)
{
	for (uint32_t i = 0; shares && (i < closure->share_count); i++)
		if (closure->share[i].node == node)
			return true;
	return closure->nodes && ft_node_set_has(closure->nodes, node);
}

/* To who is alone also the rest of its nodes' segments, and amounts. */
static bool closes(const struct ft_snapshot *snapshot,
		   const struct ft_closure *closure,
		   const struct ft_request *request, uint32_t node)
{
	uint32_t segment = snapshot->node[node].segment;

	if (is_in(closure, node, request->alone))
		return true;
	for (uint32_t n = 0; request->alone && (n < snapshot->node_count); n++)
		if (segment && (snapshot->node[n].segment == segment) &&
		    is_in(closure, n, true))
			return true;
	return false;
}

/* Is the node shut in this second to this request? */
static bool shut(const struct ft_snapshot *snapshot,
		 const struct ft_request *request, uint32_t node, int64_t time)
{
	if (time < snapshot->node[node].available_from)
		return true;
	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];

		if (closes(snapshot, closure, request, node) &&
		    (time >= closure->start) && (time < closure->end) &&
		    !may_enter(request, c))
			return true;
	}
	return false;
}

/* Is nobody in the node's segment who must not be there? */
static bool let_be(const struct ledger *ledger,
		   const struct ft_request *request, uint32_t node, int64_t at)
{
	const struct second *second = &ledger->second[at];
	const struct ft_snapshot *snapshot = ledger->snapshot;

	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (snapshot->node[node].segment &&
		    (snapshot->node[n].segment ==
		     snapshot->node[node].segment) &&
		    (second->alone[n] || (request->alone && second->jobs[n])))
			return false;
	return true;
}

/* Could the node take so many tasks in this second, which is their first? */
static bool takes(const struct ledger *ledger, const struct ft_request *request,
		  uint32_t node, int64_t tasks, int64_t at, bool first)
{
	const struct second *second = &ledger->second[at];

	if (second->whole[node] || (request->exclusive && second->users[node]))
		return false;
	if (!let_be(ledger, request, node, at))
		return false;
	for (uint32_t k = 0; k < ledger->snapshot->resource_count; k++)
		if ((first ? demand_want
			   : demand_cost)(ledger->snapshot, request, node,
					  tasks, k) > second->free[node][k])
			return false;
	for (uint32_t i = 0; i < request->mark_count; i++) {
		const struct ft_mark *mark = &request->mark[i];

		for (uint32_t t = 0; t < ORACLE_TAGS; t++)
			if (second->worn[node][mark->kind][t] &&
			    (!t || (t != mark->tag)))
				return false;
	}
	return true;
}

/* Is the node as the request wants it to be? */
static bool unchanged(const struct ledger *ledger,
		      const struct ft_request *request, uint32_t node,
		      int64_t at, int64_t end)
{
	bool makes = request->change == FT_CHANGE_MAKES;
	bool relies = request->change == FT_CHANGE_RELIES;

	if (!makes && !relies)
		return true;
	for (int64_t i = at; (i < ORACLE_SPAN) && (makes || (i < end)); i++) {
		const struct second *second = &ledger->second[i];

		if (makes ? second->relying[node] : second->changed[node])
			return false;
	}
	return true;
}

extern bool ledger_takes(const struct ledger *ledger,
			 const struct ft_request *request, uint32_t node,
			 int64_t tasks, int64_t at, int64_t duration)
{
	int64_t start = at, end = at + duration;

	if (ledger->bare)
		return ledger->snapshot->node[node].available_from !=
			       FT_NEVER &&
		       takes(ledger, request, node, tasks, 0, true);
	if (!unchanged(ledger, request, node, at, end))
		return false;
	for (; (at < end) && (at < ORACLE_SPAN); at++)
		if (shut(ledger->snapshot, request, node,
			 ledger->snapshot->now + at) ||
		    !takes(ledger, request, node, tasks, at, at == start))
			return false;
	return true;
}

extern bool ledger_licences_free(const struct ledger *ledger,
				 const struct ft_request *request, int64_t at)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;
	int64_t free[ORACLE_KINDS];

	memcpy(free, ledger->second[at].licence, sizeof(free));
	for (uint32_t c = 0; c < snapshot->closure_count; c++) {
		const struct ft_closure *closure = &snapshot->closure[c];

		if (ledger->bare || (snapshot->now + at < closure->start) ||
		    (snapshot->now + at >= closure->end) ||
		    may_enter(request, c))
			continue;
		for (uint32_t i = 0; i < closure->licence_count; i++)
			free[closure->licence[i].licence] -=
				closure->licence[i].count;
	}
	for (uint32_t i = 0; i < request->licence_count; i++)
		free[request->licence[i].licence] -= request->licence[i].count;
	for (uint32_t i = 0; i < request->licence_count; i++)
		if (request->licence[i].count &&
		    (free[request->licence[i].licence] < 0))
			return false;
	return true;
}

/* Marks are the kinds from ORACLE_MARKS on, if there are so many. */
static void wear(const struct ft_snapshot *snapshot, const int64_t *amount,
		 uint8_t worn[ORACLE_KINDS][ORACLE_TAGS], int sign)
{
	for (uint32_t k = ORACLE_MARKS; k < snapshot->resource_count;
	     k += FT_MARK_SIZE)
		if (amount[k])
			worn[k][amount[k + 1]] += (uint8_t) sign;
}

/* Writes down what is taken, second by second. */
extern void ledger_take(struct ledger *ledger, int64_t start, int64_t end,
			const struct ft_share *share, uint32_t count,
			bool whole)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;

	for (int64_t at = start - snapshot->now;
	     (at < ORACLE_SPAN) && (snapshot->now + at < end); at++) {
		struct second *second = &ledger->second[at];

		for (uint32_t i = 0; i < count; i++) {
			uint32_t n = share[i].node;

			second->users[n]++;
			second->whole[n] += whole || !share[i].amount;
			if (!whole && share[i].amount)
				wear(snapshot, share[i].amount, second->worn[n],
				     1);
			for (uint32_t k = 0; k < snapshot->resource_count; k++)
				second->free[n][k] -=
					share[i].amount
						? share[i].amount[k]
						: demand_capacity(snapshot, n,
								  k);
		}
	}
}

extern void ledger_take_change(struct ledger *ledger, int64_t start,
			       int64_t end, const struct ft_share *share,
			       uint32_t count, uint32_t change)
{
	int64_t now = ledger->snapshot->now;
	bool makes = change == FT_CHANGE_MAKES;

	for (int64_t at = start - now;
	     change && (at < ORACLE_SPAN) && (makes || (now + at < end)); at++)
		for (uint32_t i = 0; i < count; i++) {
			struct second *second = &ledger->second[at];

			second->changed[share[i].node] += makes;
			second->relying[share[i].node] += !makes;
		}
}

extern void ledger_take_segments(struct ledger *ledger, int64_t start,
				 int64_t end, const struct ft_share *share,
				 uint32_t count, bool alone)
{
	int64_t now = ledger->snapshot->now;

	for (int64_t at = start - now; (at < ORACLE_SPAN) && (now + at < end);
	     at++)
		for (uint32_t i = 0; i < count; i++) {
			struct second *second = &ledger->second[at];

			second->jobs[share[i].node]++;
			second->alone[share[i].node] += alone;
		}
}

extern void ledger_hold(struct ledger *ledger, int64_t start,
			const struct ft_share *share, uint32_t count,
			const struct ft_request *request, int sign)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;
	int64_t at = start - snapshot->now;

	if (request->exclusive || (at >= ORACLE_SPAN))
		return;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < snapshot->resource_count; k++)
			ledger->second[at].free[share[i].node][k] -=
				sign *
				(demand_want(snapshot, request, share[i].node,
					     share[i].tasks, k) -
				 demand_cost(snapshot, request, share[i].node,
					     share[i].tasks, k));
}

extern void ledger_take_nodes(struct ledger *ledger, int64_t start, int64_t end,
			      const struct ft_share *share, uint32_t count,
			      const struct ft_request *request)
{
	ledger_take(ledger, start, end, share, count, request->exclusive);
	ledger_hold(ledger, start, share, count, request, 1);
	ledger_take_segments(ledger, start, end, share, count, request->alone);
}

extern void ledger_take_licences(struct ledger *ledger, int64_t start,
				 int64_t end, const struct ft_licence *licence,
				 uint32_t count)
{
	int64_t now = ledger->snapshot->now;

	for (int64_t at = start - now; (at < ORACLE_SPAN) && (now + at < end);
	     at++)
		for (uint32_t i = 0; i < count; i++)
			ledger->second[at].licence[licence[i].licence] -=
				licence[i].count;
}

static bool uses(const struct ft_placement *placement, uint32_t node)
{
	for (uint32_t i = 0; placement && i < placement->share_count; i++)
		if (placement->share[i].node == node)
			return true;
	return false;
}

/*
 * One run's nodes from a time on, but for those of the placement (may be NULL):
 * it leaves (sign 1), or not after all (-1).
 */
static void leave_one(struct ledger *ledger, const struct ft_run *run,
		      bool suspends, int64_t from, int sign,
		      const struct ft_placement *placement)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;
	uint32_t kinds = suspends ? 1 : snapshot->resource_count;

	for (int64_t at = from - snapshot->now;
	     (at < ORACLE_SPAN) && (snapshot->now + at < run->end); at++)
		for (uint32_t i = 0; i < run->share_count; i++) {
			const struct ft_share *share = &run->share[i];
			struct second *second = &ledger->second[at];
			uint32_t n = share->node;

			if (uses(placement, n))
				continue;
			if (!suspends) {
				second->users[n] -= sign;
				second->jobs[n] -= sign;
				second->alone[n] -= run->alone ? sign : 0;
				second->whole[n] -= share->amount ? 0 : sign;
				if (share->amount)
					wear(snapshot, share->amount,
					     second->worn[n], -sign);
			}
			for (uint32_t k = 0; k < kinds; k++)
				second->free[n][k] +=
					sign *
					(share->amount
						 ? share->amount[k]
						 : demand_capacity(snapshot, n,
								   k));
		}
}

static void leave_licences(struct ledger *ledger, const struct ft_run *run,
			   int64_t from, int sign)
{
	int64_t now = ledger->snapshot->now;

	for (int64_t at = from - now;
	     (at < ORACLE_SPAN) && (now + at < run->end); at++)
		for (uint32_t i = 0; i < run->licence_count; i++)
			ledger->second[at].licence[run->licence[i].licence] +=
				sign * run->licence[i].count;
}

extern int64_t ledger_gone(const struct ft_run *run, int64_t start)
{
	return run->gone > start ? run->gone : start;
}

extern void ledger_leave(struct ledger *ledger, const struct ft_run *run,
			 const struct ft_request *request, int64_t from,
			 int sign)
{
	bool whole = request->exclusive && !request->part_count;

	for (uint32_t f = 0; f <= run->fellows; f++) {
		leave_one(ledger, &run[f], run->suspends && !whole, from, sign,
			  NULL);
		if (request->reclaims && !run->suspends && !run->keeps)
			leave_licences(ledger, &run[f], from, sign);
	}
}

extern void ledger_stay(struct ledger *ledger, const struct ft_request *request,
			const struct ft_placement *placement)
{
	bool whole = request->exclusive && !request->part_count;

	for (uint32_t v = 0; v < placement->victim_count; v++) {
		const struct ft_run *run =
			&ledger->snapshot->run[placement->victim[v]];
		int64_t from = ledger_gone(run, placement->start);

		for (uint32_t f = 0; run->keeps && (f <= run->fellows); f++)
			leave_one(ledger, &run[f], run->suspends && !whole,
				  from, -1, placement);
	}
}

/* No limit is exceeded from second `at` on, on account of the request. */
extern bool ledger_limits_free(const struct ledger *ledger,
			       const struct ft_request *request, int64_t at,
			       int64_t duration)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;

	for (uint32_t i = 0; i < request->claim_count; i++) {
		const struct ft_claim *claim = &request->claim[i];

		for (int64_t t = at; t < ORACLE_SPAN; t++) {
			int64_t own =
				demand_claim(snapshot, claim, t, at + duration);

			if (own && (own + ledger->second[t].used[claim->limit] >
				    snapshot->limit[claim->limit].total))
				return false;
		}
	}
	return true;
}

extern void ledger_take_limits(struct ledger *ledger, int64_t start,
			       int64_t end, const struct ft_claim *claim,
			       uint32_t count)
{
	const struct ft_snapshot *snapshot = ledger->snapshot;

	for (int64_t at = start - snapshot->now; at < ORACLE_SPAN; at++)
		for (uint32_t i = 0; i < count; i++)
			ledger->second[at].used[claim[i].limit] += demand_claim(
				snapshot, &claim[i], at, end - snapshot->now);
}

extern void ledger_empty(const struct ft_snapshot *snapshot,
			 struct second *second)
{
	memset(second, 0, sizeof(*second));
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		for (uint32_t k = 0; k < snapshot->resource_count; k++)
			second->free[n][k] = demand_capacity(snapshot, n, k);
	for (uint32_t i = 0; i < snapshot->licence_count; i++)
		second->licence[i] = snapshot->licence_total[i];
}

extern void ledger_begin(struct ledger *ledger,
			 const struct ft_snapshot *snapshot)
{
	ledger->snapshot = snapshot;
	for (int64_t at = 0; at < ORACLE_SPAN; at++)
		ledger_empty(snapshot, &ledger->second[at]);
	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];

		ledger_take(ledger, snapshot->now, run->end, run->share,
			    run->share_count, false);
		ledger_take_segments(ledger, snapshot->now, run->end,
				     run->share, run->share_count, run->alone);
		ledger_take_licences(ledger, snapshot->now, run->end,
				     run->licence, run->licence_count);
		ledger_take_limits(ledger, snapshot->now, run->end, run->claim,
				   run->claim_count);
	}
	for (uint32_t i = 0; i < snapshot->closure_count; i++) {
		const struct ft_closure *closure = &snapshot->closure[i];
		int64_t start = closure->start;

		ledger_take(ledger,
			    start < snapshot->now ? snapshot->now : start,
			    closure->end, closure->share, closure->share_count,
			    false);
	}
}
