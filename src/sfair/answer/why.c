/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair why - why jobs wait, when they start, and what would help.
 *
 * Asks slurmctld, and reads the plan that sched/reserve publishes where the
 * user may read it.  Changes nothing.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/list.h"
#include "core/base/number.h"
#include "sfair/base/command.h"
#include "sfair/base/envelope.h"
#include "sfair/base/moment_text.h"
#include "sfair/base/sfair.h"
#include "sfair/base/task_list.h"
#include "sfair/limits/limits.h"
#include "sfair/promises/promises.h"

enum {
	SINGLE_MAX = 20, /* jobs that are asked for one by one */
	TOLD_MAX = 20,	 /* jobs of a selection that are told whole */
};

static const char usage[] =
	"Usage: sfair why [OPTION]... [JOBID...]\n"
	"       sfair why [OPTION]... --me | -u USERS | -p PARTITIONS |\n"
	"                 -A ACCOUNTS | -q QOS | -n NAMES | --all\n"
	"       sfair why --reasons\n"
	"\n"
	"Why jobs wait: what for, which jobs are in the way, when they start,\n"
	"and what would let them start sooner.\n"
	"\n"
	"  -j, --jobs LIST       these jobs; the same as JOBID...\n"
	"      --me              your own, as without a word\n"
	"  -u, --user LIST       of these users\n"
	"  -p, --partition LIST  in these partitions\n"
	"  -A, --account LIST    of these accounts\n"
	"  -q, --qos LIST        with these QOS\n"
	"  -n, --name LIST       with these names\n"
	"  -t, --states LIST     in these states, as PD,R; else those that "
	"wait\n"
	"      --all             how many jobs wait for what\n"
	"      --reasons         all reasons of this Slurm, in words\n"
	"  -v, --verbose         with the job as the planner has it, and all "
	"that\n"
	"                        was tried\n"
	"      --plan FILE       the published plan, if not where slurm.conf\n"
	"                        says\n"
	"      --conf FILE       another slurm.conf\n"
	"  -h, --noheader        no headings\n"
	"      --json            as JSON\n"
	"      --color=auto|always|never\n"
	"      --help            this text\n"
	"\n"
	"Status: 0; 1 if a job is not known or slurmctld does not answer; 2 "
	"if\n"
	"the call is wrong; 3 if a job that was told of can never start as "
	"it\n"
	"is.";

struct wanted {
	uint32_t job_id;
	uint32_t task, component; /* of an array, of a heterogeneous job;
				   * SFAIR_WHY_ANY: any */
	char *tasks;		  /* "3-5,9]"; NULL: none were listed */
};

struct call {
	const char *conf, *plan, *color;
	const char *users, *partitions, *accounts, *qos, *names, *jobs, *states;
	bool me, all, reasons, json, bare, verbose;
	struct wanted *wanted;
	uint32_t wanted_count;
	struct sfair_paint paint;
};

struct run {
	const struct call *call;
	struct sfair_why why;
	struct json_object *envelope, *list;
	int status;
};

/* -- the plan ------------------------------------------------------------ */

static int _index_rows(struct sfair_why *why)
{
	ft_id_map_init(&why->row);
	for (uint32_t i = why->outlook.job_count; i > 0; i--)
		if (ft_id_map_put(&why->row, why->outlook.job[i - 1].job_id,
				  i - 1))
			return -ENOMEM;
	return 0;
}

static int _load_plan(struct run *run, struct ft_err *err)
{
	struct sfair_why *why = &run->why;
	int rc = sfair_outlook_any(
		&why->scene,
		&(struct sfair_outlook_call){run->call->plan, false},
		&why->outlook, &why->published, why->note, err);

	if (!rc && _index_rows(why))
		rc = ft_no_memory(err);
	return rc;
}

/* -- which jobs ------------------------------------------------------------ */

/* NULL: any name will do. */
static bool _selects_name(const char *list, const char *name)
{
	return !list || (name && ft_list_has(list, name, strlen(name)));
}

/* One of these partitions?  The job may name several. */
static bool _selects_partition(const char *list, const char *partitions)
{
	while (list && partitions && *partitions) {
		size_t size = strcspn(partitions, ",");

		if (ft_list_has(list, partitions, size))
			return true;
		partitions += size;
		partitions += *partitions == ',';
	}
	return !list;
}

