/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why: an answer in words, see why.h.
 *
 * All texts in an answer are fit for a terminal already (envelope.h).
 */
#include "ft_config.h"

#include "sfair/answer/why.h"
#include "sfair/promises/promises.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sfair/base/moment_text.h"

enum {
	NAMED = 3,	/* jobs of a kind that are named */
	TOLD_MOVES = 6, /* moves of a start */
};

struct page {
	int64_t now;
	const struct sfair_paint *paint;
	struct sfair_why_explained *explained;
};

static struct json_object *_get_text(struct json_object *json, const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(json, key, &value);
	return value;
}

static const char *_text(struct json_object *json, const char *key)
{
	struct json_object *value = _get_text(json, key);

	return value ? json_object_get_string(value) : "";
}

static int64_t _whole_text(struct json_object *json, const char *key)
{
	return json_object_get_int64(_get_text(json, key));
}

static size_t _text_length(struct json_object *list)
{
	return list ? json_object_array_length(list) : 0;
}

/* "  Start:      " once, then blanks. */
static void _margin(const struct page *page, const char **title)
{
	if (*title)
		printf("  %s%-11s%s ", page->paint->bold, *title,
		       page->paint->off);
	else
		printf("%14s", "");
	*title = NULL;
}

static void _print_asks(struct json_object *asks)
{
	char limit[SFAIR_MOMENT];
	int64_t memory = _whole_text(asks, "memory_mb"),
		gpus = _whole_text(asks, "gpus");
	bool whole = json_object_get_boolean(_get_text(asks, "whole_nodes"));

	printf("%" PRId64 "%s node%s", _whole_text(asks, "nodes"),
	       whole ? " whole" : "",
	       _whole_text(asks, "nodes") == 1 ? "" : "s");
	if (!whole)
		printf(", %" PRId64 " CPU%s", _whole_text(asks, "cpus"),
		       _whole_text(asks, "cpus") == 1 ? "" : "s");
	if (memory)
		printf(", %" PRId64 " MB", memory);
	if (gpus)
		printf(", %" PRId64 " GPU%s", gpus, gpus == 1 ? "" : "s");
	if (_get_text(asks, "limit"))
		printf(", for up to %s\n",
		       sfair_limit_text(limit, _whole_text(asks, "limit")));
	else
		puts(", without a time limit");
}

static void _print_answer_title(struct json_object *answer,
				const struct page *page)
{
	printf("%sJob %s", page->paint->bold, _text(answer, "id"));
	printf("%s \"%s\" of %s, in partition %s: ", page->paint->off,
	       _text(answer, "name"), _text(answer, "user"),
	       _text(answer, "partition"));
	_print_asks(_get_text(answer, "asks"));
}

static void _print_why(struct json_object *answer, const struct page *page)
{
	struct json_object *reason = _get_text(answer, "reason");
	struct json_object *details = _get_text(answer, "details");
	const char *title = "Why:";

	_margin(page, &title);
	printf("%s%s%s\n", page->paint->warn, _text(reason, "text"),
	       page->paint->off);
	for (size_t i = 0; i < _text_length(details); i++) {
		_margin(page, &title);
		printf("%s\n",
		       _text(json_object_array_get_idx(details, i), "text"));
	}
}

static void _print_suits(struct json_object *answer, const struct page *page)
{
	struct json_object *suits = _get_text(answer, "suits");
	const char *title = "Suits:", *by = _text(suits, "by");

	if (!suits)
		return;
	_margin(page, &title);
	printf("%" PRId64 " of %" PRId64 " nodes: %s%s%s%s\n",
	       _whole_text(suits, "count"), _whole_text(suits, "of"),
	       _text(suits, "nodes"), *by ? " (" : "", by, *by ? ")" : "");
}

/* Why it is not further ahead. */
static void _print_ahead(struct json_object *answer, const struct page *page)
{
	struct json_object *ahead =
		_get_text(_get_text(answer, "order"), "ahead");
	int64_t own = _whole_text(answer, "priority"),
		other = _whole_text(ahead, "priority");
	const char *title = NULL;

	if (!ahead)
		return;
	_margin(page, &title);
	if (own == other)
		printf("priority %" PRId64 ", as job %s ahead of it has\n", own,
		       _text(ahead, "id"));
	else
		printf("priority %" PRId64 "; job %s ahead of it has %" PRId64
		       ": sfair share and sprio -j %" PRId64 ",%" PRId64
		       " tell of what\n",
		       own, _text(ahead, "id"), other,
		       _whole_text(answer, "job_id"),
		       _whole_text(ahead, "job_id"));
}

static void _print_order(struct json_object *answer, const struct page *page)
{
	struct json_object *order = _get_text(answer, "order");
	const char *title = "Order:";
	int64_t rank;

	if (!order)
		return;
	rank = _whole_text(order, "rank");
	_margin(page, &title);
	printf("%" PRId64 "%s of %" PRId64
	       " waiting jobs in the order of the queue\n",
	       rank, sfair_rank_ending(rank), _whole_text(order, "of"));
	_print_ahead(answer, page);
}

