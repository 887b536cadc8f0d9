/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_ways - the ways to have a job's licences.
 *
 * All of those that the job wants together are in each way; of alternatives
 * each is in a way of its own, in the order in which the job names them, so
 * that the planner's first one is also slurmctld's.  Those with layers, of
 * which slurmctld takes each even as alternatives, multiply the ways; a job
 * that asks for none (`-L power:0`, which slurmctld keeps up to 25.11.5) gets
 * any nodes.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/resource/licence.h"

#include "src/slurmctld/licenses.h"

static bool _has_layers(const struct fts_build *build,
			const licenses_t *licence)
{
	return fts_layered(build, fts_build_licence_index(build, licence));
}

static bool _is_alternative(const struct fts_build *build,
			    const licenses_t *licence)
{
	return FTS_LICENCE_OR(licence) && !_has_layers(build, licence);
}

static void _add_licence(struct fts_build *build, const licenses_t *licence,
			 struct fts_way *way)
{
	uint32_t index = fts_build_licence_index(build, licence);

	if (index != FT_NO_INDEX && licence->total)
		way->licence =
			fts_build_one_more(build, way->licence, &way->count,
					   index, licence->total);
}

/* Those that the job wants whatever else it gets. */
static void _add_common(struct fts_build *build, fts_list_t licences,
			struct fts_way *way)
{
	fts_list_iterator_t iterator = list_iterator_create(licences);
	licenses_t *licence;

	while ((licence = list_next(iterator)))
		if (!FTS_LICENCE_OR(licence) && !_has_layers(build, licence))
			_add_licence(build, licence, way);
	list_iterator_destroy(iterator);
}

/* A way for each of the alternatives behind what all have in common. */
static uint32_t _split_licence(struct fts_build *build, fts_list_t licences,
			       struct fts_way *way, uint32_t room,
			       bool *ret_all)
{
	fts_list_iterator_t iterator = list_iterator_create(licences);
	const struct fts_way common = way[0];
	licenses_t *licence;
	uint32_t count = 0;

	while ((licence = list_next(iterator))) {
		if (!_is_alternative(build, licence))
			continue;
		if (count == room) {
			*ret_all = false;
			break;
		}
		way[count] = common;
		_add_licence(build, licence, &way[count]);
		way[count++].choice = fts_build_text(build, licence->name);
	}
	list_iterator_destroy(iterator);
	return count ? count : 1;
}

/* Both at once: false if no node is left. */
static bool _join_licence(struct fts_build *build, const struct fts_way *a,
			  const struct fts_way *b, struct fts_way *ret_way)
{
	*ret_way = *a;
	for (uint32_t i = 0; i < b->count; i++)
		ret_way->licence = fts_build_one_more(
			build, ret_way->licence, &ret_way->count,
			b->licence[i].licence, b->licence[i].count);
	ret_way->most = a->most ? MIN(a->most, b->most) : b->most;
	ret_way->nodes = fts_build_set(build, NULL);
	if (!ret_way->nodes)
		return false;
	ft_node_set_or(ret_way->nodes, b->nodes);
	if (a->nodes)
		ft_node_set_and(ret_way->nodes, a->nodes);
	return ft_node_set_count(ret_way->nodes);
}

/* Each of the ways with each of those of one resource. */
static uint32_t _multiply(struct fts_build *build, const licenses_t *licence,
			  const struct ft_request *request, uint32_t count,
			  struct fts_way *way, uint32_t room, bool *ret_all)
{
	struct fts_way layer[FTS_WAYS_TRIED], old[FTS_WAYS_TRIED];
	uint32_t layers, made = 0;

	layers = fts_layer_ways(build, licence->name, licence->total, request,
				layer, room, ret_all);
	memcpy(old, way, count * sizeof(*way));
	for (uint32_t i = 0; i < count * layers; i++) {
		if (made == room) {
			*ret_all = false;
			break;
		}
		made += _join_licence(build, &old[i / layers],
				      &layer[i % layers], &way[made]);
	}
	return made;
}

uint32_t fts_build_ways(struct fts_build *build, fts_list_t licences,
			const struct ft_request *request, struct fts_way *way,
			uint32_t room, bool *ret_all)
{
	fts_list_iterator_t iterator;
	licenses_t *licence;
	uint32_t count;

	*ret_all = true;
	way[0] = (struct fts_way){0};
	if (!licences || !list_count(licences))
		return 1;
	_add_common(build, licences, &way[0]);
	count = _split_licence(build, licences, way, room, ret_all);
	if (!build->licence.layer)
		return count;
	iterator = list_iterator_create(licences);
	while ((licence = list_next(iterator)))
		if (licence->total && _has_layers(build, licence))
			count = _multiply(build, licence, request, count, way,
					  room, ret_all);
	list_iterator_destroy(iterator);
	return count;
}

/* NULL if the request can do nothing with those that are left. */
static const struct ft_node_set *
_narrow_licence(struct fts_build *build, const struct ft_request *request,
		const struct ft_node_set *nodes)
{
	struct ft_node_set *set = fts_build_scratch(build);
	struct fts_shared *shared;

	if (!set)
		return NULL;
	ft_node_set_or(set, request->eligible);
	ft_node_set_and(set, nodes);
	if (ft_node_set_count(set) < request->min_nodes ||
	    (request->required && !ft_node_set_subset(request->required, set)))
		return NULL;
	shared = fts_build_share_set(build, set);
	return shared ? (const void *) shared->data : NULL;
}

bool fts_way_take(struct fts_build *build, const struct fts_way *way,
		  struct ft_request *request)
{
	request->licence_count = way->count;
	request->licence = fts_build_same(build, way->licence,
					  way->count * sizeof(*way->licence));
	if (!way->nodes)
		return !build->failed;
	if (way->most < request->min_nodes)
		return false;
	request->max_nodes = MIN(request->max_nodes, way->most);
	request->eligible = _narrow_licence(build, request, way->nodes);
	return request->eligible && !build->failed;
}
