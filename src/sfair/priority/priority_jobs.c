/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_jobs.h: jobs out of JSON, and their priorities.
 */
#define _GNU_SOURCE
#include "sfair/priority/priority_jobs.h"

#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/json_file.h"

#define NUMBER_MAX 1e18
#define SYSTEM(field) offsetof(struct ft_component_system, field)
#define VALUE(field) offsetof(struct sfair_job, values.field)

const char *const sfair_stock_words[SFAIR_STOCK] = {
	"age", "assoc", "fairshare", "job_size", "partition", "qos", "tres"};

struct field {
	const char *key;
	size_t offset; /* of a double */
};

static const struct field system_fields[] = {
	{"cpus", SYSTEM(cpus)},
	{"mem_mb", SYSTEM(mem_mb)},
	{"disk_mb", SYSTEM(disk_mb)},
	{"gpus", SYSTEM(gpus)},
	{NULL, 0},
};

static const struct field job_fields[] = {
	{"nodes", VALUE(nodes)},       {"cpus", VALUE(cpus)},
	{"mem_mb", VALUE(mem_mb)},     {"disk_mb", VALUE(disk_mb)},
	{"gpus", VALUE(gpus)},	       {"walltime_s", VALUE(walltime)},
	{"eligible_s", VALUE(waited)}, {"bypass", VALUE(bypass)},
	{"elapsed_s", VALUE(elapsed)}, {NULL, 0},
};

struct reader {
	const char *path;
	struct sfair_jobs *jobs;
	size_t number; /* of the job, from 1 */
	struct ft_err *err;
};

void sfair_jobs_free(struct sfair_jobs *jobs)
{
	for (size_t i = 0; i < jobs->count; i++)
		for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
			free(jobs->job[i].credential[kind]);
	free(jobs->job);
	*jobs = (struct sfair_jobs){0};
}

static int _refuse_told(const struct reader *reader, const char *key,
			const char *remedy)
{
	if (!reader->number)
		return ft_fail(reader->err, -EINVAL, "%s: system: %s: %s",
			       reader->path, key, remedy);
	return ft_fail(reader->err, -EINVAL, "%s: job %zu of the list: %s: %s",
		       reader->path, reader->number, key, remedy);
}

/* A number that may be left out, or be null: then 0. */
static int _job_number(const struct reader *reader, struct json_object *json,
		       const char *key, double least, double most,
		       double *number)
{
	struct json_object *value;
	double read;

	*number = 0;
	if (!json_object_object_get_ex(json, key, &value) || !value)
		return 0;
	if (!json_object_is_type(value, json_type_int) &&
	    !json_object_is_type(value, json_type_double))
		return _refuse_told(reader, key, "give a number");
	read = json_object_get_double(value);
	if (!(read >= least && read <= most))
		return _refuse_told(reader, key,
				    least < 0  ? "the number is too large"
				    : most > 1 ? "give a number of 0 or more"
					       : "give a factor from 0 to 1");
	*number = read;
	return 0;
}

static int _numbers(const struct reader *reader, struct json_object *json,
		    const struct field *field, void *fields)
{
	int rc = 0;

	for (; !rc && field->key; field++)
		rc = _job_number(reader, json, field->key, 0, NUMBER_MAX,
				 (double *) ((char *) fields + field->offset));
	return rc;
}

static int _read_names(const struct reader *reader, struct json_object *json,
		       struct sfair_job *job)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		const char *key =
			kind == FT_CLASS
				? "partition"
				: ft_credential_word(
					  (enum ft_credential_kind) kind);
		const char *name = sfair_json_text(json, key);

		if (!name)
			continue;
		job->credential[kind] = strdup(name);
		if (!job->credential[kind])
			return ft_no_memory(reader->err);
	}
	return 0;
}

/* An object that may be left out; NULL then. */
static int _object(const struct reader *reader, struct json_object *json,
		   const char *key, struct json_object **ret_object)
{
	*ret_object = NULL;
	if (!json_object_object_get_ex(json, key, ret_object) || !*ret_object)
		return 0;
	return json_object_is_type(*ret_object, json_type_object)
		       ? 0
		       : _refuse_told(reader, key, "give an object");
}

static bool _is_credential(const char *key)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		if (!strcmp(key,
			    ft_credential_word((enum ft_credential_kind) kind)))
			return true;
	return false;
}

