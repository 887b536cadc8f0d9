/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See usage_formula.h.
 */
#include "slurm/common/lock.h"
#include "slurm/fairtree/config/usage_formula.h"

#include <stdio.h>
#include <string.h>

/* Caller holds tres (read).  -1: no such TRES. */
static int _find_tres(const char *name)
{
	char type[FT_TRES_NAME], *slash;
	slurmdb_tres_rec_t key = {.type = type};

	snprintf(type, sizeof(type), "%s", name);
	slash = strchr(type, '/');
	if (slash) {
		*slash = '\0';
		key.name = slash + 1;
	}
	return assoc_mgr_find_tres_pos(&key, true);
}

int fts_usage_formula_place(const char *name)
{
	assoc_mgr_lock_t locks = {.tres = READ_LOCK};
	int place = -1;

	fts_lock_assoc(&locks, "formula");
	if (strlen(name) < FT_TRES_NAME)
		place = _find_tres(name);
	fts_unlock_assoc(&locks);
	return place;
}

void fts_usage_formula_find(const struct ft_tres_formula *text,
			    struct fts_usage_formula *formula)
{
	assoc_mgr_lock_t locks = {.tres = READ_LOCK};
	struct fts_usage_formula next = {0};

	fts_lock_assoc(&locks, "formula");
	for (uint32_t i = 0; i < text->count; i++) {
		next.weight[next.count] = text->term[i].weight;
		next.tres[next.count] = _find_tres(text->term[i].name);
		next.count += next.tres[next.count] >= 0;
	}
	fts_unlock_assoc(&locks);
	*formula = next;
}

/* Not rounded, as priority/multifactor charges it. */
static double _billing(const job_record_t *job)
{
	return fuzzy_equal(job->billable_tres, NO_VAL) ? job->total_cpus
						       : job->billable_tres;
}

double fts_usage_formula_rate(const struct fts_usage_formula *formula,
			      const job_record_t *job)
{
	double rate = 0;

	for (uint32_t i = 0; i < formula->count; i++) {
		int tres = formula->tres[i];

		if (tres == TRES_ARRAY_BILLING)
			rate += formula->weight[i] * _billing(job);
		else if (job->tres_alloc_cnt &&
			 job->tres_alloc_cnt[tres] != NO_CONSUME_VAL64)
			rate += formula->weight[i] *
				(double) job->tres_alloc_cnt[tres];
	}
	return rate;
}

double fts_usage_formula_wanted(const struct fts_usage_formula *formula,
				const job_record_t *job)
{
	double rate = 0;

	for (uint32_t i = 0; job->tres_req_cnt && i < formula->count; i++)
		if (job->tres_req_cnt[formula->tres[i]] != NO_CONSUME_VAL64)
			rate += formula->weight[i] *
				(double) job->tres_req_cnt[formula->tres[i]];
	return rate;
}
