/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share: all about one user or account, see share.h.
 */
#include "ft_config.h"

#include "sfair/share/share.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/fairshare/fairshare_effective.h"
#include "sfair/base/envelope.h"
#include "sfair/base/tres_text.h"

/* Where a factor of its model says "as much as it should". */
#define LEVEL 0.5

struct look {
	struct sfair_scene *scene;
	struct sfair_share_tree *tree;
	uint32_t vertex;
	struct json_object *answer;
};

/* The runs that count for a vertex, all until their limits. */
struct runs {
	uint32_t jobs;
	int64_t until;	    /* of the last */
	bool endless;	    /* one has no limit */
	long double billed; /* still to come, in units of usage */
	long double amount; /* what its usage will have grown by then */
};

static long double _part(long double of, long double whole)
{
	return whole > 0 ? of / whole : 0;
}

/* -- where it stands ------------------------------------------------------ */

/* Is a ahead of b: less used for each share? */
static bool _is_share_ahead(const struct ft_share_node *a,
			    const struct ft_share_node *b)
{
	if (!a->shares_raw != !b->shares_raw)
		return a->shares_raw > 0;
	return (long double) a->shares_raw * b->usage_raw >
	       (long double) b->shares_raw * a->usage_raw;
}

static void _put_siblings(struct look *look, const struct ft_share_node *node,
			  const struct ft_share_node *up,
			  struct json_object *level)
{
	const struct ft_share_tree *tree = &look->tree->tree;
	const struct ft_share_node *next = NULL;
	uint32_t rank = 1, of = 0;

	for (uint32_t i = 0; i < up->child_count; i++) {
		const struct ft_share_node *one =
			&tree->node[up->first_child + i];

		if (one->shares_raw == FT_SHARES_PARENT)
			continue;
		of++;
		if (one == node || !_is_share_ahead(one, node))
			continue;
		rank++;
		if (!next || _is_share_ahead(next, one))
			next = one;
	}
	sfair_put_whole(level, "rank", rank);
	sfair_put_whole(level, "of", of);
	sfair_put_text(level, "behind",
		       next ? look->tree->list.vertex[next->id - 1].name
			    : NULL);
}

/* Its level of the tree, and those above. */
static void _put_share_levels(struct look *look)
{
	struct json_object *list = sfair_put_list(look->answer, "levels");
	struct ft_share_tree *tree = &look->tree->tree;
	const struct ft_share_node *node =
		sfair_share_node(look->tree, look->vertex);

	for (; node->fs_parent != FT_SHARE_NONE;
	     node = &tree->node[node->fs_parent]) {
		const struct ft_share_node *up = &tree->node[node->fs_parent];
		struct json_object *level;

		if (node->shares_raw == FT_SHARES_PARENT)
			continue;
		level = sfair_add_object(list);
		sfair_put_text(level, "name",
			       look->tree->list.vertex[node->id - 1].name);
		sfair_put_text(level, "in",
			       look->tree->list.vertex[up->id - 1].name);
		sfair_put_whole(level, "shares", node->shares_raw);
		sfair_put_whole(level, "all_shares", node->level_shares);
		sfair_put_real(level, "share",
			       _part(node->shares_raw, node->level_shares));
		sfair_put_real(level, "usage",
			       _part(node->usage_raw, up->usage_raw));
		_put_siblings(look, node, up, level);
	}
}

/* Its part of the machine by shares: down all levels. */
static long double _share_of_all(struct look *look)
{
	struct ft_share_tree *tree = &look->tree->tree;
	const struct ft_share_node *node =
		sfair_share_node(look->tree, look->vertex);
	long double part = 1;

	for (; node->fs_parent != FT_SHARE_NONE;
	     node = &tree->node[node->fs_parent])
		if (node->shares_raw != FT_SHARES_PARENT)
			part *= _part(node->shares_raw, node->level_shares);
	return part;
}

static void _put_whole_tree(struct look *look)
{
	const struct ft_share_node *node =
		sfair_share_node(look->tree, look->vertex);
	bool ranked = node->user && node->rank;

	_put_share_levels(look);
	sfair_put_real(look->answer, "share", _share_of_all(look));
	sfair_put_real(
		look->answer, "used",
		_part(node->usage_raw, look->tree->tree.node[0].usage_raw));
	json_object_object_add(
		look->answer, "factor",
		node->fs_factor == FT_FACTOR_NONE
			? NULL
			: json_object_new_double(node->fs_factor));
	json_object_object_add(look->answer, "eligible",
			       json_object_new_boolean(node->eligible));
	if (ranked) {
		sfair_put_whole(look->answer, "rank", node->rank);
		sfair_put_whole(look->answer, "of",
				look->tree->tree.user_count);
	}
}

