/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_policy - what a slurm.conf and the file that its policy= names say
 * about credentials, read as the plugin reads them, but for the owner of the
 * file.
 */
#ifndef FT_SFAIR_BASE_POLICY_FILE_H
#define FT_SFAIR_BASE_POLICY_FILE_H

#include "core/priority/priority_option.h"

/*
 * conf: path of slurm.conf, beside which a relative name is looked for.
 * parameters: PriorityParameters, may be NULL; option: the same, read.
 * policy: initialised.  0 or -errno with err.
 */
extern int sfair_policy_read(const char *conf, const char *parameters,
			     const struct ft_priority_site *site,
			     const struct ft_priority_option *option,
			     struct ft_site_policy *policy, struct ft_err *err);

#endif
