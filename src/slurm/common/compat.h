/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compat - the one place that knows how Slurm's releases differ.
 *
 * Every file that uses Slurm's internals includes this header first, and
 * nothing else decides by version (plugin_version excepted).  The headers that
 * have moved are included here; all others keep their name and are included
 * where they are used.  What takes more than a name is in compat.c, and in
 * compat_topology.c.
 *
 * It also makes slurmctld's data weak: sshare and sprio load the plugins too,
 * and there these symbols do not exist and their addresses are NULL.
 */
#ifndef FT_SLURM_COMMON_COMPAT_H
#define FT_SLURM_COMMON_COMPAT_H

#include "src/common/slurm_xlator.h"

#include "slurm/slurm.h"
#include "slurm/slurm_errno.h"
#include "slurm/slurmdb.h"

/* 23.02: a folder for what wraps plugins. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#include "src/interfaces/accounting_storage.h"
#include "src/interfaces/burst_buffer.h"
#include "src/interfaces/cred.h"
#include "src/interfaces/gres.h"
#include "src/interfaces/mcs.h"
#include "src/interfaces/node_features.h"
#include "src/interfaces/preempt.h"
#include "src/interfaces/priority.h"
#include "src/interfaces/select.h"
#include "src/interfaces/site_factor.h"
#include "src/interfaces/topology.h"
#else
#include "src/common/gres.h"
#include "src/common/node_features.h"
#include "src/common/select.h"
#include "src/common/site_factor.h"
#include "src/common/slurm_accounting_storage.h"
#include "src/common/slurm_cred.h"
#include "src/common/slurm_mcs.h"
#include "src/common/slurm_priority.h"
#include "src/common/slurm_topology.h"
#include "src/slurmctld/burst_buffer.h"
#include "src/slurmctld/preempt.h"
#endif

/* 23.02: features of jobs have a header. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#include "src/common/job_features.h"
#endif

#include "src/common/assoc_mgr.h"
#include "src/common/hostlist.h"
#include "src/common/list.h"
#include "src/common/log.h"
#include "src/common/macros.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/node_scheduler.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/state_save.h"

/* 24.05: answers to clients moved, reasons came; 24.11: state files moved. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#include "src/common/job_state_reason.h"
#include "src/slurmctld/proc_req.h"
#else
#include "src/slurmctld/srun_comm.h"
#endif
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#include "src/common/state_save.h"
#endif

#include "slurm/common/compat_client.h"

/* 23.11: host lists are pointers to their type. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
typedef hostlist_t *fts_hostlist_t;
#else
typedef hostlist_t fts_hostlist_t;
#endif

extern bool preempt_send_user_signal __attribute__((weak));
extern void *acct_db_conn __attribute__((weak));
extern uint16_t accounting_enforce __attribute__((weak));
extern uint32_t cluster_cpus __attribute__((weak));
extern time_t last_job_update __attribute__((weak));
extern time_t last_part_update __attribute__((weak));
extern int slurmctld_tres_cnt __attribute__((weak));
extern slurmctld_config_t slurmctld_config __attribute__((weak));
extern fts_list_t job_list __attribute__((weak));
extern fts_list_t part_list __attribute__((weak));

/* How many TRES there are, and AccountingStorageEnforce: programs that load a
 * plugin alone, as some tests of Slurm do, have no slurmctld's. */
static inline int fts_tres_count(void)
{
	return &slurmctld_tres_cnt ? slurmctld_tres_cnt : (int) g_tres_count;
}

static inline uint16_t fts_accounting_enforce(void)
{
	return &accounting_enforce ? accounting_enforce : 0;
}

/* 23.02: a job's details have a type; "matching or" was called exclusive or. */
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(23, 2, 0)
typedef struct job_details job_details_t;
#define FEATURE_OP_MOR FEATURE_OP_XOR
#endif

