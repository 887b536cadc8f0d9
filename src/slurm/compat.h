/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat - the one place that knows how Slurm's releases differ.
 *
 * Every file that uses Slurm's internals includes this header first, and
 * nothing else decides by version (plugin_version excepted).  It also makes
 * slurmctld's data weak: sshare and sprio load the plugins too, and there
 * these symbols do not exist and their addresses are NULL.
 */
#ifndef FT_SLURM_COMPAT_H
#define FT_SLURM_COMPAT_H

#include "src/common/slurm_xlator.h"

#include "slurm/slurm.h"
#include "slurm/slurm_errno.h"
#include "slurm/slurmdb.h"

#include "src/common/assoc_mgr.h"
#include "src/common/list.h"
#include "src/common/log.h"
#include "src/common/macros.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/slurmctld.h"

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#include "src/interfaces/gres.h"
#include "src/interfaces/mcs.h"
#include "src/interfaces/priority.h"
#include "src/interfaces/select.h"
#include "src/interfaces/site_factor.h"
#else
#include "src/common/gres.h"
#include "src/common/select.h"
#include "src/common/site_factor.h"
#include "src/common/slurm_mcs.h"
#include "src/common/slurm_priority.h"
#endif

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#include "src/interfaces/preempt.h"
#else
#include "src/slurmctld/preempt.h"
#endif

extern bool preempt_send_user_signal __attribute__((weak));
extern void *acct_db_conn __attribute__((weak));
extern uint16_t accounting_enforce __attribute__((weak));
extern uint32_t cluster_cpus __attribute__((weak));
extern time_t last_job_update __attribute__((weak));
extern int slurmctld_tres_cnt __attribute__((weak));

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
extern list_t *job_list __attribute__((weak));
typedef list_t *fts_list_t;
typedef list_itr_t *fts_list_iterator_t;
#else
extern List job_list __attribute__((weak));
typedef List fts_list_t;
typedef ListIterator fts_list_iterator_t;
#endif

/* Nodes that count for the job size factor. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_NODE_COUNT active_node_record_count
#else
#define FTS_NODE_COUNT node_record_count
#endif

/* Where a job keeps one priority for each of its partitions. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_PARTITION_PRIORITY(job) ((job)->prio_mult->priority_array)
#else
#define FTS_PARTITION_PRIORITY(job) ((job)->priority_array)
#endif

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define fts_site_factor_init() site_factor_g_init()
#define fts_site_factor_fini() site_factor_g_fini()
#else
#define fts_site_factor_init() site_factor_plugin_init()
#define fts_site_factor_fini() site_factor_plugin_fini()
#endif

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define fts_site_factor_reconfig() ((void) 0)
#else
#define fts_site_factor_reconfig() site_factor_g_reconfig()
#endif

#endif