static bool _selects_user(const char *list, const job_info_t *job)
{
	char user[SFAIR_SHOWN], number[16];

	if (!list)
		return true;
	snprintf(number, sizeof(number), "%u", (unsigned int) job->user_id);
	return _selects_name(list, sfair_scene_user(job, user)) ||
	       _selects_name(list, number);
}

/* States of a job by squeue's names; one of two letters, too. */
static const struct {
	const char *name, *letters;
	uint32_t state; /* of JOB_STATE_BASE */
} states[] = {
	{"PENDING", "PD", JOB_PENDING},	    {"RUNNING", "R", JOB_RUNNING},
	{"SUSPENDED", "S", JOB_SUSPENDED},  {"COMPLETED", "CD", JOB_COMPLETE},
	{"CANCELLED", "CA", JOB_CANCELLED}, {"FAILED", "F", JOB_FAILED},
	{"TIMEOUT", "TO", JOB_TIMEOUT},	    {"NODE_FAIL", "NF", JOB_NODE_FAIL},
	{"PREEMPTED", "PR", JOB_PREEMPTED}, {"DEADLINE", "DL", JOB_DEADLINE},
	{"OUT_OF_MEMORY", "OOM", JOB_OOM},
};

enum { STATES = sizeof(states) / sizeof(*states) };

static bool _names_state(const char *list, int i)
{
	return ft_list_has_key(list, states[i].name) ||
	       ft_list_has_key(list, states[i].letters);
}

/* Those that wait, if no states are named. */
static bool _selects_state(const char *list, const job_info_t *job)
{
	uint32_t state = job->job_state & JOB_STATE_BASE;

	if (!list)
		return sfair_job_waits(job);
	for (int i = 0; i < STATES; i++)
		if (states[i].state == state && _names_state(list, i))
			return true;
	return ft_list_has_key(list, "all");
}

static bool _selects(const struct call *call, const job_info_t *job)
{
	return _selects_state(call->states, job) &&
	       (!call->me || job->user_id == getuid()) &&
	       _selects_user(call->users, job) &&
	       _selects_partition(call->partitions, job->partition) &&
	       _selects_name(call->accounts, job->account) &&
	       _selects_name(call->qos, job->qos) &&
	       _selects_name(call->names, job->name);
}

static bool _has_task(const job_info_t *job, uint32_t task)
{
	return job->array_task_id == task ||
	       (job->array_task_id == NO_VAL &&
		sfair_task_is_in(job->array_task_str, task));
}

/* The first task of the list that the job's record has; SFAIR_WHY_ANY: none. */
static uint32_t _listed_task(const char *tasks, const job_info_t *job)
{
	uint32_t task = SFAIR_WHY_ANY;

	for (uint32_t n = 0; (task = sfair_task_nth(tasks, n)) != UINT32_MAX;
	     n++)
		if (_has_task(job, task))
			return task;
	return SFAIR_WHY_ANY;
}

static bool _is_part_of(const struct wanted *wanted, const job_info_t *job)
{
	return job->job_id == wanted->job_id ||
	       job->array_job_id == wanted->job_id ||
	       job->het_job_id == wanted->job_id;
}

static bool _is_wanted(const struct wanted *wanted, const job_info_t *job)
{
	if (wanted->tasks)
		return job->array_job_id == wanted->job_id &&
		       _listed_task(wanted->tasks, job) != SFAIR_WHY_ANY;
	if (wanted->task != SFAIR_WHY_ANY)
		return job->array_job_id == wanted->job_id &&
		       _has_task(job, wanted->task);
	if (wanted->component != SFAIR_WHY_ANY)
		return job->het_job_id == wanted->job_id &&
		       job->het_job_offset == wanted->component;
	return _is_part_of(wanted, job);
}

/* How the start of a single job moved so far, where the history may be read. */
static void _tell_moves(struct run *run, const job_info_t *job, uint32_t task)
{
	const slurm_conf_t *conf = run->why.scene.conf;
	size_t last = json_object_array_length(run->list) - 1;
	struct json_object *answer = json_object_array_get_idx(run->list, last);
	char *path = sfair_history_path(conf->sched_params,
					conf->state_save_location);
	bool bundled = sfair_why_task_of(job, NULL) != SFAIR_WHY_ANY;
	struct json_object *list;
	struct ft_err err;
	int rc;

	if (path && sfair_job_waits(job)) {
		list = json_object_new_array();
		rc = bundled ? sfair_history_task(path, job->job_id,
						  sfair_why_nth(job, task),
						  list, &err)
			     : sfair_history_job(path, job->job_id, list, &err);
		if (rc || !json_object_array_length(list))
			json_object_put(list);
		else
			json_object_object_add(answer, "history", list);
	}
	free(path);
}

