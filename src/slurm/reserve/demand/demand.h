/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_demand_read - the demand of a job (build/demand.h), and the requests that
 * it becomes; private to reserve/.
 */
#ifndef FT_SLURM_RESERVE_DEMAND_DEMAND_H
#define FT_SLURM_RESERVE_DEMAND_DEMAND_H

#include "slurm/reserve/build/demand.h"
#include "slurm/reserve/demand/eligible.h"

/*
 * Needs job_ptr->part_ptr set and job_limits_check() done.  eligible: one of
 * the job's sets of nodes.  Locks: as fts_build_shape.
 */
extern void fts_demand_read(struct fts_build *build, job_record_t *job_ptr,
			    const struct fts_range *range,
			    const struct fts_eligible *eligible,
			    struct fts_demand *demand);

/*
 * A product that is no amount stays none, though far from the end of 64 bits:
 * the check of the request says so to the job's user.
 */
static inline int64_t fts_demand_product(int64_t a, int64_t b)
{
	int64_t product = ft_amount_product(a, b);

	return product < FT_AMOUNT_MAX ? product : FT_AMOUNT_MAX + 1;
}

/* CPUs of that many tasks. */
static inline int64_t fts_demand_cpus(const struct fts_demand *demand,
				      uint32_t tasks)
{
	return fts_demand_product(tasks, demand->cpus);
}

/* The same where 32 bits say them. */
static inline uint32_t fts_demand_cpus32(const struct fts_demand *demand,
					 uint32_t tasks)
{
	int64_t cpus = fts_demand_cpus(demand, tasks);

	return cpus < UINT32_MAX ? (uint32_t) cpus : UINT32_MAX;
}

/* Cores of a node that gets that many tasks; demand->threads is not 0. */
extern int64_t fts_demand_cores(const struct fts_demand *demand,
				uint32_t tasks);

/*
 * demand/core_limit.c: what MaxCPUsPerNode and MaxCPUsPerSocket leave to the
 * job, whose tasks and cores are counted.
 */
extern void fts_demand_limit_cpus(struct fts_build *build,
				  const job_record_t *job_ptr,
				  struct fts_demand *demand);

/*
 * demand/gres.c: counts GRES and what they bring; takes away nodes that have
 * not what is wanted.
 */
extern void fts_demand_gres(const struct fts_build *build,
			    const job_record_t *job_ptr,
			    struct fts_demand *demand,
			    struct ft_node_set *nodes);

/* CPUs that GRES bring to a node of so many tasks; alone: the only one. */
extern int64_t fts_demand_gres_cpus(const struct fts_demand *demand,
				    uint32_t tasks, bool alone);

/*
 * demand/request.c: the ways to place the demand, added to the requests of a
 * shape that is all zero at first.
 */
extern void fts_demand_requests(struct fts_build *build, job_record_t *job_ptr,
				const struct fts_demand *demand,
				struct fts_shape *shape);

/* May the shape have a further way, which there is?  If not, it is cut. */
extern bool fts_demand_may_add(const struct fts_build *build,
			       struct fts_shape *shape);

/*
 * The same for one that is not modelled: the least that it surely takes of each
 * of as many nodes as it surely needs, added behind the requests.
 */
extern void fts_demand_least(struct fts_build *build, job_record_t *job_ptr,
			     const struct fts_demand *demand,
			     struct fts_shape *shape);

#endif
