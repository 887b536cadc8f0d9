/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota.h.  Every account keeps its members that have a vote in a heap;
 * the job that the root takes is the one at the top of each heap on the way
 * down, and only these heaps change when it leaves.
 */
#define _GNU_SOURCE /* qsort_r */
#include "core/quota/quota.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

struct member {
	uint32_t *heap; /* of the members below, the best first */
	uint32_t count;
	uint32_t job;  /* index of its vote, NOBODY: none */
	uint32_t next; /* a user's: first of its jobs in mine[] that waits */
	uint32_t end;
};

struct vote {
	const struct ft_vertex_list *list;
	const struct ft_quota *quota;
	const struct ft_quota_job *job;
	struct member *member; /* of each vertex */
	uint32_t *room;	       /* of all heaps */
	uint32_t *mine;	       /* jobs, by user, then by time of submission */
};

void ft_quota_clear(struct ft_quota *quota, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		quota[i] = (struct ft_quota){
			.limit = {FT_QUOTA_NONE, FT_QUOTA_NONE, FT_QUOTA_NONE}};
}

void ft_quota_judge(const struct ft_vertex_list *list, struct ft_quota *quota)
{
	/* Parents stand before their children. */
	for (uint32_t i = list->count; i-- > 0;) {
		struct ft_quota *own = &quota[i];

		own->high = true;
		for (int k = 0; k < FT_QUOTA_KINDS; k++) {
			if (i)
				quota[list->vertex[i].parent].used[k] +=
					own->used[k];
			own->high &= own->limit[k] < 0 ||
				     own->used[k] < own->limit[k];
		}
	}
}

static bool _earlier(const struct vote *vote, uint32_t a, uint32_t b)
{
	const struct ft_quota_job *x = &vote->job[a], *y = &vote->job[b];

	return x->submit != y->submit ? x->submit < y->submit
				      : x->job_id < y->job_id;
}

static bool _before_member(const struct vote *vote, uint32_t a, uint32_t b)
{
	if (vote->quota[a].high != vote->quota[b].high)
		return vote->quota[a].high;
	return _earlier(vote, vote->member[a].job, vote->member[b].job);
}

static void _sink_member(const struct vote *vote, struct member *member,
			 uint32_t at)
{
	uint32_t *heap = member->heap;
	uint32_t moved = heap[at];

	for (uint32_t child; (child = 2 * at + 1) < member->count; at = child) {
		if (child + 1 < member->count &&
		    _before_member(vote, heap[child + 1], heap[child]))
			child++;
		if (!_before_member(vote, heap[child], moved))
			break;
		heap[at] = heap[child];
	}
	heap[at] = moved;
}

/* What a member votes for, once its heap is in order. */
static uint32_t _vote_of(const struct vote *vote, const struct member *member)
{
	if (member->next < member->end)
		return vote->mine[member->next];
	return member->count ? vote->member[member->heap[0]].job : NOBODY;
}

/* Every user's jobs side by side (counting sort), each list by time. */
static int _compare_member(const void *a, const void *b, void *context)
{
	const struct vote *vote = context;
	uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

	return _earlier(vote, x, y) ? -1 : _earlier(vote, y, x);
}

static void _sort_jobs(struct vote *vote, uint32_t count)
{
	struct member *member = vote->member;
	uint32_t begin = 0;

	for (uint32_t i = 0; i < count; i++)
		member[vote->job[i].account].end++;
	for (uint32_t v = 0; v < vote->list->count; v++) {
		uint32_t own = member[v].end;

		member[v].next = member[v].end = begin;
		begin += own;
	}
	for (uint32_t i = 0; i < count; i++)
		vote->mine[member[vote->job[i].account].end++] = i;
	for (uint32_t v = 0; v < vote->list->count; v++)
		qsort_r(vote->mine + member[v].next,
			member[v].end - member[v].next, sizeof(*vote->mine),
			_compare_member, vote);
}

