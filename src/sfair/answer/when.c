/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when - when a job that is not submitted yet would start.
 *
 * Behind all that runs and is planned: submitted now, with the least priority,
 * it starts then or earlier.  As Maui's showstart, with sbatch's own options.
 * What could make it later and is not known is named in the answer.
 */
#include "ft_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/list.h"
#include "core/base/number.h"
#include "core/plan/whatif.h"
#include "sfair/answer/when_access.h"
#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "slurm/common/compat_client.h"

enum {
	MINUTE = 60,
	DAY = 86400,
	WEEK = 7 * DAY,
	YEAR = 365 * DAY,
	LIMITS = 3,
	SIZES = 3,
};

static const char usage[] =
	"Usage: sfair when [OPTION]... [--] SBATCH-OPTIONS\n"
	"       sfair when [OPTION]... [SBATCH-OPTIONS] SCRIPT\n"
	"\n"
	"When a job would start if you submitted it now.  Give it what you\n"
	"would give sbatch: options, or a script with #SBATCH lines, or both.\n"
	"\n"
	"The answer is the latest start: behind all jobs that run or wait "
	"now.\n"
	"Further lines tell what a shorter limit, fewer nodes or another\n"
	"partition would change, when it could start at your priority, and "
	"what\n"
	"still ends before the next maintenance.  What could delay the job "
	"and\n"
	"is not known here stands behind \"Not looked at\".\n"
	"\n"
	"      --priority N      at this priority; else that of your waiting "
	"jobs\n"
	"      --plan FILE       the published plan, if not where slurm.conf\n"
	"                        says\n"
	"      --conf FILE       another slurm.conf\n"
	"  -h, --noheader        no headings\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if slurmctld does not answer or knows no such node,\n"
	"partition or reservation; 2 if the call is wrong; 3 if the job could\n"
	"never start so.";

struct call {
	const char *plan, *conf, *color, *priority_text;
	bool json, bare;
	int64_t priority; /* 0: that of the caller's jobs */
	struct sfair_paint paint;
	struct sfair_when_request asked;
};

struct run {
	const struct call *call;
	struct sfair_when_request asked; /* with what is found on the way */
	struct sfair_when_table table;
	struct sfair_when_standing standing;
};

/* -- rows ------------------------------------------------------------------ */

static struct sfair_when_row *_add_answer_row(struct sfair_when_table *table,
					      int64_t limit)
{
	struct sfair_when_row *row = &table->row[table->count];

	if (table->count == SFAIR_WHEN_ROWS)
		return NULL;
	*row = (struct sfair_when_row){
		.partition = table->one.partition,
		.first = table->way_count,
		.limit = limit,
		.start = FT_NEVER,
		.at_priority = FT_NEVER,
	};
	table->count++;
	return row;
}

/* False: out of memory. */
static bool _add_answer_way(struct sfair_when_table *table,
			    struct sfair_when_row *row,
			    const struct ft_request *way)
{
	if (!FT_ARRAY_GROW(table->way, table->way_count, table->way_room))
		return false;
	table->way[table->way_count++] = *way;
	row->count++;
	return true;
}

/* slurmctld ends a job with its reservation.  True: that is before the limit.
 */
static bool _cut_limit(const struct sfair_when_table *table, int64_t *limit)
{
	const struct sfair_when_frame *frame = &table->one.frame;
	int64_t from = table->scene.now;

	if (frame->not_before > from)
		from = frame->not_before;
	if (frame->closes <= from || *limit <= frame->closes - from)
		return false;
	*limit = frame->closes - from;
	return true;
}