static bool _is_factor(const char *key)
{
	for (int i = 0; i < SFAIR_TRES; i++)
		if (!strcmp(key, sfair_stock_words[i]))
			return true;
	return false;
}

static bool _is_of_system(const char *key)
{
	for (const struct field *field = system_fields; field->key; field++)
		if (!strcmp(key, field->key))
			return true;
	return false;
}

/* What is not read would count as zero, unnoticed. */
static int _only(const struct reader *reader, struct json_object *json,
		 bool (*knows)(const char *key))
{
	struct json_object_iterator at = json_object_iter_begin(json);
	struct json_object_iterator end = json_object_iter_end(json);

	for (; !json_object_iter_equal(&at, &end); json_object_iter_next(&at))
		if (!knows(json_object_iter_peek_name(&at)))
			return _refuse_told(
				reader, json_object_iter_peek_name(&at),
				"there is no such thing here; sfair(1) "
				"shows what belongs where");
	return 0;
}

static int _job_usage(const struct reader *reader, struct json_object *json,
		      struct sfair_job *job)
{
	struct json_object *usage;
	int rc = _object(reader, json, "fs_usage", &usage);

	job->has_usage = usage != NULL;
	if (!rc && usage)
		rc = _only(reader, usage, _is_credential);
	for (int kind = 0; !rc && usage && kind < FT_CREDENTIAL_KINDS; kind++)
		rc = _job_number(
			reader, usage,
			ft_credential_word((enum ft_credential_kind) kind), 0,
			NUMBER_MAX, &job->usage[kind]);
	return rc;
}

static int _stock(const struct reader *reader, struct json_object *json,
		  struct sfair_job *job)
{
	struct json_object *factors;
	double site = 0, nice = 0;
	int rc = _object(reader, json, "factors", &factors);

	if (!rc && factors)
		rc = _only(reader, factors, _is_factor);
	for (int i = 0; !rc && factors && i < SFAIR_TRES; i++)
		rc = _job_number(reader, factors, sfair_stock_words[i], 0, 1,
				 &job->factor[i]);
	if (!rc)
		rc = _job_number(reader, json, "site", INT32_MIN, INT32_MAX,
				 &site);
	if (!rc)
		rc = _job_number(reader, json, "nice", -INT32_MAX, INT32_MAX,
				 &nice);
	job->site = (int64_t) site;
	job->nice = (int64_t) nice;
	return rc;
}

static int _job(void *context, struct json_object *json)
{
	struct reader *reader = context;
	struct sfair_job *job = &reader->jobs->job[reader->jobs->count];
	struct json_object *elapsed;
	int rc;

	reader->number = ++reader->jobs->count;
	if (!json_object_is_type(json, json_type_object))
		return _refuse_told(reader, "it", "give an object");
	if (!sfair_json_whole(json, "job_id", &job->id))
		return _refuse_told(reader, "job_id", "give a whole number");
	rc = _read_names(reader, json, job);
	if (!rc)
		rc = _numbers(reader, json, job_fields, job);
	if (!rc)
		rc = _job_usage(reader, json, job);
	if (!rc)
		rc = _stock(reader, json, job);
	job->values.running =
		json_object_object_get_ex(json, "elapsed_s", &elapsed) &&
		elapsed;
	return rc;
}

static int _read_document(struct reader *reader, struct json_object *json)
{
	struct json_object *system = NULL, *list;
	int rc = 0;

	if (!json_object_is_type(json, json_type_object) ||
	    !json_object_object_get_ex(json, "jobs", &list) ||
	    !json_object_is_type(list, json_type_array))
		return ft_fail(reader->err, -EINVAL,
			       "%s: give an object with a list \"jobs\"",
			       reader->path);
	rc = _object(reader, json, "system", &system);
	if (!rc && system)
		rc = _only(reader, system, _is_of_system);
	if (!rc && system)
		rc = _numbers(reader, system, system_fields,
			      &reader->jobs->system);
	if (rc)
		return rc;
	reader->jobs->job = calloc(json_object_array_length(list) + 1,
				   sizeof(*reader->jobs->job));
	if (!reader->jobs->job)
		return ft_no_memory(reader->err);
	return sfair_json_each(json, "jobs", _job, reader, reader->path,
			       reader->err);
}

