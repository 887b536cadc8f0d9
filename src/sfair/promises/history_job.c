/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of the start of one job, see promises.h.
 */
#include "ft_config.h"

#include "sfair/promises/promises.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
