/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_hide.h.
 */
#include "slurm/schedule_hide.h"

#include <stdlib.h>

/* A number of slurmctld's, or a bit. */
struct fts_hidden_part {
	uint64_t *allocated;
	uint64_t count; /* that was added to it */
	bitstr_t *bits; /* of which this one was set; NULL: none */
	int64_t bit;
};

gres_node_state_t *fts_hide_state(const node_record_t *node, uint32_t plugin_id)
{
	gres_state_t *gres;

	if (!node->gres_list)
		return NULL;
	gres = list_find_first(node->gres_list, gres_find_id, &plugin_id);
	return gres ? gres->gres_data : NULL;
}

static bool _add(struct fts_hidden *hidden, struct fts_hidden_part part)
{
	if (hidden->count == hidden->room) {
		uint32_t room = hidden->room ? 2 * hidden->room : 64;
		struct fts_hidden_part *grown =
			realloc(hidden->part, room * sizeof(*grown));

		if (!grown) {
			hidden->failed = true;
			return false;
		}
		hidden->part = grown;
		hidden->room = room;
	}
	hidden->part[hidden->count++] = part;
	return true;
}

void fts_hide_count(struct fts_hidden *hidden, uint64_t *allocated,
		    uint64_t count)
{
	if (count &&
	    _add(hidden, (struct fts_hidden_part){.allocated = allocated,
						  .count = count}))
		*allocated += count;
}

void fts_hide_bit(struct fts_hidden *hidden, bitstr_t *bits, int64_t device)
{
	if (!bit_test(bits, device) &&
	    _add(hidden, (struct fts_hidden_part){.bits = bits, .bit = device}))
		bit_set(bits, device);
}

void fts_hide_end(struct fts_hidden *hidden)
{
	for (uint32_t i = 0; i < hidden->count; i++) {
		const struct fts_hidden_part *part = &hidden->part[i];

		if (part->bits)
			bit_clear(part->bits, part->bit);
		else
			*part->allocated -= part->count;
	}
	free(hidden->part);
	*hidden = (struct fts_hidden){0};
}