enum { MISSING = 256 };

/* Where slurmdbd keeps records, what tells of a job that slurmctld forgot. */
static void _unknown_text(const slurm_conf_t *conf, const struct wanted *wanted,
			  char text[MISSING])
{
	char span[SFAIR_MOMENT], task[16] = "";
	int used = snprintf(text, MISSING,
			    "job %u: slurmctld knows none, or tells you of "
			    "none",
			    (unsigned int) wanted->job_id);

	if (!conf->accounting_storage_type ||
	    !strstr(conf->accounting_storage_type, "slurmdbd"))
		return;
	if (wanted->task != SFAIR_WHY_ANY)
		snprintf(task, sizeof(task), "_%u",
			 (unsigned int) wanted->task);
	snprintf(text + used, MISSING - (size_t) used,
		 "; ended jobs are forgotten after %s: sacct -j %u%s",
		 sfair_span_text(span, conf->min_job_age),
		 (unsigned int) wanted->job_id, task);
}

/* Of what is asked for and not there. */
static const char *_missing_text(const struct sfair_scene *scene,
				 const struct wanted *wanted,
				 char text[MISSING])
{
	unsigned int id = wanted->job_id;
	bool known = false;

	for (uint32_t i = 0; i < scene->job_count && !known; i++)
		known = _is_part_of(wanted, scene->job[i]);
	if (!known)
		_unknown_text(scene->conf, wanted, text);
	else if (wanted->component != SFAIR_WHY_ANY)
		snprintf(text, MISSING, "job %u has no component %u", id,
			 (unsigned int) wanted->component);
	else if (wanted->tasks)
		snprintf(text, MISSING,
			 "job %u has none of these tasks that waits or runs",
			 id);
	else
		snprintf(text, MISSING,
			 "job %u has no task %u that waits or runs", id,
			 (unsigned int) wanted->task);
	return text;
}

static uint32_t _asked_task(const struct wanted *wanted, const job_info_t *job)
{
	return wanted->tasks ? _listed_task(wanted->tasks, job) : wanted->task;
}

static void _tell_wanted(struct run *run, const struct wanted *wanted)
{
	struct sfair_scene *scene = &run->why.scene;
	uint32_t told = 0;
	struct ft_err err = {.text = ""};
	char text[MISSING];
	int rc = 0;

	if (!scene->complete)
		rc = sfair_scene_load_job(scene, wanted->job_id, &err);
	if (rc && rc != -ENOENT) {
		run->status = sfair_envelope_complain(run->envelope, err.text);
		return;
	}
	for (uint32_t i = 0; !rc && i < scene->job_count; i++)
		if (_is_wanted(wanted, scene->job[i])) {
			uint32_t task = _asked_task(wanted, scene->job[i]);

			sfair_why_answer(&run->why, scene->job[i], task,
					 run->list);
			if (!told++ && run->call->wanted_count == 1)
				_tell_moves(run, scene->job[i], task);
		}
	if (!told)
		run->status = sfair_envelope_complain(
			run->envelope, _missing_text(scene, wanted, text));
}

/* In the order of the queue, those that are not in it last. */
static int _compare_order(const void *x, const void *y, void *arg)
{
	const struct sfair_why *why = arg;
	const job_info_t *a = *(const job_info_t *const *) x;
	const job_info_t *b = *(const job_info_t *const *) y;
	const struct ft_outlook_job *p = sfair_why_row(why, a);
	const struct ft_outlook_job *q = sfair_why_row(why, b);

	if (!p != !q)
		return p ? -1 : 1;
	if (p != q)
		return p < q ? -1 : 1;
	return (a->job_id > b->job_id) - (a->job_id < b->job_id);
}

