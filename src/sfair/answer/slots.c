/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair slots - what could start now, and for how long.
 *
 * Cores that are free of each partition's nodes, by the time that they stay
 * free: nothing that runs or is planned moves for a job that takes them.  The
 * columns are those of Moab's mshow and Maui's showbf.
 */
#include "ft_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/list.h"
#include "core/base/number.h"
#include "core/plan/slack.h"
#include "sfair/answer/when_way.h"
#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "sfair/outlook/outlook_any.h"
#include "sfair/outlook/outlook_live.h"
#include "slurm/common/compat_client.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, FROM_MAX = 24 };

static const char usage[] =
	"Usage: sfair slots [OPTION]...\n"
	"\n"
	"What could start now beside all that runs and is planned: processors\n"
	"and nodes of each partition, and how long they are free.\n"
	"\n"
	"  -p, --partition LIST  these partitions only\n"
	"      --cpus N          nodes with as many free processors\n"
	"      --mem MB          nodes with as much free memory\n"
	"      --gpus N          nodes with as many free GPUs; a100:2: of a "
	"type\n"
	"  -C, --constraint TEXT nodes with these features, as for sbatch\n"
	"  -q, --qos NAME        partitions that take this QOS\n"
	"      --from LIST       not now, but as much later: 2:00:00; or at\n"
	"                        several times: 0,1:00:00,4:00:00\n"
	"      --plan FILE       the published plan, if not where slurm.conf\n"
	"                        says\n"
	"      --conf FILE       another slurm.conf\n"
	"  -h, --noheader        no headings\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if slurmctld does not answer or hides what is needed; 2\n"
	"if the call is wrong.";

/* For how long nodes may be wanted; the last is for ever. */
static const int64_t spans[] = {
	5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR,	2 * HOUR,
	4 * HOUR,   8 * HOUR,	 12 * HOUR,   DAY,	2 * DAY,
	4 * DAY,    7 * DAY,	 14 * DAY,    FT_NEVER,
};

enum { SPANS = sizeof(spans) / sizeof(spans[0]) };

struct call {
	const char *partitions, *plan, *conf, *color;
	const char *from_text, *cpus_text, *memory_text, *gpus_text;
	const char *qos, *features;
	int64_t from[FROM_MAX], cpus, memory, gpus;
	uint32_t from_count;
	char gpu[96]; /* the resource that --gpus counts */
	bool json, bare;
	struct sfair_paint paint;
};

struct slot {
	int64_t procs, nodes, duration; /* FT_NEVER: no end */
	bool guess; /* what a planned job takes of its nodes is not told */
};

struct run {
	const struct call *call;
	struct sfair_scene scene;
	struct ft_outlook outlook;
	struct ft_slack slack;
	char note[SFAIR_NOTE];
	struct sfair_when_request asked; /* its features */
	struct ft_err err;
	int64_t from;
	/* MB that a job of the partition needs if it does not say. */
	int64_t memory_node, memory_cpu;
	struct json_object *envelope, *list;
	bool guess; /* a slot is */
	int status;
};

/*
 * Where memory is given out and the call does not say how much is wanted, a
 * job's default counts; where a partition has none, some must be free.
 */
static void _set_slot_memory(struct run *run, const partition_info_t *partition)
{
	const slurm_conf_t *conf = run->scene.conf;
	uint64_t memory = partition->def_mem_per_cpu;

	run->memory_node = run->memory_cpu = 0;
	if (run->call->memory_text || !(conf->select_type_param & CR_MEMORY))
		return;
	if (!memory || memory == NO_VAL64 || memory == INFINITE64)
		memory = conf->def_mem_per_cpu;
	if (!memory || memory == NO_VAL64 || memory == INFINITE64)
		run->memory_node = 1;
	else if (memory & MEM_PER_CPU)
		run->memory_cpu = (int64_t) (memory & ~MEM_PER_CPU);
	else
		run->memory_node = (int64_t) memory;
}

/* Free processors of the node for which there is memory. */
static int64_t _slot_procs(const struct run *run,
			   const struct ft_slack_span *vacancy)
{
	int64_t procs =
		vacancy->cores * run->outlook.node[vacancy->node].threads;

	if (vacancy->memory < run->memory_node)
		return 0;
	if (run->memory_cpu && vacancy->memory / run->memory_cpu < procs)
		procs = vacancy->memory / run->memory_cpu;
	return procs > 0 ? procs : 0;
}

