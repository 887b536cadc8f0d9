/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when - when a job that is not submitted yet would start.
 *
 * Behind all that runs and is planned: submitted now, with the least priority,
 * it starts then or earlier.  As Maui's showstart, with sbatch's own options.
 * Limits of accounts and QOS, and licences, are not looked at.
 */
#include "ft_config.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/plan/whatif.h"
#include "sfair/answer/when_rank.h"
#include "sfair/answer/when_request.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "sfair/outlook/outlook_any.h"
#include "sfair/outlook/outlook_live.h"
#include "slurm/common/compat_client.h"

enum { MINUTE = 60, CASES_MAX = 32, LIMITS = 3, SIZES = 3 };

static const char usage[] =
	"Usage: sfair when [OPTION]... -- SBATCH-FLAGS\n"
	"       sfair when [OPTION]... SCRIPT\n"
	"\n"
	"When a job would start that sbatch takes with these flags, or that\n"
	"script, behind all that runs and waits now; for its limit, half and "
	"a\n"
	"quarter of it, by as many nodes, half and a quarter of them, and in\n"
	"other partitions; beside that, at your priority, and what still ends\n"
	"before the next reservation that closes nodes.  -- may be left out "
	"where the first word is a flag "
	"of\n"
	"sbatch.  Limits of accounts and QOS, and licences, are not looked "
	"at.\n"
	"\n"
	"      --priority N      at this priority; else that of your waiting "
	"jobs\n"
	"      --plan FILE       the published plan, if not where slurm.conf "
	"says\n"
	"      --conf FILE       another slurm.conf\n"
	"      --json            as JSON\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if it can never start or slurmctld does not answer; 2 "
	"if\n"
	"the call is wrong, or a flag is not understood.";

struct call {
	const char *plan, *conf;
	bool json;
	int64_t priority; /* 0: that of the caller's jobs */
	struct sfair_when_request asked;
};

struct one {
	const char *partition;
	int64_t start, at_priority;
};

struct run {
	const struct call *call;
	struct sfair_scene scene;
	struct ft_outlook outlook;
	char note[SFAIR_NOTE];
	const partition_info_t *partition;
	int64_t limit, nodes; /* of the job as it was asked for */
	int64_t *node_amount, *core_amount, *task_amount;
	struct ft_request request[CASES_MAX];
	struct one one[CASES_MAX];
	uint32_t count;
	int64_t priority; /* of the job; -1: not known */
	uint32_t ahead;	  /* jobs that come before it then */
	struct sfair_when_gap gap;
	struct json_object *envelope, *list;
	int status;
};

/* -- what is asked for ------------------------------------------------------
 */

static const partition_info_t *_asked_partition(struct run *run)
{
	const partition_info_msg_t *all = sfair_scene_partitions(&run->scene);
	const char *name = run->call->asked.partition;

	if (*name)
		return sfair_scene_partition(&run->scene, name);
	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (all->partition_array[i].flags & PART_FLAG_DEFAULT)
			return &all->partition_array[i];
	return NULL;
}

/* MB of a node or of a CPU that a job has without a word. */
static void _default_memory(const struct run *run, int64_t *node, int64_t *cpu)
{
	uint64_t memory = run->partition->def_mem_per_cpu;

	if (!memory)
		memory = run->scene.conf->def_mem_per_cpu;
	if (memory & MEM_PER_CPU)
		*cpu = (int64_t) (memory & ~MEM_PER_CPU);
	else
		*node = (int64_t) memory;
}

static void _ask_memory(struct run *run, struct ft_request *request,
			uint32_t threads)
{
	const struct sfair_when_request *asked = &run->call->asked;
	int64_t node = asked->memory_node, cpu = asked->memory_cpu;

	if (!(run->scene.conf->select_type_param & CR_MEMORY))
		return;
	if (node < 0 && cpu < 0)
		_default_memory(run, &node, &cpu);
	if (cpu >= 0)
		run->core_amount[FT_MEMORY] = cpu * threads;
	else if (node > 0)
		run->node_amount[FT_MEMORY] = node;
	else
		request->exclusive = true; /* all memory of its nodes */
}

