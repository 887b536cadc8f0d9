/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource/oversubscribe.h.
 */
#include "slurm/reserve/resource/oversubscribe.h"
#include "core/base/array.h"
#include "slurm/reserve/resource/dimension.h"

#include <stdlib.h>

#include "src/common/job_resources.h"
#include "src/common/node_conf.h"

#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/resource/exclusive.h"
#include "slurm/reserve/resource/core_resv.h"

/* Rows of all partitions of a node together, at most. */
enum { RESOURCES_MAX = 32 };

/* A running job in rows. */
struct tenant {
	struct ft_run *run;
	const struct fts_rows *rows;
	const job_resources_t *resources;
	int64_t first; /* of its cores, counted over all nodes */
};

/* Cores may be left out for jobs of other partitions, or the same one. */
static bool _by_partition(void)
{
	return slurm_preemption_enabled() &&
	       !xstrcasecmp(slurm_conf.preempt_type, "preempt/partition_prio");
}

static bool _possible_row(const struct fts_build *build)
{
	return !build->linear && !build->sockets &&
	       !(slurm_conf.preempt_mode & PREEMPT_MODE_GANG);
}

/* Partitions by what their jobs may be beside. */
enum kind {
	ALONE,	/* whole nodes, or no node at all */
	ONCE,	/* cores are given once */
	WISHED, /* to several jobs that want it */
	FORCED, /* all jobs share */
};

static enum kind _row_kind(const part_record_t *part)
{
	if (!part->node_bitmap || !part->max_share)
		return ALONE;
	if (fts_part_forces(part))
		return FORCED;
	return fts_part_rows(part) > 1 ? WISHED : ONCE;
}

/*
 * Are there nodes whose jobs may not all be beside each other?  Those of a
 * partition with WISHED may not be beside those of any other; where it goes by
 * each job (FTS_SHARING_BY_JOB) they may, and the mark is for nothing.
 */
static bool _mixed(const struct fts_build *build)
{
	bitstr_t *known[FORCED + 1] = {NULL};
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;
	bool mixed = false;

	for (enum kind k = ALONE; k <= FORCED; k++)
		known[k] = bit_alloc(node_record_count);
	while ((part = list_next(iterator))) {
		enum kind kind = _row_kind(part);

		for (enum kind k = ONCE; kind != ALONE && k <= FORCED; k++)
			mixed |= (k != kind || k == WISHED) &&
				 bit_overlap_any(known[k], part->node_bitmap);
		mixed |= kind == WISHED && build->marks->sharing;
		if (kind != ALONE)
			bit_or(known[kind], part->node_bitmap);
	}
	list_iterator_destroy(iterator);
	for (enum kind k = ALONE; k <= FORCED; k++)
		FREE_NULL_BITMAP(known[k]);
	return mixed;
}

/* Does any partition let jobs share? */
static bool _any_row(void)
{
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;
	bool any = false;

	while (!any && (part = list_next(iterator)))
		any = _row_kind(part) >= WISHED;
	list_iterator_destroy(iterator);
	return any;
}

static bool _overlaps(const struct fts_rows *rows, bitstr_t *nodes)
{
	return bit_overlap_any(rows->nodes, nodes);
}

/* A partition that has one of these resources on one of its nodes. */
static const struct fts_rows *_clash(const struct fts_build *build,
				     const part_record_t *part, uint32_t first)
{
	for (uint32_t i = 0; i < build->rows.count; i++) {
		const struct fts_rows *other = &build->rows.part[i];

		if (other->first < first + fts_part_rows(part) &&
		    first < other->first + other->count &&
		    _overlaps(other, part->node_bitmap))
			return other;
	}
	return NULL;
}

/* The first resource from which on no partition of its nodes has any. */
static uint32_t _place_row(const struct fts_build *build,
			   const part_record_t *part)
{
	const struct fts_rows *other;
	uint32_t first = 0;

	while ((other = _clash(build, part, first)))
		first = other->first + other->count;
	return first;
}

