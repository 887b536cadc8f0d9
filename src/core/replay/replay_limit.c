/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_limit.h.
 */
#include "core/replay/replay_limit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/maui/credential.h"
#include "core/base/number.h"

struct ft_rule {
	enum ft_rule_kind kind;
	const char *name; /* NULL: of all that have none */
	enum ft_rule_measure measure;
	int64_t total;
};

enum {
	NAME = 32,
	USER_BITS = 20, /* of a key that names a user of a QOS */
	TOTAL_MAX = INT32_MAX,
};

#define CPU "cpu="

/* What counts together, for some measure. */
struct scope {
	enum ft_rule_kind kind;
	const char *name;
	uint32_t key; /* one for each of the kind */
};

struct maker {
	struct ft_replay_limit *limit;
	const struct ft_rule_list *rules;
	struct ft_workload *workload;
	struct ft_population *population;
	struct ft_id_map users; /* numbers of the log from 0 */
	struct ft_err *err;
};

extern void ft_rule_list_free(struct ft_rule_list *rules)
{
	ft_arena_free(rules->arena);
	*rules = (struct ft_rule_list){0};
}

extern void ft_replay_limit_free(struct ft_replay_limit *limit)
{
	for (int i = 0; i < FT_RULE_KINDS * FT_RULE_MEASURES; i++)
		ft_id_map_fini(&limit->index[i]);
	ft_arena_free(limit->arena);
	free(limit->total);
	free(limit->claim);
	free(limit->claim_count);
	*limit = (struct ft_replay_limit){0};
}

static int _add_rule(struct ft_rule_list *rules, struct ft_rule rule,
		     const char *name)
{
	struct ft_rule *array;
	size_t size = strlen(name) + 1;
	char *copy;

	if (!rules->arena)
		rules->arena = ft_arena_new();
	if (!rules->arena)
		return -ENOMEM;
	array = ft_arena_grow(rules->arena, rules->rule, rules->count,
			      sizeof(*array));
	if (!array)
		return -ENOMEM;
	rules->rule = array;
	copy = ft_arena_alloc(rules->arena, size);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, name, size);
	if (strcasecmp(name, FT_CREDENTIAL_DEFAULT))
		rule.name = copy;
	array[rules->count++] = rule;
	return 0;
}

static const struct key {
	const char *name;
	bool tres, each_user;
} keys[] = {
	{"GrpJobs", false, false},
	{"GrpTRES", true, false},
	{"MaxJobsPU", false, true},
	{"MaxTRESPU", true, true},
	{NULL},
};

static int _rule_kind(const struct ft_statement *statement,
		      enum ft_rule_kind *ret)
{
	if (!strcasecmp(statement->name, "ACCOUNT"))
		*ret = FT_RULE_ACCOUNT;
	else if (!strcasecmp(statement->name, "USER"))
		*ret = FT_RULE_USER;
	else if (!strcasecmp(statement->name, "QOS"))
		*ret = FT_RULE_QOS;
	else
		return -EINVAL;
	return statement->index ? 0 : -EINVAL;
}

static int _rule_total(const struct key *key, const char *text,
		       int64_t *ret_total, struct ft_err *err)
{
	if (key->tres && strncasecmp(text, CPU, strlen(CPU)))
		return ft_fail(err, -EINVAL, "%s=%s: only " CPU "N is modelled",
			       key->name, text);
	if (key->tres)
		text += strlen(CPU);
	if (ft_number_int(text, 1, TOTAL_MAX, ret_total))
		return ft_fail(err, -EINVAL,
			       "%s: %s is no limit: give a whole number above "
			       "0",
			       key->name, text);
	return 0;
}

extern int ft_rule_list_take(void *context,
			     const struct ft_statement *statement,
			     struct ft_err *err)
{
	struct ft_rule rule = {0};
	const struct key *key = keys;
	int rc;

	if (_rule_kind(statement, &rule.kind))
		return ft_fail(err, -EINVAL,
			       "%s: write ACCOUNT[name], USER[number] or "
			       "QOS[queue], with DEFAULT for all others",
			       statement->name);
	while (key->name && statement->key &&
	       strcasecmp(key->name, statement->key))
		key++;
	if (!statement->key || !key->name ||
	    (key->each_user && rule.kind != FT_RULE_QOS))
		return ft_fail(
			err, -EINVAL,
			"%s: %s is not modelled: GrpJobs=N and "
			"GrpTRES=cpu=N are, and of a QOS MaxJobsPU=N and "
			"MaxTRESPU=cpu=N",
			statement->name,
			statement->key ? statement->key : statement->value);
	rc = _rule_total(key, statement->value, &rule.total, err);
	if (rc)
		return rc;
	if (key->each_user)
		rule.kind = FT_RULE_QOS_USER;
	rule.measure = key->tres ? FT_RULE_PROCESSORS : FT_RULE_JOBS;
	rc = _add_rule(context, rule, statement->index);
	return rc ? ft_fail(err, rc, "out of memory") : 0;
}

