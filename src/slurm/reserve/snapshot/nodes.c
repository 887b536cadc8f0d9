/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_nodes - slurmctld's nodes as the planner sees them.
 *
 * Node i of the snapshot is slot i of slurmctld's node table, empty slots
 * included, so that indices need no translation within a cycle.
 */
#include "slurm/reserve/build/build.h"

#include <errno.h>
#include <stdlib.h>

#include "src/common/node_conf.h"

#include "slurm/reserve/nodes/node_return.h"
#include "slurm/reserve/nodes/topology.h"
#include "slurm/reserve/resource/dimension.h"
#include "slurm/reserve/resource/pool.h"
#include "slurm/reserve/snapshot/nodes.h"

/* Heavier than any that a site can give: such nodes are taken last. */
#define BOOTING (UINT64_C(1) << 40)
#define ASLEEP (UINT64_C(1) << 41)

static int64_t _count_node(uint64_t count)
{
	return count >= (UINT64_C(1) << 53) ? 0 : (int64_t) count;
}

/*
 * Cores that select/cons_tres gives out.  What a node keeps for the system is
 * known to it only from CpuSpecList, or once the node has registered.
 */
static int64_t _node_cores(const struct fts_build *build, node_record_t *node)
{
	int64_t sockets = 0;

	if (build->sockets && node->node_spec_bitmap) {
		for (int64_t s = 0; s < node->tot_sockets; s++)
			sockets += bit_set_count_range(node->node_spec_bitmap,
						       s * node->cores,
						       (s + 1) * node->cores) ==
				   node->cores;
		return sockets;
	}
	if (build->sockets)
		return node->tot_sockets;
	if (node->node_spec_bitmap)
		return bit_set_count(node->node_spec_bitmap);
	return node->tot_cores;
}

/* A partition may count otherwise than the cluster. */
static bool _all_by_socket(void)
{
	fts_list_iterator_t iterator;
	const part_record_t *part;
	bool all = slurm_conf.select_type_param & CR_SOCKET;

	iterator = list_iterator_create(part_list);
	while ((part = list_next(iterator)))
		if (part->cr_type && !(part->cr_type & CR_SOCKET))
			all = false;
	list_iterator_destroy(iterator);
	return all;
}

/* One that a job was given just now is told to boot within a second. */
static bool _is_asleep(const node_record_t *node)
{
	return bit_test(FTS_POWERED_DOWN, node->index) && !node->run_job_cnt;
}

/* Woken before a job has it: one that starts there waits for the boot. */
static bool _boots_idle(const node_record_t *node)
{
	return IS_NODE_POWERING_UP(node) && IS_NODE_IDLE(node) &&
	       bit_test(avail_node_bitmap, node->index);
}

static void _note_asleep(struct fts_build *build, const node_record_t *node,
			 struct ft_node *to)
{
	to->weight += _is_asleep(node) ? ASLEEP : BOOTING;
	if (!build->asleep)
		build->asleep = ft_snapshot_set(build->snapshot);
	if (build->asleep)
		ft_node_set_add(build->asleep, node->index);
	else
		build->failed = true;
}

static void _set_node(struct fts_build *build, node_record_t *node)
{
	struct ft_snapshot *snapshot = build->snapshot;
	struct ft_node *to = &snapshot->node[node->index];
	int64_t *capacity = snapshot->capacity +
			    (size_t) node->index * snapshot->resource_count;
	uint16_t threads = node->tpc ? node->tpc : 1;

	to->threads = build->sockets ? threads * node->cores : threads;
	to->weight = node->config_ptr ? node->config_ptr->weight : node->weight;
	to->available_from = fts_build_returns(build, node);
	if (_is_asleep(node) || _boots_idle(node))
		_note_asleep(build, node, to);
	build->cycle->node_name[node->index] =
		fts_build_text(build, node->name);
	if (IS_NODE_FUTURE(node))
		return;
	capacity[FT_CORES] = _node_cores(build, node);
	if (node->real_memory > node->mem_spec_limit)
		capacity[FT_MEMORY] =
			_count_node(node->real_memory - node->mem_spec_limit);
	fts_dimension_capacity(build, node, capacity);
}

