/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_population - the accounts and users of a log, with their shares, and which
 * user of which account each of its jobs counts for.
 *
 * Logs name users by number, some name groups, none names accounts or shares.
 * So the tree is made up (four divisions with 1, 2, 3 and 4 shares, four groups
 * in each with the same, users with one share each spread over them by their
 * number), or it has an account of one share for each group of the log, or it
 * is given.  Refuses a given tree that has no place for a user of the log.
 */
#ifndef FT_CORE_REPLAY_POPULATION_H
#define FT_CORE_REPLAY_POPULATION_H

#include "core/base/err.h"
#include "core/fairshare/vertex.h"
#include "core/replay/workload.h"

/* The account of a given tree below which users belong that it does not name.
 */
#define FT_POPULATION_UNKNOWN "unknown"

struct ft_population {
	struct ft_vertex_list
		list;	/* users are leaves, named by their number */
	uint32_t *leaf; /* vertex of each of the workload's jobs */
};

/* Each 0 or -ENOMEM; the population is to be freed after 0 only. */
extern int ft_population_make_up(const struct ft_workload *workload,
				 struct ft_population *ret_population);
extern int ft_population_groups(const struct ft_workload *workload,
				struct ft_population *ret_population);

/*
 * Of a given tree: users are its leaves of their number.  The list becomes the
 * population's; it is given back as it was, but for users that were added
 * below FT_POPULATION_UNKNOWN, when it does not return 0: -EINVAL (no place for
 * a user; err does not name the file) or -ENOMEM.
 */
extern int ft_population_given(const struct ft_workload *workload,
			       struct ft_vertex_list *list,
			       struct ft_population *ret_population,
			       struct ft_err *err);

/*
 * What each vertex is promised: its part of all shares (Slurm's, the product
 * down from the root), in [0, 1].  promised: one for each vertex of the list.
 * 0 or -ENOMEM.
 */
extern int ft_population_promise(const struct ft_population *population,
				 double *promised);

extern void ft_population_free(struct ft_population *population);

#endif