/* What is said for the name, the last time; else what is said for others. */
static int64_t _rule(const struct ft_rule_list *rules,
		     const struct scope *scope, enum ft_rule_measure measure)
{
	int64_t own = FT_RULE_NONE, others = FT_RULE_NONE;

	for (uint32_t i = 0; i < rules->count; i++) {
		const struct ft_rule *rule = &rules->rule[i];

		if (rule->kind != scope->kind || rule->measure != measure)
			continue;
		if (!rule->name)
			others = rule->total;
		else if (!strcmp(rule->name, scope->name))
			own = rule->total;
	}
	return own == FT_RULE_NONE ? others : own;
}

/* The limit of a scope, made when it is first met; UINT32_MAX: it has none. */
static int _limit_of(struct maker *maker, const struct scope *scope,
		     enum ft_rule_measure measure, uint32_t *ret_limit)
{
	struct ft_replay_limit *limit = maker->limit;
	struct ft_id_map *index =
		&limit->index[scope->kind * FT_RULE_MEASURES + measure];
	int64_t total;

	if (ft_id_map_get(index, scope->key, ret_limit))
		return 0;
	*ret_limit = UINT32_MAX;
	total = _rule(maker->rules, scope, measure);
	if (total != FT_RULE_NONE) {
		if (!FT_ARRAY_GROW(limit->total, limit->count, limit->size))
			return -ENOMEM;
		*ret_limit = limit->count;
		limit->total[limit->count++] = total;
	}
	return ft_id_map_put(index, scope->key, *ret_limit);
}

static int _rule_claim(struct maker *maker, uint32_t job,
		       const struct scope *scope)
{
	struct ft_replay_limit *limit = maker->limit;
	int rc = 0;

	for (int m = 0; !rc && m < FT_RULE_MEASURES; m++) {
		struct ft_claim *claim;
		uint32_t index;

		rc = _limit_of(maker, scope, (enum ft_rule_measure) m, &index);
		if (rc || index == UINT32_MAX)
			continue;
		claim = ft_arena_grow(limit->arena, limit->claim[job],
				      limit->claim_count[job], sizeof(*claim));
		if (!claim)
			return -ENOMEM;
		limit->claim[job] = claim;
		claim[limit->claim_count[job]++] = (struct ft_claim){
			.limit = index,
			.count = m == FT_RULE_JOBS
					 ? 1
					 : maker->workload->job[job].processors,
		};
	}
	return rc;
}

static int _rule_user(struct maker *maker, int64_t user, uint32_t *ret_index)
{
	if (ft_id_map_get(&maker->users, (uint32_t) user, ret_index))
		return 0;
	*ret_index = (uint32_t) maker->users.count;
	return ft_id_map_put(&maker->users, (uint32_t) user, *ret_index);
}

/* Up from the user to the root, then the QOS, then the user's of the QOS. */
static int _claim_all(struct maker *maker, uint32_t job)
{
	const struct ft_vertex *vertex = maker->population->list.vertex;
	const struct ft_workload_job *asked = &maker->workload->job[job];
	uint32_t queue = (uint32_t) (asked->queue + 1), user;
	struct scope scope;
	char name[NAME];
	int rc = 0;

	for (uint32_t v = maker->population->leaf[job];
	     !rc && v != FT_SHARE_NONE; v = vertex[v].parent) {
		scope = (struct scope){vertex[v].leaf ? FT_RULE_USER
						      : FT_RULE_ACCOUNT,
				       vertex[v].name, v};
		rc = _rule_claim(maker, job, &scope);
	}
	snprintf(name, sizeof(name), "%" PRId64, asked->queue);
	scope = (struct scope){FT_RULE_QOS, name, queue};
	if (!rc)
		rc = _rule_claim(maker, job, &scope);
	if (!rc)
		rc = _rule_user(maker, asked->user, &user);
	if (rc)
		return rc;
	if (user >> USER_BITS || queue >> (32 - USER_BITS))
		return ft_fail(maker->err, -EINVAL,
			       "job %" PRId64 " of the log: limits are for at "
			       "most %d users and queues up to %d",
			       asked->number, 1 << USER_BITS,
			       (1 << (32 - USER_BITS)) - 2);
	scope = (struct scope){FT_RULE_QOS_USER, name,
			       queue << USER_BITS | user};
	rc = _rule_claim(maker, job, &scope);
	if (maker->limit->claim_count[job] > 1)
		qsort(maker->limit->claim[job], maker->limit->claim_count[job],
		      sizeof(struct ft_claim), ft_claim_order);
	return rc;
}

