/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_layer_pool - hierarchical resources as licences of layers of nodes.
 *
 * Each layer of resources.yaml is a licence of the snapshot.  A job that runs
 * holds what slurmctld has counted for it.  For one that waits there is a way
 * for each layer, inside of which all of its nodes are; on nodes of several
 * layers it is planned with as much of each of them as it could take, which
 * may be more than it gets.
 */
#include "slurm/reserve/resource/licence.h"
#include "slurm/reserve/resource/pool.h"

#include "src/slurmctld/licenses.h"

static bool _is_layer_of(const struct fts_build *build, uint32_t i,
			 const char *name)
{
	return build->licence.layer[i].mode &&
	       !xstrcmp(build->licence.info->lic_array[i].name, name);
}

static uint32_t _count_both(const struct ft_node_set *a,
			    const struct ft_node_set *b)
{
	uint32_t count = 0;

	for (uint32_t n = ft_node_set_next(a, 0); n < a->size;
	     n = ft_node_set_next(a, n + 1))
		count += ft_node_set_has(b, n);
	return count;
}

static void _begin_layers(struct fts_build *build)
{
	const license_info_msg_t *list = build->licence.info;
	bitstr_t *nodes;

	for (uint32_t i = 0; list && i < list->num_lic; i++) {
		const slurm_license_info_t *licence = &list->lic_array[i];

		if (!FTS_LICENCE_MODE(licence))
			continue;
		if (!build->licence.layer)
			build->licence.layer = fts_build_alloc(
				build,
				list->num_lic * sizeof(*build->licence.layer));
		if (!build->licence.layer)
			return;
		nodes = fts_layer_nodes(FTS_LICENCE_NODES(licence));
		build->licence.layer[i].mode = FTS_LICENCE_MODE(licence);
		build->licence.layer[i].nodes = fts_build_set(build, nodes);
		FREE_NULL_BITMAP(nodes);
	}
}

const struct fts_pool fts_layer_pool = {.begin = _begin_layers};

bool fts_layered(const struct fts_build *build, uint32_t licence)
{
	return build->licence.layer && licence < build->licence.info->num_lic &&
	       build->licence.layer[licence].mode;
}

/* Adds an entry if that is not NULL; returns how many there are then. */
static uint32_t _put_layer(struct ft_licence *list, uint32_t count,
			   uint32_t licence, int64_t amount)
{
	if (amount > 0)
		list[count++] = (struct ft_licence){.licence = licence,
						    .count = amount};
	return count;
}

uint32_t fts_layer_held(struct fts_build *build, const char *name,
			bitstr_t *bitmap, int64_t amount,
			struct ft_licence *list)
{
	const struct ft_node_set *nodes = fts_build_set(build, bitmap);
	uint32_t count = 0, both;

	for (uint32_t i = 0; nodes && i < build->licence.info->num_lic; i++) {
		if (!_is_layer_of(build, i, name) ||
		    !build->licence.layer[i].nodes)
			continue;
		both = _count_both(nodes, build->licence.layer[i].nodes);
		if (build->licence.layer[i].mode != FTS_LAYER_PER_NODE)
			both = MIN(both, 1);
		count = _put_layer(list, count, i, amount * both);
		if (count && build->licence.layer[i].mode == FTS_LAYER_ANY)
			break;
	}
	return count;
}

/* What a job asks for of one resource. */
struct wish {
	const char *name;
	uint8_t mode;
	int64_t amount;
	const struct ft_request *request;
	struct ft_node_set *closed; /* nodes without enough of it */
};

/* Could the layer ever do? */
static bool _suffices_layer(const struct fts_build *build,
			    const struct wish *wish, uint32_t i)
{
	return _is_layer_of(build, i, wish->name) &&
	       build->licence.layer[i].nodes &&
	       build->licence.info->lic_array[i].total >= wish->amount;
}

/* Each layer of a node must do, but for FTS_LAYER_ANY. */
static struct ft_node_set *_closed_layer(struct fts_build *build,
					 const struct wish *wish)
{
	struct ft_node_set *set = fts_build_set(build, NULL);

	for (uint32_t i = 0; set && i < build->licence.info->num_lic; i++)
		if (wish->mode != FTS_LAYER_ANY &&
		    _is_layer_of(build, i, wish->name) &&
		    build->licence.layer[i].nodes &&
		    !_suffices_layer(build, wish, i))
			ft_node_set_or(set, build->licence.layer[i].nodes);
	return set;
}

