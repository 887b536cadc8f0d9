// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Where the messages between slurmctld and nodes differ from release to
 * release, for the files of the virtual cluster; compat.h knows the rest.
 */
#ifndef FT_VCLUSTER_MESSAGE_H
#define FT_VCLUSTER_MESSAGE_H

#include "slurm/common/compat.h"

#include "src/common/forward.h"
#include "src/common/read_config.h"
#include "src/common/slurm_protocol_api.h"

/* 23.11: a batch job's user is in its credential alone, and what the report of
 * its end says of the user is not looked at. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define VC_BATCH_USER(msg) ((void) (msg), 0)
#else
#define VC_BATCH_USER(msg) ((msg)->uid)
#endif

/* 25.11: jobs are named as steps are. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define VC_JOB(msg) ((msg)->step_id.job_id)
#define VC_NAMED(id)                                                           \
	.step_id = {                                                           \
		.job_id = (id),                                                \
		.step_id = NO_VAL,                                             \
		.step_het_comp = NO_VAL,                                       \
	}
typedef prolog_complete_msg_t vc_prolog_end_t;
#else
#define VC_JOB(msg) ((msg)->job_id)
#define VC_NAMED(id) .job_id = (id)
typedef complete_prolog_msg_t vc_prolog_end_t;
#endif

/* 23.11: iterators of host lists are pointers to their type. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
typedef hostlist_iterator_t *vc_iterator_t;
#else
typedef hostlist_iterator_t vc_iterator_t;
#endif

#endif
