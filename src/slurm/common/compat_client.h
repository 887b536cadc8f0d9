/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat_client - how releases of Slurm's public library differ.
 *
 * For sfair, which asks a running slurmctld and sees nothing else of Slurm;
 * compat.h has the rest.  Includes Slurm's public headers only.
 */
#ifndef FT_SLURM_COMMON_COMPAT_CLIENT_H
#define FT_SLURM_COMMON_COMPAT_CLIENT_H

#include <stdint.h>

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>

#ifndef SLURM_VERSION_NUM
#include <slurm/slurm_version.h>
#endif

/* 23.11: lists are pointers to their type. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
typedef list_t *fts_list_t;
typedef list_itr_t *fts_list_iterator_t;
#else
typedef List fts_list_t;
typedef ListIterator fts_list_iterator_t;
#endif

/* 23.02: the factors of a job are a part of what sprio is told of it. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
typedef priority_factors_t fts_factors_t;
#define FTS_FACTORS_OF(object) ((object)->prio_factors)
#else
typedef priority_factors_object_t fts_factors_t;
#define FTS_FACTORS_OF(object) (object)
#endif

/* 25.11: what select counts has another name. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define CR_CPU SELECT_CPU
#define CR_SOCKET SELECT_SOCKET
#define CR_CORE SELECT_CORE
#define CR_MEMORY SELECT_MEMORY
#define CR_ONE_TASK_PER_CORE SELECT_ONE_TASK_PER_CORE
#define CR_CORE_DEFAULT_DIST_BLOCK SELECT_CORE_DEFAULT_DIST_BLOCK
#define CR_LLN SELECT_LLN
#endif

/* 26.05: jobs are named by more than their number. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
#define FTS_FACTORS_JOB(object) ((object)->step_id.job_id)
#define FTS_JOB(id)                                                            \
	((slurm_step_id_t){                                                    \
		.job_id = (id), .step_het_comp = NO_VAL, .step_id = NO_VAL})
#else
#define FTS_FACTORS_JOB(object) ((object)->job_id)
#define FTS_JOB(id) (id)
#endif

/* Jobs by number. */
#define fts_load_job(answer, id, flags)                                        \
	slurm_load_job(answer, FTS_JOB(id), flags)

/* A list of hosts: a pointer, by this or another name. */
typedef __typeof__(slurm_hostlist_create(NULL)) fts_hostlist_t;

/* 26.05: the configuration is freed by another name. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
#define fts_conf_free(conf) slurm_free_conf(conf)
#else
#define fts_conf_free(conf) slurm_free_ctl_conf(conf)
#endif

/* 25.11: so are requests for a job and their answers. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define FTS_JOB_OF(request) ((request)->step_id.job_id)
#else
#define FTS_JOB_OF(request) ((request)->job_id)
#endif

/* 24.11: Slurm's own commands alone can tell which CPUs of a node a job has;
 * 0: that is not told. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define fts_job_cpus_on_node(resources, index) ((void) (index), 0)
#else
#define fts_job_cpus_on_node(resources, index)                                 \
	slurm_job_cpus_allocated_on_node_id(resources, index)
#endif

/* 23.02: slurmctld tells of all jobs, and its client chooses. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define fts_load_factors(answer) slurm_load_job_prio(answer, SHOW_ALL)
#else
#define fts_load_factors(answer)                                               \
	slurm_load_job_prio(answer, NULL, NULL, NULL, SHOW_ALL)
#endif

#endif
