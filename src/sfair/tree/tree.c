/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair tree - a fairshare tree with the factor of each of its users, and
 * every term that led to it.
 *
 * Reads files only, with the models that the plugin runs: one that is given, or
 * the ledger that the running plugin has saved.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fairshare/fairshare.h"
#include "core/base/number.h"
#include "core/pbs/resource_group.h"
#include "sfair/base/sfair.h"
#include "sfair/base/envelope.h"
#include "sfair/base/shown.h"
#include "sfair/tree/tree_file.h"
#include "sfair/tree/tree_live.h"
#include "sfair/tree/tree_page.h"

struct call {
	const char *file, *usage, *conf, *html;
	struct ft_fairshare_policy policy;
	uint32_t unknown_shares;
	bool json, pbsfs, trim;
	bool given[256]; /* by the letter of the option */
};

struct view {
	const struct call *call;
	const struct ft_vertex_list *list;
	const struct ft_share_tree *tree;
	struct ft_err *err;
};

/* "/A/B/u1" of a vertex, the root "/"; to be freed, NULL: out of memory. */
static char *_tree_path(const struct ft_vertex_list *list, uint32_t index)
{
	char *path = strdup(index ? "" : "/"), *longer;

	for (; path && index; index = list->vertex[index].parent) {
		int size = asprintf(&longer, "/%s%s", list->vertex[index].name,
				    path);

		free(path);
		path = size < 0 ? NULL : longer;
	}
	return path;
}

static uint32_t _tree_depth(const struct ft_vertex_list *list, uint32_t index)
{
	uint32_t depth = 0;

	for (; index; index = list->vertex[index].parent)
		depth++;
	return depth;
}

static struct json_object *_tree_number(long double value, bool known)
{
	return known && isfinite(value) ? json_object_new_double((double) value)
					: NULL;
}

static bool _has_factor(const struct ft_share_node *node)
{
	return node->fs_factor != FT_FACTOR_NONE;
}

static struct json_object *_json_node(const struct view *view, uint32_t i)
{
	const struct ft_share_node *node = &view->tree->node[i];
	struct json_object *json = json_object_new_object();
	char *path = _tree_path(view->list, node->id - 1);

	json_object_object_add(json, "path",
			       sfair_json_shown(path ? path : "?"));
	free(path);
	json_object_object_add(json, "user",
			       json_object_new_boolean(node->user));
	json_object_object_add(
		json, "shares",
		node->shares_raw == FT_SHARES_PARENT
			? json_object_new_string("parent")
			: json_object_new_int64(node->shares_raw));
	json_object_object_add(json, "shares_norm",
			       _tree_number(node->shares_norm, true));
	json_object_object_add(json, "usage",
			       _tree_number(node->usage_raw, true));
	json_object_object_add(json, "usage_norm",
			       _tree_number(node->usage_norm, true));
	json_object_object_add(
		json, "usage_effective",
		_tree_number(node->usage_efctv,
			     node->usage_efctv != FT_SHARE_UNSET));
	/* Infinite where nothing was used: JSON has no such number. */
	json_object_object_add(
		json, "level_fs",
		_tree_number(node->level_fs, node->level_fs != FT_SHARE_UNSET));
	json_object_object_add(
		json, "factor",
		_tree_number(node->fs_factor, _has_factor(node)));
	json_object_object_add(json, "rank",
			       node->rank ? json_object_new_int64(node->rank)
					  : NULL);
	json_object_object_add(json, "eligible",
			       json_object_new_boolean(node->eligible));
	return json;
}

static void _print_json(const struct view *view)
{
	struct json_object *envelope = sfair_envelope("tree");
	struct json_object *list = sfair_put_list(envelope, "vertices");

	for (uint32_t v = 0; v < view->list->count; v++)
		json_object_array_add(
			list, _json_node(view, ft_share_tree_find(view->tree,
								  v + 1)));
	sfair_envelope_print(envelope);
	json_object_put(envelope);
}

static void _print_optional(long double value, bool known)
{
	if (!known)
		printf(" %9s", "-");
	else if (isinf(value))
		printf(" %9s", "inf");
	else
		printf(" %9.6Lf", value);
}

