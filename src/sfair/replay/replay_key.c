/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_key.h.
 */
#include "sfair/replay/replay_key.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/queue/schedule_option.h"

#define PROGRAM "sfair replay"

/* No key is longer: what is cut here is none. */
enum { KEY_ROOM = 64 };

static const struct ft_option_group key_groups[] = {
	{ft_schedule_reserve_table, 0},
	{ft_schedule_backfill_table, 0},
	{ft_schedule_slurm_table, 0},
	{NULL, 0},
};

/* What core/replay reads of struct ft_schedule_options. */
static const char *const effective_keys[] = {
	"bf_min_age_reserve", "rsv_backfill",	  "rsv_backfill_depth",
	"rsv_commit",	      "rsv_compress",	  "rsv_depth",
	"rsv_metric",	      "rsv_order",	  "rsv_overrule",
	"rsv_patience",	      "rsv_plan",	  "rsv_policy",
	"rsv_predict",	      "rsv_reserve_from", NULL,
};

static bool _is_effective_key(const char *key)
{
	for (int i = 0; effective_keys[i]; i++)
		if (!strcasecmp(effective_keys[i], key))
			return true;
	return false;
}

/* Ours begin with rsv_: other systems' names of them are not read. */
static bool _is_scheduler_key(const char *key)
{
	return ft_option_find(ft_schedule_backfill_table, key) ||
	       ft_option_find(ft_schedule_slurm_table, key) ||
	       (!strncasecmp(key, "rsv_", 4) &&
		ft_option_find(ft_schedule_reserve_table, key));
}

static int _refuse_unknown_key(const char *where, const char *key)
{
	const struct ft_option *ours =
		ft_option_find(ft_schedule_reserve_table, key);
	const char *nearest =
		ours ? ours->name : ft_option_nearest_of(key_groups, key);

	fprintf(stderr, PROGRAM ": %s: unknown key %s%s%s%s\n", where, key,
		nearest ? ": did you mean " : "", nearest ? nearest : "",
		nearest ? "?" : "");
	return -EINVAL;
}

/* Unknown bf_ and rsv_ keys are told of where the values are read. */
static int _name_unknown_key(const char *where, const char *key)
{
	if (strncasecmp(key, "bf_", 3) && strncasecmp(key, "rsv_", 4))
		fprintf(stderr,
			PROGRAM ": %s: %s is not known here, and has no "
				"effect on a replay\n",
			where, key);
	return 0;
}

/* One "key=value" of so many characters.  False: the key is not known. */
static bool _name_idle_key(const char *where, const char *key, const char *word,
			   size_t length)
{
	if (!_is_scheduler_key(key))
		return false;
	if (!_is_effective_key(key))
		fprintf(stderr,
			PROGRAM ": %s: %.*s has no effect on a replay\n", where,
			(int) length, word);
	return true;
}

/* The first word of a list in ret_key without its value; its whole length. */
static size_t _cut_key(const char *list, char ret_key[KEY_ROOM])
{
	snprintf(ret_key, KEY_ROOM, "%.*s", (int) strcspn(list, ",="), list);
	return strcspn(list, ",");
}

/* Names those without effect; 0, or what unknown says of one. */
static int _walk_keys(const char *where, const char *parameters,
		      int (*unknown)(const char *where, const char *key))
{
	char key[KEY_ROOM];
	size_t length;
	int rc = 0;

	for (; !rc && *parameters;
	     parameters += length + (parameters[length] == ',')) {
		length = _cut_key(parameters, key);
		if (length && !_name_idle_key(where, key, parameters, length))
			rc = unknown(where, key);
	}
	return rc;
}

int sfair_replay_keys_check(const char *where, const char *parameters)
{
	return _walk_keys(where, parameters, _refuse_unknown_key);
}

void sfair_replay_keys_name(const char *where, const char *parameters)
{
	(void) _walk_keys(where, parameters, _name_unknown_key);
}
