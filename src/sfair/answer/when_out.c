/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: nodes that a job cannot start without and that cannot be used.
 *
 * Those that it must have, or any that it may have.  Says nothing where it
 * could not start with all of them up either.
 */
#include "ft_config.h"

#include <stdlib.h>

#include "core/plan/whatif.h"
#include "sfair/answer/when_row.h"

enum { YEAR = 365 * 86400 };

/* Nodes that ways of what was asked for need, and that are down; NULL: none. */
static struct ft_node_set *_down_nodes(const struct sfair_when_table *table)
{
	const struct ft_outlook *outlook = &table->outlook;
	const node_info_msg_t *all = sfair_scene_nodes(table->one.scene);
	struct ft_node_set *set = all ? ft_outlook_set(outlook) : NULL;

	for (uint32_t i = 0; set && i < table->count; i++) {
		const struct sfair_when_row *row = &table->row[i];

		for (uint32_t w = row->first;
		     row->asked && w < row->first + row->count; w++)
			ft_node_set_or(set, table->way[w].required
						    ? table->way[w].required
						    : table->way[w].eligible);
	}
	/* one that the plan misses may be there since */
	for (uint32_t n = 0; set && n < set->size; n++)
		if (outlook->node[n].available_from != FT_NEVER ||
		    n >= all->record_count ||
		    sfair_node_is_up(&all->node_array[n]))
			ft_node_set_drop(set, n);
	return set && ft_node_set_count(set) ? set : NULL;
}

/* Would any way of what was asked for start with all nodes up, and no jobs? */
static bool _starts_with_all(struct sfair_when_table *table, int64_t *start)
{
	const struct ft_outlook *outlook = &table->outlook;
	struct ft_err err;
	bool starts = false;

	if (!ft_whatif_empty(outlook, true, outlook->made + YEAR, table->way,
			     table->way_count, start, NULL, &err))
		for (uint32_t i = 0; i < table->count; i++)
			for (uint32_t w = 0; w < table->row[i].count; w++)
				starts |= table->row[i].asked &&
					  start[table->row[i].first + w] !=
						  FT_NEVER;
	return starts;
}

void sfair_when_out(struct sfair_when_table *table)
{
	struct ft_node_set *set = _down_nodes(table);
	int64_t *start = calloc((size_t) table->way_count + 1, sizeof(*start));

	if (set && start && _starts_with_all(table, start))
		table->out = set;
	free(start);
}