/* 23.02: nodes that count for the job size factor. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_NODE_COUNT active_node_record_count
#else
#define FTS_NODE_COUNT node_record_count
#endif

/* 23.02: a job cannot ask any more for GRES without consuming them. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_GRES_NO_CONSUME 0
#else
#define FTS_GRES_NO_CONSUME GRES_NO_CONSUME
#endif

/*
 * 23.11.7: whether jobs of partitions that share may be beside those of others
 * goes by each job on the node, by whether it asked to share.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 7)
#define FTS_SHARING_BY_JOB true
#else
#define FTS_SHARING_BY_JOB false
#endif

/*
 * 24.05: CPUs that GRES bring by --cpus-per-gpu are among those that a job asks
 * for in all (min_cpus).
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_GRES_IN_CPUS true
#else
#define FTS_GRES_IN_CPUS false
#endif

/*
 * 24.11: CPUs of --mincpus must be free on a node, but a job whose tasks are
 * told has no more of it than these take.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_MINCPUS_FREE true
#else
#define FTS_MINCPUS_FREE false
#endif

/*
 * 23.11: --ntasks-per-socket is how many tasks a free socket of a node has, and
 * no longer how many CPUs, counted up to whole cores.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_SOCKETS_BOUND_TASKS true
#else
#define FTS_SOCKETS_BOUND_TASKS false
#endif

/*
 * 25.11: CPUs that come with its GRES are all threads of a core also for a job
 * whose tasks have cores of their own, which may then be as many cores.
 */
#define FTS_GRES_FILL_CORES                                                    \
	(SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0))

/* 24.11: so many nodes may be powered up at once; which are. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_MAX_POWERED_NODES max_powered_nodes
#define FTS_POWERED_NODES power_up_node_bitmap
#define FTS_WAIT_POWERED WAIT_MAX_POWERED_NODES
#else
#define FTS_MAX_POWERED_NODES NO_VAL
#define FTS_POWERED_NODES up_node_bitmap
#define FTS_WAIT_POWERED WAIT_RESOURCES
#endif

/* 23.11: CPUs that GRES bring to a node bound its tasks. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_GRES_LIMIT_TASKS true
#else
#define FTS_GRES_LIMIT_TASKS false
#endif

/*
 * 24.05: of GRES that are counted for a job one is left for each other node
 * that it wants, and of a whole node no more GRES count than the job asks for
 * there.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_GRES_LIMIT_ASKED true
#else
#define FTS_GRES_LIMIT_ASKED false
#endif

/*
 * 24.11, or some release after 22.05: of GRES that are counted for a job select
 * first counts on each node those near to as many cores as go with them, as the
 * tasks tell.  If these are too few in all it counts the others, too, but gives
 * the nodes no more CPUs than before.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_GRES_COUNT_NEAR true
#else
#define FTS_GRES_COUNT_NEAR false
#endif

/*
 * 24.11.1: where tasks have GRES each and use some threads of a core only,
 * select takes a task for as many times larger as there are threads, and finds
 * no room for the second one of a socket on the cores that it chose itself,
 * unless the tasks of a core are told.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 1)
#define FTS_GRES_TASKS_MISCOUNTED true
#else
#define FTS_GRES_TASKS_MISCOUNTED false
#endif

/*
 * 25.11: of nodes in the order of their load select counts for each the CPUs of
 * the last one that it looked at, unless the job names it.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define FTS_LOAD_COUNTS_OTHERS true
#else
#define FTS_LOAD_COUNTS_OTHERS false
#endif

/* 25.05: no front ends. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#define FTS_WAIT_FRONT_END WAIT_NO_REASON
#else
#define FTS_WAIT_FRONT_END WAIT_FRONT_END
#endif

/* 25.05: names of GRES may be compared whatever their case. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#define fts_gres_count(name) gres_get_system_cnt(name, false)
#else
#define fts_gres_count(name) gres_get_system_cnt(name)
#endif

/*
 * What a client reads from the body of a message of that type; NULL if that is
 * none.  Takes the buffer.  Freed as clients free it.
 */
extern void *fts_told(uint16_t type, buf_t *buffer);

/*
 * The cluster's licences as clients see them; NULL: not known.  Caller holds
 * job (read) and frees it with slurm_free_license_info_msg().
 */
extern license_info_msg_t *fts_licences(void);

