/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_shape_room - the lists of a shape's requests while they are made; private
 * to demand/.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_SHAPE_LIST_H
#define FT_SLURM_RESERVE_DEMAND_SHAPE_LIST_H

#include "slurm/reserve/build/build.h"

/*
 * Room for two requests more of one that is being made, since one may become
 * two.  How many there will be is not known before: a job with many choices of
 * sockets or devices may have one that fits.  False sets failed.
 */
extern bool fts_shape_room(struct fts_build *build, struct fts_shape *draft);
/* Once all are there: they must not be written from then on. */
extern void fts_shape_keep(struct fts_build *build, struct fts_shape *draft);
/* From then on they are the snapshot's. */
extern void fts_shape_stay(struct fts_build *build, struct fts_shape *shape);

#endif