/* So many nodes the job can have of that many. */
static uint32_t _most_wished(const struct wish *wish, uint32_t nodes)
{
	uint32_t most = MIN(wish->request->max_nodes, nodes);

	return wish->request->tasks ? MIN(most, wish->request->tasks) : most;
}

/* Of layer i for the way's nodes; *most is lowered to what all of it does. */
static int64_t _layer_claim(const struct fts_build *build,
			    const struct wish *wish, uint32_t i,
			    const struct ft_node_set *nodes, uint32_t *most)
{
	int64_t total = build->licence.info->lic_array[i].total;
	uint32_t both = _count_both(nodes, build->licence.layer[i].nodes);

	if (!both)
		return 0;
	if (wish->mode != FTS_LAYER_PER_NODE)
		return wish->amount;
	if (ft_node_set_subset(nodes, build->licence.layer[i].nodes))
		*most = (uint32_t) MIN((int64_t) *most, total / wish->amount);
	return MIN((int64_t) MIN(both, *most), total / wish->amount) *
	       wish->amount;
}

/* All nodes of the layer: false if that is none. */
static bool _way_in(struct fts_build *build, const struct wish *wish,
		    uint32_t layer, struct fts_way *way)
{
	struct ft_node_set *nodes = fts_build_set(build, NULL);
	uint32_t room = build->licence.info->num_lic;

	*way = (struct fts_way){.nodes = nodes};
	way->licence = fts_build_alloc(build, room * sizeof(*way->licence));
	if (!nodes || !way->licence)
		return false;
	ft_node_set_or(nodes, build->licence.layer[layer].nodes);
	ft_node_set_and_not(nodes, wish->closed);
	way->most = _most_wished(wish, ft_node_set_count(nodes));
	/* Twice, for what bounds the nodes may come behind. */
	for (int round = 0; round < 2; round++) {
		way->count = 0;
		for (uint32_t i = 0; i < room; i++)
			if (_suffices_layer(build, wish, i) &&
			    (wish->mode != FTS_LAYER_ANY || i == layer))
				way->count = _put_layer(
					way->licence, way->count, i,
					_layer_claim(build, wish, i, nodes,
						     &way->most));
	}
	return way->most && way->count;
}

/* On nodes of any of the layers, each of which has enough. */
static bool _way_across(struct fts_build *build, const struct wish *wish,
			struct fts_way *way)
{
	struct ft_node_set *nodes = fts_build_set(build, NULL);
	uint32_t room = build->licence.info->num_lic;

	*way = (struct fts_way){.nodes = nodes};
	way->licence = fts_build_alloc(build, room * sizeof(*way->licence));
	if (!nodes || !way->licence)
		return false;
	for (uint32_t i = 0; i < room; i++) {
		if (!_suffices_layer(build, wish, i))
			continue;
		ft_node_set_or(nodes, build->licence.layer[i].nodes);
		way->count =
			_put_layer(way->licence, way->count, i, wish->amount);
	}
	way->most = _most_wished(wish, ft_node_set_count(nodes));
	return way->most && way->count > 1;
}

uint32_t fts_layer_ways(struct fts_build *build, const char *name,
			int64_t amount, const struct ft_request *request,
			struct fts_way *way, uint32_t room, bool *ret_all)
{
	struct wish wish = {.name = name, .amount = amount, .request = request};
	uint32_t count = 0;

	for (uint32_t i = 0; i < build->licence.info->num_lic; i++)
		if (_is_layer_of(build, i, name))
			wish.mode = build->licence.layer[i].mode;
	wish.closed = _closed_layer(build, &wish);
	if (!wish.closed)
		return 0;
	for (uint32_t i = 0; i < build->licence.info->num_lic; i++) {
		if (!_suffices_layer(build, &wish, i))
			continue;
		*ret_all &= count < room;
		if (count < room && _way_in(build, &wish, i, &way[count]))
			count++;
	}
	if (wish.mode != FTS_LAYER_ANY)
		return count;
	*ret_all &= count < room;
	if (count < room && _way_across(build, &wish, &way[count]))
		count++;
	return count;
}
