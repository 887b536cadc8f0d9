/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See apart.h.
 */
#include "ft_config.h"

#include "sfair/outlook/apart.h"

#include <stdio.h>

/* Have both ranges of nodes one in common? */
static bool _meet_apart(const int32_t *a, const int32_t *b)
{
	for (int i = 0; a && a[i] >= 0; i += 2)
		for (int k = 0; b && b[k] >= 0; k += 2)
			if (a[i] <= b[k + 1] && b[k] <= a[i + 1])
				return true;
	return false;
}

static bool _closes_nodes(const reserve_info_t *reservation)
{
	return reservation->node_inx && reservation->node_inx[0] >= 0;
}

bool sfair_apart(const reserve_info_t *reservation,
		 const partition_info_t *partition, char text[SFAIR_APART])
{
	char name[SFAIR_SHOWN], nodes[SFAIR_SHOWN], other[SFAIR_SHOWN];

	if (!_closes_nodes(reservation) ||
	    reservation->flags & RESERVE_FLAG_FLEX ||
	    _meet_apart(reservation->node_inx, partition->node_inx))
		return false;
	snprintf(text, SFAIR_APART,
		 "reservation %.256s has %.1000s, none of which is in "
		 "partition %.256s",
		 sfair_shown(name, reservation->name),
		 sfair_shown(nodes, reservation->node_list),
		 sfair_shown(other, partition->name));
	return true;
}

const partition_info_t *sfair_apart_partition(struct sfair_scene *scene,
					      const reserve_info_t *reservation)
{
	const partition_info_msg_t *all = sfair_scene_partitions(scene);

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (_meet_apart(reservation->node_inx,
				all->partition_array[i].node_inx))
			return &all->partition_array[i];
	return NULL;
}