static bool _suits_slot(const struct run *run,
			const struct ft_slack_span *vacancy)
{
	int64_t procs = _slot_procs(run, vacancy);

	return procs && procs >= run->call->cpus &&
	       vacancy->memory >= run->call->memory &&
	       vacancy->gpus >= run->call->gpus;
}

/* What is free for as long as that; each node once. */
static struct slot _slot(const struct run *run, const struct ft_node_set *nodes,
			 int64_t span)
{
	int64_t end = span == FT_NEVER ? FT_NEVER : run->from + span;
	struct slot slot = {.duration = FT_NEVER};
	uint32_t done = UINT32_MAX;

	for (uint32_t i = 0; i < run->slack.count; i++) {
		const struct ft_slack_span *vacancy = &run->slack.span[i];

		if (vacancy->node == done || vacancy->until < end ||
		    !ft_node_set_has(nodes, vacancy->node))
			continue;
		done = vacancy->node;
		if (!_suits_slot(run, vacancy))
			continue;
		slot.nodes++;
		slot.procs += _slot_procs(run, vacancy);
		if (vacancy->until != FT_NEVER &&
		    vacancy->until - run->from < slot.duration)
			slot.duration = vacancy->until - run->from;
	}
	return slot;
}

static void _put_free_slot(struct run *run, const char *partition,
			   const struct slot *slot)
{
	struct json_object *json = sfair_add_object(run->list);

	sfair_put_text(json, "partition", partition);
	sfair_put_whole(json, "procs", slot->procs);
	sfair_put_whole(json, "nodes", slot->nodes);
	sfair_put_whole(json, "start_offset", run->from - run->scene.now);
	if (slot->duration == FT_NEVER)
		json_object_object_add(json, "duration", NULL);
	else
		sfair_put_whole(json, "duration", slot->duration);
	sfair_put_whole(json, "start", run->from);
	json_object_object_add(json, "guess",
			       json_object_new_boolean(slot->guess));
	run->guess |= slot->guess;
}

static bool _is_on_nodes(const struct ft_share *share, uint32_t count,
			 const struct ft_node_set *nodes)
{
	for (uint32_t i = 0; i < count; i++)
		if (ft_node_set_has(nodes, share[i].node))
			return true;
	return false;
}

/* Does it count a job whose parts of these nodes had to be guessed? */
static bool _slot_guesses(const struct run *run,
			  const struct ft_node_set *nodes,
			  const struct slot *slot)
{
	const struct ft_outlook *outlook = &run->outlook;
	int64_t end = slot->duration == FT_NEVER ? FT_NEVER
						 : run->from + slot->duration;

	for (uint32_t i = 0; i < outlook->run_count; i++)
		if (outlook->run[i].guessed &&
		    outlook->run[i].end >= run->from &&
		    _is_on_nodes(outlook->run[i].share,
				 outlook->run[i].share_count, nodes))
			return true;
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (job->guessed && job->start <= end &&
		    job->start + job->duration >= run->from &&
		    _is_on_nodes(job->share, job->share_count, nodes))
			return true;
	}
	return false;
}

/* The nodes that the features leave; any alternative will do. */
static struct ft_node_set *_slot_nodes(struct run *run,
				       const partition_info_t *partition)
{
	const struct sfair_when_case one = {
		.scene = &run->scene,
		.outlook = &run->outlook,
		.asked = &run->asked,
		.partition = partition,
	};
	struct ft_node_set *set[SFAIR_WHEN_SETS];
	int count = sfair_when_sets(&one, set, &run->err);

	for (int i = 1; i < count; i++)
		ft_node_set_or(set[0], set[i]);
	return count > 0 ? set[0] : NULL;
}

static bool _takes_qos(const partition_info_t *partition, const char *qos)
{
	if (!qos)
		return true;
	if (partition->allow_qos &&
	    !ft_list_has(partition->allow_qos, qos, strlen(qos)))
		return false;
	return !partition->deny_qos ||
	       !ft_list_has(partition->deny_qos, qos, strlen(qos));
}

