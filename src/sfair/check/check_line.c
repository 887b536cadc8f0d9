/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See check_line.h.
 */
#include "sfair/check/check_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/err.h"
#include "core/base/option.h"
#include "sfair/base/shown.h"

struct inspection {
	const struct ft_conf *conf;
	sfair_line_tell tell;
	void *context;
};

/* The beginnings of keys that the plugins read: each stands once. */
static const char *const single_keys[] = {
	"AccountingStorage", "PluginDir", "Preempt",	       "Priority",
	"Scheduler",	     "SlurmUser", "StateSaveLocation", NULL,
};

static bool _has_one_value(const char *key)
{
	for (int i = 0; single_keys[i]; i++)
		if (!strncasecmp(key, single_keys[i], strlen(single_keys[i])))
			return true;
	return false;
}

/* The keys behind which others of the same thing follow on the line. */
static const char *const record_keys[] = {
	"DownNodes", "FrontendName",  "NodeName",
	"NodeSet",   "PartitionName", NULL,
};

static bool _begins_record(const char *key)
{
	for (int i = 0; record_keys[i]; i++)
		if (!strcasecmp(key, record_keys[i]))
			return true;
	return false;
}

/* Blanks at the beginning do not count; NULL: there is nothing else. */
static const char *_behind_blanks(const char *text)
{
	while (isspace((unsigned char) *text))
		text++;
	return *text ? text : NULL;
}

static bool _is_key_name(const char *key)
{
	while (isalnum((unsigned char) *key) || *key == '_' || *key == '.')
		key++;
	return !*key;
}

/* All keys of Slurm, 22.05 to 26.05, that are spelt like one that the plugins
 * read. */
static const char *const known_keys[] = {
	"AccountingStorageEnforce",
	"AccountingStorageTRES",
	"AccountingStorageType",
	"AccountingStorageUser",
	"DownNodes",
	"NodeName",
	"PartitionName",
	"PluginDir",
	"PreemptExemptTime",
	"PreemptMode",
	"PreemptParameters",
	"PreemptType",
	"PriorityCalcPeriod",
	"PriorityDecayHalfLife",
	"PriorityFavorSmall",
	"PriorityFlags",
	"PriorityMaxAge",
	"PriorityParameters",
	"PrioritySiteFactorPlugin",
	"PrioritySiteFactorParameters",
	"PriorityType",
	"PriorityUsageResetPeriod",
	"PriorityWeightAge",
	"PriorityWeightAssoc",
	"PriorityWeightFairshare",
	"PriorityWeightJobSize",
	"PriorityWeightPartition",
	"PriorityWeightQOS",
	"PriorityWeightTRES",
	"SchedulerAuth",
	"SchedulerParameters",
	"SchedulerPort",
	"SchedulerRootFilter",
	"SchedulerTimeSlice",
	"SchedulerType",
	"SlurmUser",
	"SlurmdUser",
	"StateSaveLocation",
	NULL,
};

/* What the key was meant to be; NULL: it is known, or none of these. */
static const char *_misspelt_key(const char *key)
{
	enum { FEW = 2 };
	size_t least = FEW + 1;
	const char *nearest = NULL;

	for (int i = 0; known_keys[i]; i++) {
		size_t distance = ft_option_distance(key, known_keys[i]);

		if (distance < least) {
			least = distance;
			nearest = known_keys[i];
		}
	}
	return least ? nearest : NULL;
}

/* slurmctld logs an error and goes on. */
static void _find_later(const struct inspection *inspection,
			const struct ft_conf_line *line)
{
	char text[FT_ERR_TEXT], shown[SFAIR_SHOWN];
	const char *last = line->where;

	(void) ft_conf_get(inspection->conf, line->key, &last);
	if (last == line->where)
		return;
	snprintf(text, sizeof(text),
		 "given twice: the last one counts, which is %.400s",
		 sfair_shown(shown, last));
	inspection->tell(inspection->context, false, line->where, text);
}

static int _inspect_line(void *context, const struct ft_conf_line *line)
{
	const struct inspection *inspection = context;
	bool record = _begins_record(line->key);
	const char *left =
		record ? ft_conf_stray(line->rest) : _behind_blanks(line->rest);
	const char *nearest;
	char text[FT_ERR_TEXT], shown[SFAIR_SHOWN];

	if (_has_one_value(line->key))
		_find_later(inspection, line);
	if (left)
		snprintf(text, sizeof(text),
			 "\"%.200s\" is left over, with which slurmctld does "
			 "not "
			 "start: lists have no blanks outside of quotes%s",
			 sfair_shown(shown, left),
			 record ? "" : ", and this key has a line for itself");
	else if (line->lacks_value)
		snprintf(text, sizeof(text),
			 "there is no value, with which slurmctld does not "
			 "start");
	else if (!_is_key_name(line->key))
		snprintf(text, sizeof(text),
			 "\"%.200s\" is no name of a key, with which slurmctld "
			 "does not start",
			 sfair_shown(shown, line->key));
	else if ((nearest = _misspelt_key(line->key)))
		snprintf(text, sizeof(text),
			 "slurm.conf has no key \"%.200s\", with which "
			 "slurmctld does not start: did you mean %s?",
			 sfair_shown(shown, line->key), nearest);
	else
		return 0;
	inspection->tell(inspection->context, true, line->where, text);
	return 0;
}

void sfair_check_lines(const struct ft_conf *conf, sfair_line_tell tell,
		       void *context)
{
	struct inspection inspection = {conf, tell, context};

	(void) ft_conf_lines(conf, _inspect_line, &inspection);
}