static bool _possible_rule(const struct ft_replay_limit *limit, uint32_t job)
{
	for (uint32_t i = 0; i < limit->claim_count[job]; i++)
		if (limit->claim[job][i].count >
		    limit->total[limit->claim[job][i].limit])
			return false;
	return true;
}

/* Jobs that can never start go; place: of each job, if it stays. */
static uint32_t _drop_rule(struct maker *maker, uint32_t *place)
{
	struct ft_replay_limit *limit = maker->limit;
	struct ft_workload *workload = maker->workload;
	uint32_t kept = 0, count = workload->count;

	for (uint32_t i = 0; i < count; i++) {
		int64_t after = workload->job[i].after;

		place[i] = UINT32_MAX;
		if (!_possible_rule(limit, i))
			continue;
		place[i] = kept;
		workload->job[kept] = workload->job[i];
		if (after >= 0)
			workload->job[kept].after =
				place[after] == UINT32_MAX
					? -1
					: (int64_t) place[after];
		maker->population->leaf[kept] = maker->population->leaf[i];
		limit->claim[kept] = limit->claim[i];
		limit->claim_count[kept] = limit->claim_count[i];
		kept++;
	}
	workload->count = kept;
	return count - kept;
}

static bool _has_queue(const struct ft_workload *workload, const char *name)
{
	int64_t queue;

	if (ft_number_int(name, -1, INT32_MAX, &queue))
		return false;
	for (uint32_t i = 0; i < workload->count; i++)
		if (workload->job[i].queue == queue)
			return true;
	return false;
}

/* A rule for an unknown name would be misspelt. */
static int _check(const struct maker *maker, const struct ft_rule *rule)
{
	const struct ft_vertex_list *list = &maker->population->list;
	uint32_t vertex;

	if (!rule->name)
		return 0;
	if (rule->kind == FT_RULE_QOS || rule->kind == FT_RULE_QOS_USER)
		return _has_queue(maker->workload, rule->name)
			       ? 0
			       : ft_fail(maker->err, -EINVAL,
					 "QOS[%s]: no job of the log has this "
					 "queue (field 15)",
					 rule->name);
	if (rule->kind == FT_RULE_USER)
		return ft_vertex_find_leaf(list, rule->name) != FT_SHARE_NONE
			       ? 0
			       : ft_fail(maker->err, -EINVAL,
					 "USER[%s]: there is no such user",
					 rule->name);
	vertex = ft_vertex_find(list, rule->name);
	if (vertex == FT_SHARE_NONE || list->vertex[vertex].leaf)
		return ft_fail(maker->err, -EINVAL,
			       "ACCOUNT[%s]: there is no such account: see "
			       "--by account and --shares",
			       rule->name);
	return 0;
}

extern int ft_replay_limit_make(struct ft_replay_limit *limit,
				const struct ft_rule_list *rules,
				struct ft_workload *workload,
				struct ft_population *population,
				uint32_t *ret_dropped, struct ft_err *err)
{
	struct maker maker = {.limit = limit,
			      .rules = rules,
			      .workload = workload,
			      .population = population,
			      .err = err};
	uint32_t *place = calloc((size_t) workload->count + 1, sizeof(*place));
	int rc = 0;

	limit->claim =
		calloc((size_t) workload->count + 1, sizeof(*limit->claim));
	limit->claim_count = calloc((size_t) workload->count + 1,
				    sizeof(*limit->claim_count));
	limit->arena = ft_arena_new();
	if (!place || !limit->claim || !limit->claim_count || !limit->arena)
		rc = -ENOMEM;
	for (uint32_t i = 0; !rc && i < rules->count; i++)
		rc = _check(&maker, &rules->rule[i]);
	for (uint32_t i = 0; !rc && i < workload->count; i++)
		rc = _claim_all(&maker, i);
	if (!rc)
		*ret_dropped = _drop_rule(&maker, place);
	ft_id_map_fini(&maker.users);
	free(place);
	if (rc == -ENOMEM)
		return ft_fail(err, rc, "out of memory");
	if (!rc && !workload->count)
		return ft_fail(err, -EINVAL, "the limits let no job run");
	return rc;
}