/* From the leaves up: a member with a vote enters the heap above. */
static void _fill_heaps(struct vote *vote)
{
	const struct ft_vertex *vertex = vote->list->vertex;
	struct member *member = vote->member;
	uint32_t *members = vote->room;

	for (uint32_t v = 1; v < vote->list->count; v++)
		member[vertex[v].parent].count++;
	for (uint32_t v = 0; v < vote->list->count; v++) {
		member[v].heap = members;
		members += member[v].count;
		member[v].count = 0;
	}
	for (uint32_t v = vote->list->count; v-- > 0;) {
		struct member *own = &member[v], *up;

		for (uint32_t at = own->count / 2; at-- > 0;)
			_sink_member(vote, own, at);
		own->job = _vote_of(vote, own);
		up = &member[vertex[v].parent];
		if (v && own->job != NOBODY)
			up->heap[up->count++] = v;
	}
}

/* Takes the root's job; every account on its way votes anew. */
static uint32_t _take_member(struct vote *vote)
{
	const struct ft_vertex *vertex = vote->list->vertex;
	uint32_t job = vote->member[0].job;
	uint32_t v = vote->job[job].account;

	vote->member[v].next++;
	vote->member[v].job = _vote_of(vote, &vote->member[v]);
	while (v) {
		uint32_t child = v;
		struct member *up;

		v = vertex[v].parent;
		up = &vote->member[v];
		/* child is at the top: it gave the job that was taken. */
		if (vote->member[child].job == NOBODY)
			up->heap[0] = up->heap[--up->count];
		if (up->count)
			_sink_member(vote, up, 0);
		up->job = _vote_of(vote, up);
	}
	return job;
}

int ft_quota_order(const struct ft_vertex_list *list,
		   const struct ft_quota *quota, const struct ft_quota_job *job,
		   uint32_t count, uint32_t *ret_order)
{
	struct vote vote = {.list = list, .quota = quota, .job = job};
	int rc = -ENOMEM;

	vote.member = calloc(list->count, sizeof(*vote.member));
	vote.room = calloc(list->count, sizeof(*vote.room));
	vote.mine = calloc((size_t) count + 1, sizeof(*vote.mine));
	if (vote.member && vote.room && vote.mine) {
		_sort_jobs(&vote, count);
		_fill_heaps(&vote);
		for (uint32_t i = 0; i < count; i++)
			ret_order[i] = _take_member(&vote);
		rc = 0;
	}
	free(vote.member);
	free(vote.room);
	free(vote.mine);
	return rc;
}

double ft_quota_class(const struct ft_vertex_list *list,
		      const struct ft_quota *quota, uint32_t index)
{
	double class = 0;

	for (; index; index = list->vertex[index].parent)
		class = (class + !quota[index].high) / 2;
	return class;
}

/* One name behind what is in label already; what does not fit is cut. */
static void _append_member(char *label, size_t room, const char *name,
			   bool high)
{
	size_t at = strlen(label);

	if (at + 1 < room)
		label[at++] = '/';
	for (; *name && at + 1 < room; name++)
		label[at++] = (char) (high ? toupper((unsigned char) *name)
					   : tolower((unsigned char) *name));
	label[at] = '\0';
}

static void _member_label(const struct ft_vertex_list *list,
			  const struct ft_quota *quota, uint32_t index,
			  char *label, size_t label_room, char *flags,
			  size_t flags_room)
{
	size_t at;

	if (!index)
		return;
	_member_label(list, quota, list->vertex[index].parent, label,
		      label_room, flags, flags_room);
	_append_member(label, label_room, list->vertex[index].name,
		       quota[index].high);
	at = strlen(flags);
	if (at + 1 < flags_room) {
		flags[at] = quota[index].high ? 'H' : 'L';
		flags[at + 1] = '\0';
	}
}

void ft_quota_label(const struct ft_vertex_list *list,
		    const struct ft_quota *quota, uint32_t index,
		    char *ret_label, size_t label_room, char *ret_flags,
		    size_t flags_room)
{
	ret_label[0] = ret_flags[0] = '\0';
	_member_label(list, quota, index, ret_label, label_room, ret_flags,
		      flags_room);
}