static void _tell_selected(struct run *run)
{
	struct sfair_scene *scene = &run->why.scene;
	const job_info_t **chosen =
		calloc((size_t) scene->job_count + 1, sizeof(*chosen));
	uint32_t count = 0;

	if (!chosen) {
		run->status =
			sfair_envelope_complain(run->envelope, "out of memory");
		return;
	}
	for (uint32_t i = 0; i < scene->job_count; i++)
		if (_selects(run->call, scene->job[i]))
			chosen[count++] = scene->job[i];
	qsort_r(chosen, count, sizeof(*chosen), _compare_order, &run->why);
	for (uint32_t i = 0; i < count && i < TOLD_MAX; i++)
		sfair_why_answer(&run->why, chosen[i], SFAIR_WHY_ANY,
				 run->list);
	sfair_put_whole(run->envelope, "selected", count);
	if (!run->call->states)
		sfair_put_whole(run->envelope, "waiting", count);
	free(chosen);
}

/* -- sums ------------------------------------------------------------------ */

struct sum {
	uint32_t code, jobs;
	int64_t next;
};

static int _compare_sums(const void *x, const void *y)
{
	const struct sum *a = x, *b = y;

	if (a->jobs != b->jobs)
		return a->jobs < b->jobs ? 1 : -1;
	return (a->code > b->code) - (a->code < b->code);
}

enum { SUMS = 512 };

static void _count_reason(struct run *run, const job_info_t *job,
			  struct sum *sum, uint32_t *count)
{
	const struct ft_outlook_job *row = sfair_why_row(&run->why, job);
	uint32_t i = 0;

	while (i < *count && sum[i].code != job->state_reason)
		i++;
	if (i == SUMS)
		return;
	if (i == *count)
		sum[(*count)++] = (struct sum){.code = job->state_reason};
	sum[i].jobs++;
	if (row && row->verdict == FT_PLACED &&
	    (!sum[i].next || row->start < sum[i].next))
		sum[i].next = row->start;
}

static void _tell_sums(struct run *run)
{
	struct sfair_scene *scene = &run->why.scene;
	struct sum *sum = calloc(SUMS, sizeof(*sum));
	uint32_t count = 0;

	for (uint32_t i = 0; sum && i < scene->job_count; i++)
		if (sfair_job_waits(scene->job[i]) &&
		    _selects(run->call, scene->job[i]))
			_count_reason(run, scene->job[i], sum, &count);
	if (sum)
		qsort(sum, count, sizeof(*sum), _compare_sums);
	for (uint32_t i = 0; sum && i < count; i++) {
		struct sfair_reason reason = sfair_reason_of(sum[i].code);
		struct json_object *json = sfair_add_object(run->list);

		sfair_put_whole(json, "code", sum[i].code);
		sfair_put_text(json, "name", reason.name);
		sfair_put_text(json, "kind",
			       sfair_reason_kind_name(reason.kind));
		sfair_put_text(json, "text", reason.what);
		sfair_put_whole(json, "jobs", sum[i].jobs);
		sfair_put_whole(json, "next_start", sum[i].next);
	}
	free(sum);
}

static int _tell_reasons(const struct call *call)
{
	struct json_object *envelope = sfair_envelope("why");
	struct json_object *list = sfair_put_list(envelope, "reasons");

	for (uint32_t code = 0; code < sfair_reason_count(); code++) {
		struct sfair_reason reason = sfair_reason_of(code);
		struct json_object *json;

		if (!reason.name)
			continue;
		json = sfair_add_object(list);
		sfair_put_whole(json, "code", code);
		sfair_put_text(json, "name", reason.name);
		json_object_object_add(json, "known",
				       json_object_new_boolean(reason.known));
		sfair_put_text(json, "kind",
			       sfair_reason_kind_name(reason.kind));
		sfair_put_text(json, "limit", sfair_limit_name(reason.scope));
		sfair_put_text(json, "tres", reason.tres);
		sfair_put_text(json, "text", reason.what);
		sfair_put_text(json, "help", reason.help);
		if (!call->json && reason.known)
			printf("%-38s %s\n", reason.name, reason.what);
	}
	if (call->json)
		sfair_envelope_print(envelope);
	json_object_put(envelope);
	return SFAIR_DONE;
}

/* -- the whole ------------------------------------------------------------- */

static const char *_none_text(const struct call *call)
{
	if (call->states)
		return "There is no such job.";
	if (call->users || call->partitions || call->accounts || call->qos ||
	    call->names)
		return "No such job waits.";
	return call->me ? "No job of yours waits." : "No job waits.";
}

