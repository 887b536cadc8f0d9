/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: the account and the QOS of the job, see when_access.h.
 *
 * root may submit for any user, so that of an account its own record counts.
 */
#include "ft_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/base/list.h"
#include "sfair/answer/when_access.h"
#include "sfair/base/command.h"
#include "slurm/common/compat_client.h"

enum { NAMES = 512 };

/* "a, b": so many as there is room for. */
static void _join_name(char names[NAMES], const char *name)
{
	size_t used = strlen(names);
	char shown[SFAIR_SHOWN];

	snprintf(names + used, NAMES - used, "%s%s", used ? ", " : "",
		 sfair_shown(shown, name));
}

static bool _is_own(const struct sfair_when_standing *standing,
		    const slurmdb_assoc_rec_t *one)
{
	return one->user && one->acct && !strcmp(one->user, standing->user);
}

/* The user's in the account (NULL: the default one), if there is one. */
static const slurmdb_assoc_rec_t *
_own_assoc(const struct sfair_when_standing *standing, const char *account)
{
	const slurmdb_assoc_rec_t *found = NULL;

	for (uint32_t i = 0; i < standing->limits->assoc_count; i++) {
		const slurmdb_assoc_rec_t *one = standing->limits->assoc[i];

		if (!_is_own(standing, one) || one->partition)
			continue;
		if (account ? !strcasecmp(one->acct, account) : one->is_def)
			found = one;
	}
	return found;
}

/* The account's own; NULL: there is none, or slurmctld does not tell. */
static const slurmdb_assoc_rec_t *
_account_assoc(const struct sfair_when_standing *standing, const char *account)
{
	for (uint32_t i = 0; i < standing->limits->assoc_count; i++) {
		const slurmdb_assoc_rec_t *one = standing->limits->assoc[i];

		if (!one->user && one->acct && !strcasecmp(one->acct, account))
			return one;
	}
	return NULL;
}

/* Has the user one that is bound to a partition? */
static bool _is_split(const struct sfair_when_standing *standing)
{
	for (uint32_t i = 0; i < standing->limits->assoc_count; i++)
		if (_is_own(standing, standing->limits->assoc[i]) &&
		    standing->limits->assoc[i]->partition)
			return true;
	return false;
}

static int _refuse_account(const struct sfair_when_standing *standing,
			   const char *account, struct ft_err *err)
{
	char names[NAMES] = "", shown[SFAIR_SHOWN];

	for (uint32_t i = 0; i < standing->limits->assoc_count; i++)
		if (_is_own(standing, standing->limits->assoc[i]))
			_join_name(names, standing->limits->assoc[i]->acct);
	return ft_fail(err, -1, "--account=%s: %s has no such account%s%s",
		       sfair_shown(shown, account), standing->user,
		       *names ? ", but " : ": sacctmgr show associations",
		       names);
}

static int _stand_account(struct sfair_when_standing *standing,
			  const struct sfair_when_case *one, struct ft_err *err)
{
	const char *asked = *one->asked->account ? one->asked->account : NULL;

	standing->assoc = _own_assoc(standing, asked);
	if (!standing->assoc && asked && !getuid())
		standing->assoc = _account_assoc(standing, asked);
	if (standing->assoc) {
		standing->account = standing->assoc->acct;
		return 0;
	}
	if (!asked || _is_split(standing) ||
	    !(one->scene->conf->accounting_storage_enforce &
	      SFAIR_ENFORCE_ASSOCIATIONS))
		return 0;
	return _refuse_account(standing, asked, err);
}

/* May the association use it?  Without a list it is not known. */
static bool _has_qos(const slurmdb_assoc_rec_t *assoc, uint32_t id)
{
	fts_list_iterator_t at;
	const char *word;
	bool found = false;

	if (!assoc || !assoc->qos_list || !slurm_list_count(assoc->qos_list))
		return true;
	at = slurm_list_iterator_create(assoc->qos_list);
	while (!found && (word = slurm_list_next(at)))
		found = strtoul(word, NULL, 10) == id;
	slurm_list_iterator_destroy(at);
	return found;
}

static int _refuse_qos(const struct sfair_when_standing *standing,
		       const char *asked, bool there, struct ft_err *err)
{
	fts_list_t list = standing->limits->answer->qos_list;
	fts_list_iterator_t at = slurm_list_iterator_create(list);
	char names[NAMES] = "", shown[SFAIR_SHOWN];
	const slurmdb_qos_rec_t *qos;

	while ((qos = slurm_list_next(at)))
		if (qos->name && _has_qos(standing->assoc, qos->id))
			_join_name(names, qos->name);
	slurm_list_iterator_destroy(at);
	return ft_fail(err, -1, "--qos=%s: %s: there are %s",
		       sfair_shown(shown, asked),
		       there ? "it is not among those of your account"
			     : "there is no such QOS",
		       names);
}

static int _stand_qos(struct sfair_when_standing *standing,
		      const struct sfair_when_case *one, struct ft_err *err)
{
	const slurmdb_assoc_rec_t *assoc = standing->assoc;
	const char *asked = one->asked->qos;
	bool enforced = one->scene->conf->accounting_storage_enforce &
			SFAIR_ENFORCE_QOS;
	uint32_t id = assoc ? assoc->def_qos_id : 0;

	if (!standing->limits->answer->qos_list)
		return 0;
	if (!*asked) {
		standing->qos =
			id && id != NO_VAL && id != INFINITE
				? sfair_limits_qos(standing->limits, NULL, id)
				: sfair_limits_qos(standing->limits, "normal",
						   0);
		return 0;
	}
	standing->qos = sfair_limits_qos(standing->limits, asked, 0);
	if (enforced && (!standing->qos || !_has_qos(assoc, standing->qos->id)))
		return _refuse_qos(standing, asked, standing->qos != NULL, err);
	return 0;
}

int sfair_when_stand(struct sfair_when_standing *standing,
		     const struct sfair_when_case *one, struct ft_err *err)
{
	*standing = (struct sfair_when_standing){.told = false};
	sfair_command_user(standing->user);
	if (!one->scene->conf->accounting_storage_enforce)
		return 0;
	standing->limits = sfair_limits_lend(one->scene);
	if (!standing->limits || !standing->limits->assoc_count)
		return 0;
	standing->limits->nameless = true;
	standing->told = true;
	if (_stand_account(standing, one, err))
		return -1;
	return _stand_qos(standing, one, err);
}

void sfair_when_standing_free(struct sfair_when_standing *standing)
{
	sfair_limits_return(standing->limits);
	standing->limits = NULL;
}
