/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_priority.h.
 */
#include "slurm/fairtree/priority/job_priority.h"

#include <string.h>

#include "slurm/common/change_time.h"
#include "slurm/common/lock.h"
#include "slurm/fairtree/usage/assoc_snapshot.h"
#include "slurm/fairtree/priority/job_block.h"
#include "slurm/common/job_target.h"
#include "core/fairshare/fairshare_effective.h"

void fts_job_batch_fini(struct fts_job_batch *batch)
{
	for (uint32_t i = 0; i < batch->size; i++) {
		xfree(batch->terms[i].part);
		xfree(batch->terms[i].value);
		xfree(batch->terms[i].total);
		xfree(batch->terms[i].term);
	}
	xfree(batch->terms);
	*batch = (struct fts_job_batch){.books = batch->books};
}

/* The usage of the partition counts. */
static bool _queues(const struct fts_priority_config *config)
{
	return config->option.model == FT_MODEL_PBS &&
	       config->option.pbs.entity == FT_PBS_QUEUE;
}

bool fts_job_by_partition(const struct fts_priority_config *config)
{
	return fts_priority_config_components(config) || _queues(config);
}

bool fts_job_priority_wanted(const struct fts_priority_config *config,
			     const job_record_t *job)
{
	if (job->priority == 0 || !job->details || IS_JOB_POWER_UP_NODE(job))
		return false;
	if (IS_JOB_PENDING(job))
		return fts_priority_config_ranks(config) ||
		       !IS_JOB_COMPLETING(job);
	if (!(config->flags & PRIORITY_FLAGS_CALCULATE_RUNNING))
		return false;
	/* multifactor's two models differ here, and sprio shows it. */
	return fts_priority_config_ranks(config) ||
	       !(IS_JOB_FINISHED(job) || IS_JOB_COMPLETING(job));
}

void fts_job_tres(const job_record_t *job, uint64_t *value)
{
	for (int i = 0; i < fts_tres_count(); i++) {
		value[i] = 0;
		if (job->tres_alloc_cnt &&
		    job->tres_alloc_cnt[i] != NO_CONSUME_VAL64)
			value[i] = job->tres_alloc_cnt[i];
		else if (job->tres_req_cnt)
			value[i] = job->tres_req_cnt[i];
	}
}

struct ft_factor_level fts_part_level(const part_record_t *part)
{
	return (struct ft_factor_level){part->priority_job_factor,
					part->norm_priority};
}

struct ft_factor_level fts_qos_level(const slurmdb_qos_rec_t *qos)
{
	return (struct ft_factor_level){qos->priority,
					qos->usage->norm_priority};
}

/* In [0, 1].  A user with its account's shares uses its account's. */
static double _fairshare(const struct fts_priority_config *config,
			 slurmdb_assoc_rec_t *assoc)
{
	slurmdb_assoc_usage_t *usage;

	if (fts_priority_config_ranks(config))
		return assoc->usage->fs_factor;
	if (assoc->shares_raw == SLURMDB_FS_USE_PARENT &&
	    assoc->usage->fs_assoc_ptr)
		assoc = assoc->usage->fs_assoc_ptr;
	usage = assoc->usage;
	if (fuzzy_equal(usage->usage_efctv, NO_VAL)) {
		fts_assoc_set_usage(assoc, fts_priority_config_kind(config));
		/* 25.11: sshare shows it as it stands there, and asks no
		 * plugin once the usage is known */
		fts_assoc_set_factor(assoc);
	}
	return ft_effective_factor(usage->usage_efctv, usage->shares_norm,
				   config->damping);
}

static uint32_t _job_cpus(const job_record_t *job)
{
	if (job->total_cpus)
		return job->total_cpus;
	if (job->details->max_cpus != NO_VAL)
		return job->details->max_cpus;
	return job->details->min_cpus;
}

