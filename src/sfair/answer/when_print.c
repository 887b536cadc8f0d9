/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: the answer as JSON and in words, see when_row.h.
 */
#include "ft_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sfair/answer/when_row.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/outlook/node_fault.h"

bool sfair_when_starts(const struct sfair_when_table *table)
{
	for (uint32_t i = 0; i < table->count; i++)
		if (table->row[i].asked && table->row[i].start != FT_NEVER)
			return true;
	return false;
}

static void _put_row(const struct sfair_when_table *table,
		     const struct sfair_when_row *row, struct json_object *list)
{
	struct json_object *json = sfair_add_object(list);

	sfair_put_text(json, "partition", row->partition->name);
	json_object_object_add(json, "asked",
			       json_object_new_boolean(row->asked));
	sfair_put_whole(json, "nodes", row->nodes);
	sfair_put_limit(json, "limit", row->limit);
	json_object_object_add(
		json, "down",
		json_object_new_boolean(sfair_when_row_down(row)));
	if (row->start == FT_NEVER) {
		json_object_object_add(json, "start", NULL);
		json_object_object_add(json, "end", NULL);
		return;
	}
	sfair_put_whole(json, "start", row->start);
	if (row->limit == SFAIR_ENDLESS)
		json_object_object_add(json, "end", NULL);
	else
		sfair_put_whole(json, "end", row->start + row->limit);
	if (table->priority >= 0 && row->at_priority != FT_NEVER)
		sfair_put_whole(json, "start_at_priority", row->at_priority);
}

static void _put_gap(const struct sfair_when_table *table,
		     struct json_object *envelope)
{
	struct json_object *json;

	if (table->gap.closes == FT_NEVER)
		return;
	json = json_object_new_object();
	sfair_put_whole(json, "closes", table->gap.closes);
	if (table->gap.limit) {
		sfair_put_whole(json, "limit", table->gap.limit);
		sfair_put_whole(json, "start", table->gap.start);
	}
	json_object_object_add(envelope, "before_reservation", json);
}

static void _put_out(const struct sfair_when_table *table,
		     struct json_object *envelope)
{
	const node_info_msg_t *all = sfair_scene_nodes(table->one.scene);
	struct json_object *list;
	char text[SFAIR_FAULT];

	if (!table->out)
		return;
	list = sfair_put_list(envelope, "nodes_out");
	for (uint32_t i = 0; i < table->out->size && i < all->record_count;
	     i++) {
		struct json_object *json;

		if (!ft_node_set_has(table->out, i))
			continue;
		json = sfair_add_object(list);
		sfair_put_text(json, "name", all->node_array[i].name);
		sfair_put_text(json, "text",
			       sfair_node_fault_why(text, &all->node_array[i]));
	}
}

void sfair_when_put(const struct sfair_when_table *table,
		    struct json_object *envelope)
{
	struct json_object *list = sfair_get(envelope, "starts");

	sfair_envelope_meta(envelope, "slurm", table->scene.conf->version);
	sfair_envelope_meta(envelope, "source",
			    table->note[0] ? "slurmctld" : "plan");
	sfair_envelope_meta(envelope, "note",
			    table->note[0] ? table->note : NULL);
	for (uint32_t i = 0; i < table->count; i++)
		_put_row(table, &table->row[i], list);
	json_object_object_add(envelope, "possible",
			       json_object_new_boolean(table->possible));
	sfair_put_text(envelope, "not_looked_at", table->one.asked->unseen);
	sfair_put_text(envelope, "not_looked_at_sooner", table->sooner);
	if (table->after)
		sfair_put_whole(envelope, "after_job", table->after);
	if (table->priority >= 0) {
		sfair_put_whole(envelope, "priority", table->priority);
		sfair_put_whole(envelope, "jobs_ahead", table->ahead);
	}
	if (table->first != FT_NEVER)
		sfair_put_whole(envelope, "start_but_for_deadline",
				table->first);
	if (table->row[0].cut)
		sfair_put_whole(envelope, "ends_with_reservation",
				table->one.frame.closes);
	_put_gap(table, envelope);
	_put_out(table, envelope);
}

/* -- in words -------------------------------------------------------------- */

static const char *_start_text(const struct sfair_when_table *table,
			       char text[SFAIR_MOMENT], int64_t start)
{
	if (start != FT_NEVER)
		return sfair_moment_text(text, start, table->scene.now);
	if (table->first != FT_NEVER)
		return "not before its deadline";
	return table->possible ? "not within the plan" : "never, as things are";
}

