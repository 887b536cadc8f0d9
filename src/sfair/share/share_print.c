/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share: an answer in words, see share.h.
 *
 * All texts in an answer are fit for a terminal already (envelope.h).
 */
#include "ft_config.h"

#include "sfair/share/share.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"

enum { NUMBER = 48, HOUR = 3600 };

struct page {
	int64_t now;
	const struct sfair_paint *paint;
};

static void _title(const struct page *page, const char *title)
{
	printf("  %s%-11s%s ", page->paint->bold, title, page->paint->off);
}

static const char *_percent_text(char text[NUMBER], double part)
{
	snprintf(text, NUMBER, part > 0 && part < 0.001 ? "%.3f %%" : "%.1f %%",
		 100 * part);
	return text;
}

static const char *_hours_text(char text[NUMBER], double seconds)
{
	double hours = seconds / HOUR;

	snprintf(text, NUMBER, hours >= 100 ? "%.0f" : "%.2f", hours);
	return text;
}

static void _print_share_head(struct json_object *answer,
			      const struct page *page)
{
	struct json_object *path = sfair_get(answer, "path");
	const char *partition = sfair_get_text(answer, "partition");
	const char *kind = sfair_get_text(answer, "kind");

	printf("%s%s %s%s", page->paint->bold,
	       !strcmp(kind, "user")	  ? "User"
	       : !strcmp(kind, "account") ? "Account"
					  : "Entity",
	       sfair_get_text(answer, "name"), page->paint->off);
	for (size_t i = 0; i < sfair_list_length(path); i++)
		printf("%s%s", i ? ", of " : " in ",
		       json_object_get_string(
			       json_object_array_get_idx(path, i)));
	if (*partition)
		printf(", for partition %s", partition);
	putchar('\n');
}

static void _print_part(struct json_object *answer, const struct page *page)
{
	struct json_object *shares = sfair_get(answer, "shares");
	char part[NUMBER];

	_title(page, "Share:");
	if (json_object_is_type(shares, json_type_string))
		printf("none of its own: all in the account share its part");
	else
		printf("%" PRId64 " share%s", json_object_get_int64(shares),
		       json_object_get_int64(shares) == 1 ? "" : "s");
	if (sfair_get(answer, "share"))
		printf(", %s of the machine",
		       _percent_text(part, sfair_get_real(answer, "share")));
	putchar('\n');
}

static void _print_usage(struct json_object *answer, const struct page *page)
{
	char hours[NUMBER], part[NUMBER], span[SFAIR_MOMENT];
	double half = sfair_get_real(answer, "half_life");

	_title(page, "Used:");
	printf("%s h", _hours_text(hours, sfair_get_real(answer, "usage")));
	if (sfair_get(answer, "used"))
		printf(", %s of all that was used",
		       _percent_text(part, sfair_get_real(answer, "used")));
	if (half > 0)
		printf("; what was used %s ago counts half",
		       sfair_span_text(span, (int64_t) half));
	putchar('\n');
}

/* "  Standing:   lattice: 50.0 % of physics by shares, 80.0 % used: 2nd of 2"
 */
static void _print_levels(struct json_object *answer, const struct page *page)
{
	struct json_object *levels = sfair_get(answer, "levels");
	char share[NUMBER], used[NUMBER];

	for (size_t i = 0; i < sfair_list_length(levels); i++) {
		struct json_object *one = json_object_array_get_idx(levels, i);
		const char *in = sfair_get_text(one, "in");
		const char *behind = sfair_get_text(one, "behind");
		int64_t rank = sfair_get_whole(one, "rank");

		if (!i)
			_title(page, "Standing:");
		else
			printf("%14s", "");
		printf("%s has %s of %s and used %s of it: ",
		       sfair_get_text(one, "name"),
		       _percent_text(share, sfair_get_real(one, "share")),
		       strcmp(in, "root") ? in : "the machine",
		       _percent_text(used, sfair_get_real(one, "usage")));
		printf("%" PRId64 "%s of %" PRId64, rank,
		       sfair_rank_ending(rank), sfair_get_whole(one, "of"));
		printf(*behind ? ", next behind %s\n" : "\n", behind);
	}
}

static void _print_factor(struct json_object *answer, const struct page *page)
{
	int64_t rank = sfair_get_whole(answer, "rank");
	double factor = sfair_get_real(answer, "factor");

	if (!sfair_get(answer, "factor"))
		return;
	_title(page, "Factor:");
	printf("%s%.4f%s, where 1 is first and 0 last",
	       factor < 0.5 ? page->paint->warn : page->paint->good, factor,
	       page->paint->off);
	if (rank)
		printf("; %" PRId64 "%s of %" PRId64 " users", rank,
		       sfair_rank_ending(rank), sfair_get_whole(answer, "of"));
	putchar('\n');
	if (sfair_get(answer, "eligible") &&
	    !sfair_get_flag(answer, "eligible"))
		printf("%14sit has no shares: its jobs do not start\n", "");
}

