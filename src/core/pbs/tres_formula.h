/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_tres_formula - what a second of a job counts: a weighted sum of TRES.
 *
 *	cpu:1|mem:0.25|gres/gpu:20
 *
 * A TRES without a weight weighs 1.  mem is in megabytes, billing is what
 * TRESBillingWeights of the partition make of a job.  Refuses a TRES that
 * stands twice, weights below 0, and a sum in which nothing weighs anything.
 * Which TRES there are is for the caller to say.
 */
#ifndef FT_CORE_PBS_TRES_FORMULA_H
#define FT_CORE_PBS_TRES_FORMULA_H

#include <stdint.h>

#include "core/base/err.h"

enum { FT_TRES_NAME = 64, FT_TRES_TERMS = 16 };

struct ft_tres_term {
	char name[FT_TRES_NAME]; /* in lower case */
	double weight;		 /* a unit of the TRES */
};

struct ft_tres_formula {
	struct ft_tres_term term[FT_TRES_TERMS];
	uint32_t count;
};

/*
 * where: "slurm.conf: PriorityParameters: fairshare_usage_res", for messages.
 * 0 or -EINVAL; on error formula is unchanged.
 */
extern int ft_tres_formula_read(const char *text, const char *where,
				struct ft_tres_formula *formula,
				struct ft_err *err);

#endif
