/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_tree_live - the tree of resource_group with the usage that the running
 * plugin has counted, and the request to drop what is below unknown.
 *
 * Never writes to the ledger: a request is a file that the plugin's next pass
 * takes.
 */
#ifndef FT_SFAIR_TREE_TREE_LIVE_H
#define FT_SFAIR_TREE_TREE_LIVE_H

#include "core/fairshare/vertex.h"
#include "sfair/base/live.h"

/*
 * Fills list, which is empty, as the plugin would in its next pass.
 * unknown_shares stand in place of the configuration's.  0 or -errno with err.
 */
extern int sfair_tree_live(const struct sfair_live *live,
			   uint32_t unknown_shares, struct ft_vertex_list *list,
			   struct ft_err *err);

/* Asks for it and names the entities on stdout.  0 or -errno with err. */
extern int sfair_tree_trim(const struct sfair_live *live,
			   const struct ft_vertex_list *list,
			   struct ft_err *err);

#endif
