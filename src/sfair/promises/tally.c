/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tally.h.
 */
#include "ft_config.h"

#include "sfair/promises/tally.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/list.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

enum { MINUTE = 60, DAY = 86400, PARTITION = 64 };

/* A job that waits: 0 where there is none. */
struct sfair_tally_job {
	int64_t shown;	   /* the start that it was shown first */
	int64_t committed; /* the start that was committed first */
	int64_t likely;	   /* the likely start that was known first */
	int64_t unheld;	   /* the start that it was shown first and did not
			    * hold */
	bool open;
};

/* Real starts against those of one kind. */
struct against {
	uint32_t count;
	uint32_t kept;		   /* not later, but for a minute */
	uint32_t minute;	   /* no more than a minute from it */
	uint32_t ten;		   /* no more than ten */
	uint32_t early, late;	   /* by more than a minute */
	int64_t early_by, late_by; /* sums, in seconds */
};

struct sfair_tally_week {
	int64_t monday;
	char partition[PARTITION];
	uint32_t made, started, at_once;
	struct against shown, committed, likely, unheld;
	uint32_t moved[FT_HISTORY_CAUSES];
};

void sfair_tally_init(struct sfair_tally *tally, const char *partitions)
{
	*tally = (struct sfair_tally){.partitions = partitions};
	ft_id_map_init(&tally->index);
}

void sfair_tally_fini(struct sfair_tally *tally)
{
	ft_id_map_fini(&tally->index);
	free(tally->job);
	free(tally->week);
	*tally = (struct sfair_tally){0};
}

/* -- what is kept --------------------------------------------------------- */

