/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promise_state.h.  The text:
 *
 *	sched_promises 2 NODES PARTITIONS PROMISES LATES
 *	n NAME			(of node 0, 1, ...; "-": none)
 *	p NAME
 *	j JOB_ID RESTARTS SUBMITTED PARTITION START DURATION HELD SHARES
 *	l JOB_ID VALUE
 *	end ...			(seal.h)
 *
 * with exactly as many lines of each kind, in this order.  SHARES are ranges
 * of nodes, each with its number of tasks unless it is 1: 0-15,20*4,22-23*2.
 * A further part of the job begins with "/": 4-5/0-1*2.  The form 1 had none.
 */
#include "core/snapshot/promise_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/record_reader.h"
#include "core/base/seal.h"

#define FORMAT 2

enum {
	PARTS_MAX = 1024,     /* as the planner has them */
	SHARES_MAX = 1 << 25, /* of all promises: half a gigabyte */
};

void ft_promise_state_free(struct ft_promise_state *state)
{
	ft_arena_free(state->arena);
	*state = (struct ft_promise_state){0};
}

static void _put_marked(struct ft_text *text, const char *mark, char **name,
			uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		ft_text_add(text, mark);
		ft_text_add(text, name[i] ? name[i] : "-");
	}
}

static void _put_ranges(struct ft_text *text,
			const struct ft_promise_record *record)
{
	const struct ft_share *share = record->share;
	uint32_t last, part = 0, end;

	for (uint32_t i = 0; i < record->share_count; i = last + 1) {
		char mark = i ? ',' : ' ';

		if (i && record->part_count && i == record->part_end[part]) {
			part++;
			mark = '/';
		}
		end = record->part_count ? record->part_end[part]
					 : record->share_count;
		last = i;
		while (last + 1 < end &&
		       share[last + 1].node == share[last].node + 1 &&
		       share[last + 1].tasks == share[i].tasks)
			last++;
		ft_text_number(text, mark, share[i].node);
		if (last > i)
			ft_text_number(text, '-', share[last].node);
		if (share[i].tasks != 1)
			ft_text_number(text, '*', share[i].tasks);
	}
}

static void _put_promise(struct ft_text *text,
			 const struct ft_promise_record *record)
{
	ft_text_add(text, "\nj");
	ft_text_number(text, ' ', record->job_id);
	ft_text_number(text, ' ', record->restart_count);
	ft_text_number(text, ' ', (uint64_t) record->submitted);
	ft_text_number(text, ' ', record->partition);
	ft_text_number(text, ' ', (uint64_t) record->start);
	ft_text_number(text, ' ', (uint64_t) record->duration);
	ft_text_number(text, ' ', record->held);
	_put_ranges(text, record);
}

/* The first records that have no more shares than are read again. */
static uint32_t _readable(const struct ft_promise_state *state)
{
	uint64_t shares = 0;
	uint32_t count = 0;

	while (count < state->count) {
		shares += state->record[count].share_count;
		if (shares > SHARES_MAX)
			break;
		count++;
	}
	return count;
}

char *ft_promise_state_text(const struct ft_promise_state *state,
			    size_t *ret_size)
{
	uint32_t count = _readable(state);
	struct ft_text text = {0};

	ft_text_add(&text, "sched_promises");
	ft_text_number(&text, ' ', FORMAT);
	ft_text_number(&text, ' ', state->node_count);
	ft_text_number(&text, ' ', state->partition_count);
	ft_text_number(&text, ' ', count);
	ft_text_number(&text, ' ', state->late_count);
	_put_marked(&text, "\nn ", state->node, state->node_count);
	_put_marked(&text, "\np ", state->partition, state->partition_count);
	for (uint32_t i = 0; i < count; i++)
		_put_promise(&text, &state->record[i]);
	for (uint32_t i = 0; i < state->late_count; i++) {
		ft_text_add(&text, "\nl");
		ft_text_number(&text, ' ', state->late[i].job_id);
		ft_text_number(&text, ' ', state->late[i].value);
	}
	ft_text_add(&text, "\n");
	ft_seal_put(&text, count + state->late_count);
	*ret_size = text.size;
	return ft_text_take(&text);
}

