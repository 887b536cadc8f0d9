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
#include "sfair/quota_file.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/number.h"
#include "core/statement.h"
#include "sfair/json_file.h"

#define HOURS_MAX 1e15

const char *const sfair_quota_kinds[FT_QUOTA_KINDS] = {"cpu_h", "mem_mb_h",
						       "disk_mb_h"};
static const char *const policy_kinds[FT_QUOTA_KINDS] = {"CPUH", "MEMMBH",
							 "DISKMBH"};

struct reader {
	const char *path;
	struct sfair_quotas *quota;
	struct ft_err *err;
};

static int _no_memory(struct ft_err *err)
{
	return ft_fail(err, -ENOMEM, "out of memory");
}

void sfair_quota_free(struct sfair_quotas *quota)
{
	ft_vertex_fini(&quota->list);
	free(quota->quota);
	free(quota->job);
	*quota = (struct sfair_quotas){0};
}

/* Room for the quota of every account that there is. */
static int _grow(struct sfair_quotas *quota)
{
	uint32_t room = 2 * quota->list.count;
	struct ft_quota *array;

	if (quota->list.count <= quota->quota_room)
		return 0;
	array = realloc(quota->quota, room * sizeof(*array));
	if (!array)
		return -ENOMEM;
	quota->quota = array;
	ft_quota_clear(array + quota->quota_room, room - quota->quota_room);
	quota->quota_room = room;
	return 0;
}

static uint32_t _member(const struct ft_vertex_list *list, uint32_t parent,
			const char *name)
{
	for (uint32_t i = ft_vertex_find(list, name); i < list->count; i++)
		if (list->vertex[i].parent == parent &&
		    !strcmp(list->vertex[i].name, name))
			return i;
	return FT_SHARE_NONE;
}

/* The account of that name below parent, which is made if it is not there. */
static int _step(struct sfair_quotas *quota, uint32_t *at, const char *name)
{
	uint32_t index = _member(&quota->list, *at, name);
	struct ft_vertex *vertex;

	if (index == FT_SHARE_NONE) {
		if (ft_vertex_add(&quota->list, *at, name, "", &vertex) ||
		    _grow(quota))
			return -ENOMEM;
		vertex->leaf = true;
		quota->list.vertex[*at].leaf = false;
		index = quota->list.count - 1;
	}
	*at = index;
	return 0;
}

/* The account at "/a/b/c". */
static int _account(struct sfair_quotas *quota, const char *path,
		    uint32_t *ret_index, struct ft_err *err)
{
	char *copy = strdup(path), *rest = NULL, *name;
	uint32_t at = 0;
	int rc = copy ? 0 : -ENOMEM;

	if (!rc && *path != '/') {
		free(copy);
		return ft_fail(err, -EINVAL,
			       "%s is no account: write /dept/group/user",
			       path);
	}
	for (name = copy ? strtok_r(copy, "/", &rest) : NULL; name && !rc;
	     name = strtok_r(NULL, "/", &rest))
		rc = _step(quota, &at, name);
	free(copy);
	*ret_index = at;
	return rc ? _no_memory(err) : 0;
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
		    number > HOURS_MAX)
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
	rc = _account(reader->quota, path, &index, &why);
	if (rc)
		return ft_fail(reader->err, rc, "%s: %.400s", reader->path,
			       why.text);
	if (json_object_object_get_ex(json, "quota", &hours))
		rc = _hours(reader, path, hours,
			    reader->quota->quota[index].limit);
	if (!rc && json_object_object_get_ex(json, "usage", &hours))
		rc = _hours(reader, path, hours,
			    reader->quota->quota[index].used);
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
	if (_account(quota, path, &job->account, &why))
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
		if (!quota->list.vertex[quota->job[i].account].leaf)
			return ft_fail(
				reader->err, -EINVAL,
				"%s: job %u: account %s has members: a "
				"job belongs to a user",
				reader->path, quota->job[i].job_id,
				quota->list.vertex[quota->job[i].account].name);
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
			return _no_memory(reader->err);
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
	if (ft_vertex_init(&quota->list, "") || _grow(quota))
		rc = _no_memory(err);
	else
		rc = _read_lists(&reader, json);
	json_object_put(json);
	return rc;
}

static int _take(void *context, const struct ft_statement *statement,
		 struct ft_err *err)
{
	struct sfair_quotas *quota = context;
	uint32_t index = 0;
	int kind = 0;
	int rc;

	if (strcasecmp(statement->name, "QUOTA"))
		return 0;
	if (!statement->index || !statement->key)
		return ft_fail(err, -EINVAL,
			       "write QUOTA[/dept/group] CPUH=.. MEMMBH=.. "
			       "DISKMBH=..");
	while (kind < FT_QUOTA_KINDS &&
	       strcasecmp(statement->key, policy_kinds[kind]))
		kind++;
	if (kind == FT_QUOTA_KINDS)
		return ft_fail(err, -EINVAL,
			       "QUOTA[%s]: %s is no key: CPUH, MEMMBH and "
			       "DISKMBH are",
			       statement->index, statement->key);
	rc = _account(quota, statement->index, &index, err);
	if (!rc && ft_number_real(statement->value, 0, HOURS_MAX,
				  &quota->quota[index].limit[kind]))
		rc = ft_fail(err, -EINVAL,
			     "QUOTA[%s] %s=%s: give hours of 0 or more",
			     statement->index, statement->key,
			     statement->value);
	return rc;
}

int sfair_quota_policy(const char *path, struct sfair_quotas *quota,
		       struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (!rc)
		rc = ft_statement_read(text, path, _take, quota, err);
	free(text);
	return rc;
}
