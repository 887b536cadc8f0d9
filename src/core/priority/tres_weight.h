/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_tres_weight - whether a list of weights of TRES can be read, as that of
 * PriorityWeightTRES:
 *
 *	cpu=1000,mem=0.25G,gres/gpu=3000
 *
 * Refuses just what Slurm's own parser refuses (22.05 to 26.05), whose words
 * would name neither key nor remedy.  The numbers are for that parser to make.
 */
#ifndef FT_CORE_PRIORITY_TRES_WEIGHT_H
#define FT_CORE_PRIORITY_TRES_WEIGHT_H

#include <stdbool.h>

#include "core/base/err.h"

/* Whether the cluster counts the TRES "type" or "type/name", in any case. */
typedef bool (*ft_tres_known)(void *context, const char *name);

/*
 * where: the key, for messages ("slurm.conf: PriorityWeightTRES").
 * known: NULL where it is not known which TRES there are; then any is taken.
 * 0 or -EINVAL.
 */
extern int ft_tres_weight_check(const char *text, const char *where,
				ft_tres_known known, void *context,
				struct ft_err *err);

/*
 * Whether name is one of those that each cluster counts, or of those in
 * AccountingStorageTRES=listed (may be NULL).
 */
extern bool ft_tres_listed(const char *listed, const char *name);

/* The end of a message about a TRES that is not known. */
#define FT_TRES_UNKNOWN                                                        \
	"is no TRES of this cluster: AccountingStorageTRES lists those "       \
	"besides billing, cpu, energy, mem and node"

#endif
