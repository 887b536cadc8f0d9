/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model - what each fairshare model costs: from shares and usage to what every
 * pending job gets of it.
 *
 * One JSON line for each model, the median of the repeats.  Entities are users
 * of 500 groups in 20 departments; jobs are spread over them.  Neither the
 * tree's construction nor any lock of slurmctld is part of the time.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/fairshare/fairshare.h"
#include "core/ledger/fairshare_score.h"
#include "core/base/number.h"
#include "core/pbs/pbs_cycle.h"
#include "core/ledger/quota_standing.h"
#include "core/fairshare/vertex.h"
#include "gauge.h"
#include "../random.h"

enum {
	DEPARTMENTS = 20,
	GROUPS = 500,
	REPEATS_MAX = 99,
	NAME = 32,
	WINDOWS = 8,
	HOUR = 3600,
	DAY = 24 * HOUR,
	YEAR = 365 * DAY,
};

static const int64_t epoch = INT64_C(1800000000);

struct site {
	uint32_t entities, pending;
	struct ft_vertex_list list;
	uint32_t *leaf;	 /* vertex of each entity */
	uint32_t *owner; /* entity of each job */
	int64_t *submit; /* of each job */
	double *result;	 /* of each job */
};

struct spent {
	double seconds, cpu;
};

struct bench {
	const char *name;
	struct spent (*run)(struct site *site, enum ft_model model,
			    enum ft_pbs_order order);
	enum ft_model model;
	enum ft_pbs_order order;
};

static struct spent now(void)
{
	return (struct spent){gauge_seconds(CLOCK_MONOTONIC),
			      gauge_seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static struct spent since(struct spent begin)
{
	struct spent end = now();

	return (struct spent){end.seconds - begin.seconds, end.cpu - begin.cpu};
}

static void check(int rc)
{
	if (!rc)
		return;
	fprintf(stderr, "model: %s\n", strerror(-rc));
	exit(2);
}

static void *array(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);

	check(memory ? 0 : -ENOMEM);
	return memory;
}

static uint32_t add(struct site *site, uint32_t parent, const char *kind,
		    uint32_t number, uint32_t shares)
{
	struct ft_vertex *vertex;
	char name[NAME];

	snprintf(name, sizeof(name), "%s%" PRIu32, kind, number);
	check(ft_vertex_add(&site->list, parent, name, "", &vertex));
	vertex->shares = shares;
	return site->list.count - 1;
}

static void build(struct site *site, uint64_t seed)
{
	uint32_t department[DEPARTMENTS], group[GROUPS];

	check(ft_vertex_init(&site->list, ""));
	for (uint32_t i = 0; i < DEPARTMENTS; i++)
		department[i] = add(site, 0, "dept", i, 1 + i % 7);
	for (uint32_t i = 0; i < GROUPS; i++)
		group[i] = add(site, department[i % DEPARTMENTS], "group", i,
			       1 + i % 5);
	site->leaf = array(site->entities, sizeof(*site->leaf));
	for (uint32_t i = 0; i < site->entities; i++) {
		uint32_t at =
			add(site, group[i % GROUPS], "user", i, 1 + i % 3);

		site->leaf[i] = at;
		site->list.vertex[at].leaf = true;
		site->list.vertex[at].usage_given = true;
		site->list.vertex[at].usage =
			(long double) (random_next(&seed) % (100 * DAY));
	}
	site->owner = array(site->pending, sizeof(*site->owner));
	site->submit = array(site->pending, sizeof(*site->submit));
	site->result = array(site->pending, sizeof(*site->result));
	for (uint32_t j = 0; j < site->pending; j++) {
		site->owner[j] =
			(uint32_t) (random_next(&seed) % site->entities);
		site->submit[j] = epoch + (int64_t) (random_next(&seed) % YEAR);
	}
}

/* ---- models of a tree ---- */

static struct spent run_tree(struct site *site, enum ft_model model,
			     enum ft_pbs_order order)
{
	struct ft_fairshare_policy policy = {.model = model,
					     .damping = 1,
					     .pbs_order = order,
					     .enforce_no_shares = true};
	struct ft_share_tree tree;
	struct spent spent;

	ft_share_tree_init(&tree);
	check(ft_vertex_tree(&site->list, ft_fairshare_level(model), &tree));
	spent = now();
	check(ft_fairshare_compute(&tree, &policy));
	for (uint32_t j = 0; j < site->pending; j++) {
		uint32_t id = site->leaf[site->owner[j]] + 1;

		site->result[j] =
			tree.node[ft_share_tree_find(&tree, id)].fs_factor;
	}
	spent = since(spent);
	ft_share_tree_fini(&tree);
	return spent;
}

static struct spent run_cycle(struct site *site, enum ft_model model,
			      enum ft_pbs_order order)
{
	struct ft_pbs_job *job = array(site->pending, sizeof(*job));
	uint32_t *taken = array(site->pending, sizeof(*taken));
	struct ft_share_tree tree;
	struct spent spent;