int sfair_jobs_read(const char *path, struct sfair_jobs *jobs,
		    struct ft_err *err)
{
	struct reader reader = {.path = path, .jobs = jobs, .err = err};
	struct json_object *json = NULL;
	int rc = sfair_json_read(path, &json, err);

	if (!rc)
		rc = _read_document(&reader, json);
	json_object_put(json);
	return rc;
}

/* What the names of a job stand for. */
static void _resolve_names(const struct sfair_priority_policy *policy,
			   struct sfair_job *job)
{
	const struct ft_component_policy *components = policy->site.components;
	const struct ft_fs_goals *goals = &policy->site.goals;

	for (int i = 0; i < FT_CREDENTIAL_KINDS; i++) {
		enum ft_credential_kind kind = (enum ft_credential_kind) i;
		const char *name = job->credential[i];
		struct ft_fs_state state = {job->usage[i], 100};
		double otherwise = 0;

		if (kind == FT_CLASS)
			otherwise =
				job->is_live
					? job->partition_factor
					: sfair_partition_factor(policy, name);
		job->values.priority[i] = ft_component_policy_priority(
			components, kind, name, otherwise);
		if (job->has_usage && name)
			job->values.delta[i] =
				ft_fs_delta(ft_fs_goals_get(goals, kind, name),
					    state, goals->ratio);
	}
	job->values.qos =
		ft_component_policy_qos(components, job->credential[FT_QOS]);
}

/* What sprio shows beyond our own terms is stock's, and slurmctld is right. */
static void _compute_live(const struct sfair_priority_policy *policy,
			  struct sfair_job *job)
{
	const struct ft_columns *shown = &job->shown, own = job->columns;

	job->stock[SFAIR_AGE] = shown->age - own.age;
	job->stock[SFAIR_ASSOC] = shown->assoc - own.assoc;
	job->stock[SFAIR_FAIRSHARE] = shown->fairshare - own.fairshare;
	job->stock[SFAIR_JOB_SIZE] = shown->job_size - own.job_size;
	job->stock[SFAIR_PARTITION] = shown->partition - own.partition;
	job->stock[SFAIR_QOS] = shown->qos - own.qos;
	job->stock[SFAIR_TRES] = job->shown_tres;
	for (int i = 0; i < FT_COLUMN_TRES; i++)
		job->stock[SFAIR_TRES] -= own.tres[i];
	for (int i = 0; i < SFAIR_STOCK; i++)
		if (policy->weight[i] > 0)
			job->factor[i] = job->stock[i] / policy->weight[i];
	job->columns = *shown;
	job->columns.priority = job->priority;
}

static void _compute_job(const struct sfair_priority_policy *policy,
			 const struct ft_component_system *system,
			 struct sfair_job *job)
{
	static const double none[FT_COLUMN_TRES];
	const struct ft_column_tres_terms tres = {
		.term = none,
		.count = job->has_tres ? FT_COLUMN_TRES : 0,
		.at = {FT_COLUMN_CPU, FT_COLUMN_MEM, FT_COLUMN_NODE}};
	struct ft_factor stock = {0};

	_resolve_names(policy, job);
	for (int i = 0; i < SFAIR_STOCK; i++)
		job->stock[i] = policy->option.sum == FT_SUM_MAUI
					? 0
					: policy->weight[i] * job->factor[i];
	stock.age = job->stock[SFAIR_AGE];
	stock.assoc = job->stock[SFAIR_ASSOC];
	stock.fairshare = job->stock[SFAIR_FAIRSHARE];
	stock.job_size = job->stock[SFAIR_JOB_SIZE];
	stock.qos = job->stock[SFAIR_QOS];
	stock.site = (uint32_t) (FT_FACTOR_ZERO + job->site);
	stock.nice = (uint32_t) (FT_FACTOR_ZERO + job->nice);
	ft_component_compute(
		ft_component_policy_weights(policy->site.components,
					    job->credential[FT_CLASS]),
		system, &job->values, &job->result);
	ft_columns_spread(&stock, job->stock[SFAIR_PARTITION], &tres,
			  &job->result, &job->columns);
	if (job->is_live)
		_compute_live(policy, job);
}

void sfair_jobs_compute(const struct sfair_priority_policy *policy,
			struct sfair_jobs *jobs)
{
	for (size_t i = 0; i < jobs->count; i++)
		_compute_job(policy, &jobs->system, &jobs->job[i]);
}
