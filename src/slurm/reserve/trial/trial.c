/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trial/trial.h.
 */
#include "slurm/reserve/trial/trial.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/index_map.h"

#include "slurm/reserve/build/hold.h"
#include "slurm/reserve/start/planned.h"
#include "slurm/reserve/trial/field.h"
#include "slurm/reserve/trial/seats.h"

enum {
	BUDGET_US = 50000,   /* of a cycle */
	PATIENCE_US = 20000, /* with one job: locks are held meanwhile */
	LISTING_US = 5000,   /* with its nodes, if there are enough */
	MEMORY_SECONDS = 60,
	VAIN_MAX = 2, /* jobs of a kind that are asked about in vain */
	ROUNDS = 5,
	NARROW = 64, /* nodes to ask about first, beyond those that it needs */
	WIDEN = 4,   /* then so many times more */
	WIDER_US = 2500, /* if these have taken no longer */
	STRIDE = 256,	 /* or so many others, for a job of one node */
	STRIDES_US = PATIENCE_US / 2,
};

void fts_trial_close(struct fts_trial *trial)
{
	if (!trial->left)
		trial->trials->resume = 0;
	fts_leftover_close(&trial->leftover);
	fts_room_close(&trial->room);
}

void fts_trial_spent(struct fts_trial *trial, int64_t from_us)
{
	trial->spent_us += fts_lock_clock() - from_us;
}

/* Has the job that was next in turn started, say, or been cancelled? */
static bool _is_gone(struct fts_trial *trial)
{
	const struct fts_cycle *cycle = trial->room.cycle;

	if (trial->looked)
		return trial->gone;
	trial->looked = trial->gone = true;
	for (uint32_t i = 0; i < cycle->snapshot->job_count && trial->gone; i++)
		trial->gone =
			cycle->candidate[i].job_id != trial->trials->resume;
	return trial->gone;
}

/* Is it the turn of this job, or of one behind it? */
static bool _is_before(struct fts_trial *trial, uint32_t index)
{
	const struct fts_trials *trials = trial->trials;

	if (trial->sought || !trials->resume)
		return false;
	if (_is_gone(trial))
		return index < trials->resume_index;
	return trial->room.cycle->candidate[index].job_id != trials->resume;
}

/* Half of the time is for the first in the order, half goes around. */
static bool _in_time(struct fts_trial *trial, uint32_t index)
{
	if (trial->spent_us < BUDGET_US / 2)
		return true;
	if (_is_before(trial, index))
		return false;
	trial->sought = true;
	if (trial->spent_us < BUDGET_US)
		return true;
	if (!trial->left) {
		trial->trials->resume =
			trial->room.cycle->candidate[index].job_id;
		trial->trials->resume_index = index;
	}
	trial->left = true;
	return false;
}

static bool _worthwhile(const struct fts_trial *trial, uint64_t kind)
{
	for (uint32_t i = 0; i < trial->kind_count; i++)
		if (trial->kind[i].kind == kind)
			return trial->kind[i].vain < VAIN_MAX;
	return true;
}

bool fts_trial_turn(struct fts_trial *trial, uint32_t index)
{
	const struct fts_candidate *candidate =
		&trial->room.cycle->candidate[index];

	return _worthwhile(trial, candidate->kind) && _in_time(trial, index);
}

void fts_trial_vain(struct fts_trial *trial, uint32_t index)
{
	uint64_t kind = trial->room.cycle->candidate[index].kind;
	uint32_t i = 0;

	while (i < trial->kind_count && trial->kind[i].kind != kind)
		i++;
	if (i == FTS_TRIAL_KINDS)
		return;
	if (i == trial->kind_count) {
		trial->kind[i].kind = kind;
		trial->kind[i].vain = 0;
		trial->kind_count++;
	}
	trial->kind[i].vain++;
}

/* Leaves out the nodes on which it would be in the way; how many these are. */
static uint32_t _drop_harmed(struct fts_trial *trial,
			     const struct fts_field *field,
			     const struct fts_answer *answer, bitstr_t *nodes)
{
	uint32_t count = trial->room.cycle->snapshot->resource_count,
		 harmed = 0;

	for (uint32_t n = 0; n < answer->count; n++) {
		const int64_t *amount = answer->amount + (size_t) n * count;

		if (fts_room_holds(&trial->room, field->index, field->request,
				   answer->node[n],
				   answer->whole[n] ? NULL : amount,
				   field->end))
			continue;
		bit_clear(nodes, answer->node[n]);
		harmed++;
	}
	return harmed;
}

