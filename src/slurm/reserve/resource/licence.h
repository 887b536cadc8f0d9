/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_licences - licences, the ways to have them, and their layers.
 */
#ifndef FT_SLURM_RESERVE_RESOURCE_LICENCE_H
#define FT_SLURM_RESERVE_RESOURCE_LICENCE_H

#include "slurm/reserve/build/build.h"

/* Of a licence: nodes that have it, see licence_layer.c. */
struct fts_layer {
	uint8_t mode; /* FTS_LAYER_...; 0: whatever the nodes are */
	struct ft_node_set *nodes;
};

/* licence.c.  Locks: as for the caller's lists. */

/* As many of them are in use as now: locks were given up since. */
extern void fts_build_licences_used(struct fts_build *build);
/*
 * The list of a job that runs on those nodes, or of a reservation (nodes: NULL,
 * since its list tells layers); sets *ret_count, NULL if none.
 */
extern struct ft_licence *fts_build_licences(struct fts_build *build,
					     fts_list_t licenses,
					     bitstr_t *nodes,
					     uint32_t *ret_count);
/* That of a list's record (licenses_t), or FT_NO_INDEX. */
extern uint32_t fts_build_licence_index(const struct fts_build *build,
					const void *licence);
/* One without a name, of which there are so many: its index, or FT_NO_INDEX,
 * which sets failed. */
extern uint32_t fts_build_new_licence(struct fts_build *build, int64_t total);
/* The list, copied, with so much of one more. */
extern struct ft_licence *fts_build_one_more(struct fts_build *build,
					     const struct ft_licence *licence,
					     uint32_t *count, uint32_t index,
					     int64_t amount);

/* licence_choice.c: one way to have what a job asks for of licences. */

/* So many are planned at most, and so many tried. */
enum { FTS_WAYS_MAX = 32, FTS_WAYS_TRIED = 256 };
struct fts_way {
	uint32_t count;
	struct ft_licence *licence;
	char *choice;		   /* see fts_manner.licence */
	struct ft_node_set *nodes; /* NULL: any */
	uint32_t most;		   /* nodes; 0: any number */
};
/*
 * Fills way[room], those first that win a tie, and returns how many; a job
 * without licences has one.  room: FTS_WAYS_TRIED at most.  *ret_all: these are
 * all that there are.  Locks: as for the list.
 */
extern uint32_t fts_build_ways(struct fts_build *build, fts_list_t licences,
			       const struct ft_request *request,
			       struct fts_way *way, uint32_t room,
			       bool *ret_all);
/* The request, without licences so far, takes that way; false if it cannot. */
extern bool fts_way_take(struct fts_build *build, const struct fts_way *way,
			 struct ft_request *request);

/* licence_layer.c, once pools have begun.  Locks: node read. */

/* Has that licence of the snapshot nodes? */
extern bool fts_layered(const struct fts_build *build, uint32_t licence);
/* What a job on those nodes holds of the layers of a resource; there must be
 * room for all licences.  Returns how many. */
extern uint32_t fts_layer_held(struct fts_build *build, const char *name,
			       bitstr_t *nodes, int64_t amount,
			       struct ft_licence *list);
/* As fts_build_ways, of one resource; *ret_all stays or becomes false. */
extern uint32_t fts_layer_ways(struct fts_build *build, const char *name,
			       int64_t amount, const struct ft_request *request,
			       struct fts_way *way, uint32_t room,
			       bool *ret_all);

#endif
