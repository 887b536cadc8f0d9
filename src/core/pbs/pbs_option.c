/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See pbs_option.h.
 */
#include "core/pbs/pbs_option.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/fairshare/fairshare_pbs.h"

#define FILE_NONE "none"

const char *const ft_pbs_entity_names[] = {
	[FT_PBS_EUSER] = "euser",
	[FT_PBS_EGROUP] = "egroup",
	[FT_PBS_EGROUP_EUSER] = "egroup:euser",
	[FT_PBS_ACCOUNT_NAME] = "account_name",
	[FT_PBS_QUEUE] = "queue",
	NULL,
};

bool ft_pbs_option_file(const struct ft_pbs_option *option)
{
	return option->resource_group[0] &&
	       strcasecmp(option->resource_group, FILE_NONE) != 0;
}

/* A key whose value is not the default and that the tree of a file needs. */
static const char *_of_file(const struct ft_pbs_option *option)
{
	if (option->order == FT_PBS_ORDER_CYCLE)
		return "pbs_order=cycle";
	if (option->entity != FT_PBS_EUSER)
		return "fairshare_entity";
	if (option->unknown_shares)
		return "unknown_shares";
	if (option->decay_time != 86400)
		return "fairshare_decay_time";
	if (option->decay_factor != 0.5)
		return "fairshare_decay_factor";
	if (strcmp(option->usage_res, FT_PBS_USAGE_RES))
		return "fairshare_usage_res";
	return NULL;
}

static const char *_of_model(const struct ft_pbs_option *option)
{
	if (ft_pbs_option_file(option))
		return "resource_group";
	if (option->order != FT_PBS_ORDER_PATH)
		return "pbs_order";
	if (!option->enforce_no_shares)
		return "fairshare_enforce_no_shares";
	return _of_file(option);
}

int ft_pbs_option_check(struct ft_pbs_option *option, bool pbs,
			const char *where, struct ft_err *err)
{
	const char *idle = pbs ? NULL : _of_model(option);
	char key[128];

	if (idle)
		return ft_fail(err, -EINVAL,
			       "%s: %s has no effect without model=pbs: give "
			       "that, or remove the key",
			       where, idle);
	if (pbs && !ft_pbs_option_file(option) && (idle = _of_file(option)))
		return ft_fail(err, -EINVAL,
			       "%s: %s has no effect without "
			       "resource_group=FILE: the tree is Slurm's "
			       "associations, whose usage Slurm keeps",
			       where, idle);
	snprintf(key, sizeof(key), "%s: fairshare_usage_res", where);
	return ft_tres_formula_read(option->usage_res, key, &option->usage,
				    err);
}