static bitstr_t *_answered(const struct fts_answer *answer)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t n = 0; n < answer->count; n++)
		bit_set(nodes, answer->node[n]);
	return nodes;
}

static void _ask_trial(struct fts_trial *trial, job_record_t *job,
		       struct fts_start *start, struct fts_answer *answer)
{
	trial->asked++;
	start->answer = answer;
	(void) fts_schedule_start(job, start);
	start->answer = NULL;
}

/* Would it get all of these nodes, and be in no job's way there? */
static bool _gets_all(struct fts_trial *trial, const struct fts_field *field,
		      job_record_t *job, struct fts_start *start,
		      struct fts_answer *answer, bitstr_t *nodes)
{
	uint32_t count = (uint32_t) bit_set_count((bitstr_t *) start->nodes);

	_ask_trial(trial, job, start, answer);
	return answer->fits && answer->count == count &&
	       !_drop_harmed(trial, field, answer, nodes);
}

/* Has slurmctld no reason to look at some of these before the others? */
static bool _weigh_alike(const struct fts_trial *trial, bitstr_t *nodes)
{
	const struct ft_snapshot *snapshot = trial->room.cycle->snapshot;
	int64_t first = bit_ffs(nodes);

	for (int64_t i = first; i >= 0 && i < snapshot->node_count; i++)
		if (bit_test(nodes, i) &&
		    snapshot->node[i].weight != snapshot->node[first].weight)
			return false;
	return first >= 0;
}

/*
 * On all nodes that it was asked about, as it was the first time: before select
 * looks at free cores it looks whether they would be enough if none was taken,
 * and may hold then that more nodes are needed than in the end.
 */
static bool _settle_widely(struct fts_trial *trial,
			   const struct fts_field *field, job_record_t *job,
			   struct fts_start *start, struct fts_answer *answer,
			   bitstr_t *nodes)
{
	if (!_weigh_alike(trial, nodes))
		return false;
	start->nodes = nodes;
	_ask_trial(trial, job, start, answer);
	start->nodes = NULL;
	if (!answer->fits || _drop_harmed(trial, field, answer, nodes))
		return false;
	start->nodes = bit_copy(nodes);
	return true;
}

/*
 * On just these nodes, all of them: of several it may get other parts than when
 * it was asked about more.  If its own numbers of nodes do not lead there, it
 * is to have as many as these.
 */
static bool _settle_trial(struct fts_trial *trial,
			  const struct fts_field *field, job_record_t *job,
			  struct fts_start *start, struct fts_answer *answer,
			  bitstr_t *nodes)
{
	uint32_t count = answer->count;

	start->nodes = _answered(answer);
	if (count > 1 && _gets_all(trial, field, job, start, answer, nodes))
		return true;
	start->exactly = count;
	if (count == 1 || _gets_all(trial, field, job, start, answer, nodes))
		return true;
	start->exactly = 0;
	FREE_NULL_BITMAP(start->nodes);
	return _settle_widely(trial, field, job, start, answer, nodes);
}

/* On some of these nodes, which become less. */
static bool _find_among(struct fts_trial *trial, const struct fts_field *field,
			job_record_t *job, struct fts_start *start,
			struct fts_answer *answer, bitstr_t *nodes)
{
	int64_t from_us = fts_lock_clock();

	for (int round = 0; round < ROUNDS; round++) {
		if (fts_lock_clock() - from_us > PATIENCE_US)
			return false;
		start->nodes = nodes;
		_ask_trial(trial, job, start, answer);
		if (!answer->fits)
			return false;
		if (!_drop_harmed(trial, field, answer, nodes)) {
			if (_settle_trial(trial, field, job, start, answer,
					  nodes))
				return true;
			if (!answer->fits)
				return false;
		}
		if (bit_set_count(nodes) < (int) field->request->min_nodes)
			return false;
	}
	return false;
}

/* Offers the nodes that it names, or the others, until there are enough; false
 * if one that it names has no seat.  A node that has a seat keeps one. */
