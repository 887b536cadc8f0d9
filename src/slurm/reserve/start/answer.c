/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/answer.h.
 */
#include "slurm/reserve/start/answer.h"

#include <stdlib.h>
#include <string.h>

#include "src/common/job_resources.h"
#include "src/common/node_conf.h"
#include "src/slurmctld/node_scheduler.h"

#include "slurm/reserve/limit/qos.h"
#include "slurm/reserve/resource/gres_mask.h"
#include "slurm/reserve/resource/shared_gpu.h"

void fts_answer_clear(struct fts_answer *answer)
{
	free(answer->node);
	free(answer->amount);
	free(answer->whole);
	*answer = (struct fts_answer){.cycle = answer->cycle,
				      .request = answer->request};
}

/* Cores of its n-th node, or sockets of which it has any core. */
static int64_t _answer_cores(job_resources_t *resources, uint32_t n,
			     const node_record_t *node, bool sockets)
{
	int64_t step = sockets ? node->cores : 1, count = 0;
	int offset = get_job_resources_offset(resources, n, 0, 0);

	for (int64_t at = 0; offset >= 0 && at + step <= node->tot_cores;
	     at += step)
		count +=
			bit_set_count_range(resources->core_bitmap, offset + at,
					    offset + at + step) > 0;
	return count;
}

/* What is chosen stands by node, what is given by the number of the job's node.
 * Both are NULL where nothing says which devices these are. */
static bitstr_t *_chosen_devices(const struct fts_answer *answer,
				 const gres_job_state_t *state, uint32_t n)
{
	uint32_t node = answer->node[n];

	if (answer->runs)
		return state->gres_bit_alloc && n < state->node_cnt
			       ? state->gres_bit_alloc[n]
			       : NULL;
	return state->gres_bit_select && node < state->total_node_cnt
		       ? state->gres_bit_select[node]
		       : NULL;
}

static const uint64_t *_chosen_shares(const struct fts_answer *answer,
				      const gres_job_state_t *state, uint32_t n)
{
	return answer->runs ? FTS_SHARES_ALLOCATED(state, n)
			    : FTS_SHARES_SELECTED(state, answer->node[n]);
}

static int64_t _chosen_count(const struct fts_answer *answer,
			     const gres_job_state_t *state, uint32_t n)
{
	uint32_t node = answer->node[n];

	if (answer->runs)
		return state->gres_cnt_node_alloc && n < state->node_cnt
			       ? (int64_t) state->gres_cnt_node_alloc[n]
			       : 0;
	if (node >= state->total_node_cnt)
		return 0;
	if (state->gres_cnt_node_select && state->gres_cnt_node_select[node])
		return (int64_t) state->gres_cnt_node_select[node];
	return state->gres_bit_select && state->gres_bit_select[node]
		       ? bit_set_count(state->gres_bit_select[node])
		       : 0;
}

/* Of those that it would get, so many of a type.  Where devices are not named
 * it may be each that the node has. */
static int64_t _of_type(const struct fts_answer *answer,
			const gres_job_state_t *state, const gres_state_t *gres,
			uint32_t n, const struct fts_kind *kind)
{
	const struct ft_snapshot *snapshot = answer->cycle->snapshot;
	uint32_t node = answer->node[n], at = kind - answer->cycle->kind;
	int64_t count = _chosen_count(answer, state, n), found = 0;
	const gres_node_state_t *held =
		fts_hide_state(node_record_table_ptr[node], gres->plugin_id);
	bitstr_t *bits = _chosen_devices(answer, state, n);

	if (!kind->type_id ||
	    (state->type_name && kind->type_id == state->type_id))
		return count;
	if (state->type_name)
		return 0;
	for (int64_t d = 0; held && bits && d < bit_size(bits); d++)
		found += bit_test(bits, d) &&
			 fts_type_of(held, (uint32_t) d) == kind->type_id;
	if (bits)
		return found;
	return MIN(count,
		   snapshot->capacity[(size_t) node * snapshot->resource_count +
				      FT_FIRST_GRES + at]);
}

/* n: which of the chosen nodes it is. */
static void _add_gres(const struct fts_answer *answer, const gres_state_t *gres,
		      uint32_t n, int64_t *amount)
{
	const gres_job_state_t *state = gres->gres_data;
	const struct fts_cycle *cycle = answer->cycle;
	int64_t count = _chosen_count(answer, state, n);

	if (count && fts_device_told(cycle, answer->node[n]) &&
	    !fts_device_hold(cycle, gres->plugin_id,
			     _chosen_devices(answer, state, n), count,
			     _chosen_shares(answer, state, n), amount))
		answer->whole[n] = true;
	for (uint32_t k = 0; k < cycle->kind_count; k++) {
		const struct fts_kind *kind = &cycle->kind[k];

		if (kind->plugin_id != gres->plugin_id || kind->no_consume)
			continue;
		amount[FT_FIRST_GRES + k] +=
			_of_type(answer, state, gres, n, kind);
	}
}

static void _add_all_gres(const struct fts_answer *answer,
			  const job_record_t *job, uint32_t n, int64_t *amount)
{
	fts_list_t list =
		answer->runs ? job->gres_list_alloc : job->gres_list_req;
	fts_list_iterator_t iterator;
	gres_state_t *gres;

	if (!list)
		return;
	iterator = list_iterator_create(list);
	while ((gres = list_next(iterator)))
		_add_gres(answer, gres, n, amount);
	list_iterator_destroy(iterator);
}