/* The row of one partition.  0 or -1 with err; then there is none. */
static int _add_partition(struct run *run, const partition_info_t *partition,
			  bool asked, struct ft_err *err)
{
	struct sfair_when_table *table = &run->table;
	struct sfair_when_ways ways;
	struct sfair_when_row *row;
	int64_t limit = run->asked.limit;
	bool cut;

	table->one.partition = partition;
	if (!limit)
		limit = sfair_partition_limit(partition);
	if (run->asked.least && run->asked.least < limit)
		limit = run->asked.least;
	cut = _cut_limit(table, &limit);
	if (sfair_when_ways(&table->one, limit, &ways, err))
		return -1;
	row = _add_answer_row(table, limit);
	for (uint32_t i = 0; row && i < ways.count; i++)
		if (!_add_answer_way(table, row, &ways.request[i]))
			return ft_no_memory(err);
	if (row) {
		row->asked = asked;
		row->cut = cut;
		row->nodes = ways.request[0].min_nodes;
	}
	return 0;
}

/* The way with another limit and 1 >> size of its nodes, on other blocks then;
 * it keeps its leaf switches, or that it waits for none.  False: it has no such
 * part. */
static bool _scale_way(const struct sfair_when_case *one,
		       struct ft_request *way, int64_t limit, int size)
{
	uint32_t nodes = way->min_nodes >> size;

	if (!nodes || (size && way->required))
		return false;
	way->tasks =
		(uint32_t) ((uint64_t) way->tasks * nodes / way->min_nodes);
	way->duration = limit;
	way->min_nodes = nodes;
	if (size)
		way->max_nodes = nodes;
	return !size || !one->outlook->blocks.size || sfair_when_bind(one, way);
}

/* The limit, and shorter ones in whole minutes. */
static int64_t _shorter(int64_t limit, int step)
{
	if (step && limit == SFAIR_ENDLESS)
		return step == 1 ? WEEK : DAY;
	limit >>= step;
	return step ? limit - limit % MINUTE : limit;
}

/* Shorter limits and fewer nodes than the first row has. */
static bool _add_smaller(struct sfair_when_table *table)
{
	const struct sfair_when_row first = table->row[0];

	table->one.partition = first.partition;
	for (int i = 1; i < SIZES * LIMITS; i++) {
		int size = i / LIMITS;
		int64_t limit = _shorter(first.limit, i % LIMITS);
		struct sfair_when_row *row;

		if (first.nodes >> size == 0 || limit < MINUTE)
			continue;
		row = _add_answer_row(table, limit);
		for (uint32_t w = 0; row && w < first.count; w++) {
			struct ft_request way = table->way[first.first + w];

			if (_scale_way(&table->one, &way, limit, size) &&
			    !_add_answer_way(table, row, &way))
				return false;
		}
		if (row && row->count)
			row->nodes = table->way[row->first].min_nodes;
		else if (row)
			table->count--;
	}
	return true;
}

static bool _has_row(const struct sfair_when_table *table,
		     const partition_info_t *partition)
{
	for (uint32_t i = 0; i < table->count; i++)
		if (table->row[i].partition == partition)
			return true;
	return false;
}

/* The other partitions that are open to all. */
static void _add_others(struct run *run)
{
	struct sfair_when_table *table = &run->table;
	const partition_info_msg_t *all = sfair_scene_partitions(&table->scene);
	const struct sfair_when_row *first = &table->row[0];
	struct ft_err ignored;

	if (*run->asked.nodes || *run->asked.node_file || *run->asked.without ||
	    *run->asked.reservation)
		return;
	for (uint32_t i = 0; all && i < all->record_count; i++) {
		const partition_info_t *partition = &all->partition_array[i];

		if (!_has_row(table, partition) &&
		    sfair_partition_takes(partition, first->limit,
					  first->nodes))
			_add_partition(run, partition, false, &ignored);
	}
}

/* -- partitions that were asked for ------------------------------------------
 */

static void _doubt(struct run *run, const char *format,
		   const partition_info_t *partition)
{
	char text[SFAIR_SHOWN + 64], name[SFAIR_SHOWN];

	snprintf(text, sizeof(text), format,
		 sfair_shown(name, partition->name));
	sfair_when_unseen(&run->asked, text);
}

