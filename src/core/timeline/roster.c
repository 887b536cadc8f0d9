/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See roster.h.
 */
#include "core/timeline/roster.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"

enum { MAP_FIRST = 128 };

static const int64_t *_class_capacity(const struct ft_machine *machine,
				      uint32_t node)
{
	return machine->snapshot->capacity +
	       (size_t) node * machine->snapshot->resource_count;
}

static bool _is_down(const struct ft_machine *machine, uint32_t node)
{
	return machine->snapshot->node[node].available_from == FT_NEVER;
}

static bool _alike_class(const struct ft_machine *machine, uint32_t a,
			 uint32_t b)
{
	return (machine->kind[a] == machine->kind[b]) &&
	       (_is_down(machine, a) == _is_down(machine, b)) &&
	       !memcmp(_class_capacity(machine, a), _class_capacity(machine, b),
		       machine->snapshot->resource_count * sizeof(int64_t));
}

static uint64_t _class_hash(const struct ft_machine *machine, uint32_t node)
{
	const int64_t *capacity = _class_capacity(machine, node);
	uint64_t hash =
		ft_index_mix(machine->kind[node], _is_down(machine, node));

	for (uint32_t r = 0; r < machine->snapshot->resource_count; r++)
		hash = ft_index_mix(hash, (uint64_t) capacity[r]);
	return hash;
}

static int _classify_class(struct ft_rosters *rosters, struct ft_index_map *map,
			   uint32_t node)
{
	const struct ft_machine *machine = &rosters->table->machine;
	uint64_t hash = _class_hash(machine, node);
	size_t at = SIZE_MAX;
	uint32_t class;

	while ((class = ft_index_map_next(map, hash, &at)) != FT_NO_INDEX) {
		if (_alike_class(machine, rosters->member[class], node)) {
			rosters->class[node] = class;
			return 0;
		}
	}
	rosters->class[node] = rosters->class_count;
	rosters->member[rosters->class_count] = node;
	return ft_index_map_put(map, hash, rosters->class_count++);
}

int ft_rosters_init(struct ft_rosters *rosters, struct ft_shape_table *table)
{
	uint32_t nodes = table->machine.snapshot->node_count;
	struct ft_index_map map;
	int rc = ft_index_map_init(&map, MAP_FIRST);

	*rosters = (struct ft_rosters){
		.table = table,
		.class = calloc((size_t) nodes + 1, sizeof(uint32_t)),
		.member = calloc((size_t) nodes + 1, sizeof(uint32_t)),
	};
	if (!rosters->class || !rosters->member)
		rc = -ENOMEM;
	for (uint32_t n = 0; !rc && (n < nodes); n++)
		rc = _classify_class(rosters, &map, n);
	ft_index_map_fini(&map);
	rosters->fits = calloc((size_t) rosters->class_count + 1,
			       sizeof(*rosters->fits));
	if (!rc)
		rc = ft_index_map_init(&rosters->map, MAP_FIRST);
	return rc || !rosters->fits ? -ENOMEM : 0;
}

void ft_rosters_fini(struct ft_rosters *rosters)
{
	free(rosters->class);
	free(rosters->member);
	free(rosters->fits);
	ft_index_map_fini(&rosters->map);
}

/* Which classes can carry the least of it?  Returns a hash of them. */
static uint64_t _fit_classes(struct ft_rosters *rosters,
			     const struct ft_shape *shape)
{
	const struct ft_machine *machine = &rosters->table->machine;
	uint32_t count = machine->snapshot->resource_count;
	uint64_t hash = 0;

	for (uint32_t c = 0; c < rosters->class_count; c++) {
		uint32_t node = rosters->member[c], r = 0;
		const int64_t *capacity = _class_capacity(machine, node);
		const int64_t *want =
			shape->low_want + (size_t) machine->kind[node] * count;

		while ((r < count) && (want[r] <= capacity[r]))
			r++;
		rosters->fits[c] = (r == count) && !_is_down(machine, node);
		if (rosters->fits[c])
			hash = ft_index_mix(hash, c);
	}
	return hash;
}