/* The start of a row, or what bars it. */
static const char *_row_text(const struct sfair_when_table *table,
			     const struct sfair_when_row *row, int64_t start,
			     char text[SFAIR_SHOWN])
{
	char name[SFAIR_SHOWN];

	if (row->beyond)
		return "never, as limits are";
	if (!sfair_when_row_down(row))
		return _start_text(table, text, start);
	snprintf(text, SFAIR_SHOWN, "not while partition %.64s is down",
		 sfair_shown(name, row->partition->name));
	return text;
}

static void _print_starts(const struct sfair_when_table *table, bool header,
			  const struct sfair_paint *paint)
{
	char start[SFAIR_SHOWN], limit[SFAIR_MOMENT], name[SFAIR_SHOWN];
	bool ranked = table->priority >= 0;

	if (header)
		printf("%s%-16s %7s %12s  %-34s%s%s\n", paint->bold,
		       "PARTITION", "NODES", "LIMIT", "START, AT THE LATEST",
		       ranked ? "  AT YOUR PRIORITY" : "", paint->off);
	for (uint32_t i = 0; i < table->count; i++) {
		const struct sfair_when_row *row = &table->row[i];

		if (!row->asked && i && table->row[i - 1].asked && header)
			printf("%sOr, if you asked for:%s\n", paint->dim,
			       paint->off);
		printf("%-16s %7" PRId64 " %12s  %s%-34s%s",
		       sfair_shown(name, row->partition->name), row->nodes,
		       sfair_limit_text(limit, row->limit),
		       row->start == FT_NEVER ? paint->warn : "",
		       _row_text(table, row, row->start, start),
		       row->start == FT_NEVER ? paint->off : "");
		if (ranked)
			printf("  %s",
			       _row_text(table, row, row->at_priority, start));
		putchar('\n');
	}
}

static void _print_gap(const struct sfair_when_table *table)
{
	char at[SFAIR_MOMENT], limit[SFAIR_MOMENT], start[SFAIR_MOMENT];
	const struct sfair_when_row *row = &table->row[0];

	if (table->gap.closes == FT_NEVER ||
	    (row->start != FT_NEVER &&
	     row->start + row->limit <= table->gap.closes))
		return;
	printf("\nA reservation closes nodes %s.  ",
	       sfair_moment_text(at, table->gap.closes, table->scene.now));
	if (table->gap.limit)
		printf("With --time=%s it ends before that: it starts %s.\n",
		       sfair_limit_text(limit, table->gap.limit),
		       _start_text(table, start, table->gap.start));
	else
		puts("No limit is short enough to end before that.");
}

/* Nodes that it cannot do without. */
static void _print_out(const struct sfair_when_table *table)
{
	const node_info_msg_t *all = sfair_scene_nodes(table->one.scene);
	uint32_t left = ft_node_set_count(table->out), told = 0;
	char text[SFAIR_FAULT], name[SFAIR_SHOWN];

	puts("\nNodes that it needs cannot be used now:");
	for (uint32_t i = 0; i < table->out->size && i < all->record_count &&
			     told < SFAIR_WHEN_OUT;
	     i++) {
		const node_info_t *node = &all->node_array[i];

		if (!ft_node_set_has(table->out, i))
			continue;
		told++;
		printf("  node %s is %s\n", sfair_shown(name, node->name),
		       sfair_node_fault_why(text, node));
	}
	if (left > told)
		printf("  and %u more\n", (unsigned int) (left - told));
}

/* It has a start, and no time to end. */
static void _print_deadline(const struct sfair_when_table *table)
{
	int64_t deadline = table->one.asked->deadline, now = table->scene.now;
	char at[SFAIR_MOMENT], start[SFAIR_MOMENT], limit[SFAIR_MOMENT];

	sfair_moment_text(at, deadline, now);
	sfair_moment_text(start, table->first, now);
	if (table->first >= deadline)
		printf("\nIts deadline, %s, is before its first start, %s.\n",
		       at, start);
	else
		printf("\nIts deadline, %s, is before it could end: it could "
		       "start %s, for %s.\n",
		       at, start, sfair_limit_text(limit, table->row[0].limit));
}