/* What goes with nodes and cores: marks, disk, caps, cores of reservations. */
static void _add_rest(const struct fts_answer *answer, int64_t *amount)
{
	const struct ft_request *request = answer->request;
	uint32_t count = answer->cycle->snapshot->resource_count;
	uint32_t gres = FT_FIRST_GRES + answer->cycle->kind_count;

	for (uint32_t r = gres; r < count; r++) {
		if (request->per_node)
			amount[r] += request->per_node[r];
		if (request->per_core)
			amount[r] += request->per_core[r] * amount[FT_CORES];
	}
}

static void _fill_whole(const struct fts_answer *answer, uint32_t n,
			int64_t *amount)
{
	const struct ft_snapshot *snapshot = answer->cycle->snapshot;

	memcpy(amount,
	       snapshot->capacity +
		       (size_t) answer->node[n] * snapshot->resource_count,
	       snapshot->resource_count * sizeof(*amount));
}

static void _add_node(struct fts_answer *answer, const job_record_t *job,
		      uint32_t n, uint32_t node)
{
	job_resources_t *resources = job->job_resrcs;
	uint32_t count = answer->cycle->snapshot->resource_count;
	int64_t *amount = answer->amount + (size_t) n * count;

	answer->node[n] = node;
	answer->whole[n] = answer->request->exclusive ||
			   !resources->core_bitmap ||
			   FTS_WHOLE_NODES(resources->whole_node) ||
			   resources->node_req == NODE_CR_RESERVED;
	if (answer->whole[n]) {
		_fill_whole(answer, n, amount);
		return;
	}
	amount[FT_CORES] =
		_answer_cores(resources, n, node_record_table_ptr[node],
			      answer->cycle->sockets);
	if (resources->memory_allocated)
		amount[FT_MEMORY] = (int64_t) resources->memory_allocated[n];
	_add_all_gres(answer, job, n, amount);
	_add_rest(answer, amount);
	if (answer->whole[n])
		_fill_whole(answer, n, amount);
}

static void _count_answer(struct fts_answer *answer, const job_record_t *job)
{
	const job_resources_t *resources = job->job_resrcs;
	const struct ft_snapshot *snapshot = answer->cycle->snapshot;
	uint32_t count = resources->nhosts, n = 0;
	int64_t size = bit_size(resources->node_bitmap);

	answer->node = calloc(count, sizeof(*answer->node));
	answer->amount = calloc((size_t) count * snapshot->resource_count,
				sizeof(*answer->amount));
	answer->whole = calloc(count, sizeof(*answer->whole));
	if (!answer->node || !answer->amount || !answer->whole)
		return;
	for (int64_t i = bit_ffs(resources->node_bitmap);
	     i >= 0 && i < size && n < count; i++) {
		if (!bit_test(resources->node_bitmap, i))
			continue;
		if (i >= snapshot->node_count || !node_record_table_ptr[i])
			return;
		_add_node(answer, job, n++, (uint32_t) i);
	}
	answer->count = n;
	answer->fits = n == count && n;
}

/*
 * select_nodes() leaves there how it prefers nodes before it asks: those of
 * least weight that are up.
 */
static void _weigh_answer(const struct fts_answer *answer, bitstr_t *nodes)
{
	const struct ft_snapshot *snapshot = answer->cycle->snapshot;

	for (int64_t i = fts_bit_next(nodes, 0);
	     i >= 0 && i < snapshot->node_count; i = fts_bit_next(nodes, i + 1))
		node_record_table_ptr[i]->sched_weight =
			snapshot->node[i].weight << 8 | 0xff;
}

void fts_answer_ask(struct fts_answer *answer, job_record_t *job,
		    const bitstr_t *nodes)
{
	uint64_t memory = job->details->pn_min_memory;
	uint32_t cpus = job->total_cpus, least, wanted, most;
	bitstr_t *chosen;

	fts_answer_clear(answer);
	if (get_node_cnts(job, fts_qos_flags(job), job->part_ptr, &least,
			  &wanted, &most))
		return;
	chosen = bit_copy((bitstr_t *) nodes);
	bit_and(chosen, avail_node_bitmap);
	bit_and(chosen, share_node_bitmap);
	bit_and_not(chosen, cg_node_bitmap);
	bit_and_not(chosen, rs_node_bitmap);
	_weigh_answer(answer, chosen);
	if (!fts_select_try(job, chosen, least, most, wanted) &&
	    job->job_resrcs && job->job_resrcs->nhosts)
		_count_answer(answer, job);
	/* Of a range select may forget the least number. */
	answer->fits &= answer->count >= least;
	FREE_NULL_BITMAP(chosen);
	free_job_resources(&job->job_resrcs);
	job->details->pn_min_memory = memory;
	job->total_cpus = cpus;
}

void fts_answer_read(struct fts_answer *answer, const job_record_t *job)
{
	fts_answer_clear(answer);
	answer->runs = true;
	if (job->job_resrcs && job->job_resrcs->nhosts)
		_count_answer(answer, job);
}
