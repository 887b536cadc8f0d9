/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_report.h.
 */
#define _GNU_SOURCE
#include "sfair/tree/quota_report.h"
#include "sfair/base/envelope.h"
#include "sfair/base/shown.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PATH = 256, TIME = 32 };

/* One period. */
struct page {
	const struct ft_quota_tree *tree;
	const double *rate;
	int64_t start, end; /* end 0: it is open */
};

static bool _used_account(const struct ft_quota *quota)
{
	for (int k = 0; k < FT_QUOTA_KINDS; k++)
		if (quota->used[k] > 0)
			return true;
	return false;
}

static double _owes_account(const struct page *page, uint32_t account)
{
	double sum = 0;

	for (int k = 0; k < FT_QUOTA_KINDS; k++)
		sum += page->tree->quota[account].used[k] * page->rate[k];
	return sum;
}

static void _account_time(int64_t at, char text[TIME])
{
	time_t when = (time_t) at;
	struct tm tm;

	snprintf(text, TIME, "now");
	if (at && localtime_r(&when, &tm))
		strftime(text, TIME, "%Y-%m-%dT%H:%M:%S", &tm);
}

static void _print_table(const struct page *page)
{
	char start[TIME], end[TIME], path[PATH], name[SFAIR_SHOWN];

	_account_time(page->start, start);
	_account_time(page->end, end);
	printf("%s to %s\n%-36s %14s %14s %14s%s\n", start, end, "ACCOUNT",
	       "CPUH", "MEMMBH", "DISKMBH",
	       page->rate ? "           OWES" : "");
	for (uint32_t i = 1; i < page->tree->list.count; i++) {
		const struct ft_quota *quota = &page->tree->quota[i];

		if (!_used_account(quota))
			continue;
		ft_quota_tree_path(page->tree, i, path, sizeof(path));
		printf("%-36s %14.2f %14.2f %14.2f", sfair_shown(name, path),
		       quota->used[FT_QUOTA_CPU], quota->used[FT_QUOTA_MEM],
		       quota->used[FT_QUOTA_DISK]);
		if (page->rate)
			printf(" %14.2f", _owes_account(page, i));
		putchar('\n');
	}
	putchar('\n');
}

static struct json_object *_account(const struct page *page, uint32_t i)
{
	struct json_object *json = json_object_new_object();
	struct json_object *usage = json_object_new_object();
	char path[PATH];

	ft_quota_tree_path(page->tree, i, path, sizeof(path));
	for (int k = 0; k < FT_QUOTA_KINDS; k++)
		json_object_object_add(
			usage, sfair_quota_kinds[k],
			json_object_new_double(page->tree->quota[i].used[k]));
	json_object_object_add(json, "path", sfair_json_shown(path));
	json_object_object_add(json, "usage", usage);
	if (page->rate)
		json_object_object_add(
			json, "owes",
			json_object_new_double(_owes_account(page, i)));
	return json;
}

static struct json_object *_account_json(const struct page *page)
{
	struct json_object *json = json_object_new_object();
	struct json_object *accounts = json_object_new_array();

	for (uint32_t i = 1; i < page->tree->list.count; i++)
		if (_used_account(&page->tree->quota[i]))
			json_object_array_add(accounts, _account(page, i));
	json_object_object_add(json, "start",
			       json_object_new_int64(page->start));
	json_object_object_add(json, "end",
			       page->end ? json_object_new_int64(page->end)
					 : NULL);
	json_object_object_add(json, "accounts", accounts);
	return json;
}

int sfair_quota_report(const struct sfair_quota_live *live, const double *rate,
		       bool json)
{
	const struct ft_ledger_periods *book = &live->image.ledger.period;
	struct json_object *all = sfair_envelope("quota");
	struct json_object *list = sfair_put_list(all, "periods");
	int rc = 0;

	for (uint32_t i = book->count; i-- > 0 && !rc;) {
		struct ft_quota_tree tree;
		struct page page = {
			.tree = &tree,
			.rate = rate,
			.start = book->period[i].start,
			.end = i ? book->period[i - 1].start : 0,
		};

		rc = sfair_quota_live_period(live, i, &tree);
		if (!rc)
			ft_quota_judge(&tree.list, tree.quota);
		if (!rc && json)
			json_object_array_add(list, _account_json(&page));
		else if (!rc)
			_print_table(&page);
		ft_quota_tree_fini(&tree);
	}
	if (!rc && json)
		sfair_envelope_print(all);
	json_object_put(all);
	return rc;
}
