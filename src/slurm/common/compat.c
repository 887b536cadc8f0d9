/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See compat.h: what differs between Slurm's releases by more than a name.
 *
 * Only calls slurmctld: decides nothing.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_pack.h"
#include "src/slurmctld/licenses.h"
#include "src/slurmctld/reservation.h"
#include "slurm/common/lock.h"

const slurmctld_lock_t fts_cycle_locks = {
	.conf = READ_LOCK,
	.job = WRITE_LOCK,
	.node = WRITE_LOCK,
	.part = READ_LOCK,
	.fed = READ_LOCK,
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
	.select_node = WRITE_LOCK,
#endif
};

/* 24.05: what clients are told of licences is a buffer. */
static buf_t *_pack_licences(void)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	return get_all_license_info(SLURM_PROTOCOL_VERSION);
#else
	char *data = NULL;
	int size = 0;

	get_all_license_info(&data, &size, 0, SLURM_PROTOCOL_VERSION);
	return create_buf(data, (uint32_t) size);
#endif
}

void *fts_told(uint16_t type, buf_t *buffer)
{
	slurm_msg_t message;
	bool good;

	slurm_msg_t_init(&message);
	message.protocol_version = SLURM_PROTOCOL_VERSION;
	message.msg_type = type;
	set_buf_offset(buffer, 0);
	good = unpack_msg(&message, buffer) == SLURM_SUCCESS;
	FREE_NULL_BUFFER(buffer);
	return good ? message.data : NULL;
}

license_info_msg_t *fts_licences(void)
{
	return fts_told(RESPONSE_LICENSE_INFO, _pack_licences());
}

bitstr_t *fts_layer_nodes(const char *names)
{
	bitstr_t *nodes = NULL;

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
	(void) node_name2bitmap((char *) names, true, &nodes, NULL);
#endif
	return nodes;
}

static int _is_other(void *data, void *name)
{
	const licenses_t *licence = data;

	return FTS_LICENCE_OR(licence) && !FTS_LICENCE_MODE(licence) &&
	       xstrcmp(licence->name, name);
}

fts_list_t fts_licence_choice(fts_list_t licences, const char *name)
{
	fts_list_t choice = license_copy(licences);

	list_delete_all(choice, _is_other, (void *) name);
	return choice;
}

/*
 * 25.05: what the preemption plugin says of a job is asked for by slurmctld
 * alone.  Both plugins go by a rank and the number of nodes (preempt_qos.c and
 * preempt_partition_prio.c, preempt_p_get_prio()).
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
enum { RANK_SHIFT = 16, RANK_MOST = 0xffff };

static bool _preempt_by_qos(void)
{
	return !xstrcmp(slurm_conf.preempt_type, "preempt/qos");
}

uint32_t fts_grace_time(job_record_t *job)
{
	if (_preempt_by_qos())
		return job->qos_ptr ? job->qos_ptr->grace_time : 0;
	return job->part_ptr ? job->part_ptr->grace_time : 0;
}

uint32_t fts_preempt_order(job_record_t *job)
{
	uint32_t rank = 0;

	if (!_preempt_by_qos())
		rank = job->part_ptr ? job->part_ptr->priority_tier : 0;
	else if (job->qos_ptr)
		rank = MIN(job->qos_ptr->priority, RANK_MOST);
	return (rank << RANK_SHIFT) + MIN(job->node_cnt, RANK_MOST);
}
#else
uint32_t fts_grace_time(job_record_t *job)
{
	return slurm_job_get_grace_time(job);
}

uint32_t fts_preempt_order(job_record_t *job)
{
	uint32_t order = 0;

	return preempt_g_get_data(job, PREEMPT_DATA_PRIO, &order) ? 0 : order;
}
#endif

/* Slurm's own default, where it does not tell. */
enum { CREDENTIAL_SECONDS = 1200 };

/* 23.11: the context of credentials is gone. */
int fts_credential_lifetime(void)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
	return cred_expiration();
#else
	int seconds = CREDENTIAL_SECONDS;

	(void) slurm_cred_ctx_get(slurmctld_config.cred_ctx,
				  SLURM_CRED_OPT_EXPIRY_WINDOW, &seconds);
	return seconds;
#endif
}

/* 23.02: no select plugin cleans up after a job any more. */
bool fts_select_cleaning(const job_record_t *job)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
	return false;
#else
	uint16_t cleaning = 0;

	select_g_select_jobinfo_get(job->select_jobinfo,
				    SELECT_JOBDATA_CLEANING, &cleaning);
	return cleaning;
