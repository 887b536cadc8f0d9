/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_usage_formula - fairshare_usage_res with the places of its TRES: what a
 * second of a job adds to usage.
 */
#ifndef FT_SLURM_FAIRTREE_CONFIG_USAGE_FORMULA_H
#define FT_SLURM_FAIRTREE_CONFIG_USAGE_FORMULA_H

#include "slurm/common/compat.h"
#include "core/pbs/tres_formula.h"

struct fts_usage_formula {
	uint32_t count;
	int tres[FT_TRES_TERMS]; /* index in tres_alloc_cnt */
	double weight[FT_TRES_TERMS];
};

/* Where the TRES "type/name" is in tres_alloc_cnt; -1: the cluster does not
 * count it.  Takes assoc_mgr's tres lock (read). */
extern int fts_usage_formula_place(const char *name);

/*
 * What the cluster does not count adds nothing: core/priority/priority_rule.h
 * has refused it where TRES are known.  Takes assoc_mgr's tres lock (read).
 */
extern void fts_usage_formula_find(const struct ft_tres_formula *text,
				   struct fts_usage_formula *formula);

/* Units a second, of what the job has or had.  Caller holds job (read). */
extern double fts_usage_formula_rate(const struct fts_usage_formula *formula,
				     const job_record_t *job);

/* The same of what a pending job asks for.  Caller holds job (read). */
extern double fts_usage_formula_wanted(const struct fts_usage_formula *formula,
				       const job_record_t *job);

#endif
