/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See quota_file.h.  The JSON; hours are of processors, or of MB:
 *
 *	{"accounts": [
 *	  {"path": "/fy/tfy", "quota": {"cpu_h": 100, "mem_mb_h": 5000}},
 *	  {"path": "/fy/tfy/urban", "usage": {"cpu_h": 20}}],
 *	 "jobs": [{"job_id": 1, "account": "/fy/tfy/urban", "submit": 100}]}
 */
#define _GNU_SOURCE
#include "sfair/tree/quota_file.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/statement.h"
#include "sfair/base/json_file.h"

const char *const sfair_quota_kinds[FT_QUOTA_KINDS] = {"cpu_h", "mem_mb_h",
						       "disk_mb_h"};

struct reader {
	const char *path;
	struct sfair_quotas *quota;
	struct ft_err *err;
};

void sfair_quota_free(struct sfair_quotas *quota)
{
	ft_quota_tree_fini(&quota->tree);
	free(quota->job);
	*quota = (struct sfair_quotas){0};
}

static int _hours(const struct reader *reader, const char *account,
		  struct json_object *json, double hours[FT_QUOTA_KINDS])
{
	if (!json_object_is_type(json, json_type_object))
		return ft_fail(reader->err, -EINVAL,
			       "%s: account %s: quota and usage are objects "
			       "with cpu_h, mem_mb_h, disk_mb_h",
			       reader->path, account);
	json_object_object_foreach(json, key, value)
	{
		double number = json_object_get_double(value);
		int kind = 0;

		while (kind < FT_QUOTA_KINDS &&
		       strcmp(key, sfair_quota_kinds[kind]))
			kind++;
		if (kind == FT_QUOTA_KINDS || !(number >= 0) ||
		    number > FT_QUOTA_HOURS_MAX)
			return ft_fail(reader->err, -EINVAL,
				       "%s: account %s: %s: give cpu_h, "
				       "mem_mb_h, disk_mb_h in hours of 0 or "
				       "more",
				       reader->path, account, key);
		hours[kind] = number;
	}
	return 0;
}

static int _read_account(void *context, struct json_object *json)
{
	struct reader *reader = context;
	const char *path = sfair_json_text(json, "path");
	struct json_object *hours;
	struct ft_err why = {0};
	uint32_t index = 0;
	int rc;

	if (!path)
		return ft_fail(reader->err, -EINVAL,
			       "%s: an account is an object with a path",
			       reader->path);
	rc = ft_quota_tree_account(&reader->quota->tree, path, &index, &why);
	if (rc)
		return ft_fail(reader->err, rc, "%s: %.400s", reader->path,
			       why.text);
	if (json_object_object_get_ex(json, "quota", &hours))
		rc = _hours(reader, path, hours,
			    reader->quota->tree.quota[index].limit);
	if (!rc && json_object_object_get_ex(json, "usage", &hours))
		rc = _hours(reader, path, hours,
			    reader->quota->tree.quota[index].used);
	return rc;
}

static int _read_job(void *context, struct json_object *json)
{
	struct reader *reader = context;
	struct sfair_quotas *quota = reader->quota;
	struct ft_quota_job *job = &quota->job[quota->job_count];
	const char *path = sfair_json_text(json, "account");
	struct ft_err why = {0};
	int64_t id;

	if (!path || !sfair_json_whole(json, "job_id", &id) || id < 0 ||
	    id > UINT32_MAX || !sfair_json_whole(json, "submit", &job->submit))
		return ft_fail(reader->err, -EINVAL,
			       "%s: a job is an object with job_id, account "
			       "and submit (seconds)",
			       reader->path);
	job->job_id = (uint32_t) id;
	if (ft_quota_tree_account(&quota->tree, path, &job->account, &why))
		return ft_fail(reader->err, -EINVAL, "%s: job %u: %.400s",
			       reader->path, job->job_id, why.text);
	quota->job_count++;
	return 0;
}

/* Once all accounts are known: jobs belong to users, that is to leaves. */
static int _check_jobs(const struct reader *reader)
{
	const struct sfair_quotas *quota = reader->quota;

	for (uint32_t i = 0; i < quota->job_count; i++)
		if (!quota->tree.list.vertex[quota->job[i].account].leaf)
			return ft_fail(
				reader->err, -EINVAL,
				"%s: job %u: account %s has members: a "
				"job belongs to a user",
				reader->path, quota->job[i].job_id,
				quota->tree.list.vertex[quota->job[i].account]
					.name);
	return 0;
}

static int _read_lists(struct reader *reader, struct json_object *json)
{
	struct json_object *jobs = NULL;
	int rc = sfair_json_each(json, "accounts", _read_account, reader,
				 reader->path, reader->err);

	if (rc)
		return rc;
	json_object_object_get_ex(json, "jobs", &jobs);
	if (jobs && json_object_is_type(jobs, json_type_array)) {
		reader->quota->job = calloc(json_object_array_length(jobs) + 1,
					    sizeof(*reader->quota->job));
		if (!reader->quota->job)
			return ft_no_memory(reader->err);
	}
	rc = sfair_json_each(json, "jobs", _read_job, reader, reader->path,
			     reader->err);
	return rc ? rc : _check_jobs(reader);
}

int sfair_quota_read(const char *path, struct sfair_quotas *quota,
		     struct ft_err *err)
{
	struct reader reader = {.path = path, .quota = quota, .err = err};
	struct json_object *json = NULL;
	int rc = sfair_json_read(path, &json, err);

	if (rc)
		return rc;
	if (ft_quota_tree_init(&quota->tree))
		rc = ft_no_memory(err);
	else
		rc = _read_lists(&reader, json);
	json_object_put(json);
	return rc;
}

/* Lines of other names are for others. */
static int _take_account(void *context, const struct ft_statement *statement,
			 struct ft_err *err)
{
	bool taken;

	return ft_quota_tree_take(context, statement, &taken, err);
}

int sfair_quota_policy(const char *path, struct sfair_quotas *quota,
		       struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (!rc)
		rc = ft_statement_read(text, path, _take_account, &quota->tree,
				       err);
	free(text);
	return rc;
}