/* What slurmctld says of it alone, where the others are private. */
static void _put_alone(struct look *look)
{
	const slurmdb_assoc_usage_t *usage =
		look->tree->assoc[look->vertex]->usage;
	bool level = ft_fairshare_level(look->tree->policy.model);

	if (!usage)
		return;
	if (!level)
		sfair_put_real(look->answer, "share", usage->shares_norm);
	sfair_put_real(look->answer, "used", usage->usage_norm);
	if (look->tree->policy.model != FT_MODEL_PBS)
		sfair_put_real(look->answer, "factor",
			       level ? usage->fs_factor
				     : ft_effective_factor(
					       usage->usage_efctv,
					       usage->shares_norm,
					       look->tree->policy.damping));
}

/* -- what comes ----------------------------------------------------------- */

static const char *const back_words[] = {
	[SFAIR_SHARE_THERE] = "there",
	[SFAIR_SHARE_COMES] = "comes",
	[SFAIR_SHARE_FIXED] = "fixed",
	[SFAIR_SHARE_OTHERS] = "others",
};

static int _put_recovery(struct look *look)
{
	struct json_object *json;
	enum sfair_share_back back;
	int64_t seconds;
	int rc = sfair_share_recovery(look->tree, look->vertex, LEVEL, &back,
				      &seconds);

	if (rc)
		return rc;
	json = json_object_new_object();
	sfair_put_real(json, "factor", LEVEL);
	sfair_put_text(json, "answer", back_words[back]);
	if (back <= SFAIR_SHARE_COMES)
		sfair_put_whole(json, "time", look->scene->now + seconds);
	json_object_object_add(look->answer, "recovery", json);
	return 0;
}

/* Does the job count for the vertex? */
static bool _counts_for(const struct look *look, const job_info_t *job)
{
	const char *name = look->tree->list.vertex[look->vertex].name;
	char user[SFAIR_SHOWN], shown[SFAIR_SHOWN];

	if (!sfair_job_runs(job))
		return false;
	if (look->tree->assoc)
		return job->assoc_id == look->tree->assoc[look->vertex]->id;
	if (look->tree->entity == FT_PBS_ACCOUNT_NAME)
		return job->account && !strcmp(job->account, name);
	return look->tree->entity == FT_PBS_EUSER &&
	       !strcmp(sfair_scene_user(job, user), sfair_shown(shown, name));
}

/* Usage by then of what is billed evenly for seconds, fading since. */
static long double _faded(const struct look *look, long double rate,
			  int64_t seconds, int64_t then)
{
	long double per_second = look->tree->per_second;

	if (per_second >= 1 || per_second <= 0)
		return rate * seconds;
	return rate *
	       (powl(per_second, then - seconds) - powl(per_second, then)) /
	       -logl(per_second);
}

static long double _billing_rate(const job_info_t *job)
{
	double rate = sfair_tres_amount(job->tres_alloc_str, "billing");

	return rate > 0 ? rate : job->num_cpus;
}

static void _sum_runs(const struct look *look, struct runs *runs)
{
	const struct sfair_scene *scene = look->scene;
	long double usage =
		sfair_share_node(look->tree, look->vertex)->usage_raw;

	runs->until = scene->now;
	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		if (!_counts_for(look, job))
			continue;
		runs->jobs++;
		if (job->time_limit == INFINITE)
			runs->endless = true;
		else if (job->end_time > runs->until)
			runs->until = job->end_time;
	}
	for (uint32_t i = 0; i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];
		int64_t end = job->time_limit == INFINITE ? runs->until
							  : job->end_time;

		if (!_counts_for(look, job) || end <= scene->now)
			continue;
		runs->billed += _billing_rate(job) * (end - scene->now);
		runs->amount +=
			_faded(look, _billing_rate(job), end - scene->now,
			       runs->until - scene->now);
	}
	runs->amount +=
		usage * powl(look->tree->per_second, runs->until - scene->now) -
		usage;
}

