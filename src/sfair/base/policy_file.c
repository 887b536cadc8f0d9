/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See policy_file.h.
 */
#include "sfair/base/policy_file.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/conf.h"
#include "sfair/base/json_file.h"

static int _read_file(const char *path, struct ft_site_policy *policy,
		      struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (!rc)
		rc = ft_site_policy_read(policy, text, path, err);
	free(text);
	return rc;
}

int sfair_policy_read(const char *conf, const char *parameters,
		      const struct ft_priority_site *site,
		      const struct ft_priority_option *option,
		      struct ft_site_policy *policy, struct ft_err *err)
{
	char *path;
	int rc = 0;

	if (ft_priority_option_file(option)) {
		path = ft_conf_beside(conf, option->policy);
		rc = path ? _read_file(path, policy, err) : ft_no_memory(err);
		free(path);
	}
	return rc ? rc
		  : ft_priority_option_policy(parameters, site, policy, err);
}