static void _ask_tasks(const struct run *run, struct ft_request *request)
{
	const struct sfair_when_request *asked = &run->call->asked;
	int64_t each = asked->tasks_per_node, tasks = asked->tasks;
	int64_t nodes = asked->min_nodes, most = asked->max_nodes;

	request->cpus_per_task =
		(uint32_t) (asked->cpus_per_task ? asked->cpus_per_task : 1);
	if (!tasks || (each && nodes && nodes == most)) {
		request->min_tasks_node = (uint32_t) (each ? each : 1);
		request->max_tasks_node = request->min_tasks_node;
		request->min_nodes = (uint32_t) (nodes ? nodes : 1);
		request->max_nodes = request->min_nodes;
		return;
	}
	request->tasks = (uint32_t) tasks;
	request->min_tasks_node = 1;
	request->max_tasks_node = each ? (uint32_t) each : UINT32_MAX;
	if (!nodes && each)
		nodes = most = (tasks + each - 1) / each;
	request->min_nodes = (uint32_t) (nodes ? nodes : 1);
	request->max_nodes = (uint32_t) (most ? most : tasks);
	if (request->max_nodes > request->tasks)
		request->max_nodes = request->tasks;
	if (request->min_nodes > request->max_nodes)
		request->min_nodes = request->max_nodes;
}

/* GPUs of a node, of a task.  0 or -1 with err. */
static int _ask_gpus(struct run *run, uint32_t gpu, struct ft_err *err)
{
	const struct sfair_when_request *asked = &run->call->asked;
	int64_t nodes = asked->min_nodes ? asked->min_nodes : 1;

	if (!asked->gpus_node && !asked->gpus_task && !asked->gpus)
		return 0;
	if (gpu == FT_NO_INDEX)
		return ft_fail(err, -1, "no node has GPUs");
	if (asked->gpus && (asked->gpus_node || asked->gpus_task ||
			    asked->max_nodes > nodes || asked->gpus % nodes))
		return ft_fail(err, -1,
			       "--gpus is understood with a number of nodes "
			       "that share them evenly: give --gpus-per-node");
	run->node_amount[gpu] =
		asked->gpus_node ? asked->gpus_node : asked->gpus / nodes;
	run->task_amount[gpu] = asked->gpus_task;
	return 0;
}

/* 0 or -1 with err. */
static int _ask_request(struct run *run, struct ft_err *err)
{
	const struct sfair_when_request *asked = &run->call->asked;
	struct ft_request *request = &run->request[0];
	struct ft_node_set *eligible;
	uint32_t gpu = ft_outlook_resource(&run->outlook, "gres/gpu"), node;

	eligible = sfair_outlook_partition(
		&run->scene, &run->outlook, run->partition->name,
		*asked->features ? asked->features : NULL);
	if (!eligible)
		return ft_fail(err, -1, "out of memory");
	request->eligible = eligible;
	if (sfair_when_nodes(&run->outlook, asked, eligible, err) ||
	    _ask_gpus(run, gpu, err))
		return -1;
	node = ft_node_set_next(request->eligible, 0);
	if (node >= run->outlook.node_count)
		return ft_fail(err, -1, "no node of partition %s suits",
			       run->partition->name);
	request->exclusive = asked->exclusive;
	request->duration = run->limit;
	request->end_by = FT_NEVER;
	request->not_before = asked->begin;
	request->per_node = run->node_amount;
	request->per_core = run->core_amount;
	request->per_task = run->task_amount;
	_ask_memory(run, request, run->outlook.node[node].threads);
	_ask_tasks(run, request);
	run->nodes = request->min_nodes;
	run->one[0].partition = run->partition->name;
	run->count = 1;
	return 0;
}

/* -- the cases --------------------------------------------------------------
 */

static struct ft_request *_add_case(struct run *run, const char *partition)
{
	if (run->count == CASES_MAX)
		return NULL;
	run->one[run->count].partition = partition;
	run->request[run->count] = run->request[0];
	return &run->request[run->count++];
}

