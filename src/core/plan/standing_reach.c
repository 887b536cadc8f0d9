/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: which of the jobs that are planned as if they took no
 * runs (preemptor.h) could start now by taking some.  They become guests, and
 * are then planned as what they are.
 *
 * Refuses to have many of them in one snapshot: the next one goes on.
 */
#include <errno.h>
#include <stdlib.h>

#include "core/board/reach.h"
#include "core/plan/standing_state.h"

enum {
	AGAIN = 5,    /* seconds until one that took none is looked at again */
	RENEWED = 60, /* seconds: what is not told as freed is seen then */
	READ_ALL = 500000, /* bookings, for all together */
};

/* Runs of certain classes leave. */
struct preemptees {
	uint64_t takes;
	enum ft_gone *gone; /* of each of the board's numbers */
	struct ft_reach reach;
};

struct reaching {
	struct ft_standing *standing;
	const struct ft_snapshot *snapshot;
	struct preemptees *set;
	uint32_t set_count;
};

static void _mark_gone(struct preemptees *preemptees,
		       const struct ft_standing *standing,
		       const struct ft_snapshot *snapshot, uint32_t r)
{
	const struct ft_run *run = &snapshot->run[r];

	/* What leaves already leaves for another. */
	if (!run->class || !(preemptees->takes >> run->class & 1) ||
	    standing->entry[standing->run_number[r]].taker)
		return;
	for (uint32_t f = 0; f <= run->fellows; f++)
		preemptees->gone[standing->run_number[r + f]] =
			run->suspends ? FT_GONE_CORES : FT_GONE_ALL;
}

static int _fill_preemptees(struct preemptees *preemptees,
			    struct ft_standing *standing,
			    const struct ft_snapshot *snapshot)
{
	preemptees->gone = calloc((size_t) standing->entry_count + 1,
				  sizeof(*preemptees->gone));
	if (!preemptees->gone)
		return -ENOMEM;
	for (uint32_t r = 0; r < snapshot->run_count; r++)
		_mark_gone(preemptees, standing, snapshot, r);
	return ft_reach_init(&preemptees->reach, standing->board,
			     preemptees->gone, standing->entry_count);
}

static void _free_preemptees(struct reaching *reaching)
{
	for (uint32_t q = 0; q < reaching->set_count; q++) {
		ft_reach_fini(&reaching->set[q].reach);
		free(reaching->set[q].gone);
	}
	free(reaching->set);
}

/* NULL if out of memory. */
static const struct preemptees *_find_preemptees(struct reaching *reaching,
						 uint64_t takes)
{
	size_t count = reaching->set_count;
	struct preemptees *preemptees;

	for (size_t q = 0; q < count; q++)
		if (reaching->set[q].takes == takes)
			return &reaching->set[q];
	preemptees = realloc(reaching->set, (count + 1) * sizeof(*preemptees));
	if (!preemptees)
		return NULL;
	reaching->set = preemptees;
	preemptees += count;
	*preemptees = (struct preemptees){.takes = takes};
	reaching->set_count++;
	return _fill_preemptees(preemptees, reaching->standing,
				reaching->snapshot)
		       ? NULL
		       : preemptees;
}

/* All that it may take by any of its requests. */
static uint64_t _takes_given(const struct ft_standing *standing, uint32_t j,
			     uint32_t count)
{
	const struct ft_request *given = standing->preemptors->given[j];
	uint64_t takes = 0;

	for (uint32_t r = 0; r < count; r++)
		takes |= given[r].takes;
	return takes;
}

/* What those of its kind were found to lack; NULL: they were not looked at. */
static struct ft_standing_lack *_find_lack(struct ft_standing *standing,
					   uint64_t hash)
{
	size_t at = SIZE_MAX;
	uint32_t i;

	while ((i = ft_index_map_next(&standing->lack_index, hash, &at)) !=
	       FT_NO_INDEX)
		if (standing->lack[i].kind == hash)
			return &standing->lack[i];
	return NULL;
}

/* Not being able to does no harm. */
static void _remember_lack(struct ft_standing *standing, uint64_t kind,
			   uint32_t lack)
{
	struct ft_standing_lack *known = _find_lack(standing, kind);
	uint64_t until =
		ft_board_eased(standing->board) + standing->offered + lack;

	if (!known) {
		struct ft_standing_lack *grown =
			ft_arena_grow(standing->shares, standing->lack,
				      standing->lack_count, sizeof(*grown));

		if (!grown || ft_index_map_put(&standing->lack_index, kind,
					       standing->lack_count))
			return;
		standing->lack = grown;
		known = &grown[standing->lack_count++];
	}
	*known = (struct ft_standing_lack){
		.kind = kind, .until = until, .since = standing->now};
}

