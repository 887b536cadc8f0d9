/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See guest.h.
 */
#include "core/board/guest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/planted.h"
#include "core/board/claim.h"
#include "core/board/cut.h"
#include "core/board/displace.h"
#include "core/board/holder.h"
#include "core/board/record.h"
#include "core/board/regard.h"
#include "core/board/stand.h"
#include "core/timeline/timeline.h"

extern int ft_guest_enrol(struct ft_board *board, uint32_t number)
{
	struct ft_record *record = &board->record[number];

	record->state = FT_RECORD_GUEST;
	record->host = number;
	record->fellow = FT_NO_INDEX;
	if (!ft_array_grow((void **) &board->guest, board->guest_count,
			   &board->guest_room, sizeof(*board->guest)))
		return board->rc = -ENOMEM;
	board->guest[board->guest_count++] = number;
	ft_record_watch(board, number);
	return board->rc;
}

/* Records of further parts, none of which is on the board. */
static void _free_fellows(struct ft_board *board, uint32_t number)
{
	uint32_t next, i = board->record[number].fellow;

	board->record[number].fellow = FT_NO_INDEX;
	for (; i != FT_NO_INDEX; i = next) {
		next = board->record[i].fellow;
		ft_record_free(board, i);
	}
}

/* One that comes next after the last of so many; FT_NO_INDEX: out of memory. */
static uint32_t _add_fellow(struct ft_board *board, uint32_t number,
			    uint32_t last)
{
	uint32_t fresh = ft_record_new(board);
	const struct ft_record *host = &board->record[number];

	if (fresh == FT_NO_INDEX) {
		board->rc = -ENOMEM;
		return fresh;
	}
	board->record[fresh] = (struct ft_record){
		.id = host->id,
		.key = host->key,
		.due = FT_NEVER,
		.pushed = FT_NEVER,
		.over = host->over,
		.tier = host->tier,
		.queued = host->queued,
		.tentative = host->tentative,
		.patient = host->patient,
		.changed = board->record[fresh].changed,
		.pattern = FT_NO_INDEX,
		.start = FT_NEVER,
		.end = FT_NEVER,
		.end_by = FT_NEVER,
		.state = FT_RECORD_GUEST,
		.host = number,
		.fellow = board->record[last].fellow,
	};
	return board->record[last].fellow = fresh;
}

static int _add_fellows(struct ft_board *board, uint32_t number, uint32_t count)
{
	uint32_t last = number;

	while (count-- && (last != FT_NO_INDEX))
		last = _add_fellow(board, number, last);
	return board->rc;
}

/* The part's shares; ret_own: its request. */
static const struct ft_share *
_guest_shares(const struct ft_board_lodging *lodging, uint32_t part,
	      const struct ft_request **ret_own, uint32_t *ret_count)
{
	const struct ft_placement *placement = lodging->placement;
	uint32_t first = 0, end = placement->share_count;

	*ret_own = part ? &lodging->request->part[part - 1] : lodging->request;
	if (placement->part_count) {
		first = part ? placement->part_end[part - 1] : 0;
		end = placement->part_end[part];
	}
	*ret_count = end - first;
	return placement->share + first;
}

/* Of nodes of its own it asks nothing. */
static int _keep_marks(struct ft_board *board, uint32_t number,
		       const struct ft_request *request)
{
	struct ft_record *record = &board->record[number];
	size_t size = request->mark_count * sizeof(*record->mark);

	free(record->mark);
	record->mark = NULL;
	record->mark_count = 0;
	if (request->exclusive || !size)
		return 0;
	record->mark = malloc(size);
	if (!record->mark)
		return board->rc = -ENOMEM;
	memcpy(record->mark, request->mark, size);
	record->mark_count = request->mark_count;
	return 0;
}

/* What the run would hold is the record's, which is on the board from then
 * on. */