static void _print_row(const struct view *view, uint32_t index)
{
	const struct ft_share_node *node =
		&view->tree->node[ft_share_tree_find(view->tree, index + 1)];
	int indent = (int) _tree_depth(view->list, index);
	int width = indent < 24 ? 24 - indent : 0;
	char shares[16], name[SFAIR_SHOWN];

	snprintf(shares, sizeof(shares), "%" PRIu32, node->shares_raw);
	printf("%*s%-*s %9s %9.6f %14.2Lf %9.6Lf", indent, "", width,
	       sfair_shown(name, view->list->vertex[index].name),
	       node->shares_raw == FT_SHARES_PARENT ? "parent" : shares,
	       node->shares_norm, node->usage_raw, node->usage_norm);
	_print_optional(node->usage_efctv, node->usage_efctv != FT_SHARE_UNSET);
	_print_optional(node->level_fs, node->level_fs != FT_SHARE_UNSET);
	_print_optional(node->fs_factor, _has_factor(node));
	if (node->rank)
		printf(" %6" PRIu32, node->rank);
	else
		printf(" %6s", "-");
	puts(node->eligible ? "" : "  no shares: may not run");
}

static void _print_below(const struct view *view, uint32_t index,
			 const uint32_t *first, const uint32_t *next)
{
	_print_row(view, index);
	for (uint32_t child = first[index]; child; child = next[child])
		_print_below(view, child, first, next);
}

/* Children of a vertex in the order of the file, or the other way round. */
static int _chain(const struct ft_vertex_list *list, bool reverse,
		  uint32_t **ret_first, uint32_t **ret_next)
{
	uint32_t *first = calloc(list->count, sizeof(*first));
	uint32_t *next = calloc(list->count, sizeof(*next));

	*ret_first = first;
	*ret_next = next;
	if (!first || !next)
		return -ENOMEM;
	for (uint32_t i = 1; i < list->count; i++) {
		uint32_t v = reverse ? i : list->count - i;

		next[v] = first[list->vertex[v].parent];
		first[list->vertex[v].parent] = v;
	}
	return 0;
}

static void _print_table(const struct view *view, const uint32_t *first,
			 const uint32_t *next)
{
	printf("%-24s %9s %9s %14s %9s %9s %9s %9s %6s\n", "NAME", "SHARES",
	       "SHARENORM", "USAGE", "USAGENORM", "EFFECTIVE", "LEVELFS",
	       "FACTOR", "RANK");
	_print_below(view, 0, first, next);
}

/* As "pbsfs -t" prints it: two blanks a level, the fairshare id behind. */
static void _print_pbsfs(const struct view *view, uint32_t index,
			 const uint32_t *first, const uint32_t *next)
{
	const struct ft_vertex *vertex = &view->list->vertex[index];
	char name[SFAIR_SHOWN], label[SFAIR_SHOWN];

	printf("%*s%s(%s)\n", 2 * (int) _tree_depth(view->list, index), "",
	       sfair_shown(name, vertex->name),
	       sfair_shown(label, vertex->label));
	for (uint32_t child = first[index]; child; child = next[child])
		_print_pbsfs(view, child, first, next);
}

static int _draw_page(const struct view *view, const uint32_t *first,
		      const uint32_t *next)
{
	const struct call *call = view->call;
	char title[512];
	struct sfair_tree_view page = {
		.list = view->list,
		.tree = view->tree,
		.first_child = first,
		.next = next,
		.title = title,
		.model = ft_model_names[call->policy.model],
	};

	snprintf(title, sizeof(title), "Shares of %s",
		 call->file ? call->file : "the running cluster");
	return sfair_tree_page(call->html, &page, view->err);
}

/* 0 or -errno with err. */
static int _print_tree(const struct view *view)
{
	uint32_t *first = NULL, *next = NULL;
	int rc = _chain(view->list, view->call->pbsfs, &first, &next);

	if (rc)
		ft_fail(view->err, rc, "out of memory");
	else if (view->call->html)
		rc = _draw_page(view, first, next);
	else if (view->call->json)
		_print_json(view);
	else if (view->call->pbsfs)
		_print_pbsfs(view, 0, first, next);
	else
		_print_table(view, first, next);
	free(first);
	free(next);
	return rc;
}

