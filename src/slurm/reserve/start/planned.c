/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/planned.h.
 */
#include "slurm/common/change_time.h"
#include "slurm/common/compat.h"

#include "src/common/node_conf.h"
#include "src/slurmctld/slurmctld.h"

#include "slurm/reserve/start/planned.h"

struct ft_node_set *fts_schedule_planned(const struct fts_cycle *cycle,
					 const bool *started)
{
	const struct ft_snapshot *snapshot = cycle->snapshot;
	struct ft_node_set *kept = ft_node_set_new(snapshot->node_count);

	for (uint32_t i = 0; kept && i < snapshot->job_count; i++) {
		const struct ft_placement *placement;

		placement = &cycle->schedule->placement[i];
		if (placement->verdict != FT_PLACED || started[i] ||
		    placement->start > snapshot->now + FTS_PLANNED_AHEAD)
			continue;
		for (uint32_t s = 0; s < placement->share_count; s++)
			ft_node_set_add(kept, placement->share[s].node);
	}
	return kept;
}

bool fts_cycle_same_node(const struct fts_cycle *cycle, uint32_t i)
{
	const char *name = cycle->node_name[i];

	return i < (uint32_t) node_record_count && node_record_table_ptr[i] &&
	       name && !xstrcmp(node_record_table_ptr[i]->name, name);
}

void fts_schedule_planned_mark(const struct fts_cycle *cycle,
			       const struct ft_node_set *kept)
{
	for (int i = 0; i < node_record_count; i++) {
		node_record_t *node = node_record_table_ptr[i];
		bool wanted;

		if (!node)
			continue;
		wanted = kept && (uint32_t) i < kept->size &&
			 ft_node_set_has(kept, (uint32_t) i) &&
			 IS_NODE_IDLE(node) &&
			 fts_cycle_same_node(cycle, (uint32_t) i);
		if (wanted == !!(node->node_state & NODE_STATE_PLANNED))
			continue;
		node->node_state ^= NODE_STATE_PLANNED;
		FTS_CHANGED_AT(last_node_update, time(NULL));
	}
}

bitstr_t *fts_cycle_nodes(const struct fts_cycle *cycle,
			  const struct ft_placement *placement)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t s = 0; s < placement->share_count; s++) {
		uint32_t node = placement->share[s].node;

		if (!fts_cycle_same_node(cycle, node)) {
			FREE_NULL_BITMAP(nodes);
			return NULL;
		}
		bit_set(nodes, node);
	}
	return nodes;
}