struct reader {
	struct ft_record_reader lines;
	struct ft_promise_state *state;
	uint64_t shares; /* so far */
};

static int _refuse_promise(const struct reader *reader, const char *why)
{
	return ft_record_refuse(&reader->lines, why);
}

static int _read_names(struct reader *reader, const char *word, char **name,
		       uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		char *line = ft_record_line(&reader->lines, word);

		if (!line || !*line)
			return _refuse_promise(reader, "a name is missing");
		if (!strcmp(line, "-"))
			continue;
		name[i] =
			ft_arena_alloc(reader->state->arena, strlen(line) + 1);
		if (!name[i])
			return ft_record_no_memory(&reader->lines);
		memcpy(name[i], line, strlen(line) + 1);
	}
	return 0;
}

struct range {
	uint32_t first, last, tasks;
};

static bool _next_range(char **at, char mark, uint32_t nodes,
			struct range *range)
{
	if (!ft_record_u32(at, mark, &range->first))
		return false;
	range->last = range->first;
	range->tasks = 1;
	if (**at == '-' && !ft_record_u32(at, '-', &range->last))
		return false;
	if (**at == '*' && !ft_record_u32(at, '*', &range->tasks))
		return false;
	return range->first <= range->last && range->last < nodes;
}

/* What stands before the next range, the first or a later one. */
static char _record_mark(const char *at, bool first)
{
	if (first)
		return ' ';
	return *at == '/' ? '/' : ',';
}

/*
 * How many shares and further parts the text has; false if it is none, or a
 * part is not sorted.  The few bytes of a range may stand for many shares.
 */
static bool _count_shares(struct reader *reader, char *at,
			  struct ft_promise_record *record)
{
	struct range range;
	uint32_t behind = 0;
	uint64_t count = 0;

	record->part_count = 0;
	while (*at) {
		char mark = _record_mark(at, !count);

		if (mark == '/') {
			record->part_count++;
			behind = 0;
		}
		if (!_next_range(&at, mark, reader->state->node_count,
				 &range) ||
		    range.first < behind || record->part_count >= PARTS_MAX)
			return false;
		count += range.last - range.first + 1;
		if (reader->shares + count > SHARES_MAX)
			return false;
		behind = range.last + 1;
	}
	reader->shares += count;
	record->share_count = (uint32_t) count;
	return true;
}

static void _fill_ranges(char *at, struct ft_share *share, uint32_t *part_end)
{
	struct range range;
	uint32_t count = 0, part = 0;

	while (*at) {
		char mark = _record_mark(at, !count);

		if (mark == '/')
			part_end[part++] = count;
		if (!_next_range(&at, mark, UINT32_MAX, &range))
			return;
		for (uint32_t node = range.first; node <= range.last; node++)
			share[count++] = (struct ft_share){
				.node = node,
				.tasks = range.tasks,
			};
	}
	part_end[part] = count;
}

static int _read_promise(struct reader *reader,
			 struct ft_promise_record *record)
{
	struct ft_promise_state *state = reader->state;
	char *at = ft_record_line(&reader->lines, "j");
	struct ft_share *share;
	uint32_t held, *end;

	if (!at || !ft_record_u32(&at, ' ', &record->job_id) ||
	    !ft_record_u32(&at, ' ', &record->restart_count) ||
	    !ft_record_time(&at, ' ', &record->submitted) ||
	    !ft_record_u32(&at, ' ', &record->partition) ||
	    record->partition >= state->partition_count ||
	    !ft_record_time(&at, ' ', &record->start) ||
	    !ft_record_time(&at, ' ', &record->duration) ||
	    !ft_record_u32(&at, ' ', &held) ||
	    !_count_shares(reader, at, record))
		return _refuse_promise(reader, "this promise cannot be");
	record->held = held;
	share = ft_arena_alloc(state->arena,
			       record->share_count * sizeof(*share));
	end = ft_arena_alloc(state->arena,
			     (record->part_count + 1) * sizeof(*end));
	if (!share || !end)
		return ft_record_no_memory(&reader->lines);
	_fill_ranges(at, share, end);
	record->share = share;
	record->part_end = record->part_count ? end : NULL;
	return 0;
}