static int _lodge_record(struct ft_board *board, uint32_t record,
			 const struct ft_run *run, int64_t start,
			 const struct ft_board_lodging *lodging)
{
	if (ft_holder_fill(board, record, run, start))
		return board->rc;
	/* Of pieces too, which take less than that. */
	for (uint32_t i = 0; lodging->leave_count && (i < run->share_count);
	     i++)
		board->record[record].whole[i] = lodging->request->exclusive;
	if (lodging->displaces)
		ft_displace_lodge(board, record, lodging->above);
	else
		ft_stand_put(board, record);
	return board->rc;
}

static int _lodge_part(struct ft_board *board, uint32_t record, uint32_t part,
		       const struct ft_board_lodging *lodging)
{
	const struct ft_placement *placement = lodging->placement;
	const struct ft_request *own;
	uint32_t count;
	const struct ft_share *share =
		_guest_shares(lodging, part, &own, &count);
	int64_t lasts = part ? own->duration : placement->duration;
	struct ft_run run = {
		.end = placement->start + lasts,
		.share_count = count,
		.share = calloc((size_t) count + 1, sizeof(*run.share)),
		.licence_count = own->licence_count,
		.licence = own->licence,
		.claim_count = part ? 0 : own->claim_count,
		.claim = own->claim};
	int rc;

	if (!run.share)
		return board->rc = -ENOMEM;
	for (uint32_t i = 0; i < count; i++) {
		run.share[i] = share[i];
		if (own->exclusive)
			run.share[i].amount = NULL;
	}
	rc = _keep_marks(board, record, own);
	if (!rc)
		rc = _lodge_record(board, record, &run, placement->start,
				   lodging);
	free(run.share);
	return rc;
}

static int _lodge_parts(struct ft_board *board, uint32_t number,
			const struct ft_board_lodging *lodging)
{
	int rc = _add_fellows(board, number, lodging->placement->part_count);
	uint32_t part = 0;

	for (uint32_t i = number; !rc && (i != FT_NO_INDEX);
	     i = board->record[i].fellow)
		rc = _lodge_part(board, i, part++, lodging);
	return rc;
}

/* Licences and claims are the first piece's. */
static int _lodge_pieces(struct ft_board *board, uint32_t number,
			 const struct ft_board_lodging *lodging)
{
	const struct ft_request *request = lodging->request;
	const struct ft_cut_piece *piece;
	struct ft_cut cut;
	int rc = ft_cut_make(&cut, board, lodging);

	if (!rc)
		rc = _add_fellows(board, number, cut.count - 1);
	piece = cut.piece;
	for (uint32_t i = number; !rc && (i != FT_NO_INDEX);
	     i = board->record[i].fellow, piece++) {
		struct ft_run run = {.end = piece->end,
				     .share_count = piece->share_count,
				     .share = piece->share};

		if (i == number) {
			run.licence_count = request->licence_count;
			run.licence = request->licence;
			run.claim_count = request->claim_count;
			run.claim = request->claim;
		}
		rc = _keep_marks(board, i, request);
		if (!rc)
			rc = _lodge_record(board, i, &run, piece->start,
					   lodging);
	}
	ft_cut_fini(&cut);
	return rc ? board->rc = rc : 0;
}

/* What the part wants beyond what it takes: a fellow's, for one second. */
static int _lodge_hold(struct ft_board *board, uint32_t number, uint32_t part,
		       const struct ft_board_lodging *lodging)
{
	int64_t start = lodging->placement->start;
	const struct ft_request *own;
	uint32_t count, fellow;
	const struct ft_share *share =
		_guest_shares(lodging, part, &own, &count);
	struct ft_run run = {.end = start + 1};
	struct ft_cut cut;
	int rc;

	if (own->exclusive || (!own->want_node && !own->want_task) ||
	    (start < board->now) || FT_PLANTED(64))
		return 0;
	rc = ft_cut_hold(&cut, board, lodging, own, share, count);
	if (!rc && cut.piece->share_count) {
		run.share_count = cut.piece->share_count;
		run.share = cut.piece->share;
		fellow = _add_fellow(board, number, number);
		rc = fellow == FT_NO_INDEX ? -ENOMEM
					   : _lodge_record(board, fellow, &run,
							   start, lodging);
	}
	ft_cut_fini(&cut);
	return rc ? board->rc = rc : 0;
}

