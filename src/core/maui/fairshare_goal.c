/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_goal.h.
 */
#include "core/maui/fairshare_goal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"

enum { INTERVAL_MAX = 366 * 86400, DECAY_MIN_PPM = 1 };

static const char *const metrics[] = {
	[FT_FS_NONE] = "NONE",
	[FT_FS_DEDICATEDPS] = "DEDICATEDPS",
	[FT_FS_DEDICATEDPES] = "DEDICATEDPES",
	[FT_FS_UTILIZEDPS] = "UTILIZEDPS",
};

static const char *const config_names[FT_CREDENTIAL_KINDS] = {
	[FT_USER] = "USERCFG",	     [FT_GROUP] = "GROUPCFG",
	[FT_ACCOUNT] = "ACCOUNTCFG", [FT_QOS] = "QOSCFG",
	[FT_CLASS] = "CLASSCFG",
};

int ft_fs_goals_init(struct ft_fs_goals *goals)
{
	*goals = (struct ft_fs_goals){
		.span = {.interval = 12 * 3600, .depth = 8, .decay = 1}};
	return ft_credential_init(&goals->credentials);
}

void ft_fs_goals_fini(struct ft_fs_goals *goals)
{
	ft_credential_fini(&goals->credentials);
	free(goals->target);
	*goals = (struct ft_fs_goals){0};
}

const char *ft_fs_metric_word(enum ft_fs_metric metric)
{
	return metrics[metric];
}

int ft_fs_goals_policy(struct ft_fs_goals *goals, const char *text,
		       struct ft_err *err)
{
	size_t size = strlen(text);
	bool ratio = size && text[size - 1] == '%';

	size -= ratio;
	if (!strncasecmp(text, "true", size) && size == 4) {
		goals->metric = FT_FS_DEDICATEDPS;
		goals->ratio = ratio;
		return 0;
	}
	for (int i = FT_FS_NONE; i <= FT_FS_UTILIZEDPS; i++)
		if (size == strlen(metrics[i]) &&
		    !strncasecmp(text, metrics[i], size)) {
			goals->metric = (enum ft_fs_metric) i;
			goals->ratio = ratio;
			return 0;
		}
	return ft_fail(err, -EINVAL,
		       "fspolicy=%.80s: give NONE, DEDICATEDPS, DEDICATEDPES "
		       "or UTILIZEDPS, with %% behind for ratios",
		       text);
}

int ft_fs_goals_set(struct ft_fs_goals *goals, enum ft_credential_kind kind,
		    const char *name, struct ft_fs_target target)
{
	uint32_t at = ft_credential_add(&goals->credentials, kind, name);
	struct ft_fs_target *array;

	if (at == FT_CREDENTIAL_NONE)
		return -ENOMEM;
	if (at >= goals->room) {
		uint32_t room = 2 * (at + 1);

		array = realloc(goals->target, room * sizeof(*array));
		if (!array)
			return -ENOMEM;
		memset(array + goals->room, 0,
		       (room - goals->room) * sizeof(*array));
		goals->target = array;
		goals->room = room;
	}
	goals->target[at] = target;
	return 0;
}

struct ft_fs_target ft_fs_goals_get(const struct ft_fs_goals *goals,
				    enum ft_credential_kind kind,
				    const char *name)
{
	uint32_t at = ft_credential_find(&goals->credentials, kind, name);

	if (at == FT_CREDENTIAL_NONE)
		at = ft_credential_find(&goals->credentials, kind,
					FT_CREDENTIAL_DEFAULT);
	return at == FT_CREDENTIAL_NONE ? (struct ft_fs_target){0}
					: goals->target[at];
}

static int _take_target(struct ft_fs_goals *goals, int kind,
			const struct ft_statement *statement,
			struct ft_err *err)
{
	struct ft_fs_target target;
	int rc;

	if (!statement->index)
		return ft_fail(err, -EINVAL, "write %s[name] FSTARGET=..",
			       statement->name);
	if (!goals->overrides &&
	    ft_credential_find(&goals->credentials,
			       (enum ft_credential_kind) kind,
			       statement->index) != FT_CREDENTIAL_NONE)
		return ft_fail(err, -EINVAL,
			       "%s[%.64s] FSTARGET=%.64s: it has a target "
			       "already: remove one of the two",
			       statement->name, statement->index,
			       statement->value);
	rc = ft_fs_target_read(statement->value, &target, err);
	if (!rc && ft_fs_goals_set(goals, (enum ft_credential_kind) kind,
				   statement->index, target))
		rc = ft_no_memory(err);
	return rc;
}

/* Its manual names it as "see also", and nothing else says what it does. */
static int _refuse_enforcement(struct ft_err *err)
{
	return ft_fail(err, -EINVAL,
		       "FSENFORCEMENT: no manual of Maui says what it does, "
		       "and Maui 3.3.2 reads it without doing anything: "
		       "remove it; a target that ends with ^ or %% keeps jobs "
		       "from running");
}

static int _take_span(struct ft_fs_goals *goals,
		      const struct ft_statement *statement, bool *ret_taken,
		      struct ft_err *err)
{
	const char *name = statement->name, *value = statement->value;
	int64_t number = 0;
	double decay = 1;

	if (!strcasecmp(name, "FSINTERVAL")) {
		if (ft_number_span(value, 1, INTERVAL_MAX, &number))
			return ft_fail(err, -EINVAL,
				       "FSINTERVAL %s: give a time, as "
				       "12:00:00",
				       value);
		goals->span.interval = number;
	} else if (!strcasecmp(name, "FSDEPTH")) {
		if (ft_number_int(value, 1, FT_FS_DEPTH_MAX, &number))
			return ft_fail(err, -EINVAL,
				       "FSDEPTH %s: give a number from 1 to "
				       "%d",
				       value, FT_FS_DEPTH_MAX);
		goals->span.depth = (uint32_t) number;
	} else if (!strcasecmp(name, "FSDECAY")) {
		if (ft_number_real(value, DECAY_MIN_PPM / 1e6, 1, &decay))
			return ft_fail(err, -EINVAL,
				       "FSDECAY %s: give a number above 0, at "
				       "most 1",
				       value);
		goals->span.decay = decay;
	} else {
		*ret_taken = false;
	}
	return 0;
}

int ft_fs_goals_take(struct ft_fs_goals *goals,
		     const struct ft_statement *statement, bool *ret_taken,
		     struct ft_err *err)
{
	*ret_taken = true;
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		if (strcasecmp(statement->name, config_names[kind]))
			continue;
		*ret_taken = statement->key &&
			     !strcasecmp(statement->key, "FSTARGET");
		return *ret_taken ? _take_target(goals, kind, statement, err)
				  : 0;
	}
	if (statement->key || statement->index) {
		*ret_taken = false;
		return 0;
	}
	if (!strcasecmp(statement->name, "FSENFORCEMENT"))
		return _refuse_enforcement(err);
	if (!strcasecmp(statement->name, "FSPOLICY"))
		return ft_fs_goals_policy(goals, statement->value, err);
	return _take_span(goals, statement, ret_taken, err);
}
