/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a board can follow: see board.h.
 */
#include "core/board/board.h"

#include <errno.h>

static bool _any_node(const struct ft_node_set *set)
{
	return set && (ft_node_set_next(set, 0) < set->size);
}

extern bool ft_board_named(const struct ft_request *request)
{
	uint64_t most = request->max_nodes;

	if (!_any_node(request->required))
		return false;
	if (!request->tasks)
		most = request->min_nodes;
	else if (request->tasks / request->min_tasks_node < most)
		most = request->tasks / request->min_tasks_node;
	return (most >= request->min_nodes) &&
	       (ft_node_set_count(request->required) == most);
}

struct wish {
	bool has;
	const char *what;
};

/* Has it none of them?  If it has one, err says which. */
static bool _without(const struct wish *wish, size_t count, struct ft_err *err)
{
	for (size_t i = 0; i < count; i++)
		if (wish[i].has) {
			ft_fail(err, -ENOTSUP, "a request wants %s",
				wish[i].what);
			return false;
		}
	return true;
}

/* What neither a guest nor another job on a board may want. */
static bool _may_stand(const struct ft_request *request, struct ft_err *err)
{
	const struct wish declined[] = {
		{request->takes && request->reclaims && request->licence_count,
		 "licences of the runs that it takes"},
		{request->alone, "segments to itself"},
		{request->change != FT_CHANGE_NONE, "changes of nodes"},
		{request->duration > INT32_MAX / 2, "more than 34 years"},
	};

	return _without(declined, sizeof(declined) / sizeof(*declined), err);
}

/* calm: it takes no runs, whatever it may. */
static bool _may_follow(const struct ft_request *request, bool calm,
			struct ft_err *err)
{
	const struct wish declined[] = {
		{!calm && request->takes, "a right to take runs"},
		{request->part_count > 0, "parts that start together"},
		{request->least > 0, "a duration to choose"},
		{request->contiguous, "nodes in a row"},
		{_any_node(request->required) && !ft_board_named(request),
		 "required nodes beside others"},
	};

	return _may_stand(request, err) &&
	       _without(declined, sizeof(declined) / sizeof(*declined), err);
}

extern bool ft_board_takes(const struct ft_request *request, struct ft_err *err)
{
	return _may_follow(request, false, err);
}

static bool _may_plan(const struct ft_job *job, struct ft_err *err)
{
	if (job->request_count && (job->bucket == FT_NO_INDEX))
		return true;
	ft_fail(err, -ENOTSUP, "a job has no request, or is in a bucket");
	return false;
}

extern bool ft_board_hosts(const struct ft_job *job, struct ft_err *err)
{
	if (!_may_plan(job, err))
		return false;
	for (uint32_t r = 0; r < job->request_count; r++) {
		const struct ft_request *request = &job->request[r];

		if (!_may_stand(request, err))
			return false;
		for (uint32_t p = 0; p < request->part_count; p++)
			if (!_may_stand(&request->part[p], err))
				return false;
	}
	return true;
}

static bool _may_follow_job(const struct ft_job *job, bool calm,
			    struct ft_err *err)
{
	const struct ft_request *first = job->request;

	if (!_may_plan(job, err))
		return false;
	for (uint32_t r = 0; r < job->request_count; r++) {
		const struct ft_request *request = &job->request[r];

		if ((request->not_before != first->not_before) ||
		    (request->end_by != first->end_by)) {
			ft_fail(err, -ENOTSUP,
				"a job has requests with other times");
			return false;
		}
		if (!_may_follow(request, calm, err))
			return false;
	}
	return true;
}

extern bool ft_board_takes_job(const struct ft_job *job, struct ft_err *err)
{
	return _may_follow_job(job, false, err);
}

extern bool ft_board_takes_calm(const struct ft_job *job, struct ft_err *err)
{
	return _may_follow_job(job, true, err);
}
