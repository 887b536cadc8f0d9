/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_live.h.
 */
#define _GNU_SOURCE
#include "sfair/tree/quota_live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "sfair/base/live.h"
#include "sfair/base/policy_file.h"

/* Id, priority, second of submission, user, account. */
#define SQUEUE "squeue -h -t PD -o '%A|%Q|%V|%u|%a'"
enum { FIELDS = 5 };

/* A job and the priority by which it stands in the queue. */
struct waiting {
	struct ft_quota_job job;
	int64_t priority;
};

struct queue {
	struct waiting *waiting;
	uint32_t count, size;
	struct ft_quota_tree *tree;
};

void sfair_quota_live_free(struct sfair_quota_live *live)
{
	ft_ledger_image_fini(&live->image);
	ft_site_policy_fini(&live->policy);
	*live = (struct sfair_quota_live){0};
}

static int _read_quotas(const struct sfair_live *site,
			struct sfair_quota_live *live, struct ft_err *err)
{
	int rc = 0;

	if (site->option.model != FT_MODEL_QUOTA)
		return ft_fail(err, -EINVAL,
			       "%s: PriorityParameters has no model=quota: "
			       "give it, or a FILE",
			       site->path);
	if (ft_site_policy_init(&live->policy))
		return ft_no_memory(err);
	rc = sfair_policy_read(site->path, site->parameters, &site->site,
			       &site->option, &live->policy, err);
	return rc ? rc : sfair_live_ledger(site, &live->image, err);
}

int sfair_quota_live_read(const char *conf, struct sfair_quota_live *live,
			  struct ft_err *err)
{
	struct sfair_live site;
	int rc = sfair_live_read(conf, &site, err);

	*live = (struct sfair_quota_live){0};
	if (!rc)
		rc = _read_quotas(&site, live, err);
	sfair_live_fini(&site);
	return rc;
}

static int _use_account(const struct ft_ledger_periods *book, uint32_t period,
			uint32_t path, struct ft_quota_tree *tree)
{
	uint32_t at = 0;
	int rc = ft_quota_tree_account(tree, book->names.name[path], &at, NULL);

	if (rc)
		return rc == -ENOMEM ? rc : 0;
	for (int k = 0; k < FT_QUOTA_KINDS && period < book->count; k++)
		tree->quota[at].used[k] += ft_ledger_hours(
			&book->period[period], path, (enum ft_quota_kind) k);
	return 0;
}

int sfair_quota_live_period(const struct sfair_quota_live *live,
			    uint32_t period, struct ft_quota_tree *tree)
{
	const struct ft_ledger_periods *book = &live->image.ledger.period;
	int rc = ft_quota_tree_init(tree);

	for (uint32_t i = 0; i < book->names.count && !rc; i++)
		rc = _use_account(book, period, i, tree);
	if (!rc)
		rc = ft_quota_tree_limit(tree, &live->policy.quota);
	return rc;
}

/*
 * The account of a job: squeue names its last group only, but account names
 * are unique in a cluster.  Without slurmdbd the name is the whole path.
 */
static int _account_of(struct ft_quota_tree *tree, const char *account,
		       const char *user, uint32_t *ret_index)
{
	uint32_t group = 0;

	if (*account == '/') {
		int rc = ft_quota_tree_account(tree, account, &group, NULL);

		if (rc == -ENOMEM)
			return rc;
	} else if (*account && strcmp(account, "(null)")) {
		group = ft_vertex_find(&tree->list, account);
		if (group == FT_SHARE_NONE &&
		    ft_quota_tree_member(tree, 0, account, &group))
			return -ENOMEM;
	}
	return ft_quota_tree_member(tree, group, user, ret_index);
}

/* Cuts a line of squeue; false: it is none. */
static bool _cut_account(char *line, char *field[FIELDS])
{
	line[strcspn(line, "\n")] = '\0';
	for (int i = 0; i < FIELDS; i++)
		field[i] = strsep(&line, "|");
	return field[FIELDS - 1] && !line;
}

static int _take_waiting(struct queue *queue, char *line)
{
	char *field[FIELDS];
	struct waiting next = {0};
	int64_t id;

	if (!_cut_account(line, field) ||
	    ft_number_int(field[0], 1, UINT32_MAX, &id) ||
	    ft_number_int(field[1], 1, UINT32_MAX, &next.priority) ||
	    ft_number_int(field[2], 0, INT64_MAX, &next.job.submit))
		return 0;
	next.job.job_id = (uint32_t) id;
	if (queue->count == queue->size) {
		uint32_t size = queue->size ? 2 * queue->size : 1024;
		struct waiting *array =
			realloc(queue->waiting, size * sizeof(*array));

		if (!array)
			return -ENOMEM;
		queue->waiting = array;
		queue->size = size;
	}
	queue->waiting[queue->count++] = next;
	return _account_of(queue->tree, field[4], field[3],
			   &queue->waiting[queue->count - 1].job.account);
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

static int _squeue(const char *conf, struct queue *queue, struct ft_err *err)
{
	char *line = NULL;
	size_t room = 0;
	FILE *out;
	int rc = 0;

	if (setenv("SLURM_CONF", conf, 1) ||
	    setenv("SLURM_TIME_FORMAT", "%s", 1))
		return ft_no_memory(err);
	out = popen(SQUEUE, "re");
	if (!out)
		return ft_fail(err, -errno, "squeue: %s", strerror(errno));
	while (!rc && getline(&line, &room, out) > 0)
		rc = _take_waiting(queue, line);
	free(line);
	if (pclose(out) && !rc)
		return ft_fail(err, -EIO, "squeue shows no jobs");
	return rc ? ft_no_memory(err) : 0;
}

int sfair_quota_live_jobs(const char *conf, struct sfair_quotas *quota,
			  struct ft_err *err)
{
	struct queue queue = {.tree = &quota->tree};
	int rc = _squeue(conf, &queue, err);

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
	free(queue.waiting);
	return rc;
}
