/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of the start of one job, see promises.h.
 */
#include "ft_config.h"

#include "sfair/promises/promises.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

static const char *_kind_word(char kind)
{
	switch (kind) {
	case FT_HISTORY_MADE:
		return "shown";
	case FT_HISTORY_COMMITTED:
		return "committed";
	case FT_HISTORY_LATER:
		return "later";
	case FT_HISTORY_SOONER:
		return "sooner";
	case FT_HISTORY_WITHDRAWN:
		return "withdrawn";
	case FT_HISTORY_BEGAN:
		return "began";
	case FT_HISTORY_GONE:
		return "gone";
	case FT_HISTORY_LIKELY:
		return "likely";
	case FT_HISTORY_UNHELD:
		return "unheld";
	default:
		return "lost";
	}
}

static int _put_event(void *context, const struct ft_history_event *event)
{
	struct json_object *json = sfair_add_object(context);
	bool moved = event->kind == FT_HISTORY_LATER ||
		     event->kind == FT_HISTORY_WITHDRAWN;

	sfair_put_text(json, "event", _kind_word(event->kind));
	sfair_put_whole(json, "time", event->at);
	if (event->start)
		sfair_put_whole(json, "start", event->start);
	if (event->was)
		sfair_put_whole(json, "was", event->was);
	if (event->committed)
		json_object_object_add(json, "committed",
				       json_object_new_boolean(true));
	if (moved) {
		sfair_put_text(json, "cause", ft_history_words[event->cause]);
		sfair_put_text(json, "text", ft_history_causes[event->cause]);
	}
	return 0;
}

int sfair_history_job(const char *path, uint32_t job_id,
		      struct json_object *list, struct ft_err *err)
{
	struct sfair_history_read read = {
		.take = _put_event, .context = list, .job_id = job_id};

	return sfair_history_read(path, &read, err);
}

struct lines {
	struct ft_history_event *event;
	uint32_t count, room;
};

static int _keep_event(void *context, const struct ft_history_event *event)
{
	struct lines *lines = context;

	/* a task left from any place: those of before can't be told apart */
	if (event->kind == FT_HISTORY_GONE) {
		lines->count = 0;
		return 0;
	}
	if (!ft_array_grow((void **) &lines->event, lines->count, &lines->room,
			   sizeof(*lines->event)))
		return -ENOMEM;
	lines->event[lines->count++] = *event;
	return 0;
}

/*
 * The plan numbers the tasks that wait from 0, anew after each cycle that
 * started some: back from now the task's number grows by these.
 */
int sfair_history_task(const char *path, uint32_t job_id, uint32_t nth,
		       struct json_object *list, struct ft_err *err)
{
	struct lines lines = {0};
	struct sfair_history_read read = {
		.take = _keep_event, .context = &lines, .job_id = job_id};
	int rc = sfair_history_read(path, &read, err);
	uint32_t first = 0, begun = 0;
	int64_t since = 0;

	for (uint32_t i = 0; i < lines.count; i++)
		begun += lines.event[i].kind == FT_HISTORY_BEGAN;
	for (uint32_t i = 0, seen = 0; !rc && i < lines.count; i++) {
		const struct ft_history_event *event = &lines.event[i];

		if (event->at != since)
			first = seen;
		since = event->at;
		seen += event->kind == FT_HISTORY_BEGAN;
		if (event->copy == nth + begun - first)
			_put_event(list, event);
	}
	free(lines.event);
	return rc;
}

static void _print_began(struct json_object *event)
{
	int64_t was = sfair_get_whole(event, "was");
	int64_t at = sfair_get_whole(event, "time");
	char span[SFAIR_MOMENT];

	if (!was)
		printf("started, without having been shown a start");
	else if (at == was)
		printf("started as shown");
	else
		printf("started %s %s than shown",
		       sfair_span_text(span, at > was ? at - was : was - at),
		       at > was ? "later" : "earlier");
}

/* "today 14:05 (in 2 h)" without what is in brackets. */
static void _cut_span(char *text)
{
	size_t size = strcspn(text, "(");

	while (size && text[size - 1] == ' ')
		size--;
	text[size] = '\0';
}

void sfair_history_print(struct json_object *event, int64_t now)
{
	const char *word = sfair_get_text(event, "event");
	int64_t start = sfair_get_whole(event, "start");
	int64_t by = start - sfair_get_whole(event, "was");
	char at[SFAIR_MOMENT], to[SFAIR_MOMENT], span[SFAIR_MOMENT];

	sfair_moment_text(at, sfair_get_whole(event, "time"), now);
	_cut_span(at);
	sfair_moment_text(to, start, now);
	_cut_span(to);
	printf("%-18s ", at);
	if (!strcmp(word, "shown"))
		printf("shown start: %s%s", to,
		       sfair_get_flag(event, "committed") ? " (committed)"
							  : "");
	else if (!strcmp(word, "committed"))
		printf("committed: %s", to);
	else if (!strcmp(word, "likely"))
		printf("likely start: %s", to);
	else if (!strcmp(word, "unheld"))
		printf("shown start, not held: %s", to);
	else if (!strcmp(word, "later"))
		printf("moved later by %s, to %s: %s",
		       sfair_span_text(span, by), to,
		       sfair_get_text(event, "text"));
	else if (!strcmp(word, "sooner"))
		printf("sooner by %s: %s", sfair_span_text(span, -by), to);
	else if (!strcmp(word, "withdrawn"))
		printf("no start any more: %s", sfair_get_text(event, "text"));
	else if (!strcmp(word, "began"))
		_print_began(event);
	else if (*sfair_get_text(event, "text"))
		printf("no longer planned: %s", sfair_get_text(event, "text"));
	else
		printf("waits no more: ended, held, or started by slurmctld");
}