/* A partition says NO_VAL16 where it leaves that to the cluster. */
static bool _may_be_preempted(const slurm_conf_t *conf,
			      const partition_info_t *partition)
{
	uint16_t mode = partition->preempt_mode == NO_VAL16
				? conf->preempt_mode
				: partition->preempt_mode;

	return (mode & (uint16_t) ~PREEMPT_MODE_GANG) != PREEMPT_MODE_OFF;
}

/* Notes what could let it start earlier. */
static void _hope(struct run *run, const char *what)
{
	char *sooner = run->table.sooner;
	size_t used = strlen(sooner);

	snprintf(sooner + used, sizeof(run->table.sooner) - used, "%s%s",
		 used ? ", " : "", what);
}

/* Does a job run in the partition (NULL: in any) with another QOS (NULL: with
 * any)?  Where others' jobs are hidden one may. */
static bool _may_run(struct run *run, const char *partition, const char *qos)
{
	struct sfair_scene *scene = &run->table.scene;
	struct ft_err ignored;
	bool found = scene->hidden || sfair_scene_load_jobs(scene, &ignored);

	for (uint32_t i = 0; !found && i < scene->job_count; i++) {
		const job_info_t *job = scene->job[i];

		found = sfair_job_runs(job) &&
			(!partition || (job->partition &&
					!strcmp(job->partition, partition))) &&
			(!qos || !job->qos || strcmp(job->qos, qos));
	}
	return found;
}

/* In no plan of an unknown job any other leaves for it. */
static void _doubt_preemption(struct run *run,
			      const partition_info_t *partition)
{
	const slurm_conf_t *conf = run->table.scene.conf;
	const slurmdb_qos_rec_t *qos = run->standing.qos;
	const partition_info_msg_t *all =
		sfair_scene_partitions(&run->table.scene);
	bool by_tier = conf->preempt_type &&
		       strstr(conf->preempt_type, "partition_prio");
	char text[SFAIR_SHOWN + 64], name[SFAIR_SHOWN];

	snprintf(text, sizeof(text),
		 "jobs that one of partition %s may preempt",
		 sfair_shown(name, partition->name));
	if (conf->preempt_type && strstr(conf->preempt_type, "qos") &&
	    _may_run(run, NULL, qos ? qos->name : NULL))
		_hope(run, "jobs that its QOS may preempt");
	for (uint32_t i = 0; by_tier && all && i < all->record_count; i++) {
		const partition_info_t *other = &all->partition_array[i];

		if (other->priority_tier < partition->priority_tier &&
		    _may_be_preempted(conf, other) &&
		    _may_run(run, other->name, NULL)) {
			_hope(run, text);
			return;
		}
	}
}

static const partition_info_t *_default_partition(struct run *run)
{
	const partition_info_msg_t *all =
		sfair_scene_partitions(&run->table.scene);

	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (all->partition_array[i].flags & PART_FLAG_DEFAULT)
			return &all->partition_array[i];
	return NULL;
}

static int _add_named(struct run *run, const char *name, struct ft_err *err)
{
	const partition_info_t *partition =
		*name ? sfair_scene_partition(&run->table.scene, name)
		      : _default_partition(run);
	char shown[SFAIR_SHOWN];
	bool open;

	if (!partition)
		return ft_fail(err, -1,
			       *name ? "there is no partition %s, or not for "
				       "you: sinfo lists all"
				     : "there is no default partition%s: give "
				       "--partition",
			       sfair_shown(shown, name));
	if (_has_row(&run->table, partition))
		return 0;
	run->table.one.partition = partition;
	if (sfair_when_access(&run->table.one, &run->standing, &open, err) ||
	    _add_partition(run, partition, true, err))
		return -1;
	if (open)
		_doubt(run, "whether you may use partition %s", partition);
	_doubt_preemption(run, partition);
	return 0;
}