static int _put_share_runs(struct look *look)
{
	struct runs runs = {0};
	struct json_object *json;
	double factor = FT_FACTOR_NONE;
	int rc = 0;

	_sum_runs(look, &runs);
	json = json_object_new_object();
	sfair_put_whole(json, "jobs", runs.jobs);
	json_object_object_add(look->answer, "running", json);
	if (!runs.jobs || !look->tree->billing)
		return 0;
	sfair_put_real(json, "billed", runs.billed);
	sfair_put_whole(json, "until", runs.until);
	json_object_object_add(json, "endless",
			       json_object_new_boolean(runs.endless));
	if (!look->tree->partial)
		rc = sfair_share_factor(look->tree, look->vertex, runs.amount,
					&factor);
	if (!rc && factor != FT_FACTOR_NONE)
		sfair_put_real(json, "factor", factor);
	return rc;
}

/* -- the whole ------------------------------------------------------------ */

/* The accounts that it is in, the nearest first. */
static void _put_path(struct look *look)
{
	const struct ft_vertex_list *all = &look->tree->list;
	struct json_object *list = sfair_put_list(look->answer, "path");
	uint32_t up = all->vertex[look->vertex].parent;

	for (; up != FT_SHARE_NONE && up; up = all->vertex[up].parent) {
		char shown[SFAIR_SHOWN];

		json_object_array_add(list,
				      json_object_new_string(sfair_shown(
					      shown, all->vertex[up].name)));
	}
}

static void _put_share_names(struct look *look)
{
	const struct ft_vertex *vertex = &look->tree->list.vertex[look->vertex];
	const slurmdb_assoc_rec_t *assoc =
		look->tree->assoc ? look->tree->assoc[look->vertex] : NULL;

	sfair_put_text(look->answer, "kind",
		       !assoc	      ? "entity"
		       : vertex->leaf ? "user"
				      : "account");
	sfair_put_text(look->answer, "name", vertex->name);
	if (assoc) {
		sfair_put_text(look->answer, "account", assoc->acct);
		sfair_put_text(look->answer, "partition", assoc->partition);
	}
	sfair_put_text(look->answer, "model",
		       ft_model_names[look->tree->policy.model]);
	_put_path(look);
	if (vertex->shares == FT_SHARES_PARENT)
		sfair_put_text(look->answer, "shares", "parent");
	else
		sfair_put_whole(look->answer, "shares", vertex->shares);
	sfair_put_real(look->answer, "usage",
		       sfair_share_node(look->tree, look->vertex)->usage_raw);
	if (look->tree->per_second < 1 && look->tree->per_second > 0)
		sfair_put_real(look->answer, "half_life",
			       logl(0.5L) / logl(look->tree->per_second));
}

static int _answer_vertex(struct look *look, struct json_object *list)
{
	int rc = 0;

	look->answer = sfair_add_object(list);
	_put_share_names(look);
	if (look->tree->partial) {
		_put_alone(look);
	} else {
		_put_whole_tree(look);
		if (sfair_share_node(look->tree, look->vertex)->fs_factor !=
		    FT_FACTOR_NONE)
			rc = _put_recovery(look);
	}
	if (!rc && look->tree->list.vertex[look->vertex].leaf)
		rc = _put_share_runs(look);
	return rc;
}

static bool _wishes_vertex(const struct sfair_share_tree *tree, uint32_t i,
			   const struct sfair_share_wish *wish)
{
	const struct ft_vertex *vertex = &tree->list.vertex[i];

	if (sfair_share_lists(wish->names, vertex->name))
		return true;
	if (!tree->assoc)
		return sfair_share_lists(tree->entity == FT_PBS_EUSER
						 ? wish->users
						 : wish->accounts,
					 vertex->name);
	if (vertex->leaf)
		return sfair_share_lists(wish->users, vertex->name) &&
		       (!wish->accounts ||
			sfair_share_lists(wish->accounts,
					  tree->assoc[i]->acct));
	return !wish->users && sfair_share_lists(wish->accounts, vertex->name);
}

int sfair_share_answer(struct sfair_scene *scene, struct sfair_share_tree *tree,
		       const struct sfair_share_wish *wish,
		       struct json_object *list, struct ft_err *err)
{
	struct look look = {.scene = scene, .tree = tree};
	int rc = 0;

	for (uint32_t i = 1; !rc && i < tree->list.count; i++) {
		if (!_wishes_vertex(tree, i, wish))
			continue;
		look.vertex = i;
		rc = _answer_vertex(&look, list);
	}
	return rc ? ft_fail(err, -ENOMEM, "out of memory") : 0;
}