/* 23.02: what others have taken of a remote licence beyond our part. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_LICENCE_DEFICIT(licence) ((licence)->last_deficit)
#else
#define FTS_LICENCE_DEFICIT(licence) 0
#endif

/*
 * 25.05: licences of a job may be alternatives, and resources.yaml has some of
 * which each layer of nodes has an amount of its own, all under one name.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#define FTS_LICENCE_OR(licence) ((licence)->op_or)
#define FTS_LICENCE_MODE(licence) ((licence)->mode)
#define FTS_LICENCE_NODES(licence) ((licence)->nodes)
#else
#define FTS_LICENCE_OR(licence) ((void) (licence), false)
#define FTS_LICENCE_MODE(licence) ((void) (licence), 0)
#define FTS_LICENCE_NODES(licence) ((void) (licence), (char *) NULL)
#endif

/* From which layers of its nodes a job takes its amount, by that mode. */
enum {
	FTS_LAYER_ANY = 1,  /* from the first that has it */
	FTS_LAYER_EACH,	    /* from each */
	FTS_LAYER_PER_NODE, /* from each, for each node there */
};

/* The caller's own; NULL: none.  Caller holds node (read). */
extern bitstr_t *fts_layer_nodes(const char *names);

/*
 * A copy of a job's licences that has of the alternatives the named one alone.
 * Caller holds job (read) and frees it with FREE_NULL_LIST().
 */
extern fts_list_t fts_licence_choice(fts_list_t licences, const char *name);

/* 24.05: exclusive is a set of flags. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_WHOLE_NODES(whole) (((whole) &WHOLE_NODE_REQUIRED) != 0)
#define FTS_WHOLE_FOR_USER(whole) (((whole) &WHOLE_NODE_USER) != 0)
#else
#define FTS_WHOLE_NODES(whole) ((whole) == WHOLE_NODE_REQUIRED)
#define FTS_WHOLE_FOR_USER(whole) ((whole) == WHOLE_NODE_USER)
#endif

/* 24.05: nodes that sleep are told from those that wake up. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_POWERED_DOWN power_down_node_bitmap
#else
#define FTS_POWERED_DOWN power_node_bitmap
#endif

/* 24.11: no mark on jobs whose start the database shall hear once more. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_JOB_UPDATE_DB 0u
#else
#define FTS_JOB_UPDATE_DB JOB_UPDATE_DB
#endif

/* 24.11: a job may ask for several QOS; NULL: it has one. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_QOS_LIST(job) ((job)->qos_list)
#define FTS_QOS_REQUESTED(job) ((job)->details->qos_req)
#define fts_qos_list_free(job) FREE_NULL_LIST((job)->qos_list)
#define fts_qos_order priority_sort_qos_desc
#else
#define FTS_QOS_LIST(job) ((void) (job), (fts_list_t) NULL)
#define FTS_QOS_REQUESTED(job) ((void) (job), (char *) NULL)
#define fts_qos_list_free(job) ((void) (job))
#define fts_qos_order NULL
#endif

/*
 * 23.11: a slurmctld that could not reconfigure goes on with associations and
 * QOS that it has read anew, which its jobs do not know yet.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_LISTS_ARE_RENEWED true
#else
#define FTS_LISTS_ARE_RENEWED false
#endif

/*
 * Priorities of a job in each of its partitions; NULL: none.  24.05: they have
 * a record around, which 24.11.7 and 25.05.1 gave another name; 24.11: what is
 * told by name in it may be QOS, too.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 1) ||                     \
	(SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 7) &&               \
	 SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(25, 5, 0))
#define FTS_PRIORITIES(job) ((job)->prio_mult)
#elif SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_PRIORITIES(job) ((job)->part_prio)
#endif
#ifdef FTS_PRIORITIES
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_PRIORITY_NAMES(job) (FTS_PRIORITIES(job)->priority_array_names)
#else
#define FTS_PRIORITY_NAMES(job) (FTS_PRIORITIES(job)->priority_array_parts)
#endif
#define FTS_PARTITION_PRIORITY(job)                                            \
	(FTS_PRIORITIES(job) ? FTS_PRIORITIES(job)->priority_array : NULL)
#else
#define FTS_PARTITION_PRIORITY(job) ((job)->priority_array)
#endif

/*
 * Room for them: one for each of the job's rows (see common/job_target.h), of
 * which there are `count`.  Caller holds job (write) and part (read).
 */
