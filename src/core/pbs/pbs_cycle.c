/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pbs_cycle.h.  Each vertex has a heap of its children that have jobs
 * left; a job is taken by walking down the tops, and only the heaps on the way
 * change.
 */
#include "core/pbs/pbs_cycle.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct entry {
	const struct ft_pbs_job *job;
	uint32_t index;
};

struct cycle {
	struct ft_share_tree *tree;
	struct entry *queue; /* jobs by user, in order of submission */
	uint32_t *head;	     /* of a user: its next one */
	uint32_t *left;	     /* jobs of a vertex and of all below */
	uint32_t *slot;	     /* heaps, each where the children stand */
	uint32_t *live;	     /* how many are in a vertex's heap */
};

static void _fini_job(struct cycle *cycle)
{
	free(cycle->queue);
	free(cycle->head);
	free(cycle->left);
	free(cycle->slot);
	free(cycle->live);
}

static int _init(struct cycle *cycle, struct ft_share_tree *tree,
		 uint32_t count)
{
	size_t nodes = (size_t) tree->count + 1;

	*cycle = (struct cycle){
		.tree = tree,
		.queue = calloc((size_t) count + 1, sizeof(struct entry)),
		.head = calloc(nodes, sizeof(uint32_t)),
		.left = calloc(nodes, sizeof(uint32_t)),
		.slot = calloc(nodes, sizeof(uint32_t)),
		.live = calloc(nodes, sizeof(uint32_t)),
	};
	if (cycle->queue && cycle->head && cycle->left && cycle->slot &&
	    cycle->live)
		return 0;
	_fini_job(cycle);
	return -ENOMEM;
}

static int _by_age(const struct ft_pbs_job *a, const struct ft_pbs_job *b)
{
	if (a->submit != b->submit)
		return a->submit < b->submit ? -1 : 1;
	return a->job_id < b->job_id ? -1 : (a->job_id > b->job_id);
}

static int _by_user(const void *a, const void *b)
{
	const struct ft_pbs_job *x = ((const struct entry *) a)->job;
	const struct ft_pbs_job *y = ((const struct entry *) b)->job;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return _by_age(x, y);
}

static long double _ratio(const struct ft_share_node *node)
{
	return node->shares_norm > 0 ? (node->usage_raw + 1) / node->shares_norm
				     : (long double) INFINITY;
}

/* Both have jobs left. */
static bool _before_job(const struct cycle *cycle, uint32_t a, uint32_t b)
{
	while (true) {
		const struct ft_share_node *x = &cycle->tree->node[a];
		const struct ft_share_node *y = &cycle->tree->node[b];
		long double p = _ratio(x), q = _ratio(y);

		if (p != q)
			return p < q;
		if (x->user != y->user)
			return x->user;
		if (x->user)
			return _by_age(cycle->queue[cycle->head[a]].job,
				       cycle->queue[cycle->head[b]].job) < 0;
		a = cycle->slot[x->first_child];
		b = cycle->slot[y->first_child];
	}
}

static void _sift_job(struct cycle *cycle, uint32_t up, uint32_t at)
{
	uint32_t *heap = cycle->slot + cycle->tree->node[up].first_child;
	uint32_t live = cycle->live[up];

	while (2 * at + 1 < live) {
		uint32_t least = 2 * at + 1, moved;

		if (least + 1 < live &&
		    _before_job(cycle, heap[least + 1], heap[least]))
			least++;
		if (!_before_job(cycle, heap[least], heap[at]))
			return;
		moved = heap[at];
		heap[at] = heap[least];
		heap[least] = moved;
		at = least;
	}
}

static void _fill_heap(struct cycle *cycle, uint32_t up)
{
	const struct ft_share_node *node = &cycle->tree->node[up];

	for (uint32_t i = 0; i < node->child_count; i++)
		if (cycle->left[node->first_child + i])
			cycle->slot[node->first_child + cycle->live[up]++] =
				node->first_child + i;
	for (uint32_t i = cycle->live[up] / 2; i-- > 0;)
		_sift_job(cycle, up, i);
}

static void _fill_job(struct cycle *cycle, const struct ft_pbs_job *job,
		      uint32_t count)
{
	const struct ft_share_tree *tree = cycle->tree;

	for (uint32_t i = 0; i < count; i++) {
		cycle->queue[i] = (struct entry){&job[i], i};
		cycle->left[job[i].node]++;
	}
	qsort(cycle->queue, count, sizeof(*cycle->queue), _by_user);
	for (uint32_t i = count; i-- > 0;)
		cycle->head[cycle->queue[i].job->node] = i;
	/* A parent stands before its children. */
	for (uint32_t n = tree->count; n-- > 0;) {
		_fill_heap(cycle, n);
		if (n)
			cycle->left[tree->node[n].fs_parent] += cycle->left[n];
	}
}

static uint32_t _take_job(struct cycle *cycle)
{
	struct ft_share_node *node = cycle->tree->node;
	const struct entry *entry;
	uint32_t n = 0;

	while (!node[n].user)
		n = cycle->slot[node[n].first_child];
	entry = &cycle->queue[cycle->head[n]++];
	for (;; n = node[n].fs_parent) {
		uint32_t up = node[n].fs_parent;

		node[n].usage_raw += entry->job->cost;
		cycle->left[n]--;
		if (up == FT_SHARE_NONE)
			return entry->index;
		/* n is on top of its parent's heap. */
		if (!cycle->left[n]) {
			uint32_t *heap = cycle->slot + node[up].first_child;

			heap[0] = heap[--cycle->live[up]];
		}
		_sift_job(cycle, up, 0);
	}
}

int ft_pbs_cycle_order(struct ft_share_tree *tree, const struct ft_pbs_job *job,
		       uint32_t count, uint32_t *ret_order)
{
	struct cycle cycle;

	if (_init(&cycle, tree, count))
		return -ENOMEM;
	_fill_job(&cycle, job, count);
	for (uint32_t i = 0; i < count; i++)
		ret_order[i] = _take_job(&cycle);
	_fini_job(&cycle);
	return 0;
}