/* A job starts in any of its partitions: it is enough that one takes it. */
static int _add_asked(struct run *run, struct ft_err *err)
{
	char list[SFAIR_WHEN_WORD], *rest = list, *name;
	struct ft_err first = {.text = ""};

	snprintf(list, sizeof(list), "%s", run->asked.partition);
	while ((name = strsep(&rest, ",")))
		if (_add_named(run, name, first.text[0] ? err : &first) &&
		    !*run->asked.partition)
			break;
	if (run->table.count)
		return 0;
	*err = first;
	return -1;
}

/* -- starts -------------------------------------------------------------------
 */

/* nodes: how many each way gets; NULL: the row keeps what it has. */
static int64_t _earliest_way(const struct sfair_when_table *table,
			     struct sfair_when_row *row, const int64_t *start,
			     const uint32_t *nodes)
{
	const struct sfair_when_frame *frame = &table->one.frame;
	int64_t best = FT_NEVER;

	for (uint32_t i = row->first; i < row->first + row->count; i++) {
		if (start[i] >= best || start[i] >= frame->closes ||
		    (frame->end_by != FT_NEVER &&
		     start[i] + table->way[i].duration > frame->end_by))
			continue;
		best = start[i];
		if (nodes)
			row->nodes = nodes[i];
	}
	return best;
}

/* Where the caller's jobs would stand in the queue. */
static int _try_rank(struct run *run, int64_t *start, struct ft_err *err)
{
	struct sfair_when_table *table = &run->table;
	int64_t given = run->call->priority;
	int rc;

	if (!given)
		given = run->asked.priority;
	table->priority =
		given ? given
		      : sfair_when_priority(&table->scene, &run->asked,
					    table->row[0].partition->name);
	if (table->priority < 0)
		return 0;
	rc = sfair_scene_load_jobs(&table->scene, err);
	if (!rc)
		rc = sfair_when_rank(&table->scene, &table->outlook,
				     table->row[0].partition, table->priority,
				     table->way, table->way_count, start,
				     &table->ahead, err);
	for (uint32_t i = 0; !rc && i < table->count; i++)
		table->row[i].at_priority =
			_earliest_way(table, &table->row[i], start, NULL);
	return rc;
}

/* Could it start if nothing ran and nothing were planned? */
static int _try_empty(struct sfair_when_table *table, int64_t *start,
		      uint32_t *nodes, struct ft_err *err)
{
	const struct ft_outlook *outlook = &table->outlook;
	int rc = ft_whatif_empty(outlook, false, outlook->made + YEAR,
				 table->way, table->way_count, start, nodes,
				 err);

	for (uint32_t i = 0; !rc && i < table->count; i++)
		if (_earliest_way(table, &table->row[i], start, nodes) !=
			    FT_NEVER &&
		    table->row[i].asked)
			table->possible = true;
	return rc;
}

/* Of what was asked for, whatever its deadline; FT_NEVER: there is none, or no
 * deadline. */
static int64_t _start_but_deadline(const struct sfair_when_table *table,
				   const int64_t *start)
{
	int64_t first = FT_NEVER;

	for (uint32_t i = 0; i < table->count; i++)
		for (uint32_t w = 0; w < table->row[i].count; w++) {
			int64_t at = start[table->row[i].first + w];

			if (table->row[i].asked && at < first)
				first = at;
		}
	return table->one.asked->deadline ? first : FT_NEVER;
}

/* Those that no room on the machine lets start. */
static void _bar_rows(struct sfair_when_table *table)
{
	bool beyond = true;

	for (uint32_t i = 0; i < table->count; i++) {
		struct sfair_when_row *row = &table->row[i];

		if (row->beyond || sfair_when_row_down(row))
			row->start = row->at_priority = FT_NEVER;
		beyond &= row->beyond || !row->asked;
	}
	if (beyond)
		table->possible = false;
}

static int _try_ways(struct run *run, int64_t *start, uint32_t *nodes,
		     struct ft_err *err)
{
	struct sfair_when_table *table = &run->table;
	int rc = ft_whatif_starts(&table->outlook, FT_NO_INDEX,
				  table->outlook.until, table->way,
				  table->way_count, start, nodes, err);