extern uint32_t *fts_partition_priorities(job_record_t *job, uint32_t count);

/* Forgets them: the job asks for one partition and QOS.  Caller as above. */
extern void fts_partition_priorities_drop(job_record_t *job);

/* 23.02: slurmctld holds its locks while it asks for what sprio shows. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_FACTORS_UNDER_LOCKS 1
#else
#define FTS_FACTORS_UNDER_LOCKS 0
#endif

/*
 * 23.02: the choice of jobs is left to sprio, and only an older one asks for
 * some: else request is NULL.  24.05: there is none.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
typedef void fts_factors_request_t;
#define FTS_FACTORS_PARAMETERS uid_t uid
#define FTS_FACTORS_REQUEST NULL
#define FTS_REQUESTED_JOBS(request) NULL
#define FTS_REQUESTED_USERS(request) NULL
#define FTS_REQUESTED_PARTITIONS(request) NULL
#else
typedef priority_factors_request_msg_t fts_factors_request_t;
#define FTS_FACTORS_PARAMETERS fts_factors_request_t *request, uid_t uid
#define FTS_FACTORS_REQUEST request
#define FTS_REQUESTED_JOBS(request) ((request) ? (request)->job_id_list : NULL)
#define FTS_REQUESTED_USERS(request) ((request) ? (request)->uid_list : NULL)
#define FTS_REQUESTED_PARTITIONS(request)                                      \
	((request) ? (request)->partitions : NULL)
#endif

/*
 * What sprio is told of a job in a partition under a QOS (NULL: none), with a
 * copy of its factors unless its priority was set directly, and the destructor
 * of that.  Caller holds job and part (read); 23.02: and assoc_mgr's qos
 * (read).
 */
extern priority_factors_object_t *
fts_factors_object(const job_record_t *job, const part_record_t *part,
		   const slurmdb_qos_rec_t *qos);
extern void fts_factors_object_free(void *object);

/* Is the user a coordinator of the account?  Caller holds no assoc lock. */
extern bool fts_coordinates(uid_t uid, char *account);

/*
 * Seconds of each TRES that a QOS has booked ahead for the job's account and
 * for its user, which the priority plugin counts down as of 24.05; how many
 * such arrays.  Caller holds job (read) and assoc_mgr's qos (write).
 */
enum { FTS_QOS_SHARES = 2 };
extern uint32_t fts_qos_run_seconds(slurmdb_qos_rec_t *qos,
				    const job_record_t *job,
				    uint64_t *ret_seconds[FTS_QOS_SHARES]);
/* Each such array of a QOS.  Caller holds assoc_mgr's qos (write). */
extern void fts_qos_run_seconds_each(slurmdb_qos_rec_t *qos,
				     void (*each)(uint64_t *seconds));