static void _print_holder(struct json_object *holder, const struct page *page)
{
	char from[SFAIR_MOMENT], to[SFAIR_MOMENT];
	const char *user = _text(holder, "user");

	if (*_text(holder, "id"))
		printf("job %s", _text(holder, "id"));
	else
		printf("job %" PRId64, _whole_text(holder, "job_id"));
	printf("%s%s, ", *user ? " of " : "", user);
	if (*_text(holder, "nodes"))
		printf("on %s, ", _text(holder, "nodes"));
	if (*_text(holder, "has_what"))
		printf("which has %" PRId64 " of the %" PRId64 " %s, ",
		       _whole_text(holder, "has"),
		       _whole_text(holder, "has_of"),
		       _text(holder, "has_what"));
	if (_get_text(holder, "start"))
		printf("planned from %s ",
		       sfair_moment_text(from, _whole_text(holder, "start"),
					 page->now));
	printf("until %s%s\n",
	       sfair_moment_text(to, _whole_text(holder, "end"), page->now),
	       _get_text(holder, "start") ? "" : " at the latest");
}

static void _print_holders(struct json_object *waits, const char *key,
			   const char *count, const char **title,
			   const struct page *page)
{
	struct json_object *list = _get_text(waits, key);
	int64_t more = _whole_text(waits, count);
	size_t i;

	for (i = 0; i < _text_length(list) && i < NAMED; i++) {
		_margin(page, title);
		_print_holder(json_object_array_get_idx(list, i), page);
	}
	if (more > (int64_t) i) {
		_margin(page, title);
		printf("and %" PRId64 " more before %s\n", more - (int64_t) i,
		       i == 1 ? "that one" : "these");
	}
}

static void _print_reservations(struct json_object *waits, const char **title,
				const struct page *page)
{
	struct json_object *list = _get_text(waits, "reservations");
	char from[SFAIR_MOMENT], to[SFAIR_MOMENT];

	for (size_t i = 0; i < _text_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		_margin(page, title);
		printf("reservation %s, from %s until %s\n", _text(one, "name"),
		       sfair_moment_text(from, _whole_text(one, "start"),
					 page->now),
		       sfair_moment_text(to, _whole_text(one, "end"),
					 page->now));
	}
}

static void _print_waits(struct json_object *answer, const struct page *page)
{
	struct json_object *waits = _get_text(answer, "waits_for");
	const char *title = "Waits for:";
	bool told;

	if (!waits)
		return;
	_print_holders(waits, "runs", "run_count", &title, page);
	told = !title;
	if (told)
		title = "Jobs ahead:";
	_print_holders(waits, "jobs", "job_count", &title, page);
	if (told || !title)
		title = "Kept starts:";
	_print_holders(waits, "kept", "kept_count", &title, page);
	title = "Closed by:";
	_print_reservations(waits, &title, page);
}

/* At full length the first time that it is said. */
static void _explain_once(const char *word, const char *text, bool *explained)
{
	if (*explained)
		printf(", %s\n", word);
	else
		printf("\n              %s%s\n", word, text);
	*explained = true;
}

static void _print_commitment(const char *commitment, const struct page *page)
{
	struct sfair_why_explained *explained = page->explained;

	if (!strcmp(commitment, "committed"))
		_explain_once(
			"committed",
			": not later, unless a node fails, a job is "
			"overdue, an\n              administrator changes "
			"something, or a job of a higher tier or\n"
			"              one that may preempt needs its place",
			&explained->committed);
	else if (!strcmp(commitment, "expected"))
		_explain_once("expected",
			      ": earlier if jobs end early, later only if "
			      "others come ahead",
			      &explained->expected);
	else if (!strcmp(commitment, "unheld"))
		_explain_once("not reserved",
			      ": others may come before it; sooner if jobs end "
			      "early",
			      &explained->unheld);
	else if (!strcmp(commitment, "shown"))
		puts(", at the latest as things stand");
	else
		_explain_once("estimated",
			      " by the scheduler, which may move it either way",
			      &explained->estimated);
}

static void _print_start(struct json_object *answer, const struct page *page)
{
	struct json_object *start = _get_text(answer, "start");
	const char *title = "Start:", *commitment;
	char at[SFAIR_MOMENT];

	_margin(page, &title);
	if (!start && _get_text(answer, "never")) {
		printf("%snever, unless it is changed, or the machine is%s\n",
		       page->paint->warn, page->paint->off);
		return;
	}
	if (!start && _get_text(answer, "not_before")) {
		puts(_text(_get_text(answer, "not_before"), "text"));
		return;
	}
	if (!start && *_text(_get_text(answer, "reason"), "kind") == 'h') {
		puts("none while it is held");
		return;
	}
	if (!start) {
		puts(*_text(_get_text(answer, "reason"), "kind") == 'q' &&
				     !json_object_get_boolean(
					     _get_text(answer, "in_plan"))
			     ? "not known yet: ask again in some seconds"
			     : "none is planned as things are");
		return;
	}
	commitment = _text(start, "commitment");
	if (_get_text(start, "task"))
		printf("task %" PRId64 ", ", _whole_text(start, "task"));
	printf("%s%s%s", page->paint->good,
	       sfair_moment_text(at, _whole_text(start, "time"), page->now),
	       page->paint->off);
	if (*_text(start, "nodes"))
		printf(", on %s", _text(start, "nodes"));
	_print_commitment(commitment, page);
	if (!_get_text(start, "likely"))
		return;
	title = "Likely:";
	_margin(page, &title);
	printf("%s, if jobs last as long as those before them\n",
	       sfair_moment_text(at, _whole_text(start, "likely"), page->now));
}