	(void) order;
	ft_share_tree_init(&tree);
	check(ft_vertex_tree(&site->list, ft_fairshare_level(model), &tree));
	for (uint32_t j = 0; j < site->pending; j++)
		job[j] = (struct ft_pbs_job){
			.job_id = j + 1,
			.node = ft_share_tree_find(
				&tree, site->leaf[site->owner[j]] + 1),
			.submit = site->submit[j],
			.cost = HOUR,
		};
	spent = now();
	check(ft_pbs_cycle_order(&tree, job, site->pending, taken));
	for (uint32_t j = 0; j < site->pending; j++)
		site->result[taken[j]] =
			(site->pending - j) / (double) site->pending;
	spent = since(spent);
	ft_share_tree_fini(&tree);
	free(taken);
	free(job);
	return spent;
}

/* ---- votes ---- */

/* Every group and every third user has a quota; half of them are used up. */
static void give_quotas(const struct site *site, struct ft_quota_tree *policy)
{
	const struct ft_vertex *vertex = site->list.vertex;
	uint32_t *to = array(site->list.count, sizeof(*to));

	for (uint32_t v = 1; v < site->list.count; v++) {
		check(ft_quota_tree_member(policy, to[vertex[v].parent],
					   vertex[v].name, &to[v]));
		if (!vertex[v].leaf || v % 3 == 0)
			policy->quota[to[v]].limit[FT_QUOTA_CPU] =
				vertex[v].leaf ? 1200 : 120000;
	}
	free(to);
}

/* The newest period of a ledger, and who waits. */
static void fill_books(const struct site *site, struct ft_ledger *books,
		       struct ft_quota_ballot *ballot)
{
	struct ft_ledger_policy keep = ft_ledger_defaults();
	struct ft_ledger_place place;
	char path[4 * NAME];
	uint32_t *number = array(site->entities, sizeof(*number));

	check(ft_ledger_period_open(books, &keep, epoch));
	for (uint32_t i = 0; i < site->entities; i++) {
		const struct ft_vertex *vertex = site->list.vertex;
		const struct ft_vertex *user = &vertex[site->leaf[i]];
		const struct ft_vertex *group = &vertex[user->parent];
		struct ft_ledger_names names = {.path = path};
		struct ft_ledger_rate rate = {
			.period[FT_QUOTA_CPU] = (double) user->usage / HOUR};

		snprintf(path, sizeof(path), "/%s/%s/%s",
			 vertex[group->parent].name, group->name, user->name);
		check(ft_ledger_place(books, &names, &place));
		check(ft_ledger_charge(books, &keep, &place, &rate, epoch,
				       epoch + HOUR));
		number[i] = place.path;
	}
	for (uint32_t j = 0; j < site->pending; j++)
		ballot[j] = (struct ft_quota_ballot){
			j + 1, number[site->owner[j]], site->submit[j]};
	free(number);
}

static struct spent run_quota(struct site *site, enum ft_model model,
			      enum ft_pbs_order order)
{
	struct ft_quota_ballot *ballot = array(site->pending, sizeof(*ballot));
	struct ft_quota_standing *standing;
	struct ft_quota_tree policy;
	struct ft_ledger books;
	struct spent spent;

	(void) model;
	(void) order;
	check(ft_ledger_init(&books));
	check(ft_quota_tree_init(&policy));
	give_quotas(site, &policy);
	fill_books(site, &books, ballot);
	spent = now();
	standing = ft_quota_standing_new(&policy, &books.period, ballot,
					 site->pending);
	check(standing ? 0 : -ENOMEM);
	for (uint32_t j = 0; j < site->pending; j++)
		site->result[j] = ft_quota_standing_factor(
			standing, ballot[j].job_id, ballot[j].path);
	spent = since(spent);
	ft_quota_standing_free(standing);
	ft_quota_tree_fini(&policy);
	ft_ledger_fini(&books);
	free(ballot);
	return spent;
}

/* ---- targets ---- */

struct targets {
	struct ft_fs_history history;
	struct ft_fs_goals goals;
	uint32_t *user, *group; /* credentials of each entity */
};

static uint32_t credential(struct targets *targets,
			   enum ft_credential_kind kind, const char *name)
{
	uint32_t at =
		ft_credential_add(&targets->history.credentials, kind, name);