/* 24.11: records of arrays can be split while job_list is walked. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define fts_array_split(job) job_array_split(job, true)
#define fts_array_finish(job) job_array_post_sched(job, true)
#else
#define fts_array_split(job) job_array_split(job)
#define fts_array_finish(job) job_array_post_sched(job)
#endif

/* 23.02: the site's factor is started as other plugins are. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define fts_site_factor_init() site_factor_g_init()
#define fts_site_factor_fini() site_factor_g_fini()
#else
#define fts_site_factor_init() site_factor_plugin_init()
#define fts_site_factor_fini() site_factor_plugin_fini()
#endif

/* 24.05: it is started afresh instead of reading its configuration again. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define fts_site_factor_reconfig() ((void) 0)
#else
#define fts_site_factor_reconfig() site_factor_g_reconfig()
#endif

/* 23.11.5: slurmctld answers some questions from copies of jobs' states. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 5)
#define fts_job_state_set(job, state) job_state_set(job, state)
#else
#define fts_job_state_set(job, state) ((void) ((job)->job_state = (state)))
#endif

/* 23.11: callers with assoc_mgr's locks say so; ours have none here. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define fts_limit_begin(job) acct_policy_job_begin(job, false)
#define fts_limit_fini(job) acct_policy_job_fini(job, false)
#define fts_limit_add_submitted(job) acct_policy_add_job_submit(job, false)
#else
#define fts_limit_begin(job) acct_policy_job_begin(job)
#define fts_limit_fini(job) acct_policy_job_fini(job)
#define fts_limit_add_submitted(job) acct_policy_add_job_submit(job)
#endif

/* 22.05.8: so does a caller that found the QOS of a job gone. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(22, 5, 8)
#define fts_fail_qos(job) job_fail_qos(job, __func__, false)
#else
#define fts_fail_qos(job) job_fail_qos(job, __func__)
#endif

/* 24.11: one function that tells the database of a start. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define fts_account_start(connection, job)                                     \
	jobacct_storage_g_job_start(connection, job)
#else
#define fts_account_start(connection, job)                                     \
	jobacct_storage_job_start_direct(connection, job)
#endif

/*
 * Seconds that a job has left once it is told to leave, and its place among
 * victims, of which the lowest goes first.  Caller holds job and part (read).
 */
extern uint32_t fts_grace_time(job_record_t *job);
extern uint32_t fts_preempt_order(job_record_t *job);

/* 23.02: preemption has parameters of its own. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_PREEMPT_PARAMETERS slurm_conf.preempt_params
#else
#define FTS_PREEMPT_PARAMETERS ((const char *) NULL)
#endif
#define FTS_PREEMPT_PARAMETER(name)                                            \
	(xstrcasestr(FTS_PREEMPT_PARAMETERS, name) != NULL)

/* 23.11: jobs may leave for a licence, and select says that one is missing. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_RECLAIMS true
#define FTS_LICENCES_BUSY ESLURM_LICENSES_UNAVAILABLE
#else
#define FTS_RECLAIMS false
#define FTS_LICENCES_BUSY ESLURM_NODES_BUSY
#endif

/*
 * 23.11: what nodes say of themselves, which jobs ask for (--extra).  The text
 * that is asked for, or NULL; whether the node has it.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_EXTRA(job) ((job)->extra_constraints ? (job)->extra : NULL)
extern bool fts_extra_matches(const job_record_t *job,
			      const node_record_t *node);
#else
#define FTS_EXTRA(job) ((const char *) NULL)
#define fts_extra_matches(job, node) true
#endif

/* 23.11: with defer_batch only batch jobs wait for a scheduler. */
#define FTS_DEFER_BATCH (SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0))

/*
 * Up to 25.11 whoever asks whether a waiting job could run (--test-only) takes
 * the start that it shows away.
 */
#define FTS_TEST_ERASES (SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(26, 5, 0))