static void _print_answers(const struct run *run)
{
	const struct call *call = run->call;
	int64_t now = run->why.scene.now, waiting = 0;
	struct json_object *count;
	size_t told = json_object_array_length(run->list);
	struct sfair_why_explained explained = {0};

	if (call->all) {
		sfair_why_print_sum(run->list, now, !call->bare, &call->paint);
	} else {
		for (size_t i = 0; i < told; i++) {
			if (i)
				puts("");
			sfair_why_print(json_object_array_get_idx(run->list, i),
					now, &call->paint, &explained);
		}
	}
	if (json_object_object_get_ex(run->envelope, "selected", &count))
		waiting = json_object_get_int64(count);
	if (!told && !call->wanted_count && !run->status)
		puts(_none_text(call));
	if (!call->all && waiting > (int64_t) told)
		printf("\n%" PRId64 " more jobs come behind these: name them, "
		       "or take --all.\n",
		       waiting - (int64_t) told);
	if (run->why.note[0] && !call->bare && told)
		printf("\n%sThis is %s.%s\n", call->paint.dim, run->why.note,
		       call->paint.off);
}

/* A name that was mistyped is no user without jobs. */
static int _judge_users(const char *list, struct ft_err *err)
{
	char name[256], shown[SFAIR_SHOWN];
	const char *word;
	int64_t number;
	size_t size;

	while ((word = ft_list_next(&list, &size))) {
		snprintf(name, sizeof(name), "%.*s", (int) size, word);
		if (size && !getpwnam(name) &&
		    ft_number_int(name, 0, UINT32_MAX, &number))
			return ft_fail(err, -ENOENT, "there is no user %s",
				       sfair_shown(shown, name));
	}
	return 0;
}

static void _meta(struct run *run)
{
	const struct sfair_why *why = &run->why;

	sfair_envelope_meta(run->envelope, "slurm", why->scene.conf->version);
	sfair_envelope_meta(run->envelope, "source",
			    why->published ? "plan" : "slurmctld");
	sfair_envelope_meta(run->envelope, "note",
			    why->note[0] ? why->note : NULL);
}

static void _tell_answers(struct run *run)
{
	const struct call *call = run->call;
	struct ft_err err = {.text = ""};
	int rc = sfair_scene_open(&run->why.scene, call->conf, &err);

	if (!rc)
		rc = _load_plan(run, &err);
	if (!rc && (!call->wanted_count || call->wanted_count > SINGLE_MAX))
		rc = sfair_scene_load_jobs(&run->why.scene, &err);
	if (!rc)
		rc = sfair_scene_has_partitions(&run->why.scene,
						call->partitions, &err);
	if (!rc)
		rc = _judge_users(call->users, &err);
	if (rc) {
		run->status = sfair_envelope_complain(run->envelope, err.text);
		return;
	}
	_meta(run);
	if (call->all)
		_tell_sums(run);
	else if (!call->wanted_count)
		_tell_selected(run);
	for (uint32_t i = 0; i < call->wanted_count && !call->all; i++)
		_tell_wanted(run, &call->wanted[i]);
}

static int _answer_why(const struct call *call)
{
	struct run run = {
		.call = call,
		.why = {.verbose = call->verbose},
		.envelope = sfair_envelope("why"),
	};

	run.list = sfair_put_list(run.envelope, call->all ? "reasons" : "jobs");
	_tell_answers(&run);
	if (call->json)
		sfair_envelope_print(run.envelope);
	else if (run.why.scene.conf)
		_print_answers(&run);
	json_object_put(run.envelope);
	ft_id_map_fini(&run.why.row);
	sfair_limits_return(run.why.limits);
	ft_outlook_free(&run.why.outlook);
	sfair_scene_close(&run.why.scene);
	return run.status      ? run.status
	       : run.why.never ? SFAIR_NEVER
			       : SFAIR_DONE;
}

/* "3-5,9:2%4]" behind the bracket: as squeue writes it, and nothing more. */
static bool _is_tasks(const char *text)
{
	size_t size = strspn(text, "0123456789-,:%");

	return *text >= '0' && *text <= '9' && !strcmp(text + size, "]") &&
	       sfair_task_nth(text, 0) != UINT32_MAX;
}