static bool _offer_field(const struct fts_field *field,
			 const struct fts_weighed *weighed, bitstr_t *left_out,
			 bool named, struct fts_seats *seats)
{
	for (uint32_t i = 0; i < field->count; i++) {
		uint32_t node = weighed[i].node;
		bool seated;

		if (fts_field_names(field, node) != named)
			continue;
		seated = !bit_test(left_out, node) &&
			 fts_seats_offer(seats, node);
		if (named && !seated)
			return false;
	}
	return true;
}

/* As many of each kind as it counts, none of those left out; NULL: there are
 * not so many. */
static bitstr_t *_seat_field(const struct fts_field *field, bitstr_t *left_out,
			     const struct fts_liking *liking)
{
	struct fts_weighed *weighed = fts_field_weigh(field, liking);
	bitstr_t *nodes = bit_alloc(node_record_count);
	struct fts_seats seats;
	bool full = fts_seats_open(&seats, field->request) && weighed &&
		    _offer_field(field, weighed, left_out, true, &seats) &&
		    _offer_field(field, weighed, left_out, false, &seats) &&
		    seats.taken == seats.wanted;

	for (uint32_t s = 0; full && s < seats.wanted; s++)
		bit_set(nodes, seats.node[s]);
	fts_seats_close(&seats);
	free(weighed);
	if (!full)
		FREE_NULL_BITMAP(nodes);
	return nodes;
}

/* A search for nodes of a job with counts of features. */
struct seating {
	struct fts_trial *trial;
	const struct fts_field *field;
	job_record_t *job;
	struct fts_start *start;
	struct fts_answer *answer;
	bitstr_t *left_out; /* nodes on which it would be in the way */
	int64_t from_us;
};

/* Is there time for one more question? */
static bool _may_seat(const struct seating *seating)
{
	return fts_lock_clock() - seating->from_us < PATIENCE_US;
}

enum seats_answer {
	SEATS_NONE,    /* there are not so many */
	SEATS_REFUSED, /* slurmctld does not want it there */
	SEATS_HARM, /* it would be in the way on some, left out from now on */
	SEATS_FOUND,
};

/* Asked about seats in that order. */
static enum seats_answer _find_seats(struct seating *seating,
				     const struct fts_liking *liking)
{
	bitstr_t *nodes =
		_seat_field(seating->field, seating->left_out, liking);
	bool found, harms;

	if (!nodes)
		return SEATS_NONE;
	bit_or(seating->left_out, nodes);
	seating->start->nodes = nodes;
	found = _gets_all(seating->trial, seating->field, seating->job,
			  seating->start, seating->answer, nodes);
	bit_and_not(seating->left_out, nodes); /* those that harm no job */
	if (found)
		return SEATS_FOUND;
	harms = bit_set_count(nodes) < (int) seating->field->wanted;
	seating->start->nodes = NULL;
	FREE_NULL_BITMAP(nodes);
	return harms ? SEATS_HARM : SEATS_REFUSED;
}

/* Those that slurmctld likes, then those that are less used, where it may fit.
 */
static bool _find_liked(struct seating *seating)
{
	struct fts_liking liking = {.spread = false};

	for (int round = 0; round < ROUNDS && _may_seat(seating); round++) {
		enum seats_answer answer = _find_seats(seating, &liking);

		if (answer == SEATS_FOUND)
			return true;
		if (answer == SEATS_NONE ||
		    (answer == SEATS_REFUSED && liking.spread))
			return false;
		liking.spread |= !seating->answer->fits;
	}
	return false;
}

/* Of one segment, or of neighbours: the topology may want them so. */
static bool _find_segments(struct seating *seating)
{
	struct fts_liking liking = {.segment = 0};

	while ((liking.segment =
			fts_field_segment(seating->field, liking.segment)) &&
	       _may_seat(seating))
		if (_find_seats(seating, &liking) == SEATS_FOUND)
			return true;
	return false;
}

/*
 * Of a job with counts of features: which node has which feature is settled
 * before slurmctld is asked, about just these nodes.
 */
static bool _find_counted(struct fts_trial *trial,
			  const struct fts_field *field, job_record_t *job,
			  struct fts_start *start, struct fts_answer *answer)
{
	struct seating seating = {
		.trial = trial,
		.field = field,
		.job = job,
		.start = start,
		.answer = answer,
		.left_out = bit_alloc(node_record_count),
		.from_us = fts_lock_clock(),
	};
	bool found;

	start->exactly = field->wanted;
	found = _find_liked(&seating) || _find_segments(&seating);
	FREE_NULL_BITMAP(seating.left_out);
	return found;
}