/*
 * 23.11: shares of a job may be of several GPUs of a node, or are of the one
 * that is used least, if a bit of the select plugin's parameters is set; so
 * many of each device.  25.11: the bits have another name.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define FTS_SHARES_SPREAD SELECT_MULTIPLE_SHARING_GRES_PJ
#define FTS_SHARES_LEVEL SELECT_LL_SHARED_GRES
#elif SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_SHARES_SPREAD MULTIPLE_SHARING_GRES_PJ
#define FTS_SHARES_LEVEL LL_SHARED_GRES
#else
#define FTS_SHARES_SPREAD 0
#define FTS_SHARES_LEVEL 0
#endif
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define FTS_SHARES_ALLOCATED(state, n)                                         \
	((state)->gres_per_bit_alloc ? (state)->gres_per_bit_alloc[n] : NULL)
#define FTS_SHARES_SELECTED(state, n)                                          \
	((state)->gres_per_bit_select ? (state)->gres_per_bit_select[n] : NULL)
#else
#define FTS_SHARES_ALLOCATED(state, n) ((const uint64_t *) NULL)
#define FTS_SHARES_SELECTED(state, n) ((const uint64_t *) NULL)
#endif

/* 23.02: a partition may limit the CPUs of each socket; INFINITE: it does not.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_MAX_CPUS_PER_SOCKET(part) ((part)->max_cpus_per_socket)
#else
#define FTS_MAX_CPUS_PER_SOCKET(part) ((void) (part), (uint32_t) INFINITE)
#endif

/*
 * 24.11: the limit bounds what a job has of a socket.  Before it only keeps
 * jobs off sockets that have come to it.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define FTS_SOCKET_LIMIT_BOUNDS true
#else
#define FTS_SOCKET_LIMIT_BOUNDS false
#endif

/*
 * 24.05: a node may keep so many cores for each of its GPUs; a bit for each
 * core that it does not, NULL: it keeps none, or has not told which.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_KEPT_CORES(node) ((uint32_t) (node)->res_cores_per_gpu)
#define FTS_OPEN_CORES(node) ((node)->gpu_spec_bitmap)
#else
#define FTS_KEPT_CORES(node) ((void) (node), UINT32_C(0))
#define FTS_OPEN_CORES(node) ((void) (node), (bitstr_t *) NULL)
#endif

/* 25.05: a mode in which only jobs of less priority are preempted. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#define FTS_PREEMPT_PRIORITY PREEMPT_MODE_PRIORITY
#else
#define FTS_PREEMPT_PRIORITY 0
#endif

/* 25.11: a state in which a requeued job comes before all others. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define FTS_EXPEDITED(job) (IS_JOB_EXPEDITING(job) != 0)
#else
#define FTS_EXPEDITED(job) false
#endif

/* 23.11: why cycles ended; ours end when all is planned. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
#define fts_count_end(stats) ((void) (stats)->bf_exit[BF_EXIT_END]++)
#else
#define fts_count_end(stats) ((void) (stats))
#endif

/*
 * What a cycle holds while it reads the cluster or starts jobs; 26.05: what
 * select counts of each node has a lock of its own.
 */
extern const slurmctld_lock_t fts_cycle_locks;

/* 25.11: sshare, and limits of usage, read fs_factor whatever the model is. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 11, 0)
#define FTS_FACTOR_IS_READ true
#else
#define FTS_FACTOR_IS_READ false
#endif

/*
 * 25.05: a partition may have a topology of its own, which has a number and a
 * name; that which nodes have by default is 0 and needs no name.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#define FTS_TOPOLOGY_NUMBER(part) ((uint32_t) (part)->topology_idx)
#define FTS_TOPOLOGY_NAME(part) ((part)->topology_name)
#else
#define FTS_TOPOLOGY_NUMBER(part) ((void) (part), UINT32_C(0))
#define FTS_TOPOLOGY_NAME(part) ((void) (part), NULL)
#endif

/* A switch of topology/tree.  Owns its nodes. */
struct fts_switch {
	char *name;
	bitstr_t *nodes; /* NULL: none */
	bool leaf, root;
};

/*
 * The leaf switches and those on top of the topology of that name; *ret_count
 * is 0 with one of another kind.  Caller holds node (read) and frees it with
 * fts_switches_free().
 */
extern struct fts_switch *fts_switches(const char *topology,
				       uint32_t *ret_count);
extern void fts_switches_free(struct fts_switch *list, uint32_t count);

/* Base blocks of topology/block, in their order. */
struct fts_blocks {
	uint32_t size;	 /* nodes that count for each */
	uint32_t levels; /* bit l: 1 << l of them in a row are a block, too */
	uint32_t count;
	bitstr_t **nodes; /* an element may be NULL: none */
};

/* 24.11: false with a topology of another kind.  Caller holds node (read), and
 * frees what is in it with fts_blocks_free(). */
extern bool fts_blocks(const char *topology, struct fts_blocks *blocks);
extern void fts_blocks_free(struct fts_blocks *blocks);

/*
 * 24.05: a job may want whole segments of the topology (--exclusive=topo), or
 * its partition gives them (ExclusiveTopo).  Caller holds job and part (read).
 */
#ifdef IS_JOB_WHOLE_TOPO
#define FTS_WANTS_SEGMENTS(job) ((job)->details && IS_JOB_WHOLE_TOPO(job))
#else
#define FTS_WANTS_SEGMENTS(job) ((void) (job), false)
#endif