int64_t sfair_tally_monday(int64_t at)
{
	time_t moment = (time_t) at;
	struct tm tm;

	if (!localtime_r(&moment, &tm))
		return 0;
	tm.tm_mday -= (tm.tm_wday + 6) % 7;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* NULL: out of memory. */
static struct sfair_tally_week *_find_week(struct sfair_tally *tally,
					   const struct ft_history_event *event)
{
	int64_t monday = sfair_tally_monday(event->at);
	struct sfair_tally_week *grown;

	for (uint32_t i = tally->week_count; i > 0; i--)
		if (tally->week[i - 1].monday == monday &&
		    !strncmp(tally->week[i - 1].partition, event->partition,
			     PARTITION - 1))
			return &tally->week[i - 1];
	grown = realloc(tally->week,
			(tally->week_count + 1) * sizeof(*tally->week));
	if (!grown)
		return NULL;
	tally->week = grown;
	grown += tally->week_count++;
	*grown = (struct sfair_tally_week){.monday = monday};
	snprintf(grown->partition, PARTITION, "%s", event->partition);
	return grown;
}

/* Of copy 0; NULL: there is none. */
static struct sfair_tally_job *_known_wait(struct sfair_tally *tally,
					   const struct ft_history_event *event)
{
	uint32_t at;

	if (event->copy || !ft_id_map_get(&tally->index, event->job_id, &at) ||
	    !tally->job[at].open)
		return NULL;
	return &tally->job[at];
}

/* A record for it, in place of one that is over.  NULL: out of memory. */
static struct sfair_tally_job *_renew_wait(struct sfair_tally *tally,
					   const struct ft_history_event *event)
{
	uint32_t at;

	if (!ft_id_map_get(&tally->index, event->job_id, &at)) {
		if (tally->job_count == tally->job_room) {
			uint32_t room =
				tally->job_room ? 2 * tally->job_room : 1024;
			struct sfair_tally_job *grown =
				realloc(tally->job, room * sizeof(*grown));

			if (!grown)
				return NULL;
			tally->job = grown;
			tally->job_room = room;
		}
		at = tally->job_count++;
		if (ft_id_map_put(&tally->index, event->job_id, at))
			return NULL;
	}
	tally->job[at] = (struct sfair_tally_job){.open = true};
	return &tally->job[at];
}

static int _open_wait(struct sfair_tally *tally,
		      const struct ft_history_event *event)
{
	struct sfair_tally_job *job = _known_wait(tally, event);
	struct sfair_tally_week *week;

	/* shown again after a restart: the first one counts */
	if (event->copy || (job && job->shown))
		return 0;
	week = _find_week(tally, event);
	if (week && !job)
		job = _renew_wait(tally, event);
	if (!week || !job)
		return -ENOMEM;
	week->made++;
	tally->open++;
	job->shown = event->start;
	job->committed = event->committed ? event->start : 0;
	return 0;
}

/* Kept apart from those that are held. */
static int _tally_unheld(struct sfair_tally *tally,
			 const struct ft_history_event *event)
{
	struct sfair_tally_job *job = _known_wait(tally, event);

	if (event->copy)
		return 0;
	if (!job)
		job = _renew_wait(tally, event);
	if (!job)
		return -ENOMEM;
	if (!job->unheld)
		job->unheld = event->start;
	return 0;
}

static void _close_wait(struct sfair_tally *tally, struct sfair_tally_job *job)
{
	if (!job)
		return;
	job->open = false;
	tally->open -= job->shown != 0;
}

static void _count_start(struct against *against, int64_t promised, int64_t at)
{
	int64_t late = at - promised;

	against->count++;
	against->kept += late <= MINUTE;
	against->minute += late <= MINUTE && late >= -MINUTE;
	against->ten += late <= 10 * MINUTE && late >= -10 * MINUTE;
	if (late > MINUTE) {
		against->late++;
		against->late_by += late;
	} else if (late < -MINUTE) {
		against->early++;
		against->early_by -= late;
	}
}

/* Against what it was told of its start, but for what it held. */
static void _count_guesses(struct sfair_tally_week *week,
			   const struct sfair_tally_job *job, int64_t at)
{
	if (job->likely)
		_count_start(&week->likely, job->likely, at);
	if (job->unheld)
		_count_start(&week->unheld, job->unheld, at);
}

static int _count_began(struct sfair_tally *tally,
			const struct ft_history_event *event)
{
	struct sfair_tally_job *job = _known_wait(tally, event);
	struct sfair_tally_week *week = _find_week(tally, event);
	int64_t committed = event->committed ? event->was : 0;
	int64_t shown = event->was;

	if (!week)
		return -ENOMEM;
	if (job && job->committed)
		committed = job->committed;
	if (job && job->shown)
		shown = job->shown;
	week->started++;
	if (shown)
		_count_start(&week->shown, shown, event->at);
	else if (!job)
		week->at_once++;
	if (committed)
		_count_start(&week->committed, committed, event->at);
	if (job)
		_count_guesses(week, job, event->at);
	_close_wait(tally, job);
	return 0;
}

static int _count_move(struct sfair_tally *tally,
		       const struct ft_history_event *event)
{
	struct sfair_tally_week *week = _find_week(tally, event);

	if (!week)
		return -ENOMEM;
	week->moved[event->cause]++;
	return 0;
}

/* NULL: any name will do. */
static bool _is_listed(const char *list, const char *name)
{
	return !list || ft_list_has(list, name, strlen(name));
}

static int _take_event(void *context, const struct ft_history_event *event)
{
	struct sfair_tally *tally = context;
	struct sfair_tally_job *job = _known_wait(tally, event);

	if (event->kind == FT_HISTORY_GONE) {
		_close_wait(tally, job);
		return 0;
	}
	if (!_is_listed(tally->partitions, event->partition))
		return 0;
	switch (event->kind) {
	case FT_HISTORY_MADE:
		return _open_wait(tally, event);
	case FT_HISTORY_COMMITTED:
		if (job && !job->committed)
			job->committed = event->start;
		return 0;
	case FT_HISTORY_LIKELY:
		if (job && !job->likely)
			job->likely = event->start;
		return 0;
	case FT_HISTORY_UNHELD:
		return _tally_unheld(tally, event);
	case FT_HISTORY_LATER:
	case FT_HISTORY_WITHDRAWN:
		return _count_move(tally, event);
	case FT_HISTORY_BEGAN:
		return _count_began(tally, event);
	default:
		return 0;
	}
}

int sfair_tally_read(struct sfair_tally *tally, const char *path,
		     struct ft_err *err)
{
	struct sfair_history_read read = {.take = _take_event,
					  .context = tally};
	int rc = sfair_history_read(path, &read, err);

	tally->broken = read.broken;
	return rc;
}

/* -- rows ----------------------------------------------------------------- */

static void _put_against(struct json_object *row, const char *key,
			 const struct against *against)
{
	struct json_object *json = json_object_new_object();

	sfair_put_whole(json, "starts", against->count);
	sfair_put_whole(json, "kept", against->kept);
	sfair_put_whole(json, "within_1_min", against->minute);
	sfair_put_whole(json, "within_10_min", against->ten);
	sfair_put_whole(json, "early", against->early);
	sfair_put_whole(json, "early_by", against->early_by);
	sfair_put_whole(json, "late", against->late);
	sfair_put_whole(json, "late_by", against->late_by);
	json_object_object_add(row, key, json);
}

static int _compare_weeks(const void *x, const void *y)
{
	const struct sfair_tally_week *a = x, *b = y;

	if (a->monday != b->monday)
		return a->monday < b->monday ? -1 : 1;
	return strcmp(a->partition, b->partition);
}

void sfair_tally_put(struct sfair_tally *tally, struct json_object *list)
{
	if (tally->week_count)
		qsort(tally->week, tally->week_count, sizeof(*tally->week),
		      _compare_weeks);
	for (uint32_t i = 0; i < tally->week_count; i++) {
		const struct sfair_tally_week *week = &tally->week[i];
		struct json_object *row = sfair_add_object(list);
		struct json_object *moved = json_object_new_object();

		sfair_put_whole(row, "week", week->monday);
		sfair_put_text(row, "partition", week->partition);
		sfair_put_whole(row, "made", week->made);
		sfair_put_whole(row, "started", week->started);
		sfair_put_whole(row, "at_once", week->at_once);
		_put_against(row, "shown", &week->shown);
		_put_against(row, "committed", &week->committed);
		_put_against(row, "likely", &week->likely);
		_put_against(row, "unheld", &week->unheld);
		for (int c = 0; c < FT_HISTORY_CAUSES; c++)
			sfair_put_whole(moved, ft_history_words[c],
					week->moved[c]);
		json_object_object_add(row, "moved_later", moved);
	}
}

/* -- in words ------------------------------------------------------------- */

static double _percent_of(struct json_object *json, const char *key)
{
	return 100. * (double) sfair_get_whole(json, key) /
	       (double) sfair_get_whole(json, "starts");
}

static void _print_mean(struct json_object *json, const char *count,
			const char *sum, const char *word)
{
	int64_t starts = sfair_get_whole(json, count);
	char span[SFAIR_MOMENT];

	if (starts)
		printf("; %" PRId64 " %s, by %s on average", starts, word,
		       sfair_span_text(span,
				       sfair_get_whole(json, sum) / starts));
}

static void _print_against(struct json_object *row, const char *key,
			   const char *title, const struct sfair_paint *paint)
{
	struct json_object *json = sfair_get(row, key);

	printf("  %s%-12s%s ", paint->bold, title, paint->off);
	if (!sfair_get_whole(json, "starts")) {
		puts("none");
		return;
	}
	printf("%" PRId64 " starts: %.1f %% not later, %.1f %% within 1 "
	       "minute of it, %.1f %% within 10",
	       sfair_get_whole(json, "starts"), _percent_of(json, "kept"),
	       _percent_of(json, "within_1_min"),
	       _percent_of(json, "within_10_min"));
	_print_mean(json, "early", "early_by", "earlier");
	_print_mean(json, "late", "late_by", "later");
	putchar('\n');
}

static void _print_moves(struct json_object *row,
			 const struct sfair_paint *paint)
{
	struct json_object *moved = sfair_get(row, "moved_later");
	bool any = false;

	for (int c = 0; c < FT_HISTORY_CAUSES; c++) {
		int64_t times = sfair_get_whole(moved, ft_history_words[c]);

		if (!times)
			continue;
		if (any)
			printf("%15s", "");
		else
			printf("  %s%-12s%s ", paint->bold,
			       "Moved later:", paint->off);
		any = true;
		printf("%" PRId64 " times: %s\n", times, ft_history_causes[c]);
	}
}

void sfair_tally_print(struct json_object *list,
		       const struct sfair_paint *paint)
{
	if (!sfair_list_length(list))
		puts("Nothing was started yet.");
	for (size_t i = 0; i < sfair_list_length(list); i++) {
		struct json_object *row = json_object_array_get_idx(list, i);
		time_t monday = (time_t) sfair_get_whole(row, "week");
		char day[32] = "?";
		struct tm tm;

		if (localtime_r(&monday, &tm))
			strftime(day, sizeof(day), "%d %b %Y", &tm);
		printf("%s%sWeek of %s, partition %s%s: %" PRId64
		       " jobs started, %" PRId64 " of them at once\n",
		       i ? "\n" : "", paint->bold, day,
		       sfair_get_text(row, "partition"), paint->off,
		       sfair_get_whole(row, "started"),
		       sfair_get_whole(row, "at_once"));
		_print_against(row, "committed", "Committed:", paint);
		_print_against(row, "shown", "First shown:", paint);
		if (sfair_get_whole(sfair_get(row, "likely"), "starts"))
			_print_against(row, "likely", "Likely:", paint);
		if (sfair_get_whole(sfair_get(row, "unheld"), "starts"))
			_print_against(row, "unheld", "Not held:", paint);
		_print_moves(row, paint);
	}
}