int ft_roster_index(struct ft_roster *roster, struct ft_arena *arena,
		    uint32_t nodes)
{
	uint32_t words = (nodes + 63) / 64, count = 0;
	uint32_t *before = ft_arena_alloc(arena, words * sizeof(*before));
	struct ft_node_set *set = ft_arena_alloc(
		arena, sizeof(*set) + words * sizeof(set->word[0]));

	if (!before || !set)
		return -ENOMEM;
	set->size = nodes;
	for (uint32_t i = 0; i < roster->count; i++)
		ft_node_set_add(set, roster->node[i]);
	for (uint32_t i = 0; i < words; i++) {
		before[i] = count;
		count += ft_node_set_bits(set->word[i]);
	}
	roster->set = set;
	roster->before = before;
	return 0;
}

static int _fill_class(const struct ft_rosters *rosters,
		       const struct ft_request *request,
		       struct ft_roster *roster)
{
	struct ft_arena *arena = rosters->table->arena;
	const struct ft_node_set *eligible = request->eligible;
	const struct ft_node_set *must = request->required;
	uint32_t n = ft_node_set_next(eligible, 0);
	uint32_t count = ft_node_set_count(eligible);
	uint32_t *node = ft_arena_alloc(arena, count * sizeof(*node));
	bool *required = ft_arena_alloc(arena, count * sizeof(*required));

	if (!node || !required)
		return -ENOMEM;
	for (; n < eligible->size; n = ft_node_set_next(eligible, n + 1)) {
		uint32_t i = roster->count;

		if (!rosters->fits[rosters->class[n]])
			continue;
		node[i] = n;
		required[i] = must && ft_node_set_has(must, n);
		roster->required_count += required[i];
		roster->count++;
	}
	roster->node = node;
	roster->required = required;
	return ft_roster_index(roster, arena, eligible->size);
}

static bool _is_it(const struct ft_rosters *rosters, uint32_t index,
		   struct ft_set_ids sets)
{
	const struct ft_roster_key *key = &rosters->key[index];

	return (key->sets.eligible == sets.eligible) &&
	       (key->sets.required == sets.required) &&
	       !memcmp(key->fits, rosters->fits,
		       rosters->class_count * sizeof(*key->fits));
}

/* A new one, in the table's list. */
static struct ft_roster *_append_class(struct ft_rosters *rosters,
				       struct ft_set_ids sets, uint64_t hash)
{
	struct ft_shape_table *table = rosters->table;
	uint32_t index = table->roster_count;
	size_t size = rosters->class_count * sizeof(*rosters->fits);
	struct ft_roster **list = ft_arena_grow(table->arena, table->roster,
						index, sizeof(*list));
	struct ft_roster_key *key =
		ft_arena_grow(table->arena, rosters->key, index, sizeof(*key));
	struct ft_roster *roster =
		ft_arena_alloc(table->arena, sizeof(*roster));
	bool *fits = ft_arena_alloc(table->arena, size);

	if (list)
		table->roster = list;
	if (key)
		rosters->key = key;
	if (!list || !key || !roster || !fits ||
	    ft_index_map_put(&rosters->map, hash, index))
		return NULL;
	memcpy(fits, rosters->fits, size);
	key[index] = (struct ft_roster_key){sets, fits};
	roster->index = table->roster_count++;
	list[index] = roster;
	return roster;
}

int ft_rosters_find(struct ft_rosters *rosters, struct ft_set_ids sets,
		    struct ft_shape *shape)
{
	uint64_t hash = ft_index_mix(ft_index_mix(sets.eligible, sets.required),
				     _fit_classes(rosters, shape));
	struct ft_roster *roster;
	size_t at = SIZE_MAX;
	uint32_t index;

	while ((index = ft_index_map_next(&rosters->map, hash, &at)) !=
	       FT_NO_INDEX) {
		if (_is_it(rosters, index, sets)) {
			shape->roster = rosters->table->roster[index];
			return 0;
		}
	}
	roster = _append_class(rosters, sets, hash);
	shape->roster = roster;
	return roster ? _fill_class(rosters, shape->request, roster) : -ENOMEM;
}