/* Types of what some node has several types of. */
static void _set_types(struct fts_build *build)
{
	struct fts_cycle *cycle = build->cycle;
	struct fts_gres_type *type =
		fts_build_alloc(build, (build->kind_count + 1) * sizeof(*type));

	cycle->type = type;
	cycle->type_count = 0;
	for (uint32_t i = 0; type && i < build->kind_count; i++) {
		const struct fts_kind *kind = &build->kind[i];
		uint32_t any = fts_build_kind(build, kind->plugin_id, 0);

		if (kind->type_id && any != FT_NO_INDEX &&
		    build->kind[any - FT_FIRST_GRES].mixed)
			type[cycle->type_count++] = (struct fts_gres_type){
				.plugin_id = kind->plugin_id,
				.type_id = kind->type_id,
				.resource = FT_FIRST_GRES + i,
			};
	}
}

static void _set_policy(struct fts_build *build)
{
	const struct ft_schedule_options *options = build->options;
	uint32_t count = options->depth.bucket_count;
	struct ft_policy *policy = &build->snapshot->policy;

	policy->hold = (enum ft_hold) options->hold;
	policy->compress = (enum ft_compress) options->compress;
	policy->backfill = (enum ft_backfill) options->backfill;
	policy->metric = (enum ft_metric) options->metric;
	policy->backfill_depth = (uint32_t) options->backfill_depth;
	policy->array_depth = (uint32_t) options->max_job_array_resv;
	policy->patience = options->patience;
	policy->commit = options->commit;
	policy->steps = (uint32_t) options->steps;
	policy->memory = (uint64_t) options->memory << 20;
	policy->depth = fts_build_alloc(build, count * sizeof(*policy->depth));
	if (!policy->depth)
		return;
	policy->bucket_count = count;
	memcpy(policy->depth, options->depth.depth,
	       count * sizeof(*policy->depth));
}

/* Minutes of the partition that allows most; INT64_MAX: any. */
static int64_t _longest_limit(void)
{
	fts_list_iterator_t iterator = list_iterator_create(part_list);
	const part_record_t *part;
	int64_t longest = 0;

	while ((part = list_next(iterator)))
		longest = MAX(longest, part->max_time == INFINITE
					       ? INT64_MAX
					       : (int64_t) part->max_time);
	list_iterator_destroy(iterator);
	return longest;
}

/* They outlast the build. */
static void _keep_kinds(struct fts_build *build)
{
	size_t size = build->kind_count * sizeof(*build->kind);
	struct fts_kind *kind = fts_build_alloc(build, size);

	if (!kind || !size)
		return;
	memcpy(kind, build->kind, size);
	build->cycle->kind = kind;
	build->cycle->kind_count = build->kind_count;
}

int fts_build_nodes(struct fts_build *build, struct ft_err *err)
{
	uint32_t count = (uint32_t) node_record_count, resources, licences;

	build->linear = !xstrcasecmp(slurm_conf.select_type, "select/linear");
	build->cr_type = slurm_conf.select_type_param;
	build->sockets = build->cycle->sockets =
		!build->linear && _all_by_socket();
	build->config_time = slurm_conf.last_update;
	licences = fts_pool_names(build);
	resources = fts_dimension_columns(build, FT_FIRST_GRES);
	build->snapshot = ft_snapshot_new(count, resources, licences);
	build->cycle->snapshot = build->snapshot;
	if (!build->snapshot)
		return ft_fail(err, -ENOMEM, "no memory for %u nodes", count);
	_keep_kinds(build);
	build->snapshot->now = build->now;
	build->snapshot->window_end =
		build->now +
		ft_schedule_window(build->options, _longest_limit()) * 60;
	build->snapshot->overrule = ft_schedule_overrule(
		build->options, ft_overrule_auto(slurm_conf.priority_type,
						 slurm_conf.priority_weight_fs,
						 slurm_conf.priority_params));
	_set_policy(build);
	_set_types(build);
	build->cycle->node_name =
		fts_build_alloc(build, count * sizeof(char *));
	for (uint32_t i = 0; i < count && !build->failed; i++) {
		build->snapshot->node[i].available_from = FT_NEVER;
		if (node_record_table_ptr[i])
			_set_node(build, node_record_table_ptr[i]);
	}
	fts_build_switches(build);
	return build->failed
		       ? ft_fail(err, -ENOMEM, "no memory for %u nodes", count)
		       : 0;
}