/* What a question is about, beside the nodes. */
struct inquiry {
	job_record_t *job;
	uint32_t number; /* of the request */
	int64_t duration;
	struct fts_start *start;
	struct fts_answer *answer;
};

/* The same question about the same job meets the same answer for a while. */
static uint64_t _question(const struct fts_trial *trial,
			  const struct fts_field *field,
			  const struct inquiry *inquiry, uint64_t version)
{
	const struct fts_candidate *candidate =
		&trial->room.cycle->candidate[field->index];
	uint64_t question = ft_index_mix(candidate->hash, version);

	question = ft_index_mix(question, inquiry->number);
	return ft_index_mix(question, (uint64_t) inquiry->duration);
}

/* Is the last question one of which the answer is known? */
static bool _is_vain(const struct fts_trial *trial, int64_t *ret_took_us)
{
	const struct fts_vain *vain =
		&trial->trials->vain[trial->question % FTS_TRIAL_MEMORY];
	int64_t now = trial->room.cycle->snapshot->now;

	*ret_took_us = vain->took_us;
	return vain->question == trial->question && now >= vain->asked_at &&
	       now < vain->asked_at + MEMORY_SECONDS;
}

static void _note_vain(struct fts_trial *trial, int64_t took_us)
{
	trial->trials->vain[trial->question % FTS_TRIAL_MEMORY] =
		(struct fts_vain){
			.question = trial->question,
			.asked_at = trial->room.cycle->snapshot->now,
			.took_us = took_us,
		};
}

void fts_trial_refused(struct fts_trial *trial)
{
	_note_vain(trial, 0);
}

/* Which of the listed nodes the question is about: from `first` on; version: of
 * these. */
struct stretch {
	uint32_t first;
	uint64_t version;
};

/* On some of these.  Adds the time that it takes, or took when the same was
 * asked before. */
static bool _find_listed(struct fts_trial *trial, const struct fts_field *field,
			 const struct inquiry *inquiry,
			 const struct stretch *stretch, int64_t *spent_us)
{
	int64_t from_us = fts_lock_clock(), took_us;
	bitstr_t *nodes;
	bool found;

	trial->question = _question(trial, field, inquiry, stretch->version);
	if (_is_vain(trial, &took_us)) {
		*spent_us += took_us;
		return false;
	}
	nodes = fts_field_nodes(field, stretch->first);
	found = _find_among(trial, field, inquiry->job, inquiry->start,
			    inquiry->answer, nodes);
	FREE_NULL_BITMAP(nodes);
	took_us = fts_lock_clock() - from_us;
	*spent_us += took_us;
	if (!found)
		_note_vain(trial, took_us);
	return found;
}

/* A number that changes with what runs and which nodes are there. */
static uint64_t _machine_state(struct fts_trial *trial)
{
	const struct ft_snapshot *snapshot = trial->room.cycle->snapshot;
	uint64_t state = 1;

	if (trial->state)
		return trial->state;
	for (uint32_t i = 0; i < snapshot->run_count; i++)
		state += ft_index_mix(snapshot->run[i].job_id, 1);
	for (uint32_t n = 0; n < snapshot->node_count; n++)
		if (snapshot->node[n].available_from <= snapshot->now)
			state += ft_index_mix(n + 1, 0);
	trial->state = state ? state : 1;
	return trial->state;
}

/* Where the job's turn stands; a new one begins with the first node. */
static struct fts_turn *_open_turn(struct fts_trial *trial,
				   struct fts_field *field,
				   const struct inquiry *inquiry)
{
	uint64_t question = _question(trial, field, inquiry, 0);
	struct fts_turn *turn =
		&trial->trials->turn[question % FTS_TRIAL_TURNS];

	if (turn->question != question ||
	    turn->next >= trial->room.cycle->snapshot->node_count)
		*turn = (struct fts_turn){.question = question};
	if (!turn->next)
		turn->state = _machine_state(trial);
	field->next = turn->next;
	return turn;
}

/* It goes on in the next cycle, or ends; then another one follows if something
 * has come or gone since it began. */
static void _close_turn(struct fts_trial *trial, const struct fts_field *field,
			struct fts_turn *turn)
{
	bool ended = fts_field_ended(field);

	trial->narrow |= !ended;
	trial->again |= ended && turn->state != _machine_state(trial);
	turn->next = ended ? 0 : field->next;
}