static bool _usable(const struct fts_build *build, const part_record_t *part)
{
	if (!_possible_row(build) || fts_part_rows(part) < 2 ||
	    fts_part_rows(part) > FTS_ROWS_MAX ||
	    (!fts_part_forces(part) && !build->marks->sharing))
		return false;
	if (!_by_partition())
		return true;
	for (uint32_t i = 0; i < build->rows.count; i++)
		if (build->rows.part[i].count &&
		    _overlaps(&build->rows.part[i], part->node_bitmap))
			return false;
	return part->preempt_mode != PREEMPT_MODE_OFF;
}

static void _add_row(struct fts_build *build, const part_record_t *part)
{
	uint32_t first = _place_row(build, part);
	uint32_t rows = _usable(build, part) ? fts_part_rows(part) : 0;
	struct fts_rows *list;

	if (first + rows > RESOURCES_MAX)
		rows = 0;
	list = FT_ARRAY_APPEND(build->rows.part, build->rows.count);
	if (!list) {
		build->failed = true;
		return;
	}
	*list = (struct fts_rows){
		.part = strdup(part->name),
		.several = fts_part_rows(part) > 1,
		.count = rows,
		.first = first,
		.nodes = bit_copy(part->node_bitmap),
	};
	build->failed |= !list->part;
	build->rows.resources =
		MAX(build->rows.resources, rows ? first + rows : 0);
	for (int64_t n = fts_bit_next(part->node_bitmap, 0);
	     n >= 0 && n < node_record_count;
	     n = fts_bit_next(part->node_bitmap, n + 1))
		build->rows.of_node[n] += (uint8_t) rows;
}

/* Once the number of resources is known. */
static void _shift_row(struct fts_build *build, uint32_t count)
{
	for (uint32_t i = 0; i < build->rows.count; i++)
		build->rows.part[i].first += count;
}

static void _list_row(struct fts_build *build)
{
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;

	while ((part = list_next(iterator)))
		if (_row_kind(part) >= WISHED)
			_add_row(build, part);
	list_iterator_destroy(iterator);
}

static uint32_t _row_columns(struct fts_build *build, uint32_t count)
{
	build->rows.plain = build->mark.sharing = FT_NO_INDEX;
	if (build->linear || !_any_row())
		return count;
	build->rows.of_node = calloc((size_t) node_record_count + 1,
				     sizeof(*build->rows.of_node));
	if (!build->rows.of_node) {
		build->failed = true;
		return count;
	}
	if (_mixed(build)) {
		build->mark.sharing = count;
		count += FT_MARK_SIZE;
	}
	_list_row(build);
	if (!build->rows.resources)
		return count;
	build->rows.plain = count++;
	_shift_row(build, count);
	build->rows.shift = build->slices.count ? build->rows.resources : 0;
	return count + build->rows.resources + build->rows.shift;
}

static void _free_rows(struct fts_build *build)
{
	for (uint32_t i = 0; i < build->rows.count; i++) {
		FREE_NULL_BITMAP(build->rows.part[i].nodes);
		free(build->rows.part[i].part);
	}
	free(build->rows.part);
	free(build->rows.of_node);
}

uint32_t fts_build_node_rows(const struct fts_build *build, uint32_t node)
{
	return build->rows.resources && build->rows.of_node[node]
		       ? build->rows.of_node[node]
		       : 1;
}

const struct fts_rows *fts_build_part_rows(const struct fts_build *build,
					   const part_record_t *part)
{
	for (uint32_t i = 0; part && i < build->rows.count; i++)
		if (!strcmp(build->rows.part[i].part, part->name))
			return &build->rows.part[i];
	return NULL;
}