static void _tell_partition(struct run *run, const partition_info_t *partition)
{
	struct ft_node_set *nodes = _slot_nodes(run, partition);
	int64_t most = partition->max_time == INFINITE
			       ? FT_NEVER
			       : MINUTE * (int64_t) partition->max_time;
	struct slot last = {0};

	_set_slot_memory(run, partition);
	for (int i = 0; nodes && i < SPANS; i++) {
		struct slot slot = _slot(run, nodes, spans[i]);
		bool same =
			slot.procs == last.procs && slot.nodes == last.nodes;

		if (slot.duration > most)
			slot.duration = most;
		if (slot.procs && !same)
			slot.guess = _slot_guesses(run, nodes, &slot);
		if (slot.procs && !same)
			_put_free_slot(run, partition->name, &slot);
		if (spans[i] >= most)
			return;
		last = slot;
	}
}

static void _tell_slot(struct run *run)
{
	const partition_info_msg_t *all = sfair_scene_partitions(&run->scene);
	const char *list = run->call->partitions;

	if (sfair_scene_has_partitions(&run->scene, list, &run->err))
		return;
	for (uint32_t i = 0; all && i < all->record_count; i++)
		if (all->partition_array[i].state_up == PARTITION_UP &&
		    _takes_qos(&all->partition_array[i], run->call->qos) &&
		    (!list ||
		     ft_list_has(list, all->partition_array[i].name,
				 strlen(all->partition_array[i].name))))
			_tell_partition(run, &all->partition_array[i]);
}

static int64_t _whole_slot(struct json_object *json, const char *key)
{
	return json_object_get_int64(json_object_object_get(json, key));
}

static void _print_slot(const struct run *run)
{
	const struct call *call = run->call;
	char at[32], span[SFAIR_MOMENT], offset[SFAIR_MOMENT];

	if (!call->bare)
		printf("%s%-16s %9s %7s %12s %12s %s%s\n", call->paint.bold,
		       "PARTITION", "PROCS", "NODES", "STARTOFFSET", "DURATION",
		       "STARTDATE", call->paint.off);
	for (size_t i = 0; i < json_object_array_length(run->list); i++) {
		struct json_object *slot =
			json_object_array_get_idx(run->list, i);
		bool ends = json_object_object_get(slot, "duration");
		time_t from = (time_t) _whole_slot(slot, "start");
		struct tm tm;

		at[0] = '\0';
		if (localtime_r(&from, &tm))
			strftime(at, sizeof(at), "%Y-%m-%dT%H:%M:%S", &tm);
		printf("%-16s %9" PRId64 " %7" PRId64 " %12s %12s %s%s\n",
		       json_object_get_string(
			       json_object_object_get(slot, "partition")),
		       _whole_slot(slot, "procs"), _whole_slot(slot, "nodes"),
		       sfair_limit_text(offset,
					_whole_slot(slot, "start_offset")),
		       ends ? sfair_limit_text(span,
					       _whole_slot(slot, "duration"))
			    : "INFINITE",
		       at, sfair_get_flag(slot, "guess") ? "  guess" : "");
	}
	if (!sfair_list_length(run->list) && !call->bare)
		puts("Nothing is free then that fits.");
	if (run->note[0] && !call->bare)
		printf("\n%sThis is %s.%s%s\n", call->paint.dim, run->note,
		       run->guess ? "\nguess: how a job that is planned there "
				    "is spread over its nodes is not shown; it "
				    "is taken as\neven, so that there may be "
				    "less."
				  : "",
		       call->paint.off);
}

static int _load_slot(struct run *run, struct ft_err *err)
{
	bool published = false;
	int rc = sfair_scene_open(&run->scene, run->call->conf, err);

	if (!rc)
		rc = sfair_outlook_any(
			&run->scene,
			&(struct sfair_outlook_call){run->call->plan, true},
			&run->outlook, &published, run->note, err);
	if (!rc && run->call->gpus_text &&
	    ft_outlook_resource(&run->outlook, run->call->gpu) == FT_NO_INDEX)
		rc = ft_fail(err, -1,
			     "no node has %s: sinfo -o \"%%N %%G\" shows what "
			     "they have",
			     run->call->gpu + strlen("gres/"));
	return rc;
}

