/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_live.h: the queue, of which libslurm is asked.  What Slurm's own
 * commands print of it cannot be told apart again: users choose names of
 * accounts, with any byte in them.
 */
#include "ft_config.h"

#include "sfair/tree/quota_live.h"

#include <errno.h>

#ifndef HAVE_LIBSLURM

int sfair_quota_live_jobs(const char *conf, struct sfair_quotas *quota,
			  struct ft_err *err)
{
	(void) conf;
	(void) quota;
	return ft_fail(err, -ENOTSUP,
		       "this sfair was built without libslurm: give a FILE");
}

#else

#include <stdio.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "sfair/base/told.h"
#include "sfair/outlook/scene.h"

/* A job and the priority by which it stands in the queue. */
struct waiting {
	struct ft_quota_job job;
	uint32_t priority;
};

struct queue {
	struct waiting *waiting;
	uint32_t count, size;
	struct ft_quota_tree *tree;
	struct sfair_told users;
};

/*
 * The account of a job: it names its last group only, but account names are
 * unique in a cluster.  Without slurmdbd the name is the whole path.
 */
static int _account_of(struct ft_quota_tree *tree, const char *account,
		       const char *user, uint32_t *ret_index)
{
	uint32_t group = 0;

	if (account && *account == '/') {
		int rc = ft_quota_tree_account(tree, account, &group, NULL);

		if (rc == -ENOMEM)
			return rc;
	} else if (account && *account) {
		group = ft_vertex_find(&tree->list, account);
		if (group == FT_SHARE_NONE &&
		    ft_quota_tree_member(tree, 0, account, &group))
			return -ENOMEM;
	}
	return ft_quota_tree_member(tree, group, user, ret_index);
}

static int _take_waiting(struct queue *queue, const job_info_t *job)
{
	struct waiting next = {
		.job = {.job_id = job->job_id, .submit = job->submit_time},
		.priority = job->priority,
	};
	const char *user;
	char number[16];

	if (!FT_ARRAY_GROW(queue->waiting, queue->count, queue->size) ||
	    sfair_told_user(&queue->users, job->user_id, &user))
		return -ENOMEM;
	if (!user) {
		snprintf(number, sizeof(number), "%u",
			 (unsigned int) job->user_id);
		user = number;
	}
	if (_account_of(queue->tree, job->account, user, &next.job.account))
		return -ENOMEM;
	queue->waiting[queue->count++] = next;
	return 0;
}

/* As Slurm starts them. */
static int _compare_account(const void *x, const void *y)
{
	const struct waiting *a = x, *b = y;

	if (a->priority != b->priority)
		return a->priority < b->priority ? 1 : -1;
	return (a->job.job_id > b->job.job_id) -
	       (a->job.job_id < b->job.job_id);
}

/* Of those that wait and are not held. */
static int _fill_queue(const char *conf, struct queue *queue,
		       struct ft_err *err)
{
	job_info_msg_t *answer = NULL;
	int rc = 0;

	slurm_init(conf);
	if (slurm_load_jobs(0, &answer, SHOW_ALL))
		return sfair_no_answer("jobs", err);
	for (uint32_t i = 0; i < answer->record_count && !rc; i++)
		if (sfair_job_waits(&answer->job_array[i]) &&
		    answer->job_array[i].priority)
			rc = _take_waiting(queue, &answer->job_array[i]);
	slurm_free_job_info_msg(answer);
	return rc ? ft_no_memory(err) : 0;
}

int sfair_quota_live_jobs(const char *conf, struct sfair_quotas *quota,
			  struct ft_err *err)
{
	struct queue queue = {.tree = &quota->tree};
	int rc;

	ft_id_map_init(&queue.users.index);
	rc = _fill_queue(conf, &queue, err);
	if (!rc) {
		quota->job =
			calloc((size_t) queue.count + 1, sizeof(*quota->job));
		rc = quota->job ? 0 : ft_no_memory(err);
	}
	if (!rc && queue.count)
		qsort(queue.waiting, queue.count, sizeof(*queue.waiting),
		      _compare_account);
	for (uint32_t i = 0; i < queue.count && !rc; i++)
		quota->job[i] = queue.waiting[i].job;
	quota->job_count = rc ? 0 : queue.count;
	quota->ordered = true;
	sfair_told_free(&queue.users);
	free(queue.waiting);
	return rc;
}

#endif
