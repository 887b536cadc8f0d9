/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_score - what Maui's targets mean for every credential at once: how far
 * it is from its target, and whether it has reached a hard cap.
 *
 * Made of goals and usage, then never changed: pricing many jobs looks up
 * numbers only.  Knows no job, and neither weighs nor caps a delta.
 */
#ifndef FT_CORE_LEDGER_FAIRSHARE_SCORE_H
#define FT_CORE_LEDGER_FAIRSHARE_SCORE_H

#include "core/maui/fairshare_goal.h"

/* What the text of a reached cap begins with. */
#define FT_FS_CAP_TEXT "Fairshare cap of "

struct ft_fs_score {
	uint32_t count;	  /* credentials of the history when it was made */
	double *delta;	  /* of each: ft_fs_delta() */
	const char **cap; /* of each: what to tell, if a hard cap is reached */
	uint32_t capped;  /* how many have */
	double otherwise[FT_CREDENTIAL_KINDS]; /* delta of later ones */
	struct ft_arena *arena;
};

/*
 * Gives every credential with a target a number in the table, so that a
 * score knows it before it has used anything.  0 or -ENOMEM.
 */
extern int ft_fs_score_register(const struct ft_fs_goals *goals,
				struct ft_credential_table *table);

/* Costs credentials * depth.  0, or -ENOMEM with score empty. */
extern int ft_fs_score_make(const struct ft_fs_goals *goals,
			    const struct ft_fs_history *history,
			    struct ft_fs_score *score);
extern void ft_fs_score_fini(struct ft_fs_score *score);

/* Of a credential of this kind; 0 for FT_CREDENTIAL_NONE. */
extern double ft_fs_score_delta(const struct ft_fs_score *score,
				enum ft_credential_kind kind,
				uint32_t credential);

/*
 * credential: what a job counts for, one of each kind, FT_CREDENTIAL_NONE
 * where it has none.  "Fairshare cap of user john reached: 5400.0 of 3600.0
 * processor-seconds": of the first that has reached its cap, in the order of
 * enum ft_credential_kind; NULL: none has.  Lives as long as the score.
 */
extern const char *
ft_fs_score_cap(const struct ft_fs_score *score,
		const uint32_t credential[FT_CREDENTIAL_KINDS]);

#endif
