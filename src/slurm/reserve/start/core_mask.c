/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See start/core_mask.h.
 */
#include "slurm/reserve/start/core_mask.h"

#include "slurm/reserve/build/job_wish.h"
#include "slurm/reserve/resource/gpu_cores.h"
#include "slurm/reserve/resource/socket_gpu.h"
#include "slurm/reserve/demand/socket.h"

#include <stdlib.h>

#include "src/common/node_conf.h"
#include "src/slurmctld/reservation.h"

/* The sockets of one node. */
struct sockets {
	uint32_t count;
	uint32_t cores; /* of one */
	bitstr_t *free;
	bitstr_t *taken;
};

/* True if the cores of one socket are wanted before those of the next. */
static bool _packs(const job_record_t *job)
{
	if (!(slurm_conf.select_type_param & (CR_CORE | CR_SOCKET)))
		return true;
	switch (job->details->task_dist & SLURM_DIST_NODESOCKMASK) {
	case SLURM_DIST_BLOCK_BLOCK:
	case SLURM_DIST_CYCLIC_BLOCK:
	case SLURM_DIST_PLANE:
		return true;
	case SLURM_DIST_ARBITRARY:
	case SLURM_DIST_BLOCK:
	case SLURM_DIST_CYCLIC:
	case SLURM_DIST_UNKNOWN:
		if (slurm_conf.select_type_param & CR_CORE_DEFAULT_DIST_BLOCK)
			return true;
		break;
	default:
		break;
	}
	return job->details->cpus_per_task > 1;
}

/* Up to `want` free cores of a socket. */
static uint32_t _take_core(struct sockets *sockets, uint32_t socket,
			   uint32_t want)
{
	uint32_t taken = 0;
	int64_t end = (int64_t) (socket + 1) * sockets->cores;

	for (int64_t i = end - sockets->cores; i < end && taken < want; i++) {
		if (!bit_test(sockets->free, i))
			continue;
		bit_clear(sockets->free, i);
		bit_set(sockets->taken, i);
		taken++;
	}
	return taken;
}

/* The socket that fits best: the fullest that has enough, or the emptiest. */
static uint32_t _best_socket(const struct sockets *sockets, uint32_t want)
{
	uint32_t best = 0, most = 0;

	for (uint32_t s = 0; s < sockets->count; s++) {
		int count = bit_set_count_range(
			sockets->free, (int64_t) s * sockets->cores,
			(int64_t) (s + 1) * sockets->cores);
		uint32_t have = count > 0 ? (uint32_t) count : 0;
		bool enough = most >= want && most;

		if ((have >= want && (!enough || have < most)) ||
		    (have < want && !enough && have > most)) {
			best = s;
			most = have;
		}
	}
	return best;
}

static uint32_t _choose_core(struct sockets *sockets, uint32_t want, bool pack)
{
	uint32_t all = want, before;

	do {
		before = want;
		if (pack) {
			uint32_t best = _best_socket(sockets, want);

			want -= _take_core(sockets, best, want);
			continue;
		}
		for (uint32_t s = 0; s < sockets->count && want; s++)
			want -= _take_core(sockets, s, 1);
	} while (want && want < before);
	return all - want;
}

/* So many cores of each socket as are planned there. */
static uint32_t _choose_bound(struct sockets *sockets,
			      const struct fts_cycle *cycle,
			      const struct ft_share *share)
{
	uint32_t taken = 0;

	for (uint32_t s = 0; s < sockets->count; s++)
		taken += _take_core(sockets, s,
				    fts_bound_cores(cycle, share, s));
	return taken;
}

/* The first sockets that are wholly free. */
static uint32_t _choose_sockets(struct sockets *sockets, uint32_t want)
{
	uint32_t taken = 0;

	for (uint32_t s = 0; s < sockets->count && taken < want; s++) {
		int64_t first = (int64_t) s * sockets->cores;

		if (bit_set_count_range(sockets->free, first,
					first + sockets->cores) <
		    (int) sockets->cores)
			continue;
		_take_core(sockets, s, sockets->cores);
		taken++;
	}
	return taken;
}

/* A job in a reservation of single cores has only these. */
static void _keep_reserved(bitstr_t *free_cores, const job_record_t *job,
			   uint32_t node)
{
	const slurmctld_resv_t *resv = job->resv_ptr;
	int64_t first = cr_get_coremap_offset(node);

	if (!resv || !resv->core_bitmap ||
	    (resv->ctld_flags & RESV_CTLD_FULL_NODE))
		return;
	for (int64_t i = 0; i < bit_size(free_cores); i++)
		if (first + i >= bit_size(resv->core_bitmap) ||
		    !bit_test(resv->core_bitmap, first + i))
			bit_clear(free_cores, i);
}

