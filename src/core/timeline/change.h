/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_change - which jobs rely on nodes as they are, and which change them.
 *
 * Beside what is free of a node a timeline keeps, for each node, how many rely
 * on it and how many have changed it, over time: see enum ft_change.  It does
 * so only if requests of the snapshot do both.  Refuses to know what
 * a change is, and what a changed node would be good for.
 */
#ifndef FT_CORE_TIMELINE_CHANGE_H
#define FT_CORE_TIMELINE_CHANGE_H

#include "core/timeline/profile.h"
#include "core/snapshot/snapshot.h"

struct ft_booking;

/*
 * Does any request of the snapshot rely on nodes, and any change them?  Else
 * no job restrains another.
 */
extern bool ft_change_used(const struct ft_snapshot *snapshot);

/*
 * A profile for each node, on which no job relies yet; NULL without error if
 * none is needed.  Copies: from may be NULL.  0 or -ENOMEM.
 */
extern int ft_changes_init(struct ft_profile **ret_change,
			   const struct ft_snapshot *snapshot);
extern int ft_changes_copy(struct ft_profile **ret_change, uint32_t node_count,
			   const struct ft_profile *from);
extern void ft_changes_fini(struct ft_profile *change, uint32_t node_count);

/* A booking without parts begins to count (sign 1), or not any more (-1).  0 or
 * -ENOMEM. */
extern int ft_changes_note(struct ft_profile *change,
			   const struct ft_booking *booking, int sign);

/* From when on no job relies on the node; INT64_MIN: none does. */
extern int64_t ft_change_free(const struct ft_profile *change);
/* When it is first changed; FT_NEVER: no job changes it. */
extern int64_t ft_change_first(const struct ft_profile *change);

/*
 * Do the two meet on a node that they share although one of them has ended?
 * One relies on what the other changes before.
 */
extern bool ft_change_meets(const struct ft_booking *a,
			    const struct ft_booking *b);

#endif