/* Of a job that has no start. */
static void _print_none(const struct sfair_when_table *table)
{
	char text[SFAIR_MOMENT];

	if (sfair_when_starts(table) || table->row[0].beyond ||
	    sfair_when_row_down(&table->row[0]))
		return;
	if (table->after && table->one.frame.not_before == FT_NEVER)
		printf("\nIt waits for job %u, which has no start yet.\n",
		       (unsigned int) table->after);
	else if (table->first != FT_NEVER)
		_print_deadline(table);
	else if (table->possible)
		printf("\nThe machine could run it, but it is full until %s, "
		       "as far as is planned ahead.\n",
		       sfair_moment_text(text, table->outlook.until,
					 table->scene.now));
	else if (table->out)
		_print_out(table);
	else
		puts("\nEven with nothing else on the machine there would be "
		     "no place for it, as the nodes\nare now: ask for less of "
		     "each node, or for fewer nodes.");
}

/* An amount of a limit: of MaxWall a time. */
static const char *_limit_amount_text(struct json_object *one, const char *key,
				      char text[SFAIR_MOMENT])
{
	double amount = sfair_get_real(one, key);

	if (!strcmp(sfair_get_text(one, "limit"), "MaxWall"))
		return sfair_limit_text(text, 60 * (int64_t) amount);
	snprintf(text, SFAIR_MOMENT, "%.0f", amount);
	return text;
}

static void _print_full_limits(const struct sfair_when_table *table)
{
	char most[SFAIR_MOMENT], used[SFAIR_MOMENT], asked[SFAIR_MOMENT];

	for (size_t i = 0; i < sfair_list_length(table->limits); i++) {
		struct json_object *one =
			json_object_array_get_idx(table->limits, i);
		const char *tres = sfair_get_text(one, "tres");

		printf("%s%s: %s%s%s%s is %s, ", i ? "" : "\n",
		       sfair_get_text(one, "whose"),
		       sfair_get_text(one, "limit"), *tres ? " (" : "", tres,
		       *tres ? ")" : "", _limit_amount_text(one, "max", most));
		if (sfair_get_flag(one, "never"))
			printf("it asks for %s: it can never start so.\n",
			       _limit_amount_text(one, "asked", asked));
		else
			printf("%s in use, it asks for %s: not before others "
			       "leave room.\n",
			       _limit_amount_text(one, "used", used),
			       _limit_amount_text(one, "asked", asked));
	}
}

static void _print_context(const struct sfair_when_table *table)
{
	const struct sfair_when_request *asked = table->one.asked;
	char at[SFAIR_MOMENT];

	if (table->priority < 0)
		puts("\nAt the latest: behind all jobs that wait now.  Earlier "
		     "with a higher priority, or if jobs\nend before their "
		     "limits.  At your priority: not known, since you have no "
		     "waiting job to\ncompare with (--priority N).");
	else
		printf("\nAt the latest: behind all jobs that wait now.  At "
		       "your priority, %" PRId64 ": behind %u of\nthem, if the "
		       "others give way.  Earlier if jobs end before their "
		       "limits.\n",
		       table->priority, (unsigned int) table->ahead);
	if (table->row[0].cut)
		printf("Its reservation ends %s, and the job with it.\n",
		       sfair_moment_text(at, table->one.frame.closes,
					 table->scene.now));
	if (asked->least)
		puts("The limit is that of --time-min: it gets more if there "
		     "is room for more.");
	if (table->after && table->one.frame.not_before != FT_NEVER)
		printf("It waits for job %u, which counts until its limit.\n",
		       (unsigned int) table->after);
}

void sfair_when_print(const struct sfair_when_table *table, bool header,
		      const struct sfair_paint *paint)
{
	const struct sfair_when_request *asked = table->one.asked;
	char shown[SFAIR_SHOWN];

	_print_starts(table, header, paint);
	_print_none(table);
	_print_full_limits(table);
	_print_gap(table);
	if (header)
		_print_context(table);
	if (*asked->unseen)
		printf("%sNot looked at: %s.%s  It may start later for "
		       "that.\n",
		       paint->warn, sfair_shown(shown, asked->unseen),
		       paint->off);
	if (*table->sooner)
		printf("%sNot looked at: %s.%s  It may start earlier for "
		       "that.\n",
		       paint->dim, sfair_shown(shown, table->sooner),
		       paint->off);
	if (table->note[0] && header)
		printf("%sThis is %s.%s\n", paint->dim, table->note,
		       paint->off);
}