	check(at == FT_CREDENTIAL_NONE ? -ENOMEM : 0);
	check(ft_fs_goals_set(&targets->goals, kind, name,
			      (struct ft_fs_target){FT_FS_TARGET, 5}));
	return at;
}

static void make_targets(const struct site *site, struct targets *targets)
{
	const struct ft_vertex *vertex = site->list.vertex;
	struct ft_fs_window *window;

	check(ft_fs_history_init(&targets->history));
	check(ft_fs_goals_init(&targets->goals));
	targets->goals.span =
		(struct ft_fs_span){.interval = DAY, WINDOWS, .decay = 0.8};
	targets->user = array(site->entities, sizeof(*targets->user));
	targets->group = array(site->entities, sizeof(*targets->group));
	for (uint32_t i = 0; i < site->entities; i++) {
		uint32_t up = vertex[site->leaf[i]].parent;

		targets->user[i] = credential(targets, FT_USER,
					      vertex[site->leaf[i]].name);
		targets->group[i] =
			credential(targets, FT_ACCOUNT, vertex[up].name);
	}
	for (int64_t w = 0; w < WINDOWS; w++) {
		check(ft_fs_history_add(&targets->history, epoch - w * DAY, DAY,
					&window));
		for (uint32_t i = 0; i < site->entities; i++) {
			double usage = (double) vertex[site->leaf[i]].usage;

			check(ft_fs_window_charge(window, targets->user[i],
						  usage));
			check(ft_fs_window_charge(window, targets->group[i],
						  usage));
			window->total += usage;
		}
	}
}

static void free_targets(struct targets *targets)
{
	ft_fs_history_fini(&targets->history);
	ft_fs_goals_fini(&targets->goals);
	free(targets->user);
	free(targets->group);
}

static void weigh(const struct site *site, struct targets *targets)
{
	struct ft_fs_score score;

	check(ft_fs_score_make(&targets->goals, &targets->history, &score));
	for (uint32_t j = 0; j < site->pending; j++) {
		uint32_t user = targets->user[site->owner[j]];
		uint32_t group = targets->group[site->owner[j]];

		site->result[j] = ft_fs_score_delta(&score, FT_USER, user) +
				  ft_fs_score_delta(&score, FT_ACCOUNT, group);
	}
	ft_fs_score_fini(&score);
}

static struct spent run_targets(struct site *site, enum ft_model model,
				enum ft_pbs_order order)
{
	struct targets targets;
	struct spent spent;

	(void) model;
	(void) order;
	make_targets(site, &targets);
	spent = now();
	weigh(site, &targets);
	spent = since(spent);
	free_targets(&targets);
	return spent;
}

static const struct bench benches[] = {
	{"simple", run_tree, FT_MODEL_SIMPLE, FT_PBS_ORDER_PATH},
	{"effective", run_tree, FT_MODEL_EFFECTIVE, FT_PBS_ORDER_PATH},
	{"fairtree", run_tree, FT_MODEL_FAIRTREE, FT_PBS_ORDER_PATH},
	{"pbs", run_tree, FT_MODEL_PBS, FT_PBS_ORDER_PATH},
	{"pbs-factor", run_tree, FT_MODEL_PBS, FT_PBS_ORDER_FACTOR},
	{"pbs-cycle", run_cycle, FT_MODEL_PBS, FT_PBS_ORDER_CYCLE},
	{"quota", run_quota, FT_MODEL_QUOTA, FT_PBS_ORDER_PATH},
	{"targets", run_targets, FT_MODEL_AUTO, FT_PBS_ORDER_PATH},
};

static int by_size(const void *x, const void *y)
{
	double a = *(const double *) x, b = *(const double *) y;

	return (a > b) - (a < b);
}

static void measure(struct site *site, const struct bench *bench,
		    int64_t repeats)
{
	double seconds[REPEATS_MAX], cpu[REPEATS_MAX];

	for (int64_t i = 0; i < repeats; i++) {
		struct spent spent =
			bench->run(site, bench->model, bench->order);

		seconds[i] = spent.seconds;
		cpu[i] = spent.cpu;
	}
	qsort(cpu, (size_t) repeats, sizeof(*cpu), by_size);
	qsort(seconds, (size_t) repeats, sizeof(*seconds), by_size);
	printf("{\"bench\":\"model\",\"model\":\"%s\",\"entities\":%" PRIu32
	       ",\"pending\":%" PRIu32
	       ",\"seconds\":%.4f,\"cpu_seconds\":%.4f}\n",
	       bench->name, site->entities, site->pending, seconds[repeats / 2],
	       cpu[repeats / 2]);
	fflush(stdout);
}

static int64_t number(const char *text, int64_t min, int64_t max)
{
	int64_t value;

	if (ft_number_int(text, min, max, &value)) {
		fprintf(stderr, "model: %s: give %" PRId64 " to %" PRId64 "\n",
			text, min, max);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"entities", required_argument, NULL, 'e'},
		{"pending", required_argument, NULL, 'p'},
		{"repeats", required_argument, NULL, 'i'},
		{"only", required_argument, NULL, 'o'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct site site = {.entities = 50000, .pending = 100000};
	const char *only = NULL;
	int64_t repeats = 5;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'e')
			site.entities = (uint32_t) number(optarg, 1, 1000000);
		else if (c == 'p')
			site.pending = (uint32_t) number(optarg, 1, 1000000);
		else if (c == 'o')
			only = optarg;
		else if (c == 'i')
			repeats = number(optarg, 1, REPEATS_MAX);
		else
			return puts("Usage: model [--entities N] [--pending N] "
				    "[--repeats N] [--only MODEL]") < 0 ||
			       c != 'h';
	}
	build(&site, 1);
	for (size_t i = 0; i < sizeof(benches) / sizeof(*benches); i++)
		if (!only || !strcmp(only, benches[i].name))
			measure(&site, &benches[i], repeats);
	ft_vertex_fini(&site.list);
	free(site.leaf);
	free(site.owner);
	free(site.submit);
	free(site.result);
	return 0;
}