	for (uint32_t i = 0; !rc && i < table->count; i++)
		table->row[i].start =
			_earliest_way(table, &table->row[i], start, nodes);
	if (!rc && !sfair_when_starts(table))
		table->first = _start_but_deadline(table, start);
	if (!rc)
		rc = _try_rank(run, start, err);
	if (!rc && !run->asked.reservation[0])
		rc = sfair_when_before(&table->outlook,
				       &table->way[table->row[0].first],
				       &table->gap, err);
	table->possible = sfair_when_starts(table);
	if (!rc && !table->possible)
		rc = _try_empty(table, start, nodes, err);
	if (!rc && !table->possible)
		sfair_when_out(table);
	_bar_rows(table);
	return rc;
}

static int _try_all(struct run *run, struct ft_err *err)
{
	int64_t *start =
		calloc((size_t) run->table.way_count + 1, sizeof(*start));
	uint32_t *nodes =
		calloc((size_t) run->table.way_count + 1, sizeof(*nodes));
	int rc = start && nodes ? _try_ways(run, start, nodes, err)
				: ft_no_memory(err);

	free(nodes);
	free(start);
	return rc;
}

/* -- the whole
 * ----------------------------------------------------------------- */

/* What no plan tells, of what is asked for. */
static void _doubt_limits(struct run *run)
{
	const slurm_conf_t *conf = run->table.scene.conf;
	const license_info_msg_t *all;
	const char *asked = run->asked.licences;
	bool enforced = conf->accounting_storage_enforce & SFAIR_ENFORCE_LIMITS;
	char text[SFAIR_SHOWN + 96], name[SFAIR_SHOWN];
	size_t size = strcspn(asked, ":=,;|");

	if (enforced && !sfair_when_limits(&run->table, &run->standing))
		sfair_when_unseen(&run->asked,
				  "limits of your account and QOS (sfair "
				  "limits)");
	if (!*asked)
		return;
	snprintf(text, sizeof(text), "licences");
	all = sfair_scene_licences(&run->table.scene);
	for (uint32_t i = 0; all && i < all->num_lic; i++) {
		const slurm_license_info_t *one = &all->lic_array[i];

		if (!strncmp(one->name, asked, size) && !one->name[size])
			snprintf(text, sizeof(text),
				 "licences (%u of %u %.64s are free now)",
				 (unsigned int) (one->total > one->in_use
							 ? one->total -
								   one->in_use
							 : 0),
				 (unsigned int) one->total,
				 sfair_shown(name, one->name));
	}
	sfair_when_unseen(&run->asked, text);
}

static int _judge_cluster(struct run *run, struct ft_err *err)
{
	const char *own = run->table.scene.conf->cluster_name;
	const char *asked = run->asked.cluster;
	char name[SFAIR_SHOWN];

	if (!*asked || (own && !strcmp(asked, own)))
		return 0;
	if (!own || !ft_list_has(asked, own, strlen(own)))
		return ft_fail(err, -1,
			       "this is cluster %s: ask about another with its "
			       "slurm.conf, --conf FILE",
			       sfair_shown(name, own ? own : ""));
	sfair_when_unseen(&run->asked, "the other clusters of --clusters");
	return 0;
}

static int _open_question(struct run *run, struct ft_err *err)
{
	struct sfair_when_table *table = &run->table;
	bool published = false;
	int rc = sfair_scene_open(&table->scene, run->call->conf, err);

	if (!rc)
		rc = _judge_cluster(run, err);
	if (!rc)
		rc = sfair_outlook_any(
			&table->scene,
			&(struct sfair_outlook_call){run->call->plan, true},
			&table->outlook, &published, table->note, err);
	if (rc)
		return rc;
	table->one = (struct sfair_when_case){.scene = &table->scene,
					      .outlook = &table->outlook,
					      .asked = &run->asked};
	return 0;
}