/* A job in no reservation has none of the cores of one that it runs into. */
static void _leave_reserved(bitstr_t *free_cores, const job_record_t *job,
			    uint32_t node)
{
	int64_t first = cr_get_coremap_offset(node);
	int64_t end = time(NULL) + (int64_t) job->time_limit * 60;
	fts_list_iterator_t iterator;
	slurmctld_resv_t *resv;

	if (job->resv_ptr || !resv_list || !list_count(resv_list))
		return;
	iterator = list_iterator_create(resv_list);
	while ((resv = list_next(iterator))) {
		if (!resv->core_bitmap || !resv->node_bitmap ||
		    !bit_test(resv->node_bitmap, node) ||
		    (job->time_limit != NO_VAL && job->time_limit != INFINITE &&
		     resv->start_time >= end))
			continue;
		for (int64_t i = 0; i < bit_size(free_cores); i++)
			if (first + i < bit_size(resv->core_bitmap) &&
			    bit_test(resv->core_bitmap, first + i))
				bit_clear(free_cores, i);
	}
	list_iterator_destroy(iterator);
}

static uint32_t _choose_planned(struct sockets *sockets,
				const struct fts_cycle *cycle,
				const job_record_t *job,
				const struct ft_share *share, bool bound)
{
	uint32_t want = (uint32_t) share->amount[FT_CORES];

	if (bound)
		return _choose_bound(sockets, cycle, share);
	return cycle->sockets ? _choose_sockets(sockets, want)
			      : _choose_core(sockets, want, _packs(job));
}

/* As the job wishes; of what is given out by the socket all is taken. */
static bool _trim_core(const struct fts_cycle *cycle, const job_record_t *job,
		       const node_record_t *node, bitstr_t *free_cores)
{
	return cycle->sockets ||
	       fts_socket_trim(job, node->tot_sockets, node->cores, node->tpc,
			       free_cores);
}

/* The cores of one node that the job may see; NULL: too few. */
static bitstr_t *_show_core(struct fts_cores *cores, const job_record_t *job,
			    const struct ft_share *share, bool bound)
{
	const node_record_t *node = node_record_table_ptr[share->node];
	uint32_t want = (uint32_t) share->amount[FT_CORES];
	struct sockets sockets = {
		.count = node->tot_sockets,
		.cores = node->cores,
		.free = fts_cores_free(cores, share->node),
	};

	if (!sockets.free)
		return NULL;
	if (!fts_job_wants_gpus(job))
		fts_open_cores_only(share->node, sockets.free);
	_keep_reserved(sockets.free, job, share->node);
	_leave_reserved(sockets.free, job, share->node);
	sockets.taken = bit_alloc(node->tot_cores);
	if (!want || sockets.count * sockets.cores > node->tot_cores ||
	    (!bound && !_trim_core(cores->cycle, job, node, sockets.free)) ||
	    _choose_planned(&sockets, cores->cycle, job, share, bound) < want)
		FREE_NULL_BITMAP(sockets.taken);
	FREE_NULL_BITMAP(sockets.free);
	return sockets.taken;
}

bool fts_core_mask_raise(struct fts_core_mask *mask, struct fts_cores *cores,
			 const job_record_t *job,
			 const struct ft_placement *placement, bool bound)
{
	*mask = (struct fts_core_mask){
		.node = calloc(placement->share_count, sizeof(*mask->node)),
		.former = calloc(placement->share_count, sizeof(*mask->former)),
	};
	for (uint32_t s = 0;
	     mask->node && mask->former && s < placement->share_count; s++) {
		const struct ft_share *share = &placement->share[s];
		bitstr_t *shown = _show_core(cores, job, share, bound);

		if (!shown)
			break;
		mask->node[mask->count] = share->node;
		mask->former[mask->count++] =
			node_record_table_ptr[share->node]->node_spec_bitmap;
		node_record_table_ptr[share->node]->node_spec_bitmap = shown;
	}
	if (mask->count == placement->share_count)
		return true;
	fts_core_mask_drop(mask);
	return false;
}

void fts_core_mask_drop(struct fts_core_mask *mask)
{
	for (uint32_t i = 0; i < mask->count; i++) {
		node_record_t *node = node_record_table_ptr[mask->node[i]];

		FREE_NULL_BITMAP(node->node_spec_bitmap);
		node->node_spec_bitmap = mask->former[i];
	}
	free(mask->node);
	free(mask->former);
	*mask = (struct fts_core_mask){0};
}
