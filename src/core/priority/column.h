/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_columns - a priority as sprio's columns, so that what sprio adds up is
 * the priority to the unit.
 *
 * sprio(1) of Slurm 22.05 knows age, assoc, fairshare, job size, partition,
 * QOS, site, nice and TRES; it gets them through an RPC that multiplies by
 * 1e6 and divides again, adds them in that order and cuts to 1 below.  Here
 * each component goes where it fits (CRED to ASSOC, PARTITION and QOS, FS to
 * FAIRSHARE, RES to JOBSIZE and TRES, SERV to AGE) and what fits nowhere to
 * SITE, which is a whole number of 32 bits: what it cannot hold is put into
 * JOBSIZE.  Then the priority is what sprio will print.  Above UINT32_MAX,
 * where sprio does not cut, it prints the sum.
 *
 * Pure.
 */
#ifndef FT_CORE_PRIORITY_COLUMN_H
#define FT_CORE_PRIORITY_COLUMN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/priority/component.h"
#include "core/priority/factor.h"

/* TRES that sprio can show a part of RES as. */
enum ft_column_tres {
	FT_COLUMN_CPU,
	FT_COLUMN_MEM,
	FT_COLUMN_NODE,
	FT_COLUMN_TRES
};

struct ft_columns {
	double age, assoc, fairshare, job_size, partition, qos;
	double tres[FT_COLUMN_TRES]; /* to be added to stock's terms */
	uint32_t site, nice;	     /* around FT_FACTOR_ZERO */
	uint32_t priority;	     /* 1..UINT32_MAX */
	bool cut;		     /* the sum was above UINT32_MAX */
};

/* Stock's terms of each TRES, to some of which RES is added. */
struct ft_column_tres_terms {
	const double *term;
	uint32_t count;		     /* 0: all of RES goes to JOBSIZE */
	uint32_t at[FT_COLUMN_TRES]; /* where cpu, mem and node stand */
};

/*
 * The columns of one job in one partition.  stock: what Slurm counts, or with
 * sum=maui zeros, but for site and nice; its partition and tres are not
 * looked at, since these differ between partitions.
 */
extern void ft_columns_spread(const struct ft_factor *stock, double partition,
			      const struct ft_column_tres_terms *tres,
			      const struct ft_component_result *components,
			      struct ft_columns *ret_columns);

/* What sprio adds up from them, at least 1, not cut above. */
extern double ft_columns_sum(const struct ft_columns *columns,
			     const struct ft_column_tres_terms *tres);

#endif