static void _wear_guest(struct ft_board *board,
			const struct ft_request *request)
{
	if (!request->exclusive)
		ft_record_wear(board, request->mark, request->mark_count);
	for (uint32_t p = 0; p < request->part_count; p++)
		_wear_guest(board, &request->part[p]);
}

extern int ft_guest_lodge(struct ft_board *board, uint32_t number,
			  const struct ft_board_lodging *lodging)
{
	int rc;

	ft_record_evict(board, number, FT_CAUSE_OWN);
	_free_fellows(board, number);
	board->record[number].cut = lodging && lodging->leave_count;
	if (!lodging)
		return board->rc;
	_wear_guest(board, lodging->request);
	if (lodging->leave_count)
		rc = _lodge_pieces(board, number, lodging);
	else
		rc = _lodge_parts(board, number, lodging);
	for (uint32_t p = 0; !rc && (p <= lodging->placement->part_count); p++)
		rc = _lodge_hold(board, number, p, lodging);
	board->record[number].cause = FT_CAUSE_FOUND;
	return rc;
}

extern bool ft_guest_overdraws(const struct ft_board *board, uint32_t number)
{
	for (uint32_t i = number; i != FT_NO_INDEX;
	     i = board->record[i].fellow) {
		const struct ft_record *record = &board->record[i];

		for (uint32_t n = 0; n < record->node_count; n++) {
			const struct ft_profile *profile =
				&board->lane[record->node[n]].profile;
			const int64_t *state = ft_profile_state(
				profile, board->resource_count,
				ft_profile_find(profile, board->now));

			for (uint32_t r = 0; r < board->resource_count; r++)
				if (state[FT_STATE_FREE + r] < 0)
					return true;
		}
	}
	return false;
}

extern void ft_guest_rank(struct ft_board *board, uint32_t number, uint64_t key)
{
	for (uint32_t i = number; i != FT_NO_INDEX;
	     i = board->record[i].fellow) {
		struct ft_record *record = &board->record[i];

		record->key = record->over = key;
		if ((record->start != FT_NEVER) && ft_record_key(board, record))
			ft_stand_rank(board, i, key);
	}
}

extern void ft_guest_rate(struct ft_board *board, uint32_t number,
			  uint32_t tier)
{
	for (uint32_t i = number; i != FT_NO_INDEX; i = board->record[i].fellow)
		ft_record_rate(board, i, tier);
}

extern void ft_guest_gone(struct ft_board *board, uint32_t number)
{
	uint32_t i = 0;

	ft_record_evict(board, number, FT_CAUSE_OWN);
	_free_fellows(board, number);
	while (board->guest[i] != number)
		i++;
	board->guest[i] = board->guest[--board->guest_count];
	ft_record_free(board, number);
}

extern int ft_board_guest(struct ft_board *board,
			  const struct ft_board_job *job, uint32_t *ret_number)
{
	uint32_t number = ft_record_new(board);
	struct ft_record *record;

	*ret_number = number;
	if (number == FT_NO_INDEX)
		return board->rc = -ENOMEM;
	record = &board->record[number];
	record->id = job->id;
	record->key = job->key;
	record->over = job->over;
	record->queued = job->queued;
	record->tentative = job->tentative;
	record->patient =
		board->patience && (board->now - job->queued > board->patience);
	ft_record_rate(board, number, job->tier);
	return ft_guest_enrol(board, number);
}

extern int ft_board_lodge(struct ft_board *board, uint32_t number,
			  const struct ft_board_lodging *lodging)
{
	return ft_guest_lodge(board, number, lodging);
}

/* Does what the other record has count for the guest? */
static bool _counts(const struct ft_board *board, uint32_t number,
		    struct ft_board_view view, uint32_t other)
{
	const struct ft_record *record = &board->record[other];
	const struct ft_regard regard = {
		.over = view.above ? board->record[number].key
				   : board->record[number].over,
		.self = FT_NO_INDEX,
		.tier = ft_record_tier(board, number),
		.above = view.above,
	};
	const struct ft_slip slip = {
		.key = ft_record_key(board, record),
		.start = ft_board_second(board, record->start),
		.job = other,
		.flags = ft_record_flags(board, record),
	};

