/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: partitions and licences that sbatch refuses, see when_access.h.
 *
 * Of a partition for groups that the user is not in slurmctld tells nothing.
 */
#include "ft_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/list.h"
#include "sfair/answer/when_access.h"

static bool _is_for_any(const char *list)
{
	return !list || !*list || !strcasecmp(list, "ALL");
}

/* Allow and Deny of a name; with a list of the first the other is not looked
 * at.  0 or -1 with err. */
static int _judge_list(const partition_info_t *partition, const char *what,
		       const char *allowed, const char *denied,
		       const char *name, struct ft_err *err)
{
	char shown[SFAIR_SHOWN], list[SFAIR_SHOWN];
	bool open = _is_for_any(allowed);

	if (open ? !denied || !ft_list_has_key(denied, name)
		 : ft_list_has_key(allowed, name))
		return 0;
	return ft_fail(err, -1,
		       "--partition=%s: it runs no jobs of %s %s (%s=%s): "
		       "give another partition, or another %s",
		       partition->name, what, sfair_shown(shown, name),
		       open ? "denied" : "allowed",
		       sfair_shown(list, open ? denied : allowed), what);
}

/* By the lists of accounts and QOS; what is not in force does not count. */
static int _judge_lists(const struct sfair_when_case *one,
			const struct sfair_when_standing *standing,
			struct ft_err *err)
{
	const partition_info_t *partition = one->partition;
	uint16_t enforced = one->scene->conf->accounting_storage_enforce;

	if (standing->account && (enforced & SFAIR_ENFORCE_ASSOCIATIONS) &&
	    _judge_list(partition, "account", partition->allow_accounts,
			partition->deny_accounts, standing->account, err))
		return -1;
	if (standing->qos && (enforced & SFAIR_ENFORCE_QOS) &&
	    _judge_list(partition, "qos", partition->allow_qos,
			partition->deny_qos, standing->qos->name, err))
		return -1;
	return 0;
}

int sfair_when_access(const struct sfair_when_case *one,
		      const struct sfair_when_standing *standing,
		      bool *ret_open, struct ft_err *err)
{
	const partition_info_t *partition = one->partition;
	bool accounts = !_is_for_any(partition->allow_accounts) ||
			partition->deny_accounts;
	bool qos = !_is_for_any(partition->allow_qos) || partition->deny_qos;

	*ret_open = (accounts && !standing->account) || (qos && !standing->qos);
	if (partition->state_up & PARTITION_SUBMIT)
		return _judge_lists(one, standing, err);
	return ft_fail(err, -1,
		       "--partition=%s: it is %s, and takes no jobs: sinfo -o "
		       "\"%%P %%a\" shows those that are up",
		       partition->name,
		       partition->state_up == PARTITION_DRAIN ? "drained"
							      : "inactive");
}

/* -- licences ---------------------------------------------------------------
 */

static const slurm_license_info_t *_licence_named(const license_info_msg_t *all,
						  const char *name, size_t size)
{
	for (uint32_t i = 0; i < all->num_lic; i++)
		if (strlen(all->lic_array[i].name) == size &&
		    !strncmp(all->lic_array[i].name, name, size))
			return &all->lic_array[i];
	return NULL;
}

static int _refuse_licence(const license_info_msg_t *all, const char *option,
			   struct ft_err *err)
{
	char names[512] = "", shown[SFAIR_SHOWN];

	for (uint32_t i = 0; i < all->num_lic; i++) {
		size_t used = strlen(names);

		snprintf(names + used, sizeof(names) - used, "%s%.64s:%u",
			 used ? ", " : "",
			 sfair_shown(shown, all->lic_array[i].name),
			 (unsigned int) all->lic_array[i].total);
	}
	return ft_fail(err, -1, "--licenses=%s: there are no such, but %s",
		       sfair_shown(shown, option),
		       *names ? names : "no licences at all");
}

int sfair_when_licences(const struct sfair_when_case *one, struct ft_err *err)
{
	const license_info_msg_t *all;
	const char *asked = one->asked->licences, *at = asked;

	/* of a|b one that is there would do */
	if (!*asked || strchr(asked, '|'))
		return 0;
	all = sfair_scene_licences(one->scene);
	while (all && *at) {
		size_t size = strcspn(at, ":=,;");
		const slurm_license_info_t *found =
			_licence_named(all, at, size);
		unsigned long count = 1;

		if (at[size] == ':' || at[size] == '=')
			count = strtoul(at + size + 1, NULL, 10);
		if (size && (!found || count > found->total))
			return _refuse_licence(all, asked, err);
		at += strcspn(at, ",;");
		at += *at != '\0';
	}
	return 0;
}
