/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See chance.h.
 */
#include "slurm/reserve/demand/chance.h"

#include <stdlib.h>

#include "core/plan/vacancy.h"

struct fts_outlook {
	struct ft_snapshot empty; /* without runs */
	struct ft_vacancy *now, *ever;
};

static struct fts_outlook *_outlook_of(struct fts_build *build)
{
	struct fts_outlook *outlook = build->outlook;

	if (outlook)
		return outlook;
	outlook = calloc(1, sizeof(*outlook));
	if (!outlook)
		return NULL;
	outlook->empty = *build->snapshot;
	outlook->empty.run_count = 0;
	outlook->empty.closure_count = 0;
	outlook->now = ft_vacancy_new(build->snapshot);
	outlook->ever = ft_vacancy_new(&outlook->empty);
	build->outlook = outlook;
	return outlook;
}

enum fts_chance fts_build_chance(struct fts_build *build,
				 const struct ft_request *request)
{
	struct fts_outlook *outlook = _outlook_of(build);
	struct ft_request *bare, *alone;

	if (!outlook || !outlook->now || !outlook->ever)
		return FTS_CHANCE_NOW;
	/* Answers are known again by their address, so each has its own; limits
	 * and licences may still be added. */
	bare = fts_build_alloc(build, 2 * sizeof(*bare));
	if (!bare)
		return FTS_CHANCE_NOW;
	*bare = *request;
	bare->licence_count = bare->claim_count = 0;
	if (ft_vacancy_count(outlook->now, bare, 1, 1))
		return FTS_CHANCE_NOW;
	alone = bare + 1;
	*alone = *bare;
	alone->closure_count = 0;
	return ft_vacancy_count(outlook->ever, alone, 1, 1) ? FTS_CHANCE_EMPTY
							    : FTS_CHANCE_NONE;
}

void fts_build_chance_free(struct fts_build *build)
{
	if (!build->outlook)
		return;
	ft_vacancy_free(build->outlook->now);
	ft_vacancy_free(build->outlook->ever);
	free(build->outlook);
}