	if ((record->start == FT_NEVER) ||
	    ((record->state == FT_RECORD_GUEST) && (record->host == number)) ||
	    ((record->state != FT_RECORD_GUEST) &&
	     (record->state != FT_RECORD_PROMISED) &&
	     (record->state != FT_RECORD_MENDING)))
		return false;
	return !view.ahead || !ft_regard_passes(board, &regard, &slip);
}

/* The same, but for guests which the view leaves out. */
static bool _in_view(const struct ft_board *board, uint32_t number,
		     struct ft_board_view view, uint32_t other)
{
	const struct ft_record *record = &board->record[other];

	if (view.above && (record->state == FT_RECORD_GUEST) &&
	    board->record[record->host].cut &&
	    (record->key < board->record[number].key))
		return false;
	return _counts(board, number, view, other);
}

/* Claims by the places that limits have in the last list. */
static struct ft_claim *_list_claims(const struct ft_board *board,
				     uint32_t number, struct ft_arena *arena,
				     uint32_t *ret_count)
{
	uint32_t count;
	const struct ft_claim *own = ft_claim_list(board, number, &count);
	struct ft_claim *claim = ft_arena_alloc(arena, count * sizeof(*claim));

	*ret_count = 0;
	for (uint32_t i = 0; claim && (i < count); i++) {
		const struct ft_cap *cap = &board->cap[own[i].limit];

		if (cap->list == board->cap_list)
			claim[(*ret_count)++] =
				(struct ft_claim){cap->outside, own[i].count};
	}
	return claim;
}

/* Those of its nodes that the view has; NULL if out of memory. */
static struct ft_share *_view_shares(const struct ft_board *board,
				     uint32_t number, struct ft_board_view view,
				     struct ft_arena *arena,
				     struct ft_booking *booking)
{
	const struct ft_record *record = &board->record[number];
	struct ft_share *share =
		ft_arena_alloc(arena, record->node_count * sizeof(*share));

	for (uint32_t i = 0; share && (i < record->node_count); i++) {
		uint32_t node = record->node[i];
		uint32_t outside = board->node[node].outside;
		struct ft_use use;

		if ((record->start >= view.until) ||
		    !ft_node_set_has(view.nodes, outside))
			continue;
		use = ft_stand_use(board, number, node);
		share[booking->share_count++] = (struct ft_share){
			.node = outside,
			.tasks = ft_stand_tasks(board, number, node),
			.amount = use.amount};
		booking->whole = use.users >= FT_USER_WHOLE;
	}
	return share;
}

/* False if out of memory. */
static bool _fill_booking(const struct ft_board *board, uint32_t number,
			  struct ft_board_view view, struct ft_arena *arena,
			  struct ft_booking *booking)
{
	const struct ft_record *record = &board->record[number];

	*booking =
		(struct ft_booking){.start = record->start, .end = record->end};
	booking->share = _view_shares(board, number, view, arena, booking);
	if (ft_record_holds(board, record))
		booking->want = &board->pattern[record->pattern].wish;
	booking->licence =
		ft_stand_licences(board, number, &booking->licence_count);
	booking->claim =
		_list_claims(board, number, arena, &booking->claim_count);
	return booking->share && booking->claim;
}

extern int ft_board_bookings(const struct ft_board *board, uint32_t number,
			     struct ft_board_view view, struct ft_arena *arena,
			     struct ft_booking **ret_booking,
			     uint32_t *ret_count)
{
	struct ft_booking *booking;
	uint32_t count = 0;

	for (uint32_t i = 0; i < board->record_count; i++)
		count += _in_view(board, number, view, i);
	booking = ft_arena_alloc(arena, count * sizeof(*booking));
	if (!booking)
		return -ENOMEM;
	*ret_booking = booking;
	*ret_count = count;
	for (uint32_t i = 0; i < board->record_count; i++)
		if (_in_view(board, number, view, i) &&
		    !_fill_booking(board, i, view, arena, booking++))
			return -ENOMEM;
	return 0;
}

extern uint64_t ft_board_eased(const struct ft_board *board)
{
	return board->freed + board->eased;
}