static void _add_table(struct run *run)
{
	for (int s = 0; s < SIZES; s++)
		for (int l = 0; l < LIMITS; l++) {
			const struct ft_request *first = &run->request[0];
			uint32_t nodes = first->min_nodes >> s;
			int64_t limit = first->duration >> l;
			struct ft_request *other;

			if ((!s && !l) || !nodes || limit < MINUTE)
				continue;
			other = _add_case(run, run->one[0].partition);
			if (!other)
				return;
			other->duration = limit - limit % MINUTE;
			other->min_nodes = nodes;
			other->max_nodes = s ? nodes : first->max_nodes;
			other->tasks = (uint32_t) ((uint64_t) first->tasks *
						   nodes / first->min_nodes);
		}
}

static void _add_other_partitions(struct run *run)
{
	const partition_info_msg_t *all = sfair_scene_partitions(&run->scene);
	const char *features = run->call->asked.features;

	if (*run->call->asked.nodes || *run->call->asked.without)
		return;
	for (uint32_t i = 0; all && i < all->record_count; i++) {
		const partition_info_t *partition = &all->partition_array[i];
		struct ft_node_set *nodes;
		struct ft_request *other;

		if (partition == run->partition ||
		    !sfair_partition_takes(partition, run->limit, run->nodes))
			continue;
		nodes = sfair_outlook_partition(&run->scene, &run->outlook,
						partition->name,
						*features ? features : NULL);
		other = nodes ? _add_case(run, partition->name) : NULL;
		if (other)
			other->eligible = nodes;
	}
}

/* -- what is said ------------------------------------------------------------
 */

static void _put_case(struct run *run, uint32_t i)
{
	const struct ft_request *request = &run->request[i];
	const struct one *one = &run->one[i];
	struct json_object *json = sfair_add_object(run->list);

	sfair_put_text(json, "partition", one->partition);
	sfair_put_whole(json, "nodes", request->min_nodes);
	sfair_put_whole(json, "limit", request->duration);
	if (one->start == FT_NEVER) {
		json_object_object_add(json, "start", NULL);
		json_object_object_add(json, "end", NULL);
		return;
	}
	sfair_put_whole(json, "start", one->start);
	sfair_put_whole(json, "end", one->start + request->duration);
	if (run->priority >= 0)
		sfair_put_whole(json, "start_at_priority", one->at_priority);
}

/* What holds for all rows. */
static void _put_context(struct run *run)
{
	struct json_object *json;

	if (run->priority >= 0) {
		sfair_put_whole(run->envelope, "priority", run->priority);
		sfair_put_whole(run->envelope, "jobs_ahead", run->ahead);
	}
	if (run->gap.closes == FT_NEVER)
		return;
	json = json_object_new_object();
	sfair_put_whole(json, "closes", run->gap.closes);
	if (run->gap.limit) {
		sfair_put_whole(json, "limit", run->gap.limit);
		sfair_put_whole(json, "start", run->gap.start);
	}
	json_object_object_add(run->envelope, "before_reservation", json);
}

static const char *_start_text(const struct run *run, char text[SFAIR_MOMENT],
			       int64_t start)
{
	return start == FT_NEVER
		       ? "never, as things are"
		       : sfair_moment_text(text, start, run->scene.now);
}

static void _print_gap(const struct run *run)
{
	char at[SFAIR_MOMENT], limit[SFAIR_MOMENT], start[SFAIR_MOMENT];

	if (run->gap.closes == FT_NEVER ||
	    (run->one[0].start != FT_NEVER &&
	     run->one[0].start + run->request[0].duration <= run->gap.closes))
		return;
	printf("\nA reservation closes nodes %s.  ",
	       sfair_moment_text(at, run->gap.closes, run->scene.now));
	if (run->gap.limit)
		printf("With --time=%s it ends before that: it starts %s.\n",
		       sfair_limit_text(limit, run->gap.limit),
		       _start_text(run, start, run->gap.start));
	else
		puts("With no limit does it end before that.");
}