/* The rows that the job is in; NULL: in none. */
static const struct fts_rows *_rows_of(const struct fts_build *build,
				       const job_record_t *job)
{
	const struct fts_rows *rows =
		build->rows.resources && fts_job_shares(job)
			? fts_build_part_rows(build, job->part_ptr)
			: NULL;

	return rows && rows->count ? rows : NULL;
}

static void _row_wanted(struct fts_build *build, job_record_t *job,
			struct fts_demand *demand)
{
	const struct fts_rows *rows = _rows_of(build, job);

	demand->row = rows ? rows->first : build->rows.plain;
	demand->rows = rows ? rows->count : 1;
}

static void _row_capacity(struct fts_build *build, const node_record_t *record,
			  int64_t *capacity)
{
	uint32_t node = record->index;

	if (build->rows.plain == FT_NO_INDEX)
		return;
	capacity[build->rows.plain] = capacity[FT_CORES];
	for (uint32_t i = 0; i < build->rows.count; i++) {
		const struct fts_rows *rows = &build->rows.part[i];

		if (!bit_test(rows->nodes, node))
			continue;
		for (uint32_t r = 0; r < rows->count; r++) {
			uint32_t row = rows->first + r;

			capacity[row] = capacity[FT_CORES];
			capacity[row + build->rows.shift] = capacity[FT_CORES];
		}
	}
	capacity[FT_CORES] *= fts_build_node_rows(build, node);
}

static void _row_held(struct fts_build *build, struct fts_held *held)
{
	bool shares = _rows_of(build, held->job);
	int64_t *amount = held->amount;

	if (build->rows.plain != FT_NO_INDEX && !shares)
		amount[build->rows.plain] = amount[FT_CORES];
	/* several may have the same cores there: rows tell of them */
	if (build->slices.outside != FT_NO_INDEX && shares)
		amount[build->slices.outside] = 0;
}

static int _by_core(const void *x, const void *y)
{
	const struct tenant *a = x, *b = y;

	if (a->rows != b->rows)
		return a->rows < b->rows ? -1 : 1;
	return (a->first > b->first) - (a->first < b->first);
}

void fts_build_slice_rows(struct fts_build *build, uint32_t count,
			  struct ft_share *share)
{
	for (uint32_t i = 0; build->rows.shift && i < build->rows.count; i++) {
		const struct fts_rows *rows = &build->rows.part[i];
		uint32_t first = rows->first + build->rows.shift;

		for (uint32_t s = 0; s < count; s++) {
			int64_t *amount = (int64_t *) share[s].amount;

			if (!bit_test(rows->nodes, share[s].node))
				continue;
			for (uint32_t r = 0; r < rows->count; r++)
				amount[first + r] =
					amount[build->slices.outside];
		}
	}
}

/*
 * Cores of one node that the row does not have yet; they are set if slices is
 * not NULL, and those that are in slices counted there.
 */
static int64_t _visit_node(const struct fts_build *build,
			   const struct tenant *tenant, uint32_t node,
			   int64_t at, bitstr_t *row, int64_t *slices)
{
	bitstr_t *bits = tenant->resources->core_bitmap;
	int64_t cores = node_record_table_ptr[node]->tot_cores;
	int64_t offset = cr_get_coremap_offset(node), count = 0;

	for (int64_t i = 0; i < cores && at + i < bit_size(bits); i++) {
		if (!bit_test(bits, at + i) || bit_test(row, offset + i))
			continue;
		count++;
		if (!slices)
			continue;
		bit_set(row, offset + i);
		*slices += fts_build_slice_core(build, offset + i);
	}
	return count;
}

/* Cores that the row does not have yet; those of each node go to its share if
 * they are taken, in that resource. */
