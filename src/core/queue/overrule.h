/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_overrule - how far ahead a job must be to take a start that was shown.
 *
 * The value of rsv_overrule, and what its default, auto, comes to: half of what
 * fairshare is worth, so that usage that decays or is charged moves no start by
 * little and little.  Reads texts of slurm.conf; refuses to read files, so
 * weights that only a policy file has are not seen.
 */
#ifndef FT_CORE_QUEUE_OVERRULE_H
#define FT_CORE_QUEUE_OVERRULE_H

#include <stdint.h>

#include "core/base/err.h"

enum { FT_OVERRULE_TEXT = 24 };
#define FT_OVERRULE_AUTO INT64_C(-1)

/*
 * "auto", or priority points from 0 to UINT32_MAX.  0; -EINVAL or -ERANGE with
 * a message that begins with where.
 */
extern int ft_overrule_parse(const char *text, const char *where,
			     int64_t *ret_overrule, struct ft_err *err);

/*
 * The points that auto stands for.  type: PriorityType (NULL: none has
 * weights); weight: PriorityWeightFairshare; parameters: PriorityParameters
 * (may be NULL), whose Maui components count where they are given a weight:
 * there a credential may be 100 percent off its target.  0: without fairshare.
 */
extern uint32_t ft_overrule_auto(const char *type, uint32_t weight,
				 const char *parameters);

#endif
