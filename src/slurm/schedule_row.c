/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_row.h.
 */
#include "slurm/schedule_row.h"

#include <stdlib.h>

#include "src/common/job_resources.h"
#include "src/common/node_conf.h"

/* A running job in rows. */
struct tenant {
	struct ft_run *run;
	const job_resources_t *resources;
	int64_t first; /* of its cores, counted over all nodes */
};

static uint32_t _rows(const part_record_t *part)
{
	uint32_t rows = part->max_share & (uint16_t) ~SHARED_FORCE;

	return (part->max_share & SHARED_FORCE) && rows > 1 ? rows : 1;
}

static bool _possible(const struct fts_build *build)
{
	return !build->linear && !build->sockets && !build->slice_count &&
	       !(slurm_conf.preempt_mode & PREEMPT_MODE_GANG);
}

/* In how many partitions is each node? */
static void _count_parts(uint8_t *parts)
{
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;

	while ((part = list_next(iterator)))
		for (int64_t n = part->node_bitmap
					 ? fts_bit_next(part->node_bitmap, 0)
					 : -1;
		     n >= 0 && n < node_record_count;
		     n = fts_bit_next(part->node_bitmap, n + 1))
			parts[n] += parts[n] < 2;
	list_iterator_destroy(iterator);
}

static bool _alone(const part_record_t *part, const uint8_t *parts)
{
	for (int64_t n = fts_bit_next(part->node_bitmap, 0);
	     n >= 0 && n < node_record_count;
	     n = fts_bit_next(part->node_bitmap, n + 1))
		if (parts[n] > 1)
			return false;
	return true;
}

static void _note(struct fts_build *build, const part_record_t *part)
{
	uint32_t rows = _rows(part);

	build->row_count = MAX(build->row_count, rows);
	for (int64_t n = fts_bit_next(part->node_bitmap, 0);
	     n >= 0 && n < node_record_count;
	     n = fts_bit_next(part->node_bitmap, n + 1))
		build->node_rows[n] = (uint8_t) rows;
}

static bool _any(void)
{
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;
	bool any = false;

	while (!any && (part = list_next(iterator)))
		any = _rows(part) > 1;
	list_iterator_destroy(iterator);
	return any;
}

uint32_t fts_build_rows(struct fts_build *build, uint32_t count)
{
	size_t nodes = (size_t) node_record_count;
	fts_list_iterator_t iterator;
	const part_record_t *part;
	uint8_t *parts;

	if (!_possible(build) || !_any())
		return count;
	parts = calloc(nodes + 1, sizeof(*parts));
	build->node_rows = calloc(nodes + 1, sizeof(*build->node_rows));
	if (!parts || !build->node_rows) {
		free(parts);
		build->failed = true;
		return count;
	}
	_count_parts(parts);
	iterator = list_iterator_create(part_list);
	while ((part = list_next(iterator)))
		if (part->node_bitmap && _rows(part) > 1 &&
		    _rows(part) <= FTS_ROWS_MAX && _alone(part, parts))
			_note(build, part);
	list_iterator_destroy(iterator);
	free(parts);
	build->row = count;
	return count + build->row_count;
}

void fts_build_rows_free(struct fts_build *build)
{
	free(build->node_rows);
}

uint32_t fts_build_node_rows(const struct fts_build *build, uint32_t node)
{
	return build->row_count && build->node_rows[node]
		       ? build->node_rows[node]
		       : 1;
}

uint32_t fts_build_part_rows(const struct fts_build *build,
			     const part_record_t *part)
{
	int64_t n = build->row_count && part->node_bitmap
			    ? bit_ffs(part->node_bitmap)
			    : -1;

	return n >= 0 && n < node_record_count
		       ? fts_build_node_rows(build, (uint32_t) n)
		       : 1;
}