static int _answer_question(struct run *run, struct ft_err *err)
{
	struct sfair_when_table *table = &run->table;

	if (_open_question(run, err) ||
	    sfair_when_stand(&run->standing, &table->one, err) ||
	    sfair_when_licences(&table->one, err) ||
	    sfair_when_frame(&table->one, &table->after, err) ||
	    _add_asked(run, err))
		return -1;
	_add_others(run);
	if (!_add_smaller(table))
		return ft_no_memory(err);
	_doubt_limits(run);
	if (table->one.frame.not_before == FT_NEVER)
		return 0;
	return _try_all(run, err);
}

static int _run_when(const struct call *call)
{
	struct run *run = calloc(1, sizeof(*run));
	struct json_object *envelope = sfair_envelope("when");
	struct ft_err err = {.text = ""};
	int status = SFAIR_DONE;

	if (!run)
		return SFAIR_REFUSED;
	run->call = call;
	run->asked = call->asked;
	run->table.priority = -1;
	run->table.first = FT_NEVER;
	run->table.gap.closes = FT_NEVER;
	sfair_put_list(envelope, "starts");
	run->table.limits = sfair_put_list(envelope, "limits");
	if (_answer_question(run, &err)) {
		status = sfair_envelope_complain(envelope, err.text);
	} else {
		sfair_when_put(&run->table, envelope);
		if (!call->json)
			sfair_when_print(&run->table, !call->bare,
					 &call->paint);
		if (!run->table.possible)
			status = SFAIR_NEVER;
	}
	if (call->json)
		sfair_envelope_print(envelope);
	json_object_put(envelope);
	ft_outlook_free(&run->table.outlook);
	sfair_when_standing_free(&run->standing);
	sfair_scene_close(&run->table.scene);
	free(run->table.way);
	free(run);
	return status;
}

/* Options of sbatch, of its environment, and of the script: the first win. */
static int _read_when(struct call *call, int argc, char **argv)
{
	const char *script = NULL;
	struct ft_err err = {.text = ""};
	int rc, status = SFAIR_USAGE;

	sfair_when_request_init(&call->asked);
	rc = sfair_when_request_read(&call->asked, argc, argv, &script, &err);
	if (!rc)
		rc = sfair_when_request_environment(&call->asked, &err);
	if (!rc && script) {
		rc = sfair_when_request_script(&call->asked, script, &err);
		/* What it says is wrong usage; what cannot be read is not. */
		if (rc && rc != -EINVAL)
			status = SFAIR_REFUSED;
	}
	if (!rc)
		rc = sfair_when_request_judge(&call->asked, &err);
	if (rc)
		fprintf(stderr, "sfair when: %s\n", err.text);
	return rc ? status : SFAIR_DONE;
}

static int _judge_when(struct call *call)
{
	if (call->priority_text && ft_number_int(call->priority_text, 1,
						 UINT32_MAX, &call->priority)) {
		fprintf(stderr, "sfair when: --priority=%s: give a number\n",
			call->priority_text);
		return SFAIR_USAGE;
	}
	return sfair_command_color("when", call->color, &call->paint);
}

int sfair_when(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"priority", .text = &call.priority_text},
		{"plan", .text = &call.plan},
		{"conf", .text = &call.conf},
		{"noheader", .flag = &call.bare},
		{"json", .flag = &call.json},
		{"color", .text = &call.color},
		{NULL},
	};
	int at = sfair_command_own(argc, argv, option), status;

	/* what comes behind our options is sbatch's */
	if (!sfair_command_read(at, argv, usage, option, &status))
		return status;
	status = _judge_when(&call);
	if (status)
		return status;
	if (argv[at] && !strcmp(argv[at], "--"))
		at++;
	if (!argv[at]) {
		fputs("sfair when: give options of sbatch, or a script; see "
		      "sfair when --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	argv[at - 1] = argv[0];
	status = _read_when(&call, argc - at + 1, argv + at - 1);
	return status ? status : _run_when(&call);
}
