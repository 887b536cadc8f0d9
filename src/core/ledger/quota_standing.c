/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_standing.h.
 */
#include "core/ledger/quota_standing.h"

#include <errno.h>
#include <stdlib.h>

struct ft_quota_standing {
	struct ft_quota_tree tree; /* judged */
	struct ft_quota_place place;
	uint32_t *account; /* of each path of the ledger */
	uint32_t paths;
};

/* A path without a name is the root's. */
static int _accounts(struct ft_quota_standing *standing,
		     const struct ft_ledger_periods *periods)
{
	const struct ft_name_table *names = &periods->names;
	int rc = 0;

	standing->paths = names->count;
	standing->account =
		calloc((size_t) names->count + 1, sizeof(*standing->account));
	if (!standing->account)
		return -ENOMEM;
	for (uint32_t i = 0; i < names->count && rc != -ENOMEM; i++)
		rc = ft_quota_tree_account(&standing->tree, names->name[i],
					   &standing->account[i], NULL);
	return rc == -ENOMEM ? rc : 0;
}

static void _charge_account(struct ft_quota_standing *standing,
			    const struct ft_ledger_period *period)
{
	for (uint32_t i = 0; i < standing->paths; i++) {
		struct ft_quota *quota =
			&standing->tree.quota[standing->account[i]];

		for (int kind = 0; kind < FT_QUOTA_KINDS; kind++)
			quota->used[kind] += ft_ledger_hours(
				period, i, (enum ft_quota_kind) kind);
	}
}

static uint32_t _account(const struct ft_quota_standing *standing,
			 uint32_t path)
{
	return path < standing->paths ? standing->account[path] : 0;
}

static int _vote_account(struct ft_quota_standing *standing,
			 const struct ft_quota_ballot *ballot, uint32_t count)
{
	struct ft_quota_job *job = calloc((size_t) count + 1, sizeof(*job));
	uint32_t *order = calloc((size_t) count + 1, sizeof(*order));
	int rc = job && order ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < count && !rc; i++)
		job[i] = (struct ft_quota_job){
			.job_id = ballot[i].job_id,
			.account = _account(standing, ballot[i].path),
			.submit = ballot[i].submit,
		};
	if (!rc)
		rc = ft_quota_order(&standing->tree.list, standing->tree.quota,
				    job, count, order);
	if (!rc)
		rc = ft_quota_place_make(&standing->tree.list,
					 standing->tree.quota, job, count,
					 order, &standing->place);
	free(job);
	free(order);
	return rc;
}

static int _make_account(struct ft_quota_standing *standing,
			 const struct ft_quota_tree *policy,
			 const struct ft_ledger_periods *periods,
			 const struct ft_quota_ballot *ballot, uint32_t count)
{
	int rc = ft_quota_tree_init(&standing->tree);

	if (!rc)
		rc = _accounts(standing, periods);
	if (!rc)
		rc = ft_quota_tree_limit(&standing->tree, policy);
	if (rc)
		return rc;
	if (periods->count)
		_charge_account(standing, &periods->period[0]);
	ft_quota_judge(&standing->tree.list, standing->tree.quota);
	return _vote_account(standing, ballot, count);
}

struct ft_quota_standing *
ft_quota_standing_new(const struct ft_quota_tree *policy,
		      const struct ft_ledger_periods *periods,
		      const struct ft_quota_ballot *ballot, uint32_t count)
{
	struct ft_quota_standing *standing = calloc(1, sizeof(*standing));

	if (!standing ||
	    !_make_account(standing, policy, periods, ballot, count))
		return standing;
	ft_quota_standing_free(standing);
	return NULL;
}

void ft_quota_standing_free(struct ft_quota_standing *standing)
{
	if (!standing)
		return;
	ft_quota_tree_fini(&standing->tree);
	ft_quota_place_fini(&standing->place);
	free(standing->account);
	free(standing);
}

double ft_quota_standing_factor(const struct ft_quota_standing *standing,
				uint32_t job_id, uint32_t path)
{
	return ft_quota_place_of(&standing->place, &standing->tree.list,
				 standing->tree.quota, job_id,
				 _account(standing, path));
}

double ft_quota_standing_class(const struct ft_quota_standing *standing,
			       const char *path)
{
	return 1 - ft_quota_class(&standing->tree.list, standing->tree.quota,
				  ft_quota_tree_near(&standing->tree, path));
}