#endif
}

/* 24.05: reasons have classes, in place of one function for each class. */
bool fts_held_by_limit(const job_record_t *job)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	return job_state_reason_check(job->state_reason, JSR_QOS_ASSOC);
#else
	return !acct_policy_job_runnable_state((job_record_t *) job);
#endif
}

bool fts_held_by_partition(const job_record_t *job)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	return job_state_reason_check(job->state_reason, JSR_PART);
#else
	return !part_policy_job_runnable_state((job_record_t *) job);
#endif
}

/* 24.11: what is asked and what is answered stand in one record. */
int fts_select_nodes(job_record_t *job, uint32_t flag)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
	job_node_select_t choice = {.job_ptr = job};

	return select_nodes(&choice, false, false, flag);
#else
	return select_nodes(job, false, NULL, NULL, false, flag);
#endif
}

/* 24.11: one more argument, for will-run alone. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
#define SELECT_TEST(...) select_g_job_test(__VA_ARGS__, NULL)
#else
#define SELECT_TEST select_g_job_test
#endif

/* 23.11: what reservations keep from the job must be a record, be it empty. */
int fts_select_test(job_record_t *job, bitstr_t *nodes, uint32_t least,
		    uint32_t most, uint32_t wanted, fts_list_t victims,
		    fts_list_t *victims_out)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
	resv_exc_t record = {0}, *nothing = &record;
#else
	bitstr_t *nothing = NULL;
#endif

	return SELECT_TEST(job, nodes, least, most, wanted, SELECT_MODE_RUN_NOW,
			   victims, victims_out, nothing);
}

/* 23.11: cores and GRES that reservations keep back are one record. */
int fts_select_try(job_record_t *job, bitstr_t *nodes, uint32_t least,
		   uint32_t most, uint32_t wanted)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
	resv_exc_t record = {0}, *kept = &record, **out = &kept;
#define KEPT_OUT (*out)
#else
	bitstr_t *kept = NULL, **out = &kept;
#define KEPT_OUT out
#endif
	bitstr_t *open = NULL;
	fts_list_t victims = NULL;
	time_t when = time(NULL);
	bool overlap = false;
	int code = job_test_resv(job, &when, false, &open, KEPT_OUT, &overlap,
				 false);

	if (open)
		bit_and(nodes, open);
	/* As in select_nodes: in its own reservation only cores matter. */
	if (!code || job->resv_name)
		code = SELECT_TEST(job, nodes, least, most, wanted,
				   SELECT_MODE_RUN_NOW, NULL, &victims, kept);
	FREE_NULL_LIST(victims);
	FREE_NULL_BITMAP(open);
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
	reservation_delete_resv_exc_parts(&record);
#else
	FREE_NULL_BITMAP(kept);
#endif
#undef KEPT_OUT
	return code;
}

/* 24.05: with their partitions' names, for squeue. */
uint32_t *fts_partition_priorities(job_record_t *job, uint32_t count)
{
#ifdef FTS_PRIORITIES
	if (!FTS_PRIORITIES(job))
		FTS_PRIORITIES(job) = xmalloc(sizeof(*FTS_PRIORITIES(job)));
	if (!FTS_PRIORITIES(job)->priority_array ||
	    xsize(FTS_PRIORITIES(job)->priority_array) !=
		    (count + 1) * sizeof(uint32_t) ||
	    FTS_PRIORITIES(job)->last_update < last_part_update) {
		xfree(FTS_PRIORITIES(job)->priority_array);
		FTS_PRIORITIES(job)->priority_array =
			xcalloc(count + 1, sizeof(uint32_t));
		xfree(FTS_PRIORITY_NAMES(job));
		if (job->part_ptr_list)
			FTS_PRIORITY_NAMES(job) =
				part_list_to_xstr(job->part_ptr_list);
		FTS_PRIORITIES(job)->last_update = time(NULL);
	}
	return FTS_PRIORITIES(job)->priority_array;
#else
	if (!job->priority_array)
		job->priority_array = xcalloc(count + 1, sizeof(uint32_t));
	return job->priority_array;
#endif
}