static int _show_tree(struct call *call, struct ft_vertex_list *list, bool pbs)
{
	struct ft_share_tree tree;
	struct ft_err err = {.text = "out of memory"};
	struct view view = {
		.call = call,
		.list = list,
		.tree = &tree,
		.err = &err,
	};
	int rc;

	if (call->policy.model == FT_MODEL_AUTO)
		call->policy.model = pbs ? FT_MODEL_PBS : FT_MODEL_FAIRTREE;
	ft_share_tree_init(&tree);
	rc = ft_vertex_tree(list, ft_fairshare_level(call->policy.model),
			    &tree);
	if (!rc)
		rc = ft_fairshare_compute(&tree, &call->policy);
	if (!rc)
		rc = _print_tree(&view);
	if (rc)
		fprintf(stderr, "sfair tree: %s\n", err.text);
	ft_share_tree_fini(&tree);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

static int _read_file(const struct call *call, struct ft_vertex_list *list,
		      bool *ret_pbs, struct ft_err *err)
{
	int rc = sfair_tree_read(call->file, call->unknown_shares, list,
				 ret_pbs, err);

	if (!rc && call->usage)
		rc = sfair_tree_usage(call->usage, *ret_pbs, list, err);
	if (!rc && call->pbsfs && !*ret_pbs)
		rc = ft_fail(err, -EINVAL,
			     "--format=pbsfs: %s is no resource_group file",
			     call->file);
	return rc;
}

/* What the configuration says counts where no option says otherwise. */
static void _take_conf(struct call *call, const struct sfair_live *live)
{
	const struct ft_priority_option *option = &live->option;
	struct ft_fairshare_policy *policy = &call->policy;
	const char *damping =
		ft_conf_get(live->conf, "FairShareDampeningFactor", NULL);
	int64_t number;

	if (damping && !call->given['d'] &&
	    !ft_number_int(damping, 1, UINT16_MAX, &number))
		policy->damping = (uint16_t) number;
	if (!call->given['m'])
		policy->model = (enum ft_model) option->model;
	if (!call->given['t'])
		policy->ties = (enum ft_ties) option->ties;
	if (!call->given['o'])
		policy->pbs_order = (enum ft_pbs_order) option->pbs.order;
	if (!call->given['n'])
		policy->enforce_no_shares = option->pbs.enforce_no_shares;
	if (!call->given['s'])
		call->unknown_shares = (uint32_t) option->pbs.unknown_shares;
}

/* The file, or without one the ledger; with what the configuration says. */
static int _read_tree(struct call *call, struct ft_vertex_list *list,
		      bool *ret_pbs, struct ft_err *err)
{
	struct sfair_live live;
	int rc;

	if (call->file && !call->conf)
		return _read_file(call, list, ret_pbs, err);
	rc = sfair_live_read(call->conf ? call->conf : sfair_live_conf(), &live,
			     err);
	if (rc)
		return rc;
	_take_conf(call, &live);
	*ret_pbs = true;
	if (call->file)
		rc = _read_file(call, list, ret_pbs, err);
	else
		rc = sfair_tree_live(&live, call->unknown_shares, list, err);
	if (!rc && call->trim)
		rc = sfair_tree_trim(&live, list, err);
	sfair_live_fini(&live);
	return rc;
}

static int _run_tree(struct call *call)
{
	struct ft_vertex_list list = {0};
	struct ft_err err = {0};
	bool pbs = false;
	int status = SFAIR_DONE;
	int rc = _read_tree(call, &list, &pbs, &err);

	if (rc) {
		fprintf(stderr, "sfair tree: %s\n", err.text);
		status = SFAIR_REFUSED;
	} else if (!call->trim) {
		status = _show_tree(call, &list, pbs);
	}
	ft_vertex_fini(&list);
	return status;
}

static const char *const formats[] = {"table", "pbsfs", NULL};

static const char usage_text[] =
	"Usage: sfair tree [OPTION]... [FILE]\n\n"
	"Prints the tree of FILE, a resource_group file of PBS or JSON, with\n"
	"the factor of each user and what led to it; without FILE the tree of\n"
	"resource_group with the usage that slurmctld has counted.\n\n"
	"  --conf FILE       slurm.conf that says what follows; without a "
	"tree\n"
	"                    $SLURM_CONF or /etc/slurm/slurm.conf\n"
	"  --model=simple|effective|fairtree|pbs\n"
	"                    fairshare model: pbs for resource_group files,\n"
	"                    else fairtree\n"
	"  --ties=compat|strict     how Fair Tree ranks equal accounts: "
	"compat\n"
	"  --damping=N              FairShareDampeningFactor: 1\n"
	"  --pbs-order=path|factor|cycle  how PBS's model ranks: path\n"
	"  --unknown-shares=N       shares of the group unknown: 0\n"
	"  --no-enforce             entities without shares come last, "
	"instead\n"
	"                           of never\n"
	"  --usage FILE             usage of leaves, lines \"name value\"\n"
	"  --format=table|pbsfs     pbsfs: as pbsfs -t prints a tree\n"
	"  --trim                   ask slurmctld to drop all below unknown\n"
	"  --html FILE              a page to look at\n"
	"  --json                   as JSON; null: none, or infinite";

static const struct option options[] = {
	{"conf", required_argument, NULL, 'c'},
	{"trim", no_argument, NULL, 'r'},
	{"model", required_argument, NULL, 'm'},
	{"ties", required_argument, NULL, 't'},
	{"damping", required_argument, NULL, 'd'},
	{"pbs-order", required_argument, NULL, 'o'},
	{"unknown-shares", required_argument, NULL, 's'},
	{"no-enforce", no_argument, NULL, 'n'},
	{"usage", required_argument, NULL, 'u'},
	{"format", required_argument, NULL, 'f'},
	{"html", required_argument, NULL, 'H'},
	{"json", no_argument, NULL, 'j'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

/* The index of text among names, or -1 after saying what is known. */
static int _choice_tree(const char *option, const char *text,
			const char *const *names)
{
	for (int i = 0; names[i]; i++)
		if (!strcmp(names[i], text))
			return i;
	fprintf(stderr, "sfair tree: --%s=%s: give one of", option, text);
	for (int i = 0; names[i]; i++)
		fprintf(stderr, " %s", names[i]);
	fputc('\n', stderr);
	return -1;
}

/* A quota ranks jobs, and a tree has none. */
static int _model(const char *text)
{
	int model = _choice_tree("model", text, ft_model_names);

	if (model != FT_MODEL_QUOTA)
		return model;
	fputs("sfair tree: --model=quota: sfair quota shows that model\n",
	      stderr);
	return -1;
}

static int64_t _count_tree(const char *option, const char *text, int64_t min,
			   int64_t max)
{
	int64_t value;

	if (!ft_number_int(text, min, max, &value))
		return value;
	fprintf(stderr,
		"sfair tree: --%s=%s: give a whole number from %" PRId64
		" to %" PRId64 "\n",
		option, text, min, max);
	return -1;
}

/* False if the value is wrong, which has been said. */
static bool _take_tree(int option, const char *value, struct call *call)
{
	struct ft_fairshare_policy *policy = &call->policy;
	int64_t number = 0;

	if (option == 'm')
		policy->model = (enum ft_model)(number = _model(value));
	else if (option == 't')
		policy->ties = (enum ft_ties)(
			number = _choice_tree("ties", value, ft_ties_names));
	else if (option == 'o')
		policy->pbs_order = (enum ft_pbs_order)(
			number = _choice_tree("pbs-order", value,
					      ft_pbs_order_names));
	else if (option == 'd')
		policy->damping =
			(uint16_t) (number = _count_tree("damping", value, 1,
							 UINT16_MAX));
	else if (option == 's')
		call->unknown_shares =
			(uint32_t) (number = _count_tree("unknown-shares",
							 value, 0,
							 FT_SHARES_PARENT - 1));
	else if (option == 'f')
		call->pbsfs =
			(number = _choice_tree("format", value, formats)) > 0;
	return number >= 0;
}

/* False for a wrong one, which has been said. */
static bool _option(int option, struct call *call)
{
	call->given[option & 0xff] = true;
	if (option == 'j')
		call->json = true;
	else if (option == 'r')
		call->trim = true;
	else if (option == 'n')
		call->policy.enforce_no_shares = false;
	else if (option == 'u')
		call->usage = optarg;
	else if (option == 'c')
		call->conf = optarg;
	else if (option == 'H')
		call->html = optarg;
	else
		return option != '?' && _take_tree(option, optarg, call);
	return true;
}

int sfair_tree(int argc, char **argv)
{
	struct call call = {
		.policy = {.damping = 1, .enforce_no_shares = true}};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'h') {
			puts(usage_text);
			return SFAIR_DONE;
		}
		if (!_option(c, &call))
			return SFAIR_USAGE;
	}
	if (optind < argc)
		call.file = argv[optind++];
	if (optind < argc || (call.file && call.trim) ||
	    (!call.file && call.usage)) {
		fputs("sfair tree: give at most one file, --usage only with "
		      "one and --trim only without: see sfair tree --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return _run_tree(&call);
}