static void _copy_job(struct ft_factor_job *copy,
		      const struct fts_priority_config *config,
		      const job_record_t *job)
{
	*copy = (struct ft_factor_job){
		.accrue_time = job->details->accrue_time,
		.cpus = _job_cpus(job),
		.min_nodes = job->details->min_nodes,
		.time_limit = job->time_limit,
		.partition_time = FT_FACTOR_NO_LIMIT,
		.site = job->site_factor,
		.nice = job->details->nice,
	};
	if (job->part_ptr) {
		copy->partition_time = job->part_ptr->max_time;
		copy->partition = fts_part_level(job->part_ptr);
	}
	if (job->assoc_ptr) {
		copy->assoc.raw = job->assoc_ptr->priority;
		copy->assoc.norm = job->assoc_ptr->usage->priority_norm;
		if (config->usage && config->factor.fairshare)
			copy->fairshare = _fairshare(config, job->assoc_ptr);
	}
	if (job->qos_ptr)
		copy->qos = fts_qos_level(job->qos_ptr);
}

static void _copy_total(struct fts_job_terms *terms, uint32_t block,
			const part_record_t *part, uint32_t tres_count)
{
	uint64_t *total = terms->total + (size_t) block * tres_count;

	if (part && part->tres_cnt)
		memcpy(total, part->tres_cnt, tres_count * sizeof(*total));
	else
		memset(total, 0, tres_count * sizeof(*total));
}

static void _copy_tres(struct fts_job_terms *terms, const job_record_t *job,
		       uint32_t tres_count)
{
	uint32_t need = (1 + terms->part_count) * tres_count;
	uint32_t block = 0;
	struct fts_job_rows rows;
	struct fts_job_row row;

	if (need > terms->tres_size) {
		terms->tres_size = need;
		xrecalloc(terms->value, tres_count, sizeof(*terms->value));
		xrecalloc(terms->term, need, sizeof(*terms->term));
		xrecalloc(terms->total, need, sizeof(*terms->total));
	}
	fts_job_tres(job, terms->value);
	_copy_total(terms, block++, job->part_ptr, tres_count);
	if (!terms->part_count)
		return;
	fts_job_rows_begin(&rows, job);
	while (fts_job_rows_next(&rows, &row))
		_copy_total(terms, block++, row.part, tres_count);
	fts_job_rows_end(&rows);
}

/* Slurm 22.05 starts jobs by the index in this list, highest tier first. */
static void _copy_partitions(struct fts_job_terms *terms, job_record_t *job)
{
	struct fts_job_rows rows;
	struct fts_job_row row;
	uint32_t i = 0;

	terms->part_count = fts_job_row_count(job);
	if (!terms->part_count)
		return;
	if (job->part_ptr_list)
		list_sort(job->part_ptr_list, priority_sort_part_tier);
	if (terms->part_count > terms->part_size) {
		terms->part_size = terms->part_count;
		xrecalloc(terms->part, terms->part_size, sizeof(*terms->part));
	}
	fts_job_rows_begin(&rows, job);
	while (fts_job_rows_next(&rows, &row)) {
		terms->part[i].level = fts_part_level(row.part);
		terms->part[i].qos = (struct ft_factor_level){0};
		if (row.qos)
			terms->part[i].qos = fts_qos_level(row.qos);
		i++;
	}
	fts_job_rows_end(&rows);
}

/* Where it would be booked in each of its partitions. */
static void _place_partitions(const struct fts_job_books *books,
			      struct fts_job_terms *terms,
			      const struct fts_priority_config *config,
			      job_record_t *job)
{
	const job_record_t own = {.part_ptr = job->part_ptr,
				  .qos_ptr = job->qos_ptr};
	struct fts_job_rows rows;
	struct fts_job_row row;
	uint32_t i = 0;

	if (!terms->part_count)
		return;
	fts_job_rows_begin(&rows, job);
	while (i < terms->part_count && fts_job_rows_next(&rows, &row)) {
		struct fts_job_partition *to = &terms->part[i++];

		job->part_ptr = row.part;
		job->qos_ptr = row.qos;
		to->placed =
			books->meter && fts_job_by_partition(config) &&
			fts_meter_place(books->meter, config, job, &to->place);
		job->part_ptr = own.part_ptr;
		job->qos_ptr = own.qos_ptr;
	}
	fts_job_rows_end(&rows);
}

