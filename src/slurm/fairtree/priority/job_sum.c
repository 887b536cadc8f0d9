/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See job_priority.h: step 2, from what was copied to priorities.
 *
 * Without Maui's components the sum is taken in stock's order, so that it is
 * equal to the last digit; with them, as the columns that sprio will add up.
 */
#include "slurm/fairtree/priority/job_priority.h"

#include <string.h>

#include "slurm/common/exchange.h"

/* What one batch is computed with. */
struct sums {
	const struct fts_priority_config *config;
	const struct ft_component_policy *components; /* NULL: none count */
	const struct ft_component_system *system;
	struct ft_factor_policy stock;
	time_t now;
};

struct ft_factor_policy fts_job_policy(const struct fts_priority_config *config)
{
	struct ft_factor_policy policy = config->factor;

	policy.cluster_cpus = cluster_cpus;
	policy.node_count = (uint32_t) FTS_NODE_COUNT;
	if (config->option.sum == FT_SUM_MAUI)
		policy.age = policy.assoc = policy.fairshare = policy.job_size =
			policy.partition = policy.qos = 0;
	return policy;
}

struct ft_column_tres_terms fts_job_tres_columns(void)
{
	return (struct ft_column_tres_terms){
		.at = {[FT_COLUMN_CPU] = TRES_ARRAY_CPU,
		       [FT_COLUMN_MEM] = TRES_ARRAY_MEM,
		       [FT_COLUMN_NODE] = TRES_ARRAY_NODE},
	};
}

double fts_job_tres_terms(const struct fts_priority_config *config,
			  const uint64_t *value, const uint64_t *total,
			  double *term)
{
	const struct ft_factor_policy *policy = &config->factor;

	if (config->option.sum != FT_SUM_MAUI)
		return ft_factor_tres(policy, value, total, term);
	if (policy->tres)
		memset(term, 0, policy->tres_count * sizeof(*term));
	return 0;
}

static void _show_stock(const struct ft_factor *factor,
			struct ft_columns *columns)
{
	*columns = (struct ft_columns){
		.age = factor->age,
		.assoc = factor->assoc,
		.fairshare = factor->fairshare,
		.job_size = factor->job_size,
		.partition = factor->partition,
		.qos = factor->qos,
		.site = factor->site,
		.nice = factor->nice,
	};
}

/* Stock's terms in one of its partitions; TRES are the caller's. */
static struct ft_factor _factor_there(const struct sums *sums,
				      const struct fts_job_terms *terms,
				      const struct fts_job_partition *part)
{
	struct ft_factor factor = terms->factor;

	factor.partition = ft_factor_partition(&sums->stock, part->level);
	/* As stock's: a QOS without priority counts as the job's own does. */
	if (part->qos.raw)
		factor.qos = ft_factor_qos(&sums->stock, part->qos);
	if (part->verdict.has_factor)
		factor.fairshare =
			part->verdict.factor * (double) sums->stock.fairshare;
	return factor;
}

static void _compute_stock(const struct sums *sums, struct fts_job_terms *terms)
{
	const struct ft_factor_policy *policy = &sums->stock;
	bool cut;

	terms->priority = ft_factor_sum(&terms->factor, &terms->cut);
	_show_stock(&terms->factor, &terms->columns);
	for (uint32_t i = 0; i < terms->part_count; i++) {
		struct fts_job_partition *part = &terms->part[i];
		struct ft_factor factor = _factor_there(sums, terms, part);
		size_t block = (size_t) (i + 1) * policy->tres_count;
		double tres = 0;

		if (policy->tres)
			tres = fts_job_tres_terms(sums->config, terms->value,
						  terms->total + block,
						  terms->term + block);
		part->priority = ft_factor_sum_partition(
			&factor, factor.partition, tres, &cut);
		_show_stock(&factor, &part->columns);
		terms->cut |= cut;
	}
}

static void _log_components(const struct fts_job_terms *terms,
			    const struct ft_component_result *result)
{
	const struct ft_component_term *component = result->component;

	log_flag(PRIO,
		 "fairtree: JobId=%u components cred %.2f + fs %.2f + res %.2f "
		 "+ serv %.2f + target %.2f + usage %.2f (waited %.0f s, "
		 "xfactor %.4f, bypass %.0f, pe %.2f)",
		 terms->job_id, component[FT_CRED].contribution,
		 component[FT_FS].contribution, component[FT_RES].contribution,
		 component[FT_SERV].contribution,
		 component[FT_TARGET].contribution,
		 component[FT_USAGE].contribution, terms->component.waited,
		 result->term[FT_SERV_XFACTOR].value, terms->component.bypass,
		 result->term[FT_RES_PE].value);
}

/* What counts in one partition. */
struct there {
	const struct fts_component_partition *component;
	struct ft_factor factor;
	const double *delta; /* of targets */
	const double *term;  /* of each TRES */
};

