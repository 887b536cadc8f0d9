/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See nodes/node_rank.h.
 */
#include "slurm/reserve/nodes/node_rank.h"

#include <stdlib.h>

enum { CPUS, MEMORY, DISK, KINDS };
enum { RANK_BITS = 21 }; /* there are fewer nodes than that says */

/* Of each kind the amounts that nodes have, ascending, each once. */
struct fts_node_ranks {
	uint32_t count[KINDS];
	uint64_t *amount[KINDS];
};

static int _ascending(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

static void _sort_amounts(uint64_t *amount, uint32_t *count)
{
	uint32_t kept = 0;

	qsort(amount, *count, sizeof(*amount), _ascending);
	for (uint32_t i = 0; i < *count; i++)
		if (!kept || amount[i] != amount[kept - 1])
			amount[kept++] = amount[i];
	*count = kept;
}

static struct fts_node_ranks *_make_ranks(struct fts_build *build)
{
	struct fts_node_ranks *ranks = fts_build_own(build, sizeof(*ranks));
	size_t size = (size_t) node_record_count * sizeof(uint64_t);

	for (int k = 0; ranks && k < KINDS; k++) {
		ranks->amount[k] = fts_build_own(build, size);
		if (!ranks->amount[k])
			return NULL;
	}
	for (uint32_t i = 0; ranks && i < (uint32_t) node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];

		if (!node)
			continue;
		ranks->amount[CPUS][ranks->count[CPUS]++] = node->cpus;
		ranks->amount[MEMORY][ranks->count[MEMORY]++] =
			node->real_memory;
		ranks->amount[DISK][ranks->count[DISK]++] = node->tmp_disk;
	}
	for (int k = 0; ranks && k < KINDS; k++)
		_sort_amounts(ranks->amount[k], &ranks->count[k]);
	return ranks;
}

/* So many of the amounts are less. */
static uint64_t _less_than(const struct fts_node_ranks *ranks, int kind,
			   uint64_t wanted)
{
	uint32_t low = 0, high = ranks->count[kind];

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (ranks->amount[kind][middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint64_t fts_node_rank(struct fts_build *build, const job_record_t *job)
{
	const job_details_t *details = job->details;
	uint64_t memory = details->pn_min_memory & ~MEM_PER_CPU;

	if (!build->ranks)
		build->ranks = _make_ranks(build);
	if (!build->ranks)
		return 0;
	if (details->pn_min_memory & MEM_PER_CPU)
		memory = MAX(memory, memory * details->pn_min_cpus);
	return _less_than(build->ranks, CPUS, details->pn_min_cpus) |
	       _less_than(build->ranks, MEMORY, memory) << RANK_BITS |
	       _less_than(build->ranks, DISK, details->pn_min_tmp_disk)
		       << 2 * RANK_BITS;
}
