/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See check_value.h; src/common/read_config.c of Slurm has what it takes.
 */
#include "sfair/check/check_value.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/err.h"
#include "core/base/number.h"
#include "sfair/base/shown.h"

#define WHOLE "give a whole number from 0 to 4294967295"
#define TIME "give minutes, HH:MM:SS, D-HH or D-HH:MM:SS"

struct value_rule {
	const char *key;
	bool (*suits)(const char *value);
	const char *remedy;
};

static bool _is_unlimited_word(const char *value)
{
	return !strcasecmp(value, "UNLIMITED") ||
	       !strcasecmp(value, "INFINITE");
}

/* As C writes it, perhaps with a k behind it. */
static bool _reads_as_weight(const char *value)
{
	unsigned long long number;
	char *end;

	if (_is_unlimited_word(value))
		return true;
	errno = 0;
	number = strtoull(value, &end, 0);
	if (*end == 'k' || *end == 'K') {
		number *= 1024;
		end++;
	}
	return isdigit((unsigned char) *value) && !*end && !errno &&
	       number <= UINT32_MAX;
}

static bool _is_slurm_time(const char *value)
{
	int64_t seconds;

	return _is_unlimited_word(value) || !strcmp(value, "-1") ||
	       !ft_number_span(value, 0, INT64_MAX, &seconds);
}

static bool _reads_as_period(const char *value)
{
	int64_t seconds;

	return !ft_number_span(value, 1, INT64_MAX, &seconds);
}

static bool _reads_as_reset(const char *value)
{
	static const char *const names[] = {"none",   "now",	 "daily",
					    "weekly", "monthly", "quarterly",
					    "yearly", NULL};

	for (int i = 0; names[i]; i++)
		if (!strcasecmp(names[i], value))
			return true;
	return false;
}

static const struct value_rule value_rules[] = {
	{"PriorityWeightAge", _reads_as_weight, WHOLE},
	{"PriorityWeightAssoc", _reads_as_weight, WHOLE},
	{"PriorityWeightFairshare", _reads_as_weight, WHOLE},
	{"PriorityWeightJobSize", _reads_as_weight, WHOLE},
	{"PriorityWeightPartition", _reads_as_weight, WHOLE},
	{"PriorityWeightQOS", _reads_as_weight, WHOLE},
	{"PriorityDecayHalfLife", _is_slurm_time, TIME " (14-0: two weeks)"},
	{"PriorityMaxAge", _is_slurm_time, TIME " (7-0: a week)"},
	{"PriorityCalcPeriod", _reads_as_period, TIME ", at least a minute"},
	{"PriorityUsageResetPeriod", _reads_as_reset,
	 "give none, now, daily, weekly, monthly, quarterly or yearly"},
	{.key = NULL},
};

static void _judge_value(const struct ft_conf *conf,
			 const struct value_rule *rule, sfair_line_tell tell,
			 void *context)
{
	const char *where, *value = ft_conf_get(conf, rule->key, &where);
	char text[FT_ERR_TEXT], shown[SFAIR_SHOWN];

	if (!value || rule->suits(value))
		return;
	snprintf(text, sizeof(text),
		 "slurmctld does not start with \"%.200s\": %s",
		 sfair_shown(shown, value), rule->remedy);
	tell(context, true, where, text);
}

/* Usage that neither decays nor is reset. */
static void _judge_reset(const struct ft_conf *conf, sfair_line_tell tell,
			 void *context)
{
	const char *where;
	const char *decay = ft_conf_get(conf, "PriorityDecayHalfLife", &where);
	int64_t seconds;

	if (!ft_number_span(decay, 0, 0, &seconds) &&
	    !ft_conf_get(conf, "PriorityUsageResetPeriod", NULL))
		tell(context, true, where,
		     "without a half-life slurmctld starts only with "
		     "PriorityUsageResetPeriod: give one, or a half-life");
}

void sfair_check_values(const struct ft_conf *conf, sfair_line_tell tell,
			void *context)
{
	for (int i = 0; value_rules[i].key; i++)
		_judge_value(conf, &value_rules[i], tell, context);
	_judge_reset(conf, tell, context);
}

/* Of partitions so far: the longest MaxTime, and that of DEFAULT. */
struct longest {
	int64_t minutes, usual;
	bool any;
};

/* INT64_MAX: there is no limit, or none that can be read. */
static int64_t _limit_minutes(const char *value)
{
	int64_t amount;

	if (!strpbrk(value, ":-"))
		return ft_number_int(value, 0, INT32_MAX, &amount) ? INT64_MAX
								   : amount;
	return ft_number_span(value, 0, INT32_MAX, &amount) ? INT64_MAX
							    : amount / 60;
}

static int _take_longest(void *context, const char *name, const char *rest,
			 const char *where)
{
	struct longest *longest = context;
	int64_t minutes = longest->usual;
	char value[FT_ERR_TEXT];

	(void) where;
	if (ft_conf_word(rest, "MaxTime", value, sizeof(value)))
		minutes = _limit_minutes(value);
	if (!strcasecmp(name, "DEFAULT")) {
		longest->usual = minutes;
		return 0;
	}
	longest->any = true;
	if (minutes > longest->minutes)
		longest->minutes = minutes;
	return 0;
}

int64_t sfair_check_longest(const struct ft_conf *conf)
{
	struct longest longest = {.usual = INT64_MAX};

	(void) ft_conf_each(conf, "PartitionName", _take_longest, &longest);
	return longest.any ? longest.minutes : 0;
}