static int _read_late(struct reader *reader, struct ft_promise_late *late)
{
	char *at = ft_record_line(&reader->lines, "l");

	if (!at || !ft_record_u32(&at, ' ', &late->job_id) ||
	    !ft_record_u32(&at, ' ', &late->value) || *at)
		return _refuse_promise(reader, "this late start cannot be");
	return 0;
}

/* No more records than the text has lines. */
static int _allocate_record(struct reader *reader, size_t size)
{
	struct ft_promise_state *state = reader->state;

	if ((size_t) state->node_count + state->partition_count + state->count +
		    state->late_count >
	    size)
		return _refuse_promise(reader, "records are missing");
	state->arena = ft_arena_new();
	if (!state->arena)
		return ft_record_no_memory(&reader->lines);
	state->node = ft_arena_alloc(state->arena,
				     state->node_count * sizeof(char *));
	state->partition = ft_arena_alloc(state->arena, state->partition_count *
								sizeof(char *));
	state->record = ft_arena_alloc(state->arena,
				       state->count * sizeof(*state->record));
	state->late = ft_arena_alloc(state->arena,
				     state->late_count * sizeof(*state->late));
	if (!state->node || !state->partition || !state->record || !state->late)
		return ft_record_no_memory(&reader->lines);
	return 0;
}

static int _read_first_line(struct reader *reader, size_t size)
{
	struct ft_promise_state *state = reader->state;
	char *at = ft_record_line(&reader->lines, "sched_promises");
	uint32_t format;

	if (!at || !ft_record_u32(&at, ' ', &format))
		return _refuse_promise(reader, "these are no promises");
	if (!format || format > FORMAT)
		return _refuse_promise(reader,
				       "this form is of another release");
	if (!ft_record_u32(&at, ' ', &state->node_count) ||
	    !ft_record_u32(&at, ' ', &state->partition_count) ||
	    !ft_record_u32(&at, ' ', &state->count) ||
	    !ft_record_u32(&at, ' ', &state->late_count) || *at)
		return _refuse_promise(reader, "a number is missing");
	return _allocate_record(reader, size);
}

static int _read_promises(struct reader *reader, size_t size)
{
	struct ft_promise_state *state = reader->state;
	int rc = _read_first_line(reader, size);

	if (!rc)
		rc = _read_names(reader, "n ", state->node, state->node_count);
	if (!rc)
		rc = _read_names(reader, "p ", state->partition,
				 state->partition_count);
	for (uint32_t i = 0; !rc && i < state->count; i++)
		rc = _read_promise(reader, &state->record[i]);
	for (uint32_t i = 0; !rc && i < state->late_count; i++)
		rc = _read_late(reader, &state->late[i]);
	if (!rc && (!reader->lines.at || *reader->lines.at))
		rc = _refuse_promise(reader,
				     "there is more than was announced");
	return rc;
}

int ft_promise_state_read(char *text, size_t size, const char *name,
			  struct ft_promise_state *state, struct ft_err *err)
{
	struct reader reader = {.lines = {.name = name, .at = text, .err = err},
				.state = state};
	uint32_t records;
	int rc = ft_seal_check(text, size, name, &records, err);

	if (!rc)
		rc = _read_promises(&reader, size);
	if (!rc && records != state->count + state->late_count)
		rc = _refuse_promise(&reader, "records are missing");
	if (rc)
		ft_promise_state_free(state);
	return rc;
}
