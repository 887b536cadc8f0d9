/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_access - what sbatch refuses of accounts, QOS, partitions and
 * licences, and limits that have no room for the job.
 *
 * Judges by what slurmctld tells its user; what that does not tell is left
 * open.  Where the site enforces none of these it refuses nothing.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_ACCESS_H
#define FT_SFAIR_ANSWER_WHEN_ACCESS_H

#include "sfair/answer/when_row.h"
#include "sfair/limits/limits.h"

/* Bits of AccountingStorageEnforce. */
enum {
	SFAIR_ENFORCE_ASSOCIATIONS = 1 << 0,
	SFAIR_ENFORCE_LIMITS = 1 << 1,
	SFAIR_ENFORCE_QOS = 1 << 3,
};

/* As what the job is submitted. */
struct sfair_when_standing {
	struct sfair_limits *limits; /* NULL: not told of, or not enforced */
	bool told;		     /* slurmctld tells of associations */
	char user[256];
	const char *account; /* NULL: not known */
	const slurmdb_assoc_rec_t *assoc;
	const slurmdb_qos_rec_t *qos; /* NULL: not known */
};

/* when_standing.c: the account and the QOS that are asked for, or the user's
 * own.  0 or -1 with err; free after an error as well. */
extern int sfair_when_stand(struct sfair_when_standing *standing,
			    const struct sfair_when_case *one,
			    struct ft_err *err);
extern void sfair_when_standing_free(struct sfair_when_standing *standing);

/*
 * when_access.c: may the job be submitted to the case's partition?  0 or -1
 * with err.  *ret_open: that is not known.
 */
extern int sfair_when_access(const struct sfair_when_case *one,
			     const struct sfair_when_standing *standing,
			     bool *ret_open, struct ft_err *err);
/* Are there as many licences?  0 or -1 with err. */
extern int sfair_when_licences(const struct sfair_when_case *one,
			       struct ft_err *err);

/* when_limit.c: limits that have no room for the first row, as elements of the
 * table's list, and marks rows that will never have room.  False: slurmctld
 * does not tell. */
extern bool sfair_when_limits(struct sfair_when_table *table,
			      struct sfair_when_standing *standing);

#endif
