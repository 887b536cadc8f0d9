/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_jobs.h: priorities as a table, in the manner of Maui's
 * diagnose -p, and as JSON.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "sfair/base/envelope.h"
#include "sfair/priority/priority_jobs.h"
#include "sfair/base/shown.h"

#define NOTHING 1e-6 /* points that rounding may leave */

enum { STOCK = FT_COMPONENTS, GROUPS, NAME_WIDTH = 12 };

/* Parts of the absolute total of all terms. */
struct parts {
	double component[FT_COMPONENTS], term[FT_SUBCOMPONENTS];
	double stock[SFAIR_STOCK], site, nice;
};

/* What is shown, and how wide. */
struct table {
	const struct sfair_priority_policy *policy;
	const struct sfair_jobs *jobs;
	bool shown[GROUPS], caps;
	int width[GROUPS];
	int last; /* of those that are shown */
};

/* What a number of points is of a total, in percent. */
static double _percent(double points, double total)
{
	return total > 0 ? 100 * fabs(points) / total : 0;
}

/* A component's part is shared out to its subcomponents. */
static void _terms(const struct ft_component_result *result,
		   struct parts *parts)
{
	double all[FT_COMPONENTS] = {0};

	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		all[ft_component_of((enum ft_subcomponent) i)] +=
			fabs(result->term[i].contribution);
	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		enum ft_component component =
			ft_component_of((enum ft_subcomponent) i);

		parts->term[i] =
			_percent(result->term[i].contribution, all[component]) /
			100 * parts->component[component];
	}
}

static struct parts _column_parts(const struct sfair_job *job)
{
	double total = fabs((double) job->site) + fabs((double) job->nice);
	struct parts parts = {0};

	for (int i = 0; i < FT_COMPONENTS; i++)
		total += fabs(job->result.component[i].contribution);
	for (int i = 0; i < SFAIR_STOCK; i++)
		total += fabs(job->stock[i]);
	for (int i = 0; i < FT_COMPONENTS; i++)
		parts.component[i] =
			_percent(job->result.component[i].contribution, total);
	for (int i = 0; i < SFAIR_STOCK; i++)
		parts.stock[i] = _percent(job->stock[i], total);
	parts.site = _percent((double) job->site, total);
	parts.nice = _percent((double) job->nice, total);
	_terms(&job->result, &parts);
	return parts;
}

static double _stock_points(const struct sfair_job *job)
{
	double sum = (double) job->site - (double) job->nice;

	for (int i = 0; i < SFAIR_STOCK; i++)
		sum += job->stock[i];
	return sum;
}

static bool _uses_column(const struct table *table, int i)
{
	return ft_component_policy_uses(table->policy->site.components,
					(enum ft_subcomponent) i);
}

/*
 * "(a:b)" with a text for each subcomponent of the component that counts;
 * put writes the text of one.
 */
static void _put_group(struct ft_text *text, const struct table *table,
		       int component,
		       void (*put)(struct ft_text *text, int subcomponent,
				   const void *context),
		       const void *context)
{
	char mark = '(';

	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		if ((int) ft_component_of((enum ft_subcomponent) i) !=
			    component ||
		    !_uses_column(table, i))
			continue;
		ft_text_put(text, "%c", mark);
		put(text, i, context);
		mark = ':';
	}
	ft_text_add(text, ")");
}

static void _put_word(struct ft_text *text, int i, const void *context)
{
	(void) context;
	ft_text_add(text, ft_subcomponent_word((enum ft_subcomponent) i));
}

static void _put_weight(struct ft_text *text, int i, const void *context)
{
	const struct ft_component_weights *weights = context;

	ft_text_put(text, "%.10g", weights->weight[i]);
}

static void _put_limit(struct ft_text *text, double cap)
{
	if (cap > 0)
		ft_text_put(text, "%.10g", cap);
	else
		ft_text_add(text, "-");
}

static void _put_cap(struct ft_text *text, int i, const void *context)
{
	const struct ft_component_weights *weights = context;

	_put_limit(text, weights->cap[i]);
}

static void _put_term(struct ft_text *text, int i, const void *context)
{
	const struct sfair_job *job = context;
	const struct ft_component_result *result = &job->result;

	ft_text_put(text, "%.10g",
		    result->component[ft_component_of((enum ft_subcomponent) i)]
				    .weight *
			    result->term[i].contribution);
}

/* What a row says in a group of columns; to be freed. */
enum row { HEAD, WEIGHTS, CAPS, JOB };

static char *_cell(const struct table *table, enum row row, int group,
		   const void *context)
{
	const struct ft_component_weights *weights = context;
	struct ft_text text = {0};

	if (row == HEAD) {
		ft_text_add(&text,
			    ft_component_word((enum ft_component) group));
		_put_group(&text, table, group, _put_word, NULL);
	} else if (row == WEIGHTS) {
		ft_text_put(&text, "%.10g", weights->component[group]);
		_put_group(&text, table, group, _put_weight, weights);
	} else if (row == CAPS) {
		_put_limit(&text, weights->component_cap[group]);
		_put_group(&text, table, group, _put_cap, weights);
	} else {
		const struct sfair_job *job = context;
		struct parts parts = _column_parts(job);

		ft_text_put(&text, "%.1f", parts.component[group]);
		_put_group(&text, table, group, _put_term, job);
	}
	return ft_text_take(&text);
}