static void _spread_sum(const struct sums *sums,
			const struct fts_job_terms *terms,
			const struct there *there, struct ft_columns *columns)
{
	struct ft_column_tres_terms tres = fts_job_tres_columns();
	struct ft_component_job job = terms->component;
	struct ft_component_result result;

	memcpy(job.delta, there->delta, sizeof(job.delta));
	job.priority[FT_CLASS] = there->component->priority;
	job.walltime = there->component->walltime;
	ft_component_compute(there->component->weights, sums->system, &job,
			     &result);
	if (sums->stock.tres) {
		tres.term = there->term;
		tres.count = sums->stock.tres_count;
	}
	ft_columns_spread(&there->factor, there->factor.partition, &tres,
			  &result, columns);
	if (there->component == &terms->own)
		_log_components(terms, &result);
}

static void _spread_partition(const struct sums *sums,
			      struct fts_job_terms *terms, uint32_t i)
{
	const struct ft_factor_policy *policy = &sums->stock;
	struct fts_job_partition *part = &terms->part[i];
	size_t block = (size_t) (i + 1) * policy->tres_count;
	struct there there = {&part->component,
			      _factor_there(sums, terms, part),
			      part->verdict.delta, NULL};

	if (policy->tres) {
		there.term = terms->term + block;
		(void) fts_job_tres_terms(sums->config, terms->value,
					  terms->total + block,
					  terms->term + block);
	}
	_spread_sum(sums, terms, &there, &part->columns);
	part->priority = part->columns.priority;
	terms->cut |= part->columns.cut;
}

static void _compute_components(const struct sums *sums,
				struct fts_job_terms *terms)
{
	struct there own = {&terms->own, terms->factor, terms->verdict.delta,
			    terms->term};

	fts_job_component_names(sums->config->files, terms->uid, terms->gid,
				&terms->component);
	if (ft_component_policy_uses(sums->components, FT_SERV_BYPASS))
		terms->component.bypass =
			fts_exchange_bypass_get(terms->job_id);
	_spread_sum(sums, terms, &own, &terms->columns);
	terms->priority = terms->columns.priority;
	terms->cut = terms->columns.cut;
	for (uint32_t i = 0; i < terms->part_count; i++)
		_spread_partition(sums, terms, i);
}

/* What the books say of it, there and in each of its partitions. */
static void _judge_sum(const struct fts_job_books *books,
		       struct fts_job_terms *terms)
{
	bool free_there = false; /* it may run in one of them */

	fts_standing_judge(books->standing,
			   terms->placed ? &terms->place : NULL, terms->job_id,
			   &terms->verdict);
	for (uint32_t i = 0; i < terms->part_count; i++) {
		struct fts_job_partition *part = &terms->part[i];

		if (part->placed)
			fts_standing_judge(books->standing, &part->place,
					   terms->job_id, &part->verdict);
		else
			part->verdict = terms->verdict;
		free_there |= !part->verdict.block;
	}
	if (free_there)
		terms->verdict.block = NULL;
	if (terms->shareless)
		terms->verdict.block = terms->shareless;
}

static void _log_sum(const struct fts_job_terms *terms)
{
	const struct ft_factor *factor = &terms->factor;

	log_flag(PRIO,
		 "fairtree: JobId=%u priority %u = age %.2f + assoc %.2f + "
		 "fairshare %.2f (factor %f) + job size %.2f + partition %.2f "
		 "+ qos %.2f + tres %.2f + site %" PRId64 " - nice %" PRId64,
		 terms->job_id, terms->priority, factor->age, factor->assoc,
		 factor->fairshare, terms->job.fairshare, factor->job_size,
		 factor->partition, factor->qos, factor->tres,
		 (int64_t) factor->site - NICE_OFFSET,
		 (int64_t) factor->nice - NICE_OFFSET);
	for (uint32_t i = 0; i < terms->part_count; i++)
		log_flag(PRIO, "fairtree: JobId=%u priority %u in partition %u",
			 terms->job_id, terms->part[i].priority, i);
}

void fts_job_batch_log_cut(struct fts_job_batch *batch)
{
	if (batch->cut_count)
		error("priority/fairtree: %u priorities are above 4294967295 "
		      "and cut to that, JobId=%u's for one: lower the "
		      "PriorityWeight* values or those of PriorityParameters",
		      batch->cut_count, batch->cut_job);
	batch->cut_count = 0;
}

void fts_job_batch_compute(struct fts_job_batch *batch,
			   const struct fts_priority_config *config, time_t now)
{
	struct sums sums = {
		.config = config,
		.components = fts_priority_config_components(config),
		.system = &batch->system,
		.stock = fts_job_policy(config),
		.now = now,
	};

	for (uint32_t i = 0; i < batch->count; i++) {
		struct fts_job_terms *terms = &batch->terms[i];

		if (terms->direct)
			continue;
		_judge_sum(&batch->books, terms);
		if (terms->verdict.has_factor)
			terms->job.fairshare = terms->verdict.factor;
		terms->factor =
			ft_factor_compute(&sums.stock, &terms->job, sums.now);
		terms->factor.tres = fts_job_tres_terms(
			config, terms->value, terms->total, terms->term);
		if (sums.components)
			_compute_components(&sums, terms);
		else
			_compute_stock(&sums, terms);
		if (terms->cut) {
			batch->cut_count++;
			batch->cut_job = terms->job_id;
		}
		_log_sum(terms);
	}
}
