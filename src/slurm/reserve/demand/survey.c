/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/survey.h.
 */
#include "slurm/reserve/demand/survey.h"

#include "slurm/reserve/resource/oversubscribe.h"

const node_record_t *fts_survey_node(uint32_t index)
{
	return index < (uint32_t) node_record_count
		       ? node_record_table_ptr[index]
		       : NULL;
}

static void _widen_survey(uint32_t value, uint32_t *least, uint32_t *most)
{
	if (!*most || value < *least)
		*least = value;
	if (value > *most)
		*most = value;
}

static void _measure_survey(const struct fts_build *build,
			    const struct ft_node_set *set,
			    struct fts_survey *survey)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = snapshot->resource_count;

	for (uint32_t i = ft_node_set_next(set, 0); i < set->size;
	     i = ft_node_set_next(set, i + 1)) {
		const int64_t *capacity =
			snapshot->capacity + (size_t) i * count;
		const node_record_t *node = fts_survey_node(i);
		bool first = !survey->most_threads;

		/* In reserve, or deleted: it says nothing of the others. */
		if (!node || IS_NODE_FUTURE(node))
			continue;
		_widen_survey(snapshot->node[i].threads, &survey->least_threads,
			      &survey->most_threads);
		_widen_survey(build->sockets ? node->cores : 1,
			      &survey->least_unit, &survey->most_unit);
		_widen_survey(node->tot_sockets, &survey->least_sockets,
			      &survey->most_sockets);
		for (uint32_t r = 0; r < count; r++) {
			int64_t has = capacity[r];

			if (r == FT_CORES)
				has /= fts_build_node_rows(build, i);
			if (first || has < survey->least[r])
				survey->least[r] = has;
			if (has > survey->most[r])
				survey->most[r] = has;
		}
	}
	if (!survey->most_threads) /* no node at all */
		survey->least_threads = survey->most_threads =
			survey->least_unit = survey->most_unit =
				survey->least_sockets = survey->most_sockets =
					1;
}

const struct fts_survey *fts_survey_of(struct fts_build *build,
				       const struct ft_node_set *set)
{
	struct fts_shared *shared = fts_build_share_set(build, set);
	struct fts_survey *survey;

	if (!shared || shared->about)
		return shared ? shared->about : NULL;
	survey = fts_build_own(build, sizeof(*survey));
	if (!survey)
		return NULL;
	survey->least = fts_build_amounts(build);
	survey->most = fts_build_amounts(build);
	if (build->failed)
		return NULL;
	_measure_survey(build, set, survey);
	shared->about = survey;
	return survey;
}