/* Stock's terms are one column: they have sprio to show them. */
static char *_stock_cell(enum row row, const void *context)
{
	struct ft_text text = {0};

	if (row == HEAD)
		ft_text_add(&text, "stock");
	if (row == JOB) {
		const struct sfair_job *job = context;
		struct parts parts = _column_parts(job);
		double percent = parts.site + parts.nice;

		for (int i = 0; i < SFAIR_STOCK; i++)
			percent += parts.stock[i];
		ft_text_put(&text, "%.1f(%.10g)", percent, _stock_points(job));
	}
	return row == HEAD || row == JOB ? ft_text_take(&text) : NULL;
}

/* One row; measures only if print is false. */
static void _column_row(struct table *table, enum row row, const void *context,
			bool print)
{
	for (int group = 0; group < GROUPS; group++) {
		char *cell, name[SFAIR_SHOWN];
		int width;

		if (!table->shown[group])
			continue;
		cell = group == STOCK ? _stock_cell(row, context)
				      : _cell(table, row, group, context);
		width = cell ? (int) strlen(cell) : 0;
		if (width > table->width[group])
			table->width[group] = width;
		if (print)
			printf("  %-*s",
			       group == table->last ? 0 : table->width[group],
			       sfair_shown(name, cell ? cell : ""));
		free(cell);
	}
	if (print)
		putchar('\n');
}

static bool _has_caps(const struct ft_component_weights *weights)
{
	for (int i = 0; i < FT_COMPONENTS; i++)
		if (weights->component_cap[i] > 0)
			return true;
	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		if (weights->cap[i] > 0)
			return true;
	return false;
}

/* Weights and caps, of all partitions and of each that has its own. */
static void _column_scope(struct table *table, const char *partition,
			  bool print)
{
	const struct ft_component_weights *weights =
		ft_component_policy_weights(table->policy->site.components,
					    partition);
	const char *of = partition ? partition : "";

	if (print)
		printf("%-*s %10s", NAME_WIDTH, "Weights", of);
	_column_row(table, WEIGHTS, weights, print);
	if (!_has_caps(weights))
		return;
	if (print)
		printf("%-*s %10s", NAME_WIDTH, "Caps", of);
	_column_row(table, CAPS, weights, print);
}

static void _column_rows(struct table *table, bool print)
{
	const struct ft_component_policy *policy =
		table->policy->site.components;
	const char *partition;

	if (print)
		printf("%-*s %10s", NAME_WIDTH, "Job", "Priority");
	_column_row(table, HEAD, NULL, print);
	_column_scope(table, NULL, print);
	for (uint32_t i = 0;
	     (partition = ft_component_policy_partition(policy, i)); i++)
		_column_scope(table, partition, print);
	for (size_t i = 0; i < table->jobs->count; i++) {
		const struct sfair_job *job = &table->jobs->job[i];

		if (print)
			printf("%-*" PRId64 " %10" PRIu32, NAME_WIDTH, job->id,
			       job->columns.priority);
		_column_row(table, JOB, job, print);
	}
}

/* The part of each column in the absolute total of all jobs. */
static void _print_foot(const struct table *table)
{
	double sum[GROUPS] = {0}, total = 0;

	for (size_t i = 0; i < table->jobs->count; i++) {
		const struct sfair_job *job = &table->jobs->job[i];

		for (int j = 0; j < FT_COMPONENTS; j++)
			sum[j] += fabs(job->result.component[j].contribution);
		for (int j = 0; j < SFAIR_STOCK; j++)
			sum[STOCK] += fabs(job->stock[j]);
		sum[STOCK] +=
			fabs((double) job->site) + fabs((double) job->nice);
	}
	for (int i = 0; i < GROUPS; i++)
		total += sum[i];
	printf("%-*s %10s", NAME_WIDTH, "Percent", "");
	for (int i = 0; i < GROUPS; i++)
		if (table->shown[i])
			printf("  %-*.1f",
			       i == table->last ? 0 : table->width[i],
			       _percent(sum[i], total));
	putchar('\n');
}

void sfair_jobs_print(const struct sfair_priority_policy *policy,
		      const struct sfair_jobs *jobs)
{
	struct table table = {.policy = policy, .jobs = jobs};

	for (int i = 0; i < FT_SUBCOMPONENTS; i++)
		if (_uses_column(&table, i))
			table.shown[ft_component_of((enum ft_subcomponent) i)] =
				true;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct sfair_job *job = &jobs->job[i];

		table.shown[STOCK] |= job->site || job->nice;
		for (int j = 0; j < SFAIR_STOCK; j++)
			table.shown[STOCK] |= fabs(job->stock[j]) > NOTHING;
	}
	for (int i = 0; i < GROUPS; i++)
		if (table.shown[i])
			table.last = i;
	_column_rows(&table, false);
	_column_rows(&table, true);
	_print_foot(&table);
}

