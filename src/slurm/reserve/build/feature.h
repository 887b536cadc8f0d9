/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_feature - what a feature expression of Slurm says; private to
 * reserve/.
 *
 * The lists are those that build_feature_list() makes.  Refuses to choose:
 * it says which alternatives there are and which nodes each of them allows.
 */
#ifndef FT_SLURM_RESERVE_BUILD_FEATURE_H
#define FT_SLURM_RESERVE_BUILD_FEATURE_H

#include "slurm/reserve/build/build.h"

/* No more alternatives in brackets are looked at. */
enum { FTS_FEATURE_WAYS_MAX = 16 };

struct fts_feature_traits {
	bool counted;	       /* "a*2" */
	bool bracketed;	       /* "[a*2&b*1]": on different nodes */
	bool changeable;       /* a reboot would bring it */
	uint32_t alternatives; /* of "[a|b|c]"; 0: there are no brackets */
};

/* features may be NULL: none. */
extern void fts_feature_traits(fts_list_t features,
			       struct fts_feature_traits *ret_traits);

/*
 * Leaves the nodes whose hardware will do and that have all features outside
 * of brackets; prefer: those of --prefer in place of --constraint.
 * Locks: config read, job write, node read, partition read.
 */
extern void fts_feature_filter(job_record_t *job_ptr, bool prefer,
			       bitstr_t *nodes);

/*
 * The nodes among these that have all features without a boot, for the caller
 * to free; NULL: all of them.  After fts_feature_filter; locks as there.
 */
extern bitstr_t *fts_feature_active(job_record_t *job_ptr, bool prefer,
				    bitstr_t *nodes);

/* May nodes be booted to give the job's user other features? */
extern bool fts_feature_may_boot(const job_record_t *job_ptr);
/* From when on they may be for this job (--delay-boot); seconds of the epoch.
 */
extern int64_t fts_feature_delay(const struct fts_build *build,
				 const job_record_t *job_ptr);
/*
 * Seconds that nodes take to boot for these features, as the site says; 0: a
 * boot changes none of them.  features may be NULL.
 */
extern uint32_t fts_feature_boot(fts_list_t features);

/*
 * The nodes that have what the n-th alternative wants, for the caller to
 * free; NULL if there is none.  After fts_feature_filter.
 */
extern bitstr_t *fts_feature_way(fts_list_t features, uint32_t n);

/*
 * The nodes that have the n-th feature (or parentheses) with a count, and that
 * count; for the caller to free, NULL if there is none.
 */
extern bitstr_t *fts_feature_counted(fts_list_t features, uint32_t n,
				     uint32_t *ret_count);

/*
 * Leaves the nodes that have all features without a count that others are
 * joined to by "and".  slurmctld looks at none of these where any has a count.
 */
extern void fts_feature_uncounted(fts_list_t features, bitstr_t *nodes);

#endif