static void _copy_components(struct fts_job_batch *batch,
			     struct fts_job_terms *terms,
			     const struct fts_priority_config *config,
			     const job_record_t *job, time_t now)
{
	const struct ft_component_policy *policy =
		fts_priority_config_components(config);
	struct fts_job_memory *memory = batch->books.memory;
	struct fts_job_rows rows;
	struct fts_job_row row;
	uint32_t i = 0;

	if (!memory->measured) {
		memory->system = fts_component_system();
		memory->measured = true;
	}
	batch->system = memory->system;
	terms->uid = job->user_id;
	terms->gid = job->group_id;
	fts_job_component_copy(policy, &memory->memo, job,
			       fts_job_memory_waited(memory, config, job, now),
			       now, &terms->component);
	terms->own = fts_job_component_partition(policy, &memory->memo, job,
						 job->part_ptr);
	if (!terms->part_count)
		return;
	fts_job_rows_begin(&rows, job);
	while (i < terms->part_count && fts_job_rows_next(&rows, &row))
		terms->part[i++].component = fts_job_component_partition(
			policy, &memory->memo, job, row.part);
	fts_job_rows_end(&rows);
}

void fts_job_batch_copy(struct fts_job_batch *batch,
			const struct fts_priority_config *config,
			job_record_t *job, time_t now)
{
	struct fts_job_terms *terms;

	if (batch->count == batch->size) {
		batch->size = batch->size ? 2 * batch->size : 1;
		xrecalloc(batch->terms, batch->size, sizeof(*batch->terms));
	}
	terms = &batch->terms[batch->count++];
	terms->job_id = job->job_id;
	terms->old_priority = job->priority;
	terms->direct = job->direct_set_prio && job->priority;
	if (terms->direct)
		return;
	_copy_job(&terms->job, config, job);
	terms->shareless = fts_job_block_shareless(config, job);
	terms->placed =
		batch->books.meter &&
		fts_meter_place(batch->books.meter, config, job, &terms->place);
	_copy_partitions(terms, job);
	_place_partitions(&batch->books, terms, config, job);
	if (fts_priority_config_components(config))
		_copy_components(batch, terms, config, job, now);
	if (config->factor.tres)
		_copy_tres(terms, job, config->factor.tres_count);
}

/* The record that sprio reads; zeros for a priority set directly. */
static fts_factors_t *_clean_factors(job_record_t *job, uint32_t tres_count)
{
	fts_factors_t *to = job->prio_factors;
	double *tres = NULL, *weights = NULL;

	if (!to)
		to = job->prio_factors = xmalloc(sizeof(*to));
	if (tres_count && to->tres_cnt == tres_count) {
		tres = to->priority_tres;
		weights = to->tres_weights;
	} else {
		xfree(to->priority_tres);
		xfree(to->tres_weights);
	}
	memset(to, 0, sizeof(*to));
	if (tres_count) {
		to->priority_tres =
			tres ? tres : xcalloc(tres_count, sizeof(*tres));
		to->tres_weights =
			weights ? weights
				: xcalloc(tres_count, sizeof(*weights));
		to->tres_cnt = tres_count;
	}
	return to;
}

void fts_job_columns_show(const struct ft_columns *columns, fts_factors_t *to)
{
	const struct ft_column_tres_terms tres = fts_job_tres_columns();

	to->priority_age = columns->age;
	to->priority_assoc = columns->assoc;
	to->priority_fs = columns->fairshare;
	to->priority_js = columns->job_size;
	to->priority_part = columns->partition;
	to->priority_qos = columns->qos;
	to->priority_site = columns->site;
	to->nice = columns->nice;
	for (int i = 0; i < FT_COLUMN_TRES; i++)
		if (to->priority_tres && tres.at[i] < to->tres_cnt)
			to->priority_tres[tres.at[i]] += columns->tres[i];
}

static void _write_factors(const struct fts_job_terms *terms,
			   const struct ft_factor_policy *policy,
			   job_record_t *job)
{
	uint32_t tres_count = policy->tres ? policy->tres_count : 0;
	fts_factors_t *to = _clean_factors(job, tres_count);

	if (tres_count) {
		memcpy(to->priority_tres, terms->term,
		       tres_count * sizeof(double));
		memcpy(to->tres_weights, policy->tres,
		       tres_count * sizeof(double));
	}
	fts_job_columns_show(&terms->columns, to);
}

