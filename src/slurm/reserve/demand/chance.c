/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See chance.h.
 */
#include "slurm/reserve/demand/chance.h"

#include <stdlib.h>

#include "core/plan/vacancy.h"

struct fts_chances {
	struct ft_snapshot empty; /* without runs */
	struct ft_vacancy *now, *ever;
};

static struct fts_chances *_chances_of(struct fts_build *build)
{
	struct fts_chances *chances = build->chances;

	if (chances)
		return chances;
	chances = calloc(1, sizeof(*chances));
	if (!chances)
		return NULL;
	chances->empty = *build->snapshot;
	chances->empty.run_count = 0;
	chances->empty.closure_count = 0;
	chances->now = ft_vacancy_new(build->snapshot, build->now);
	chances->ever = ft_vacancy_new(&chances->empty, build->now);
	build->chances = chances;
	return chances;
}

enum fts_chance fts_build_chance(struct fts_build *build,
				 const struct ft_request *request)
{
	struct fts_chances *chances = _chances_of(build);
	struct ft_request *bare, *alone;

	if (!chances || !chances->now || !chances->ever)
		return FTS_CHANCE_NOW;
	/* Answers are known again by their address, so each has its own; limits
	 * and licences may still be added. */
	bare = fts_build_own(build, 2 * sizeof(*bare));
	if (!bare)
		return FTS_CHANCE_NOW;
	*bare = *request;
	bare->licence_count = bare->claim_count = 0;
	if (ft_vacancy_count(chances->now, bare, 1, 1))
		return FTS_CHANCE_NOW;
	alone = bare + 1;
	*alone = *bare;
	alone->closure_count = 0;
	return ft_vacancy_count(chances->ever, alone, 1, 1) ? FTS_CHANCE_EMPTY
							    : FTS_CHANCE_NONE;
}

void fts_build_chance_free(struct fts_build *build)
{
	if (!build->chances)
		return;
	ft_vacancy_free(build->chances->now);
	ft_vacancy_free(build->chances->ever);
	free(build->chances);
}