/* What stands behind the number of the job. */
static bool _read_part(const char *tail, struct wanted *wanted)
{
	int64_t number;

	if (!*tail)
		return true;
	if (tail[0] == '_' && tail[1] == '[' && _is_tasks(tail + 2)) {
		wanted->tasks = strdup(tail + 2);
		return wanted->tasks;
	}
	if ((*tail != '_' && *tail != '+') ||
	    ft_number_int(tail + 1, 0, UINT32_MAX - 2, &number))
		return false;
	if (*tail == '_')
		wanted->task = (uint32_t) number;
	else
		wanted->component = (uint32_t) number;
	return true;
}

/* "12", "12_3", "12_[3-5]", "12+1" */
static int _want(struct call *call, const char *word)
{
	size_t size = strspn(word, "0123456789");
	struct wanted *grown = realloc(
		call->wanted, (call->wanted_count + 1) * sizeof(*call->wanted));
	struct wanted wanted = {.task = SFAIR_WHY_ANY,
				.component = SFAIR_WHY_ANY};
	char shown[SFAIR_SHOWN], number[16];
	int64_t id;

	if (!grown)
		return SFAIR_REFUSED;
	call->wanted = grown;
	snprintf(number, sizeof(number), "%.*s",
		 size < sizeof(number) ? (int) size : 0, word);
	if (ft_number_int(number, 1, UINT32_MAX - 2, &id) ||
	    !_read_part(word + size, &wanted)) {
		fprintf(stderr,
			"sfair why: %s is no job id (as 123, 123_4, 123+1)\n",
			*word ? sfair_shown(shown, word) : "\"\"");
		return SFAIR_USAGE;
	}
	wanted.job_id = (uint32_t) id;
	grown[call->wanted_count++] = wanted;
	return SFAIR_DONE;
}

/* The words of a list; commas in brackets part tasks. */
static int _want_list(struct call *call, const char *list)
{
	int status = SFAIR_DONE;

	while (list && !status) {
		size_t size = strcspn(list, ",["), tail = 0;
		char *word;

		if (list[size] == '[')
			size += strcspn(list + size, "]");
		tail = strcspn(list + size, ",");
		size += tail;
		word = strndup(list, size);
		status = word ? _want(call, word) : SFAIR_REFUSED;
		free(word);
		list = list[size] ? list + size + 1 : NULL;
	}
	return status;
}

static int _want_all(struct call *call, char **word)
{
	int status = _want_list(call, call->jobs);

	for (; *word && !status; word++)
		status = _want_list(call, *word);
	return status;
}

static int _judge_states(const char *list)
{
	bool any = !list || ft_list_has_key(list, "all");

	for (int i = 0; i < STATES && !any; i++)
		any = _names_state(list, i);
	if (any)
		return SFAIR_DONE;
	fprintf(stderr,
		"sfair why: --states=%s: name states as squeue does: "
		"PD, R, all\n",
		list);
	return SFAIR_USAGE;
}

static int _judge_call(struct call *call)
{
	bool selects = call->me || call->users || call->partitions ||
		       call->accounts || call->qos || call->names ||
		       call->states || call->all;

	if (sfair_command_color("why", call->color, &call->paint) ||
	    _judge_states(call->states))
		return SFAIR_USAGE;
	if (!selects && !call->wanted_count)
		call->me = true;
	if (selects && call->wanted_count) {
		fputs("sfair why: name jobs, or select them, not both\n",
		      stderr);
		return SFAIR_USAGE;
	}
	return SFAIR_DONE;
}

int sfair_why(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"jobs", .text = &call.jobs},
		{"me", .flag = &call.me},
		{"user", .text = &call.users},
		{"partition", .text = &call.partitions},
		{"account", .text = &call.accounts},
		{"qos", .text = &call.qos},
		{"name", .text = &call.names},
		{"states", .text = &call.states},
		{"all", .flag = &call.all},
		{"reasons", .flag = &call.reasons},
		{"verbose", .flag = &call.verbose},
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
	status = _want_all(&call, argv + optind);
	if (!status)
		status = _judge_call(&call);
	if (!status)
		status = call.reasons ? _tell_reasons(&call)
				      : _answer_why(&call);
	for (uint32_t i = 0; i < call.wanted_count; i++)
		free(call.wanted[i].tasks);
	free(call.wanted);
	return status;
}
