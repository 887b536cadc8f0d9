/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_licence_pool - licences: how many there are, and how many each job
 * takes.
 */
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/pool.h"

#include <stdlib.h>

#include "src/slurmctld/licenses.h"

enum { FIRST_LICENCES = 16 };

/* Of a resource with layers, the one of those nodes; NULL: its first. */
static uint32_t _find_licence(const struct fts_build *build,
			      const licenses_t *licence)
{
	const license_info_msg_t *list = build->licence.info;
	const char *nodes = FTS_LICENCE_NODES(licence);

	for (uint32_t i = 0; list && i < list->num_lic; i++)
		if (!xstrcmp(list->lic_array[i].name, licence->name) &&
		    (!nodes ||
		     !xstrcmp(FTS_LICENCE_NODES(&list->lic_array[i]), nodes)))
			return i;
	return FT_NO_INDEX;
}

uint32_t fts_build_licence_index(const struct fts_build *build,
				 const void *licence)
{
	return _find_licence(build, licence);
}

static uint32_t _name_licences(struct fts_build *build)
{
	build->licence.info = fts_licences();
	return build->licence.info ? build->licence.info->num_lic : 0;
}

void fts_build_licences_used(struct fts_build *build)
{
	license_info_msg_t *list = build->licence.info, *now;

	if (!list)
		return;
	now = fts_licences();
	for (uint32_t i = 0; now && i < MIN(list->num_lic, now->num_lic); i++)
		if (!xstrcmp(list->lic_array[i].name, now->lic_array[i].name))
			list->lic_array[i].in_use = now->lic_array[i].in_use;
	slurm_free_license_info_msg(now);
}

static void _free_licences(struct fts_build *build)
{
	slurm_free_license_info_msg(build->licence.info);
	build->licence.info = NULL;
}

/* What running jobs of ours explain of so many licences; NULL sets failed. */
static int64_t *_explained(struct fts_build *build, uint32_t count)
{
	const struct ft_snapshot *snapshot = build->snapshot;
	int64_t *explained = calloc((size_t) count + 1, sizeof(*explained));

	build->failed |= !explained;
	for (uint32_t i = 0; explained && i < snapshot->run_count; i++) {
		const struct ft_run *run = &snapshot->run[i];

		for (uint32_t j = 0; j < run->licence_count; j++)
			if (run->licence[j].licence < count)
				explained[run->licence[j].licence] +=
					run->licence[j].count;
	}
	return explained;
}

/*
 * A licence that is in use beyond what running jobs of ours explain is not
 * there: it stays in use until Slurm says otherwise.
 */
static void _total_licences(struct fts_build *build)
{
	const license_info_msg_t *list = build->licence.info;
	int64_t *explained = list ? _explained(build, list->num_lic) : NULL;

	for (uint32_t i = 0; explained && i < list->num_lic; i++) {
		const slurm_license_info_t *licence = &list->lic_array[i];
		int64_t beyond = (int64_t) licence->in_use - explained[i];
		int64_t total = (int64_t) licence->total - MAX(beyond, 0);

		total -= FTS_LICENCE_DEFICIT(licence);
		build->snapshot->licence_total[i] = total > 0 ? total : 0;
	}
	free(explained);
}

/* Adds what of the licence is held; returns how many there are then. */
static uint32_t _hold_licence(struct fts_build *build,
			      const licenses_t *licence, bitstr_t *nodes,
			      struct ft_licence *list, uint32_t count)
{
	uint32_t index = _find_licence(build, licence);

	if (index == FT_NO_INDEX || !licence->total)
		return count;
	if (fts_layered(build, index) && nodes && !FTS_LICENCE_NODES(licence))
		return count + fts_layer_held(build, licence->name, nodes,
					      licence->total, &list[count]);
	list[count] =
		(struct ft_licence){.licence = index, .count = licence->total};
	return count + 1;
}

struct ft_licence *fts_build_licences(struct fts_build *build,
				      fts_list_t licenses, bitstr_t *nodes,
				      uint32_t *ret_count)
{
	uint32_t each = build->licence.layer ? build->licence.info->num_lic : 1;
	fts_list_iterator_t iterator;
	licenses_t *licence;
	struct ft_licence *list;
	uint32_t count = 0;

	*ret_count = 0;
	if (!licenses || !list_count(licenses))
		return NULL;
	list = fts_build_alloc(build, (size_t) list_count(licenses) * each *
					      sizeof(*list));
	if (!list)
		return NULL;
	iterator = list_iterator_create(licenses);
	while ((licence = list_next(iterator)))
		count = _hold_licence(build, licence, nodes, list, count);
	list_iterator_destroy(iterator);
	*ret_count = count;
	return list;
}

static void _held_licences(struct fts_build *build, const job_record_t *job,
			   struct ft_run *run)
{
	run->licence = fts_build_licences(build, job->license_list,
					  job->job_resrcs->node_bitmap,
					  &run->licence_count);
}

const struct fts_pool fts_licence_pool = {
	.names = _name_licences,
	.held = _held_licences,
	.runs = _total_licences,
	.free = _free_licences,
};

uint32_t fts_build_new_licence(struct fts_build *build, int64_t total)
{
	struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = snapshot->licence_count;

	if (count >= build->licence.room) {
		uint32_t room = count + MAX(count, FIRST_LICENCES);
		int64_t *list = fts_build_alloc(build, room * sizeof(*list));

		if (!list)
			return FT_NO_INDEX;
		if (count)
			memcpy(list, snapshot->licence_total,
			       count * sizeof(*list));
		snapshot->licence_total = list;
		build->licence.room = room;
	}
	snapshot->licence_total[count] = total;
	snapshot->licence_count++;
	return count;
}

struct ft_licence *fts_build_one_more(struct fts_build *build,
				      const struct ft_licence *licence,
				      uint32_t *count, uint32_t index,
				      int64_t amount)
{
	struct ft_licence *list;

	list = fts_build_alloc(build, (*count + 1) * sizeof(*list));
	if (!list)
		return (struct ft_licence *) licence;
	if (*count)
		memcpy(list, licence, *count * sizeof(*list));
	list[*count].licence = index;
	list[(*count)++].count = amount;
	return list;
}