static void _print_recovery(struct json_object *answer, const struct page *page)
{
	struct json_object *recovery = sfair_get(answer, "recovery");
	const char *word = sfair_get_text(recovery, "answer");
	char at[SFAIR_MOMENT];

	if (!recovery || !strcmp(word, "there"))
		return;
	_title(page, "Recovery:");
	if (!strcmp(word, "comes"))
		printf("0.5 again %s, if nothing is used until then and "
		       "others go on as they did\n",
		       sfair_moment_text(at, sfair_get_whole(recovery, "time"),
					 page->now));
	else if (!strcmp(word, "fixed"))
		puts("usage does not fade at this site: it falls as others "
		     "use more, or when usage is cleared");
	else
		puts("not to 0.5 by waiting: what others in the same accounts "
		     "used keeps it lower");
}

static void _print_runs(struct json_object *answer, const struct page *page)
{
	struct json_object *runs = sfair_get(answer, "running");
	int64_t jobs = sfair_get_whole(runs, "jobs");
	char hours[NUMBER], at[SFAIR_MOMENT];

	if (!runs)
		return;
	_title(page, "Running:");
	if (!jobs) {
		puts("no job");
		return;
	}
	printf("%" PRId64 " job%s", jobs, jobs == 1 ? "" : "s");
	if (sfair_get(runs, "billed"))
		printf(", up to %s h more until %s",
		       _hours_text(hours, sfair_get_real(runs, "billed")),
		       sfair_moment_text(at, sfair_get_whole(runs, "until"),
					 page->now));
	if (sfair_get(runs, "factor"))
		printf(";\n%14sthe factor is %.4f then, if others go on as "
		       "they did",
		       "", sfair_get_real(runs, "factor"));
	putchar('\n');
}

void sfair_share_print(struct json_object *answer, int64_t now,
		       const struct sfair_paint *paint)
{
	const struct page page = {.now = now, .paint = paint};

	_print_share_head(answer, &page);
	_print_part(answer, &page);
	_print_usage(answer, &page);
	_print_levels(answer, &page);
	_print_factor(answer, &page);
	_print_recovery(answer, &page);
	_print_runs(answer, &page);
}

void sfair_share_print_target(struct json_object *target,
			      const struct sfair_paint *paint)
{
	const char *goal = sfair_get_text(target, "target");
	double delta = sfair_get_real(target, "delta");
	char span[SFAIR_MOMENT];

	printf("%sTarget of %s %s%s: %s; it got %.2f %% in the last %s",
	       paint->bold, sfair_get_text(target, "kind"),
	       sfair_get_text(target, "name"), paint->off,
	       *goal ? goal : "none", sfair_get_real(target, "percent"),
	       sfair_span_text(span, sfair_get_whole(target, "window")));
	if (sfair_get_flag(target, "capped"))
		printf(": its cap is reached, and its jobs wait");
	else if (*goal)
		printf(", which %s its jobs (%+.2f)",
		       delta > 0   ? "raises"
		       : delta < 0 ? "lowers"
				   : "does nothing to",
		       delta);
	putchar('\n');
}

static void _print_quota_kind(struct json_object *level, const char *key,
			      bool *first)
{
	struct json_object *kind = sfair_get(level, key);

	if (!kind)
		return;
	printf("%s%s %.2f used", *first ? " " : ", ", key,
	       sfair_get_real(kind, "used"));
	if (sfair_get(kind, "quota"))
		printf(" of %.2f", sfair_get_real(kind, "quota"));
	*first = false;
}

void sfair_share_print_quota(struct json_object *quota,
			     const struct sfair_paint *paint)
{
	struct json_object *levels = sfair_get(quota, "levels");

	printf("%sQuota of %s%s\n", paint->bold, sfair_get_text(quota, "name"),
	       paint->off);
	for (size_t i = 0; i < sfair_list_length(levels); i++) {
		struct json_object *one = json_object_array_get_idx(levels, i);
		bool within = sfair_get_flag(one, "within"), first = true;

		printf("  %s:", sfair_get_text(one, "path"));
		_print_quota_kind(one, "CPUH", &first);
		_print_quota_kind(one, "MEMMBH", &first);
		_print_quota_kind(one, "DISKMBH", &first);
		printf("%s %s%s%s\n", first ? "" : ":",
		       within ? paint->good : paint->warn,
		       within ? "within quota"
			      : "used up: its jobs come behind others'",
		       paint->off);
	}
}