/* 24.05: slurmctld does not, once a job asks for one partition only. */
void fts_partition_priorities_drop(job_record_t *job)
{
#ifdef FTS_PRIORITIES
	if (!FTS_PRIORITIES(job))
		return;
	xfree(FTS_PRIORITIES(job)->priority_array);
	xfree(FTS_PRIORITY_NAMES(job));
	xfree(FTS_PRIORITIES(job));
#endif
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
static void _copy_factors(priority_factors_object_t *to,
			  const job_record_t *job)
{
	if (!job->prio_factors)
		return;
	to->prio_factors = xmalloc(sizeof(*to->prio_factors));
	slurm_copy_priority_factors(to->prio_factors, job->prio_factors);
}
#else
static void _copy_factors(priority_factors_object_t *to,
			  const job_record_t *job)
{
	if (!job->prio_factors)
		return;
	slurm_copy_priority_factors_object(to, job->prio_factors);
	xfree(to->partition);
}
#endif

/* 23.02: account and QOS stand in it; 26.05: more than the job's number. */
priority_factors_object_t *fts_factors_object(const job_record_t *job,
					      const part_record_t *part,
					      const slurmdb_qos_rec_t *qos)
{
	priority_factors_object_t *object = xmalloc(sizeof(*object));

	if (job->direct_set_prio)
		object->direct_prio = job->priority;
	else
		_copy_factors(object, job);
	object->partition = xstrdup(part->name);
	object->user_id = job->user_id;
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
	object->step_id = job->step_id;
#else
	object->job_id = job->job_id;
#endif
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
	object->account = xstrdup(job->account);
	object->qos = qos ? xstrdup(qos->name) : NULL;
#endif
	return object;
}

/* 23.02: Slurm's own takes the partition's name along. */
void fts_factors_object_free(void *object)
{
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(23, 2, 0)
	priority_factors_object_t *own = object;

	xfree(own->partition);
#endif
	slurm_destroy_priority_factors_object(object);
}

uint32_t fts_qos_run_seconds(slurmdb_qos_rec_t *qos, const job_record_t *job,
			     uint64_t *ret_seconds[FTS_QOS_SHARES])
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	if (!job->assoc_ptr)
		return 0;
	ret_seconds[0] =
		acct_policy_get_acct_used_limits(&qos->usage->acct_limit_list,
						 job->assoc_ptr->acct)
			->tres_run_secs;
	ret_seconds[1] = acct_policy_get_user_used_limits(
				 &qos->usage->user_limit_list, job->user_id)
				 ->tres_run_secs;
	return FTS_QOS_SHARES;
#else
	return 0;
#endif
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
static void _each_share(fts_list_t shares, void (*each)(uint64_t *seconds))
{
	slurmdb_used_limits_t *share;
	list_itr_t *all;

	if (!shares)
		return;
	all = list_iterator_create(shares);
	while ((share = list_next(all)))
		if (share->tres_run_secs)
			each(share->tres_run_secs);
	list_iterator_destroy(all);
}
#endif

void fts_qos_run_seconds_each(slurmdb_qos_rec_t *qos,
			      void (*each)(uint64_t *seconds))
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	_each_share(qos->usage->acct_limit_list, each);
	_each_share(qos->usage->user_limit_list, each);
#endif
}

/* 23.11.6: a caller that holds assoc_mgr's locks says so. */
bool fts_coordinates(uid_t uid, char *account)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 6)
	return assoc_mgr_is_user_acct_coord(acct_db_conn, uid, account, false);
#else
	return assoc_mgr_is_user_acct_coord(acct_db_conn, uid, account);
#endif
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
bool fts_account_admitted(const part_record_t *part, const job_record_t *job)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK};
	int code;

	fts_lock_assoc(&locks, "accounts");
	code = part_policy_valid_acct((part_record_t *) part, NULL,
				      (job_record_t *) job);
	fts_unlock_assoc(&locks);
	return code == SLURM_SUCCESS;
}
#else
static bool _listed(char **names, const char *name)
{
	for (int i = 0; names[i]; i++)
		if (!xstrcmp(names[i], name))
			return true;
	return false;
}

bool fts_account_admitted(const part_record_t *part, const job_record_t *job)
{
	char **allow = part->allow_account_array;
	char **deny = part->deny_account_array;

	if (allow && allow[0])
		return job->account && _listed(allow, job->account);
	return !deny || !deny[0] || !job->account ||
	       !_listed(deny, job->account);
}
#endif

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 11, 0)
bool fts_extra_matches(const job_record_t *job, const node_record_t *node)
{
	if (!job->extra_constraints)
		return true;
	/* A node that says nothing has nothing that could match. */
	return node->extra_data &&
	       extra_constraints_test(job->extra_constraints, node->extra_data);
}
#endif