void fts_build_row_capacity(const struct fts_build *build, uint32_t node,
			    int64_t *capacity)
{
	uint32_t rows = fts_build_node_rows(build, node);

	if (rows == 1)
		return;
	for (uint32_t r = 0; r < rows; r++)
		capacity[build->row + r] = capacity[FT_CORES];
	capacity[FT_CORES] *= rows;
}

static int _by_core(const void *x, const void *y)
{
	const struct tenant *a = x, *b = y;

	return (a->first > b->first) - (a->first < b->first);
}

/* Core i of the job's bits, n-th node: does the row have it already?  Sets it
 * if wanted. */
static bool _visit(const struct tenant *tenant, bitstr_t *row, bool set)
{
	const job_resources_t *resources = tenant->resources;
	int64_t at = 0;
	uint32_t n = 0;

	for (int64_t node = fts_bit_next(resources->node_bitmap, 0);
	     node >= 0 && n < resources->nhosts;
	     node = fts_bit_next(resources->node_bitmap, node + 1), n++) {
		int64_t cores = node_record_table_ptr[node]->tot_cores;
		int64_t offset = cr_get_coremap_offset((uint32_t) node);

		for (int64_t i = 0; i < cores; i++, at++) {
			if (at >= bit_size(resources->core_bitmap) ||
			    !bit_test(resources->core_bitmap, at))
				continue;
			if (set)
				bit_set(row, offset + i);
			else if (bit_test(row, offset + i))
				return false;
		}
	}
	return true;
}

static void _settle(const struct fts_build *build, struct tenant *tenant,
		    bitstr_t **row)
{
	struct ft_run *run = tenant->run;
	uint32_t rows = fts_build_node_rows(build, run->share[0].node), r = 0;

	while (r + 1 < rows && !_visit(tenant, row[r], false))
		r++;
	(void) _visit(tenant, row[r], true);
	for (uint32_t s = 0; s < run->share_count; s++) {
		int64_t *amount = (int64_t *) run->share[s].amount;

		if (amount)
			amount[build->row + r] = amount[FT_CORES];
	}
}

static uint32_t _list(struct fts_build *build, struct tenant *tenant)
{
	struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = 0;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		struct ft_run *run = &snapshot->run[i];
		const job_record_t *job;

		if (!run->share_count ||
		    fts_build_node_rows(build, run->share[0].node) == 1)
			continue;
		job = find_job_record(run->job_id);
		if (!job || !job->job_resrcs || !job->job_resrcs->core_bitmap)
			continue;
		tenant[count++] = (struct tenant){
			.run = run,
			.resources = job->job_resrcs,
			.first = cr_get_coremap_offset(run->share[0].node) +
				 bit_ffs(job->job_resrcs->core_bitmap),
		};
	}
	return count;
}

void fts_build_row_runs(struct fts_build *build)
{
	int64_t cores = cr_get_coremap_offset((uint32_t) node_record_count);
	struct tenant *tenant;
	bitstr_t *row[FTS_ROWS_MAX];
	uint32_t count;

	if (!build->row_count || build->failed)
		return;
	tenant = calloc((size_t) build->snapshot->run_count + 1,
			sizeof(*tenant));
	if (!tenant) {
		build->failed = true;
		return;
	}
	for (uint32_t r = 0; r < build->row_count; r++)
		row[r] = bit_alloc(cores);
	count = _list(build, tenant);
	qsort(tenant, count, sizeof(*tenant), _by_core);
	for (uint32_t i = 0; i < count; i++)
		_settle(build, &tenant[i], row);
	for (uint32_t r = 0; r < build->row_count; r++)
		FREE_NULL_BITMAP(row[r]);
	free(tenant);
}

void fts_build_row_cores(struct fts_build *build, uint32_t row,
			 struct ft_request *request)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_core = fts_build_amounts(build);

	if (!per_core)
		return;
	if (request->per_core)
		memcpy(per_core, request->per_core, size);
	per_core[build->row + row] = 1;
	request->per_core = fts_build_same(build, per_core, size);
}