/*
 * First among few nodes, which is quick; then among more, as long as that does
 * not take long: what a question costs grows faster than its nodes.  A job of
 * one node needs none of those again that it was asked about in vain.
 */
static bool _find_trial(struct fts_trial *trial, struct fts_field *field,
			const struct inquiry *inquiry)
{
	bool single = field->request->max_nodes == 1 && !field->named;
	uint64_t few = 2 * (uint64_t) field->request->max_nodes + NARROW +
		       field->named;
	int64_t spent_us = 0, limit_us = single ? STRIDES_US : WIDER_US;
	struct fts_turn *turn = _open_turn(trial, field, inquiry);
	struct stretch stretch = {0, 0};
	bool found = false;
	uint32_t listed = 0;

	for (; spent_us <= limit_us && !found;
	     few = single ? few + STRIDE : few * WIDEN) {
		uint64_t before = field->version;

		if (!fts_field_list(field, few, LISTING_US))
			break;
		if (!listed && !fts_room_allows(&trial->room, field->index,
						field->request, field->end))
			return false;
		if (single) {
			stretch.first = listed;
			stretch.version = field->version - before;
		} else {
			stretch.version = field->version;
		}
		found = field->count > listed &&
			_find_listed(trial, field, inquiry, &stretch,
				     &spent_us);
		listed = field->count;
		if (fts_field_ended(field))
			break;
	}
	if (!found)
		_close_turn(trial, field, turn);
	return found;
}

/* As that, with counts of features, of all nodes of the field. */
static bool _find_seated(struct fts_trial *trial, struct fts_field *field,
			 const struct inquiry *inquiry)
{
	int64_t took_us;

	if (!fts_field_list(field, UINT64_MAX, PATIENCE_US))
		return false;
	trial->question = _question(trial, field, inquiry, field->version);
	if (_is_vain(trial, &took_us) ||
	    !fts_room_allows(&trial->room, field->index, field->request,
			     field->end))
		return false;
	if (_find_counted(trial, field, inquiry->job, inquiry->start,
			  inquiry->answer))
		return true;
	_note_vain(trial, 0);
	return false;
}

/* The number of the inquiry tells its question from others about the job. */
static bool _find_for(struct fts_trial *trial, struct fts_field *field,
		      const struct inquiry *inquiry)
{
	const struct ft_request *request = field->request;
	bool counted = inquiry->start->counted, found = false;
	int64_t now = trial->room.cycle->snapshot->now;

	field->room = &trial->room;
	field->leftover = &trial->leftover;
	field->end = now + inquiry->duration;
	*inquiry->answer = (struct fts_answer){.cycle = trial->room.cycle,
					       .request = request};
	if ((request->part_count && !counted) || request->not_before > now ||
	    (request->end_by != FT_NEVER && request->end_by < field->end) ||
	    !fts_room_open(&trial->room) || field->end > trial->room.until)
		return false;
	if (fts_field_open(field))
		found = counted ? _find_seated(trial, field, inquiry)
				: _find_trial(trial, field, inquiry);
	fts_field_close(field);
	if (!found)
		fts_answer_clear(inquiry->answer);
	return found;
}

bool fts_trial_find(struct fts_trial *trial, uint32_t index, job_record_t *job,
		    uint32_t request, int64_t duration, struct fts_start *start,
		    struct fts_answer *answer)
{
	const struct ft_job *asks = &trial->room.cycle->snapshot->job[index];
	struct fts_field field = {
		.request = &asks->request[request],
		.index = index,
	};
	struct inquiry inquiry = {
		.job = job,
		.number = request,
		.duration = duration,
		.start = start,
		.answer = answer,
	};

	return _find_for(trial, &field, &inquiry);
}

bool fts_trial_find_part(struct fts_trial *trial, uint32_t index,
			 job_record_t *job, uint32_t part,
			 const struct ft_request *request,
			 const struct ft_node_set *barred,
			 struct fts_start *start, struct fts_answer *answer)
{
	struct fts_field field = {
		.request = request,
		.index = index,
		.barred = barred,
	};
	struct inquiry inquiry = {
		.job = job,
		/* Numbers of requests stay below those of parts. */
		.number = UINT32_MAX - part,
		.duration = request->duration,
		.start = start,
		.answer = answer,
	};

	return _find_for(trial, &field, &inquiry);
}