/* What is free at each of the times that are asked about. */
static int _tell_times(struct run *run)
{
	for (uint32_t i = 0; i < run->call->from_count; i++) {
		ft_slack_free(&run->slack);
		run->from = run->scene.now + run->call->from[i];
		if (ft_slack_fill(&run->slack, &run->outlook, run->call->gpu,
				  run->from))
			return ft_no_memory(&run->err);
		_tell_slot(run);
	}
	/* features that make no sense, or that no node has */
	return run->err.text[0] && !sfair_list_length(run->list) ? -1 : 0;
}

static int _run_slot(const struct call *call)
{
	struct run run = {.call = call, .envelope = sfair_envelope("slots")};

	sfair_when_request_init(&run.asked);
	if (call->features)
		snprintf(run.asked.features, sizeof(run.asked.features), "%s",
			 call->features);
	run.list = sfair_put_list(run.envelope, "slots");
	if (_load_slot(&run, &run.err) || _tell_times(&run)) {
		run.status =
			sfair_envelope_complain(run.envelope, run.err.text);
	} else {
		sfair_envelope_meta(run.envelope, "slurm",
				    run.scene.conf->version);
		sfair_envelope_meta(run.envelope, "source",
				    run.note[0] ? "slurmctld" : "plan");
	}
	if (call->json)
		sfair_envelope_print(run.envelope);
	else if (!run.status)
		_print_slot(&run);
	json_object_put(run.envelope);
	ft_slack_free(&run.slack);
	ft_outlook_free(&run.outlook);
	sfair_scene_close(&run.scene);
	return run.status;
}

static int _slot_number(const char *option, const char *text,
			int64_t *ret_number)
{
	if (!text || !ft_number_int(text, 0, INT32_MAX, ret_number))
		return SFAIR_DONE;
	fprintf(stderr, "sfair slots: --%s=%s: give a number\n", option, text);
	return SFAIR_USAGE;
}

/* "2", "a100:2" */
static int _read_gpus(struct call *call)
{
	const char *text = call->gpus_text;
	const char *number = text ? strrchr(text, ':') : NULL;

	snprintf(call->gpu, sizeof(call->gpu), "gres/gpu%s%.*s",
		 number ? ":" : "", number ? (int) (number - text) : 0,
		 number ? text : "");
	return _slot_number("gpus", number ? number + 1 : text, &call->gpus);
}

/* "0,1:00:00" */
static int _read_from(struct call *call)
{
	char copy[512], *rest = copy, *word;

	snprintf(copy, sizeof(copy), "%s",
		 call->from_text ? call->from_text : "0");
	while ((word = strsep(&rest, ","))) {
		if (call->from_count < FROM_MAX &&
		    !ft_number_span(word, 0, 365 * DAY,
				    &call->from[call->from_count])) {
			call->from_count++;
			continue;
		}
		fprintf(stderr,
			"sfair slots: --from=%s: give a time, as 2:00:00, or "
			"up to %d\n",
			call->from_text, FROM_MAX);
		return SFAIR_USAGE;
	}
	return SFAIR_DONE;
}

static int _judge_slot(struct call *call)
{
	if (_slot_number("cpus", call->cpus_text, &call->cpus) ||
	    _slot_number("mem", call->memory_text, &call->memory) ||
	    _read_gpus(call) || _read_from(call))
		return SFAIR_USAGE;
	return sfair_command_color("slots", call->color, &call->paint);
}

int sfair_slots(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"partition", .text = &call.partitions},
		{"cpus", .text = &call.cpus_text},
		{"mem", .text = &call.memory_text},
		{"gpus", .text = &call.gpus_text},
		{"constraint", .text = &call.features},
		{"qos", .text = &call.qos},
		{"from", .text = &call.from_text},
		{"plan", .text = &call.plan},
		{"conf", .text = &call.conf},
		{"noheader", .flag = &call.bare},
		{"json", .flag = &call.json},
		{"color", .text = &call.color},
		{NULL},
	};
	int status;

	if (!sfair_command_read(argc, argv, usage, option, &status))
		return status;
	status = sfair_command_end("slots", argv[optind]);
	if (!status)
		status = _judge_slot(&call);
	return status ? status : _run_slot(&call);
}