/*
 * Nodes of a job that are to be on one block together (--segment); 0: it does
 * not ask.  25.11: a segment may have several blocks, or each a block of its
 * own (--spread-segments), or all one that is larger (--consolidate-segments).
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#define FTS_SEGMENT_NODES(job) ((uint32_t) (job)->details->segment_size)
#else
#define FTS_SEGMENT_NODES(job) ((void) (job), 0u)
#endif
#ifdef SPREAD_SEGMENTS
#define FTS_SEGMENTS_SPAN true
#define FTS_SEGMENTS_APART(job) (((job)->bit_flags & SPREAD_SEGMENTS) != 0)
#define FTS_SEGMENTS_JOINED(job)                                               \
	(((job)->bit_flags & CONSOLIDATE_SEGMENTS) != 0)
#else
#define FTS_SEGMENTS_SPAN false
#define FTS_SEGMENTS_APART(job) ((void) (job), false)
#define FTS_SEGMENTS_JOINED(job) ((void) (job), false)
#endif

/*
 * Does select keep others out of the segments of such a job, with this
 * topology?  Adds to nodes the rest of their segments.  Caller holds node
 * (read).
 */
extern bool fts_segments_kept(uint32_t topology);
extern void fts_segments_widen(uint32_t topology, bitstr_t *nodes);

/* 24.05: jobs and partitions are made by functions that plugins may call. */
#define FTS_RECORDS_ARE_MADE                                                   \
	(SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0))

/* Seconds for which credentials of a start may still be used. */
extern int fts_credential_lifetime(void);

/* Does select still clean up after a former run?  Caller holds job. */
extern bool fts_select_cleaning(const job_record_t *job);

/* Is a limit of its association or QOS, of its partition its reason? */
extern bool fts_held_by_limit(const job_record_t *job);
extern bool fts_held_by_partition(const job_record_t *job);

/*
 * 23.02: job_limits_check() looks at AllowGroups only where EnforcePartLimits
 * asks for it.  Caller holds job and part (read), as slurmctld does when a job
 * is submitted: it may note a user whose primary group is admitted.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define fts_group_admitted(job) validate_group((job)->part_ptr, (job)->user_id)
#else
#define fts_group_admitted(job) ((void) (job), true)
#endif

/* 23.02: accounts that a partition names are meant with those below them. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define FTS_ALLOWED_ACCOUNTS(part) ((part)->allow_accts_list)
#define FTS_DENIED_ACCOUNTS(part) ((part)->deny_accts_list)
#define fts_part_accounts_rebuild(part)                                        \
	((void) part_update_assoc_lists(part, NULL))
#else
#define FTS_ALLOWED_ACCOUNTS(part) ((part)->allow_account_array)
#define FTS_DENIED_ACCOUNTS(part) ((part)->deny_account_array)
#define fts_part_accounts_rebuild(part) ((void) (part))
#endif

/*
 * Does the partition admit the job's account?  Caller holds job and part
 * (read), and none of assoc_mgr's locks.
 */
extern bool fts_account_admitted(const part_record_t *part,
				 const job_record_t *job);

/*
 * Starts a job on nodes of select's choice; Slurm's error code.  Caller holds
 * what select_nodes() wants: conf and fed (read), job, node and part (write).
 */
extern int fts_select_nodes(job_record_t *job, uint32_t flag);

/*
 * Would the job start now on the nodes if victims left?  *victims_out gets a
 * new list of those that must.  Slurm's error code.
 */
extern int fts_select_test(job_record_t *job, bitstr_t *nodes, uint32_t least,
			   uint32_t most, uint32_t wanted, fts_list_t victims,
			   fts_list_t *victims_out);

/*
 * Would the job start now on some of the nodes, beside reservations?  They
 * become those, and job->job_resrcs what it would get, to be freed by the
 * caller.  Slurm's error code.
 */
extern int fts_select_try(job_record_t *job, bitstr_t *nodes, uint32_t least,
			  uint32_t most, uint32_t wanted);

#endif