static void _print_context(const struct run *run)
{
	if (run->priority < 0)
		puts("\nBehind all that waits now; earlier with a higher "
		     "priority, or if jobs end early.\nAt your priority: not "
		     "known, since you have no waiting job to compare with "
		     "(--priority N).");
	else
		printf("\nThe latest: behind all that waits now.  At your "
		       "priority, %" PRId64 ": behind %u jobs, if the\nothers "
		       "give way.  Earlier if jobs end early.\n",
		       run->priority, (unsigned int) run->ahead);
	puts("Limits of accounts and QOS, and licences, are not looked at.");
	if (run->note[0])
		printf("This is %s.\n", run->note);
}

static void _print_cases(const struct run *run)
{
	char start[SFAIR_MOMENT], limit[SFAIR_MOMENT], name[SFAIR_SHOWN];
	bool ranked = run->priority >= 0;

	printf("%-16s %7s %12s  %-34s%s\n", "PARTITION", "NODES", "LIMIT",
	       "START, AT THE LATEST", ranked ? "  AT YOUR PRIORITY" : "");
	for (uint32_t i = 0; i < run->count; i++) {
		const struct one *one = &run->one[i];

		printf("%-16s %7u %12s  %-34s",
		       sfair_shown(name, one->partition),
		       (unsigned int) run->request[i].min_nodes,
		       sfair_limit_text(limit, run->request[i].duration),
		       _start_text(run, start, one->start));
		if (ranked)
			printf("  %s",
			       _start_text(run, start, one->at_priority));
		putchar('\n');
	}
	_print_gap(run);
	_print_context(run);
}

/* Where the caller's jobs would stand in the queue. */
static int _try_rank(struct run *run, struct ft_err *err)
{
	int64_t start[CASES_MAX];
	int rc;

	run->priority = run->call->priority
				? run->call->priority
				: sfair_when_priority(&run->scene,
						      run->partition->name);
	if (run->priority < 0)
		return 0;
	rc = sfair_scene_load_jobs(&run->scene, err);
	if (!rc)
		rc = sfair_when_rank(&run->scene, &run->outlook, run->partition,
				     run->priority, run->request, run->count,
				     start, &run->ahead, err);
	for (uint32_t i = 0; !rc && i < run->count; i++)
		run->one[i].at_priority = start[i];
	return rc;
}

static int _try_cases(struct run *run, struct ft_err *err)
{
	int64_t start[CASES_MAX];
	int rc;

	_add_table(run);
	_add_other_partitions(run);
	rc = ft_whatif_starts(&run->outlook, FT_NO_INDEX, run->outlook.until,
			      run->request, run->count, start, err);
	if (!rc)
		rc = _try_rank(run, err);
	if (!rc)
		rc = sfair_when_before(&run->outlook, &run->request[0],
				       &run->gap, err);
	if (rc)
		return rc;
	for (uint32_t i = 0; i < run->count; i++) {
		run->one[i].start = start[i];
		_put_case(run, i);
	}
	_put_context(run);
	if (start[0] == FT_NEVER)
		run->status = SFAIR_REFUSED;
	return 0;
}

static int _load_job(struct run *run, struct ft_err *err)
{
	bool published = false;
	int rc = sfair_scene_open(&run->scene, run->call->conf, err);

	if (!rc)
		rc = sfair_outlook_any(&run->scene, run->call->plan,
				       &run->outlook, &published, run->note,
				       err);
	if (rc)
		return rc;
	if (!published && run->scene.hidden)
		return ft_fail(err, -1,
			       "other users' jobs are private, and the plan "
			       "cannot be read: nobody can tell");
	run->partition = _asked_partition(run);
	if (!run->partition)
		return ft_fail(err, -1, "there is no partition %s",
			       run->call->asked.partition);
	run->limit = run->call->asked.limit
			     ? run->call->asked.limit
			     : sfair_partition_limit(run->partition);
	run->node_amount =
		calloc(run->outlook.resource_count, sizeof(*run->node_amount));
	run->core_amount =
		calloc(run->outlook.resource_count, sizeof(*run->core_amount));
	run->task_amount =
		calloc(run->outlook.resource_count, sizeof(*run->task_amount));
	if (!run->node_amount || !run->core_amount || !run->task_amount)
		return ft_fail(err, -1, "out of memory");
	if (run->partition->max_time != INFINITE &&
	    run->limit > MINUTE * (int64_t) run->partition->max_time)
		return ft_fail(err, -1,
			       "partition %s takes no limit that is longer "
			       "than %u minutes",
			       run->partition->name,
			       (unsigned int) run->partition->max_time);
	rc = _ask_request(run, err);
	return rc ? rc : _try_cases(run, err);
}