static void _put_real(struct json_object *json, const char *key, double value)
{
	json_object_object_add(json, key, json_object_new_double(value));
}

static struct json_object *_json_term(const struct ft_component_term *term)
{
	struct json_object *json = json_object_new_object();

	_put_real(json, "value", term->value);
	_put_real(json, "weight", term->weight);
	json_object_object_add(json, "cap",
			       term->cap > 0 ? json_object_new_double(term->cap)
					     : NULL);
	_put_real(json, "contribution", term->contribution);
	return json;
}

static struct json_object *_json_components(const struct sfair_job *job,
					    const struct parts *parts)
{
	const struct ft_component_result *result = &job->result;
	struct json_object *all = json_object_new_object();
	struct json_object *component[FT_COMPONENTS];

	for (int i = 0; i < FT_COMPONENTS; i++) {
		component[i] = _json_term(&result->component[i]);
		_put_real(component[i], "percent_of_total",
			  parts->component[i]);
		json_object_object_add(all,
				       ft_component_word((enum ft_component) i),
				       component[i]);
	}
	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		enum ft_component of =
			ft_component_of((enum ft_subcomponent) i);
		struct json_object *json = _json_term(&result->term[i]);

		_put_real(json, "points",
			  result->component[of].weight *
				  result->term[i].contribution);
		_put_real(json, "percent_of_total", parts->term[i]);
		json_object_object_add(
			component[of],
			ft_subcomponent_word((enum ft_subcomponent) i), json);
	}
	return all;
}

static struct json_object *
_json_stock(const struct sfair_job *job,
	    const struct sfair_priority_policy *policy,
	    const struct parts *parts)
{
	struct json_object *all = json_object_new_object();

	for (int i = 0; i < SFAIR_STOCK; i++) {
		struct json_object *json = json_object_new_object();

		_put_real(json, "value", job->factor[i]);
		_put_real(json, "weight", policy->weight[i]);
		_put_real(json, "contribution", job->stock[i]);
		_put_real(json, "percent_of_total", parts->stock[i]);
		json_object_object_add(all, sfair_stock_words[i], json);
	}
	return all;
}

/* As sprio shows them. */
static struct json_object *_json_columns(const struct ft_columns *columns)
{
	struct json_object *json = json_object_new_object();

	_put_real(json, "age", columns->age);
	_put_real(json, "assoc", columns->assoc);
	_put_real(json, "fairshare", columns->fairshare);
	_put_real(json, "jobsize", columns->job_size);
	_put_real(json, "partition", columns->partition);
	_put_real(json, "qos", columns->qos);
	json_object_object_add(json, "site",
			       json_object_new_int64((int64_t) columns->site -
						     FT_FACTOR_ZERO));
	json_object_object_add(json, "nice",
			       json_object_new_int64((int64_t) columns->nice -
						     FT_FACTOR_ZERO));
	return json;
}

static struct json_object *_json_job(const struct sfair_job *job,
				     const struct sfair_priority_policy *policy)
{
	struct json_object *json = json_object_new_object();
	struct parts parts = _column_parts(job);

	json_object_object_add(json, "job_id", json_object_new_int64(job->id));
	json_object_object_add(json, "priority",
			       json_object_new_int64(job->columns.priority));
	json_object_object_add(json, "cut",
			       json_object_new_boolean(job->columns.cut));
	_put_real(json, "points", job->result.points);
	json_object_object_add(json, "components",
			       _json_components(job, &parts));
	if (policy->option.sum == FT_SUM_STOCK || job->is_live)
		json_object_object_add(json, "stock",
				       _json_stock(job, policy, &parts));
	json_object_object_add(json, "columns", _json_columns(&job->columns));
	return json;
}

/* Job by job: a queue of 100,000 as one tree would take gigabytes. */
int sfair_jobs_print_json(const struct sfair_priority_policy *policy,
			  const struct sfair_jobs *jobs)
{
	struct json_object *head = sfair_envelope("priority");
	bool failed = false;

	printf("{\"meta\":%s,\"errors\":[],\"jobs\":[",
	       json_object_to_json_string(sfair_get(head, "meta")));
	json_object_put(head);
	for (size_t i = 0; i < jobs->count && !failed; i++) {
		struct json_object *json = _json_job(&jobs->job[i], policy);
		const char *text = json_object_to_json_string_ext(
			json, JSON_C_TO_STRING_PRETTY);

		failed = !text;
		printf("%s\n%s", i ? "," : "", text ? text : "");
		json_object_put(json);
	}
	puts("\n]}");
	return failed ? -ENOMEM : 0;
}