/* Has too little been freed, or offered, since one of its kind was looked at?
 */
static bool _lacks_still(struct ft_standing *standing, uint64_t kind)
{
	const struct ft_standing_lack *known = _find_lack(standing, kind);

	return known && (standing->now - known->since < RENEWED) &&
	       (ft_board_eased(standing->board) + standing->offered <
		known->until);
}

/* What its owner may have is a matter of its claims too. */
static uint64_t _limited_kind(uint64_t kind, const struct ft_job *job)
{
	for (uint32_t r = 0; r < job->request_count; r++)
		for (uint32_t i = 0; i < job->request[r].claim_count; i++) {
			const struct ft_claim *claim =
				&job->request[r].claim[i];

			kind = ft_index_mix(kind, claim->limit);
			kind = ft_index_mix(kind, (uint64_t) claim->count);
		}
	return ft_index_mix(kind, 1);
}

/* Is it planned as one that takes none, and starts later? */
static bool _is_calm(const struct ft_standing *standing,
		     const struct ft_snapshot *snapshot, uint32_t j)
{
	uint32_t number = standing->job_number[j];

	return ft_preemptors_calm(standing->preemptors, j) &&
	       (number != FT_NO_INDEX) && !standing->guest[j] &&
	       (snapshot->job[j].request->not_before <= snapshot->now) &&
	       (!standing->entry[number].tried ||
		(standing->entry[number].tried + AGAIN <= snapshot->now)) &&
	       ((standing->entry[number].placement.verdict != FT_PLACED) ||
		(standing->entry[number].placement.start > snapshot->now));
}

static int _admit_taker(struct reaching *reaching, uint32_t j)
{
	struct ft_standing *standing = reaching->standing;
	struct ft_standing_entry *entry;
	int rc;

	ft_preemptors_admit(standing->preemptors, j);
	standing->reached++;
	standing->guest[j] = true;
	standing->guest_count++;
	rc = ft_standing_turn_guest(standing, reaching->snapshot, j);
	entry = &standing->entry[standing->job_number[j]];
	/* Its place stands, and it is to be asked whether there is a better
	 * one. */
	entry->doubt = false;
	entry->eased = UINT64_MAX;
	return rc;
}

static int _reach_job(struct reaching *reaching, uint32_t j)
{
	struct ft_standing *standing = reaching->standing;
	const struct ft_job *job = &reaching->snapshot->job[j];
	uint32_t number = standing->job_number[j], lack;
	uint64_t takes = _takes_given(standing, j, job->request_count);
	uint64_t kind = ft_index_mix(standing->entry[number].class, takes);
	const struct preemptees *preemptees;

	if (_lacks_still(standing, kind) ||
	    _lacks_still(standing, _limited_kind(kind, job)))
		return 0;
	preemptees = _find_preemptees(reaching, takes);
	if (!preemptees)
		return -ENOMEM;
	lack = ft_reach_lack(standing->board, number, &preemptees->reach);
	if (!lack)
		return _admit_taker(reaching, j);
	if (lack == UINT32_MAX)
		_remember_lack(standing, _limited_kind(kind, job), 1);
	else
		_remember_lack(standing, kind, lack);
	return 0;
}

/* So many that what is read for them is of no account. */
static uint32_t _most_reached(const struct ft_standing *standing)
{
	uint64_t each = 1 + (uint64_t) ft_board_size(standing->board);
	uint64_t most = READ_ALL / each;

	if (most > FT_STANDING_REACHED)
		return FT_STANDING_REACHED;
	return most ? (uint32_t) most : 1;
}

extern int ft_standing_reach(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot)
{
	struct reaching reaching = {.standing = standing, .snapshot = snapshot};
	uint32_t most = _most_reached(standing);
	int rc;

	if (!standing->preemptors->given)
		return 0;
	rc = ft_standing_take_changes(standing, snapshot);
	for (uint32_t j = 0;
	     !rc && (j < snapshot->job_count) && (standing->reached < most);
	     j++)
		if (_is_calm(standing, snapshot, j))
			rc = _reach_job(&reaching, j);
	standing->unfinished = standing->reached >= most;
	_free_preemptees(&reaching);
	return rc;
}
