/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_schedule_qos - does every QOS that rsv_depth names exist, and what does
 * that of a job say?
 *
 * Refuses nothing: a QOS may be made later, and the rule holds for it then.
 */
#ifndef FT_SLURM_RESERVE_LIMIT_QOS_H
#define FT_SLURM_RESERVE_LIMIT_QOS_H

#include "slurm/common/compat.h"

#include "core/queue/depth_rule.h"

/* Logs each name that Slurm does not know.  Takes assoc_mgr's QOS lock. */
extern void fts_schedule_qos_check(const struct ft_depth_rule *rule);

/* Of the job's QOS; 0 without one.  Caller holds job (read); takes assoc_mgr's
 * QOS lock. */
extern uint32_t fts_qos_flags(const job_record_t *job_ptr);

#endif
