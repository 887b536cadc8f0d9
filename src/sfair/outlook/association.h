/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_associations - what slurmctld tells of associations and QOS.
 *
 * Asks for it, and leaves it as it is told; what a user may not see,
 * slurmctld leaves out.
 */
#ifndef FT_SFAIR_OUTLOOK_ASSOCIATION_H
#define FT_SFAIR_OUTLOOK_ASSOCIATION_H

#include "slurm/common/compat_client.h"

/*
 * flags: ASSOC_MGR_INFO_FLAG_*.  account, qos: only what belongs to it, in the
 * form of Slurm's own lists of names; NULL: to any.
 *
 * Free with slurm_free_assoc_mgr_info_msg().  NULL: no answer, or one that
 * breaks off; errno says why.
 */
extern assoc_mgr_info_msg_t *
sfair_associations(uint32_t flags, const char *account, const char *qos);

#endif