static int _run_when(const struct call *call)
{
	struct run *run = calloc(1, sizeof(*run));
	struct ft_err err = {.text = ""};
	int status;

	if (!run)
		return SFAIR_REFUSED;
	run->call = call;
	run->envelope = sfair_envelope("when");
	run->list = sfair_put_list(run->envelope, "starts");
	if (_load_job(run, &err)) {
		run->status = sfair_envelope_complain(run->envelope, err.text);
	} else if (!call->json) {
		_print_cases(run);
	}
	if (call->json)
		sfair_envelope_print(run->envelope);
	json_object_put(run->envelope);
	ft_outlook_free(&run->outlook);
	sfair_scene_close(&run->scene);
	free(run->node_amount);
	free(run->core_amount);
	free(run->task_amount);
	status = run->status;
	free(run);
	return status;
}

/* Flags of sbatch, and of the script: those that are given win. */
static int _read_when(struct call *call, int argc, char **argv)
{
	const char *script = NULL;
	struct ft_err err = {.text = ""};
	int rc = sfair_when_request_read(&call->asked, argc, argv, &script,
					 &err);

	if (!rc && script)
		rc = sfair_when_request_script(&call->asked, script, &err);
	if (rc)
		fprintf(stderr, "sfair when: %s\n", err.text);
	return rc ? SFAIR_USAGE : SFAIR_DONE;
}

/* Our own options, which stand before those of sbatch. */
static const struct option options[] = {
	{"plan", required_argument, NULL, 'P'},
	{"conf", required_argument, NULL, 'c'},
	{"priority", required_argument, NULL, 'R'},
	{"json", no_argument, NULL, 'J'},
	{"help", no_argument, NULL, 'H'},
	{NULL, 0, NULL, 0},
};

static int _own(const char *word)
{
	for (int i = 0; options[i].name; i++)
		if (!strncmp(word, "--", 2) &&
		    !strcmp(word + 2, options[i].name))
			return options[i].val;
	return 0;
}

/* The index of the first word that is none of ours, or 0: help was given; -1: a
 * value is wrong. */
static int _read_own(struct call *call, char **argv)
{
	int at = 1, c;

	for (; argv[at] && (c = _own(argv[at])); at++) {
		if (c == 'H') {
			puts(usage);
			return 0;
		}
		if (c == 'J')
			call->json = true;
		else if (!argv[at + 1])
			return at;
		else if (c == 'P')
			call->plan = argv[++at];
		else if (c == 'c')
			call->conf = argv[++at];
		else if (ft_number_int(argv[++at], 1, UINT32_MAX,
				       &call->priority))
			return -1;
	}
	return argv[at] && !strcmp(argv[at], "--") ? at + 1 : at;
}

int sfair_when(int argc, char **argv)
{
	struct call call = {0};
	int at = _read_own(&call, argv), status;

	if (!at)
		return SFAIR_DONE;
	if (at < 0) {
		fputs("sfair when: --priority: give a number\n", stderr);
		return SFAIR_USAGE;
	}
	if (!argv[at]) {
		fputs("sfair when: give flags of sbatch, or a script; see "
		      "sfair when --help\n",
		      stderr);
		return SFAIR_USAGE;
	}
	sfair_when_request_init(&call.asked);
	argv[at - 1] = argv[0];
	status = _read_when(&call, argc - at + 1, argv + at - 1);
	return status ? status : _run_when(&call);
}
