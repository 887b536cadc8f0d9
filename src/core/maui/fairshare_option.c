/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_option.h.
 */
#include "core/maui/fairshare_option.h"

#include <errno.h>
#include <strings.h>

#define FIELD(name) offsetof(struct ft_fs_option, name)
#define NOT_GIVEN "none"
#define TARGETS(whose)                                                         \
	0, 0, 0, NULL, "", "", NULL,                                           \
		"Fairshare targets of " whose                                  \
		" in percent: NAME:50|NAME:30, DEFAULT for all others; 50+ "   \
		"only raises priority, 50- only lowers it, 50% keeps jobs "    \
		"from running once so much of what was delivered is used, "    \
		"3600^ once so many units of fspolicy are."

const struct ft_option ft_fs_option_table[] = {
	{"fspolicy", FT_OPTION_TEXT, FIELD(policy), 0, FT_FS_WORD, NULL,
	 NOT_GIVEN, "", NULL,
	 "What usage is measured in for fairshare targets: DEDICATEDPS "
	 "(processors times seconds), DEDICATEDPES (processor equivalents "
	 "times seconds); UTILIZEDPS (seconds of processor time used) is for "
	 "sfair alone; with % behind, targets count by ratio."},
	{"fsinterval", FT_OPTION_SCOPED_SPAN, 0, 1, 366 * 86400, NULL,
	 "12:00:00", "seconds", NULL, "Length of a window of usage."},
	{"fsdepth", FT_OPTION_SCOPED, 0, 1, FT_FS_DEPTH_MAX, NULL, "8",
	 "windows", NULL, "How many windows of usage count."},
	{"fsdecay", FT_OPTION_SCOPED, 0, 1e-6, 1, NULL, "1", "", NULL,
	 "What a window counts, relative to the next newer one."},
	{"userfstarget", FT_OPTION_LIST, TARGETS("users")},
	{"groupfstarget", FT_OPTION_LIST, TARGETS("Unix groups")},
	{"accountfstarget", FT_OPTION_LIST, TARGETS("accounts")},
	{"qosfstarget", FT_OPTION_LIST, TARGETS("QOS")},
	{"classfstarget", FT_OPTION_LIST, TARGETS("partitions")},
	{"fsenforcement", FT_OPTION_TEXT, FIELD(enforcement), 0, FT_FS_WORD,
	 NULL, NOT_GIVEN, "", NULL,
	 "Refused: no manual of Maui says what it does."},
	{.name = NULL},
};

/* As ft_fs_goals_take() knows them. */
static const char *const configs[] = {"USERCFG", "GROUPCFG", "ACCOUNTCFG",
				      "QOSCFG", "CLASSCFG"};

static bool _is_option(const struct ft_option_entry *entry, const char *name)
{
	return !strcasecmp(entry->option->name, name);
}

/* "userfstarget=john:50" is USERCFG[john] FSTARGET=50. */
static int _take_target(struct ft_fs_goals *goals,
			const struct ft_option_entry *entry, struct ft_err *err)
{
	struct ft_statement statement = {
		.index = entry->name, .key = "FSTARGET", .value = entry->value};
	struct ft_err why = {0};
	bool taken;
	int rc;

	for (size_t i = 0; i < sizeof(configs) / sizeof(*configs); i++)
		if (!strncasecmp(entry->option->name, configs[i], 3))
			statement.name = configs[i];
	goals->overrides = true; /* the file has been read */
	rc = ft_fs_goals_take(goals, &statement, &taken, &why);
	return rc ? ft_fail(err, rc, "%s=%.80s:%.80s: %.300s",
			    entry->option->name, entry->name, entry->value,
			    why.text)
		  : 0;
}

static int _take_span(struct ft_fs_goals *goals,
		      const struct ft_option_entry *entry, struct ft_err *err)
{
	if (entry->scope)
		return ft_fail(err, -EINVAL,
			       "%s:%.80s: usage is kept for all partitions "
			       "together: give %s=%.80s",
			       entry->option->name, entry->scope,
			       entry->option->name, entry->value);
	if (_is_option(entry, "fsinterval"))
		goals->span.interval = (int64_t) entry->number;
	else if (_is_option(entry, "fsdecay"))
		goals->span.decay = entry->number;
	else if (entry->number == (uint32_t) entry->number)
		goals->span.depth = (uint32_t) entry->number;
	else
		return ft_fail(err, -EINVAL, "%s=%.80s: give a whole number",
			       entry->option->name, entry->value);
	return 0;
}

int ft_fs_option_take(void *context, const struct ft_option_entry *entry,
		      struct ft_err *err)
{
	const struct ft_option *option = ft_fs_option_table;

	while (option->name && option != entry->option)
		option++;
	if (!option->name)
		return 0;
	return option->type == FT_OPTION_LIST
		       ? _take_target(context, entry, err)
		       : _take_span(context, entry, err);
}

int ft_fs_option_close(const struct ft_fs_option *option, const char *where,
		       struct ft_fs_goals *goals, struct ft_err *err)
{
	struct ft_statement enforcement = {.name = "FSENFORCEMENT",
					   .value = option->enforcement};
	struct ft_err why = {0};
	bool taken;
	int rc = 0;

	if (strcasecmp(option->enforcement, NOT_GIVEN))
		rc = ft_fs_goals_take(goals, &enforcement, &taken, &why);
	if (!rc && strcasecmp(option->policy, NOT_GIVEN))
		rc = ft_fs_goals_policy(goals, option->policy, &why);
	if (rc)
		return ft_fail(err, rc, "%s: %.400s", where, why.text);
	if (goals->credentials.count && goals->metric == FT_FS_NONE)
		return ft_fail(err, -EINVAL,
			       "%s: there are fairshare targets, but no usage "
			       "is kept for them: give fspolicy=DEDICATEDPS "
			       "or remove the targets",
			       where);
	return 0;
}