static int64_t _visit(const struct fts_build *build,
		      const struct tenant *tenant, bitstr_t *row,
		      uint32_t resource)
{
	const struct ft_run *run = tenant->run;
	int64_t at = 0, count = 0;

	for (uint32_t s = 0; s < run->share_count; s++) {
		uint32_t node = run->share[s].node;
		int64_t *amount = (int64_t *) run->share[s].amount;
		bool take = resource != FT_NO_INDEX;
		int64_t slices = 0;
		int64_t more = _visit_node(build, tenant, node, at, row,
					   take ? &slices : NULL);

		if (take && amount) {
			amount[resource + build->rows.shift] = more - slices;
			amount[resource] = more;
		}
		count += more;
		at += node_record_table_ptr[node]->tot_cores;
	}
	return count;
}

/* The first row that has room for it; the last takes whatever comes. */
static void _settle_row(const struct fts_build *build,
			const struct tenant *tenant, bitstr_t **row)
{
	int64_t cores = bit_set_count(tenant->resources->core_bitmap);
	const struct fts_rows *rows = tenant->rows;
	uint32_t r = 0;

	while (r + 1 < rows->count &&
	       _visit(build, tenant, row[r], FT_NO_INDEX) < cores)
		r++;
	(void) _visit(build, tenant, row[r], rows->first + r);
}

static uint32_t _list_tenants(struct fts_build *build, struct tenant *tenant)
{
	struct ft_snapshot *snapshot = build->snapshot;
	uint32_t count = 0;

	for (uint32_t i = 0; i < snapshot->run_count; i++) {
		struct ft_run *run = &snapshot->run[i];
		const struct fts_rows *rows;
		const job_record_t *job;

		if (!run->share_count ||
		    fts_build_node_rows(build, run->share[0].node) == 1)
			continue;
		job = find_job_record(run->job_id);
		rows = job ? _rows_of(build, job) : NULL;
		if (!rows || !job->job_resrcs || !job->job_resrcs->core_bitmap)
			continue;
		tenant[count++] = (struct tenant){
			.run = run,
			.rows = rows,
			.resources = job->job_resrcs,
			.first = cr_get_coremap_offset(run->share[0].node) +
				 bit_ffs(job->job_resrcs->core_bitmap),
		};
	}
	return count;
}

static void _row_runs(struct fts_build *build)
{
	int64_t cores = cr_get_coremap_offset((uint32_t) node_record_count);
	bitstr_t *row[FTS_ROWS_MAX] = {0};
	struct tenant *tenant;
	uint32_t count;

	if (!build->rows.resources || build->failed)
		return;
	tenant = calloc((size_t) build->snapshot->run_count + 1,
			sizeof(*tenant));
	if (!tenant) {
		build->failed = true;
		return;
	}
	count = _list_tenants(build, tenant);
	qsort(tenant, count, sizeof(*tenant), _by_core);
	for (uint32_t i = 0; i < count; i++) {
		bool other = !i || tenant[i].rows != tenant[i - 1].rows;

		for (uint32_t r = 0; other && r < FTS_ROWS_MAX; r++) {
			FREE_NULL_BITMAP(row[r]);
			row[r] = bit_alloc(cores);
		}
		_settle_row(build, &tenant[i], row);
	}
	for (uint32_t r = 0; r < FTS_ROWS_MAX; r++)
		FREE_NULL_BITMAP(row[r]);
	free(tenant);
}

void fts_build_row_cores(struct fts_build *build, uint32_t resource,
			 struct ft_request *request)
{
	size_t size = build->snapshot->resource_count * sizeof(int64_t);
	int64_t *per_core = fts_build_amounts(build);

	if (!per_core)
		return;
	if (request->per_core)
		memcpy(per_core, request->per_core, size);
	per_core[resource] = 1;
	if (build->rows.shift && resource != build->rows.plain)
		per_core[resource + build->rows.shift] = 1;
	request->per_core = fts_build_same(build, per_core, size);
}

const struct fts_dimension fts_oversubscribe = {
	.columns = _row_columns,
	.capacity = _row_capacity,
	.held = _row_held,
	.wanted = _row_wanted,
	.runs = _row_runs,
	.free = _free_rows,
	.choice = true,
};