/* A job that waits has not ended, whatever else it left the plan for. */
static void _say_gone(struct json_object *answer, struct json_object *event,
		      bool last)
{
	const char *kind = _text(_get_text(answer, "reason"), "kind");

	if (!strcmp(_text(event, "event"), "gone"))
		json_object_object_add(
			event, "text",
			json_object_new_string(
				last && !strcmp(kind, "held")
					? "held"
					: "held, or started and put back"));
}

/* The last of what became of its start. */
static void _print_moves_so_far(struct json_object *answer,
				const struct page *page)
{
	struct json_object *list = _get_text(answer, "history");
	size_t count = _text_length(list);
	const char *title = "So far:";

	for (size_t i = count > TOLD_MOVES ? count - TOLD_MOVES : 0; i < count;
	     i++) {
		struct json_object *event = json_object_array_get_idx(list, i);

		_margin(page, &title);
		_say_gone(answer, event, i + 1 == count);
		sfair_history_print(event, page->now);
		putchar('\n');
	}
}

static void _print_helps(struct json_object *answer, const struct page *page)
{
	struct json_object *list = _get_text(answer, "help");
	const char *help = _text(_get_text(answer, "reason"), "help");

	bool tried = json_object_get_boolean(_get_text(answer, "tried"));
	int64_t until = _whole_text(answer, "tried_until");
	char at[SFAIR_MOMENT];

	if (!_text_length(list) && !*help && !tried)
		return;
	printf("  %sWhat would help:%s\n", page->paint->bold, page->paint->off);
	if (!_text_length(list) && !*help)
		printf("    - neither a shorter limit, nor fewer nodes, nor "
		       "another partition%s%s\n",
		       until ? ", to start before " : "",
		       until ? sfair_moment_text(at, until, page->now) : "");
	if (*help)
		printf("    - %s\n", help);
	for (size_t i = 0; i < _text_length(list); i++)
		printf("    - %s\n",
		       _text(json_object_array_get_idx(list, i), "text"));
}

/* The planner's view, with -v. */
static void _print_view(struct json_object *answer, const struct page *page)
{
	struct json_object *plan = _get_text(answer, "plan");
	struct json_object *tries = _get_text(answer, "tries");
	const char *title = "Tried:";

	if (plan)
		sfair_why_print_plan(plan, page->paint);
	for (size_t i = 0; i < _text_length(tries); i++) {
		_margin(page, &title);
		printf("%s\n",
		       _text(json_object_array_get_idx(tries, i), "text"));
	}
}

/* Of a job that does not wait. */
static void _print_details(struct json_object *answer)
{
	struct json_object *details = _get_text(answer, "details");

	for (size_t i = 0; i < _text_length(details); i++)
		printf("  %s\n",
		       _text(json_object_array_get_idx(details, i), "text"));
}

void sfair_why_print(struct json_object *answer, int64_t now,
		     const struct sfair_paint *paint,
		     struct sfair_why_explained *explained)
{
	const struct page page = {
		.now = now, .paint = paint, .explained = explained};
	const char *state = _text(answer, "state");

	_print_answer_title(answer, &page);
	if (strcmp(state, "waiting")) {
		printf("  %s\n", _text(answer, "text"));
		_print_details(answer);
		return;
	}
	_print_why(answer, &page);
	_print_suits(answer, &page);
	_print_waits(answer, &page);
	_print_order(answer, &page);
	_print_start(answer, &page);
	_print_moves_so_far(answer, &page);
	_print_helps(answer, &page);
	_print_view(answer, &page);
}

void sfair_why_print_sum(struct json_object *sums, int64_t now, bool header,
			 const struct sfair_paint *paint)
{
	char at[SFAIR_MOMENT];

	if (header)
		printf("%s%8s  %-36s  %s%s\n", paint->bold, "JOBS",
		       "NEXT START", "REASON", paint->off);
	for (size_t i = 0; i < json_object_array_length(sums); i++) {
		struct json_object *sum = json_object_array_get_idx(sums, i);
		int64_t start = _whole_text(sum, "next_start");

		printf("%8" PRId64 "  %-36s  %s\n", _whole_text(sum, "jobs"),
		       start ? sfair_moment_text(at, start, now) : "none",
		       _text(sum, "text"));
	}
}
