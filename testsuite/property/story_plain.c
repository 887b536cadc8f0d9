/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See story.h: stories of what a board takes or hosts.
 */
#include <stdlib.h>

#include "clone.h"
#include "story_state.h"

static void name_all(struct ft_request *request)
{
	uint32_t count = ft_node_set_count(request->required);

	if (!count)
		return;
	request->min_nodes = request->max_nodes = count;
	if (request->tasks &&
	    (request->tasks < count * request->min_tasks_node))
		request->tasks = count * request->min_tasks_node;
}

/* Without what not even a guest may want. */
static void plain_part(struct ft_request *part)
{
	part->change = FT_CHANGE_NONE;
	part->alone = false;
}

/* Of all that a request may ask for, what a guest may. */
static void keep_wishes(struct story *story, struct ft_request *plain,
			struct ft_request *request)
{
	*plain = *request;
	plain->takes = 0;
	if (!below(story, 2))
		plain->place = FT_PLACE_FIT;
	plain_part(plain);
	for (uint32_t p = 0; p < request->part_count; p++)
		plain_part((struct ft_request *) &request->part[p]);
}

/* Of all that a request may ask for, what a board takes. */
static void plain_request(struct story *story, struct ft_request *request)
{
	struct ft_request plain = {
		.duration = request->duration,
		.not_before = request->not_before,
		.end_by = request->end_by,
		.min_nodes = request->min_nodes,
		.max_nodes = request->max_nodes,
		.tasks = request->tasks,
		.min_tasks_node = request->min_tasks_node,
		.max_tasks_node = request->max_tasks_node,
		.cpus_per_task = request->cpus_per_task,
		.per_node = request->per_node,
		.per_task = request->per_task,
		.per_core = request->per_core,
		.exclusive = request->exclusive,
		.place = request->place,
		.eligible = request->eligible,
		.required = request->required,
		.licence_count = request->licence_count,
		.licence = request->licence,
		.closure_count = request->closure_count,
		.closure = request->closure,
		.claim_count = request->claim_count,
		.claim = request->claim,
		.want_node = request->want_node,
		.want_task = request->want_task,
		.mark_count = request->mark_count,
		.mark = request->mark,
	};

	if (story->guests)
		keep_wishes(story, &plain, request);
	if (story->takers) {
		plain.takes = request->takes;
		plain.reclaims = request->reclaims && !below(story, 8);
	}
	if (request->required && (!story->guests || below(story, 2)))
		name_all(&plain);
	*request = plain;
}

/* Of one job all have the same times, but for guests. */
static void plain_requests(struct story *story, struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++) {
		plain_request(story, &job->request[r]);
		if (story->guests && !below(story, 3))
			continue;
		job->request[r].not_before = job->request->not_before;
		job->request[r].end_by = job->request->end_by;
	}
}

static void make_plain(struct story *story)
{
	struct ft_snapshot *pool = story->pool;

	pool->policy = (struct ft_policy){.compress = FT_COMPRESS_PRIORITY};
	for (uint32_t i = 0; i < pool->run_count; i++) {
		pool->run[i].fellows = 0;
		if (!story->takers)
			pool->run[i].class = 0;
		else if (below(story, 12))
			pool->run[i].keeps = false;
	}
	for (uint32_t j = 0; j < pool->job_count; j++) {
		pool->job[j].reserve = true;
		pool->job[j].bucket = FT_NO_INDEX;
		pool->job[j].tier = 0;
		plain_requests(story, &pool->job[j]);
	}
}

extern bool story_takes(uint64_t seed)
{
	return seed % 7 == 3;
}

extern bool story_hosts(uint64_t seed)
{
	return seed % 4 == 0;
}

extern struct story *story_plain(uint64_t seed)
{
	struct story *story = calloc(1, sizeof(*story));

	if (!story)
		abort();
	story->state = seed ^ UINT64_C(0x5851f42d4c957f2d);
	story->several = story_several(seed);
	story->plain = true;
	story->reserving = seed % 3;
	story->tiers = seed % 5 == 0;
	story->guests = story_hosts(seed);
	story->takers = story_takes(seed);
	story->pool = sample_sized(seed, story_nodes(seed));
	if (story->takers)
		sample_takes(story->pool, seed);
	if ((seed % 4 == 1) || (seed % 8 == 4))
		sample_wants(story->pool, seed);
	make_plain(story);
	/* Known by name, or by their order. */
	for (uint32_t i = 0; (seed % 2) && (i < story->pool->limit_count); i++)
		story->pool->limit[i].name = i + 1;
	story->snapshot = clone_snapshot(story->pool);
	for (uint32_t j = 0; j < story->snapshot->job_count; j++)
		story->snapshot->job[j].reserve =
			story->reserving || below(story, 3);
	story->next_id = 5000;
	story->window = 5 + below(story, 60);
	story->snapshot->window_end = story->snapshot->now + story->window;
	if (below(story, 2))
		story->snapshot->policy.patience = 1 + below(story, 25);
	if (below(story, 3))
		story->snapshot->policy.commit = 1 + below(story, 10);
	if (seed % 4 == 2)
		story->snapshot->policy.array_depth = 1 + below(story, 2);
	return story;
}
