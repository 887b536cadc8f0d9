/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exact looks: from when to when a pattern can start on a node, or find its
 * licences, in a step function.  Change nothing.
 */
#ifndef FT_CORE_BOARD_FIT_H
#define FT_CORE_BOARD_FIT_H

#include "core/board/state.h"

/*
 * The first span of starts in [from, limit] on the node, with what the profile
 * says is free there; false if there is none.
 */
extern bool ft_fit_span(const struct ft_board *board,
			const struct ft_pattern *pattern, uint32_t node,
			const struct ft_profile *profile, int64_t from,
			int64_t limit, struct ft_candidate *span);
/* Can it start there and then? */
extern bool ft_fit_at(const struct ft_board *board,
		      const struct ft_pattern *pattern, uint32_t node,
		      const struct ft_profile *profile, int64_t start);
/* The same of what the board has, but for that use, of a pattern that wants no
 * more than it takes and has no marks. */
extern bool ft_fit_without(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   int64_t start, const struct ft_use *use);
/* Sets until (to a duration after its end, at most) and cores. */
extern void ft_fit_end(const struct ft_board *board,
		       const struct ft_pattern *pattern,
		       const struct ft_profile *profile, int64_t start,
		       struct ft_candidate *candidate);
/* Of two nodes, for which these are set: the one that is free for less long
 * afterwards, then with fewer cores, then the first. */
static inline int ft_fit_compare(const struct ft_candidate *one,
				 const struct ft_candidate *two)
{
	if (one->until != two->until)
		return one->until < two->until ? -1 : 1;
	if (one->cores != two->cores)
		return one->cores < two->cores ? -1 : 1;
	return one->node < two->node ? -1 : 1;
}

/* Has the state what the pattern wants at its start, too? */
extern bool ft_fit_wants(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 const int64_t *state);

/* Do those that are there let it be beside them, by the pattern's marks? */
extern bool ft_fit_company(const struct ft_board *board,
			   const struct ft_pattern *pattern, uint32_t node,
			   const int64_t *state);
/* The same of a list of marks and the profile, from then until that time. */
extern bool ft_fit_company_until(const struct ft_board *board,
				 const struct ft_mark *mark, uint32_t count,
				 uint32_t node,
				 const struct ft_profile *profile, int64_t from,
				 int64_t until);

/* Does the state suffice, but for marks and what it wants at its start? */
extern bool ft_fit_state(const struct ft_board *board,
			 const struct ft_pattern *pattern, uint32_t node,
			 const int64_t *state);

/*
 * The first start in [from, limit] at which licence i of the pattern suffices,
 * FT_NEVER if there is none.  profile: what is free of it.
 */
extern int64_t ft_fit_licence(const struct ft_pattern *pattern, uint32_t i,
			      const struct ft_profile *profile, int64_t from,
			      int64_t limit);
/* Does it from then until that time? */
extern bool ft_fit_licence_until(const struct ft_pattern *pattern, uint32_t i,
				 const struct ft_profile *profile, int64_t from,
				 int64_t until);
#endif