/* For the lines that sprio shows of each partition. */
static void _write_columns(const struct fts_job_terms *terms,
			   struct fts_column_book *shown)
{
	struct ft_columns *columns =
		fts_column_book_put(shown, terms->job_id, terms->part_count);

	for (uint32_t i = 0; columns && i < terms->part_count; i++)
		columns[i] = terms->part[i].columns;
}

static bool _write_partitions(const struct fts_job_terms *terms, bool only_up,
			      job_record_t *job)
{
	uint32_t *priority;
	bool changed = false;

	if (fts_job_row_count(job) != terms->part_count)
		return false;
	if (!terms->part_count) {
		fts_partition_priorities_drop(job);
		return false;
	}
	priority = fts_partition_priorities(job, terms->part_count);
	for (uint32_t i = 0; i < terms->part_count; i++) {
		if (priority[i] == terms->part[i].priority ||
		    (only_up && priority[i] > terms->part[i].priority))
			continue;
		priority[i] = terms->part[i].priority;
		changed = true;
	}
	return changed;
}

/* All but the priority itself; whether a partition's changed. */
static bool _write_terms(const struct fts_job_terms *terms,
			 const struct fts_priority_config *config,
			 struct fts_job_memory *memory, job_record_t *job)
{
	if (terms->direct) {
		if (job->prio_factors)
			(void) _clean_factors(job, 0);
		return false;
	}
	_write_factors(terms, &config->factor, job);
	if (terms->part_count && fts_job_by_partition(config))
		_write_columns(terms, &memory->shown);
	return _write_partitions(terms,
				 config->flags & PRIORITY_FLAGS_INCR_ONLY, job);
}

static bool _write_job(const struct fts_job_terms *terms,
		       const struct fts_priority_config *config,
		       struct fts_job_memory *memory, job_record_t *job)
{
	bool changed = _write_terms(terms, config, memory, job);

	if (terms->direct || job->priority == terms->priority ||
	    ((config->flags & PRIORITY_FLAGS_INCR_ONLY) &&
	     job->priority > terms->priority))
		return changed;
	job->priority = terms->priority;
	return true;
}

void fts_job_batch_write(struct fts_job_batch *batch,
			 const struct fts_priority_config *config)
{
	bool changed = false;

	for (uint32_t i = 0; i < batch->count; i++) {
		const struct fts_job_terms *terms = &batch->terms[i];
		job_record_t *job = find_job_record(terms->job_id);

		if (!job || job->priority != terms->old_priority ||
		    terms->direct != (job->direct_set_prio && job->priority) ||
		    !fts_job_priority_wanted(config, job))
			continue;
		changed |= _write_job(terms, config, batch->books.memory, job);
	}
	if (changed)
		FTS_CHANGED_AT(last_job_update, time(NULL));
	batch->count = 0;
}

uint32_t fts_job_priority_set(const struct fts_priority_config *config,
			      const struct fts_job_books *books,
			      job_record_t *job, time_t now,
			      const char **ret_block)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK, .qos = READ_LOCK};
	struct fts_job_batch batch = {.books = *books};
	uint32_t priority;

	*ret_block = NULL;
	if (!job->details && !(job->direct_set_prio && job->priority)) {
		error("priority/fairtree: %pJ has no details: it is held", job);
		if (job->prio_factors)
			(void) _clean_factors(job, 0);
		return 0;
	}
	/* A policy that is gone may have been where this one is. */
	books->memory->memo = (struct fts_component_memo){0};
	fts_lock_assoc(&locks, "job");
	fts_job_batch_copy(&batch, config, job, now);
	fts_unlock_assoc(&locks);
	fts_job_batch_compute(&batch, config, now);
	fts_job_batch_log_cut(&batch);
	(void) _write_terms(&batch.terms[0], config, books->memory, job);
	if (!batch.terms[0].direct)
		*ret_block = batch.terms[0].verdict.block;
	priority =
		batch.terms[0].direct ? job->priority : batch.terms[0].priority;
	fts_job_batch_fini(&batch);
	return priority;
}
