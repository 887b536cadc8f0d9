// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * client - thousands of requests to slurmctld from one process.
 *
 * Reads one request a line, sends it through libslurm, and answers with one
 * line: "ok", "ok ANSWER" or "error TEXT".  Slurm's own commands start a
 * process for each request, which costs more than the request itself.
 *
 *   submit KEY=VALUE ...          update JOB KEY=VALUE ...
 *   cancel JOB   hold JOB   release JOB   requeue JOB
 *   test JOB    "could it run?", as --test-only asks; answers with its start
 *   node NAME down|drain|resume   reconfigure   ping
 *   reserve NAME NODES START_IN DURATION_MINUTES   unreserve NAME
 *   queue   JOB:STATE:START for each job that waits (P) or runs (R)
 *   cycles  of the scheduler since sdiag's counters began: how many, and the
 *           sum and the longest in microseconds
 *
 * A key with "raw." before it is a member of job_desc_msg_t by its own name:
 * any number, of which as many bits are taken as the member has, or a text in
 * which %xx stands for a byte.  Values hold no blank.  It refuses a line that
 * it does not understand with an error line, and keeps no state between lines.
 */
#include <errno.h>
#include <limits.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "slurm/common/compat_client.h"

/* libslurm exports them, slurm.h does not say so */
extern void slurm_free_stats_response_msg(stats_info_response_msg_t *msg);
extern void slurm_free_will_run_response_msg(void *msg);

#define WORDS_MAX 32
#define HOLD_PRIORITY 0

struct words {
	int n;
	char *word[WORDS_MAX];
};

enum kind { TEXT, U16, U32, MEMORY, MEMORY_CPU, TIME_IN, NICE, RAW };

/* What a job may be asked to be: the name, and where it goes. */
struct job_key {
	const char *name;
	enum kind kind;
	size_t offset;
	size_t size; /* RAW: of the member; 0: a text */
};

#define KEY(name, kind, member)                                                \
	{                                                                      \
		name, kind, offsetof(job_desc_msg_t, member), 0                \
	}

static const struct job_key job_keys[] = {
	KEY("account", TEXT, account),
	KEY("array", TEXT, array_inx),
	KEY("begin_in", TIME_IN, begin_time),
	KEY("constraint", TEXT, features),
	KEY("cpus_per_task", U16, cpus_per_task),
	KEY("dependency", TEXT, dependency),
	KEY("exclude", TEXT, exc_nodes),
	KEY("gid", U32, group_id),
	KEY("gres", TEXT, tres_per_node),
	KEY("licenses", TEXT, licenses),
	KEY("mem_per_node", MEMORY, pn_min_memory),
	KEY("name", TEXT, name),
	KEY("max_nodes", U32, max_nodes),
	KEY("mem_per_cpu", MEMORY_CPU, pn_min_memory),
	KEY("min_cpus", U32, min_cpus),
	KEY("min_nodes", U32, min_nodes),
	KEY("nice", NICE, nice),
	KEY("nodelist", TEXT, req_nodes),
	KEY("num_tasks", U32, num_tasks),
	KEY("output", TEXT, std_out),
	KEY("partition", TEXT, partition),
	KEY("priority", U32, priority),
	KEY("qos", TEXT, qos),
	KEY("requeue", U16, requeue),
	KEY("reservation", TEXT, reservation),
	KEY("script", TEXT, script),
	KEY("shared", U16, shared),
	KEY("time_limit", U32, time_limit),
	KEY("uid", U32, user_id),
	KEY("work_dir", TEXT, work_dir),
};

#define NUMBER(member)                                                         \
	{                                                                      \
		"raw." #member, RAW, offsetof(job_desc_msg_t, member),         \
			sizeof(((job_desc_msg_t *) NULL)->member)              \
	}
#define STRING(member)                                                         \
	{                                                                      \
		"raw." #member, RAW, offsetof(job_desc_msg_t, member), 0       \
	}

/* What every release has that is tested. */
static const struct job_key raw_keys[] = {
	NUMBER(begin_time),
	NUMBER(boards_per_node),
	NUMBER(contiguous),
	NUMBER(core_spec),
	NUMBER(cores_per_socket),
	NUMBER(cpus_per_task),
	NUMBER(deadline),
	NUMBER(delay_boot),
	NUMBER(end_time),
	NUMBER(max_cpus),
	NUMBER(max_nodes),
	NUMBER(min_cpus),
	NUMBER(min_nodes),
	NUMBER(nice),
	NUMBER(ntasks_per_board),
	NUMBER(ntasks_per_core),
	NUMBER(ntasks_per_node),
	NUMBER(ntasks_per_socket),
	NUMBER(ntasks_per_tres),
	NUMBER(num_tasks),
	NUMBER(overcommit),
	NUMBER(plane_size),
	NUMBER(pn_min_cpus),
	NUMBER(pn_min_memory),
	NUMBER(pn_min_tmp_disk),
	NUMBER(priority),
	NUMBER(profile),
	NUMBER(reboot),
	NUMBER(req_switch),
	NUMBER(requeue),
	NUMBER(shared),
	NUMBER(sockets_per_board),
	NUMBER(sockets_per_node),
	NUMBER(task_dist),
	NUMBER(threads_per_core),
	NUMBER(time_limit),
	NUMBER(time_min),
	NUMBER(wait4switch),
	NUMBER(warn_flags),
	NUMBER(warn_signal),
	NUMBER(warn_time),
	STRING(account),
	STRING(admin_comment),
	STRING(array_inx),
	STRING(burst_buffer),
	STRING(comment),
	STRING(cpus_per_tres),
	STRING(dependency),
	STRING(exc_nodes),
	STRING(features),
	STRING(licenses),
	STRING(mem_per_tres),
	STRING(name),
	STRING(partition),
	STRING(prefer),
	STRING(qos),
	STRING(req_nodes),
	STRING(reservation),
	STRING(tres_per_job),
	STRING(tres_per_node),
	STRING(tres_per_socket),
	STRING(tres_per_task),
	STRING(wckey),
};

/* %xx becomes a byte, in place. */
static char *_decode(char *text)
{
	char *to = text;

	for (char *at = text; *at; at++) {
		char code[3] = {0};

		*to = *at;
		if (*at == '%' && at[1] && at[2]) {
			memcpy(code, at + 1, 2);
			*to = (char) strtoul(code, NULL, 16);
			at += 2;
		}
		to++;
	}
	*to = '\0';
	return text;
}

static int _set_raw(const struct job_key *key, char *value, char *base)
{
	unsigned long long number;

	if (!key->size) {
		*(char **) (void *) (base + key->offset) = _decode(value);
		return 0;
	}
	number = strtoull(value, NULL, 0);
	memcpy(base + key->offset, &number, key->size); /* little endian */
	return 0;
}

static int _say_error(const char *what)
{
	printf("error %s\n", what);
	return -1;
}

static int _answer(int rc)
{
	if (rc)
		return _say_error(slurm_strerror(errno));
	puts("ok");
	return 0;
}

static int _number(const char *text, unsigned long max, unsigned long *ret)
{
	unsigned long n;
	char *end;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || end == text || *end || n > max)
		return -1;
	*ret = n;
	return 0;
}

static int _set_member(const struct job_key *key, char *value, char *base)
{
	unsigned long n = 0;
	void *at = base + key->offset;

	if (key->kind != TEXT &&
	    _number(value, key->kind == U16 ? UINT16_MAX : UINT32_MAX, &n))
		return -1;
	switch (key->kind) {
	case TEXT:
		*(char **) at = value;
		break;
	case U16:
		*(uint16_t *) at = (uint16_t) n;
		break;
	case U32:
		*(uint32_t *) at = (uint32_t) n;
		break;
	case RAW:
		break;
	case NICE:
		*(uint32_t *) at = NICE_OFFSET + (uint32_t) n;
		break;
	case MEMORY:
		*(uint64_t *) at = n;
		break;
	case MEMORY_CPU:
		*(uint64_t *) at = n | MEM_PER_CPU;
		break;
	case TIME_IN:
		*(time_t *) at = time(NULL) + (time_t) n;
		break;
	}
	return 0;
}

static int _set_key(char *word, job_desc_msg_t *job)
{
	const size_t nkeys = sizeof(job_keys) / sizeof(job_keys[0]);
	char *value = strchr(word, '=');

	if (!value)
		return -1;
	*value++ = '\0';
	for (size_t i = 0; i < sizeof(raw_keys) / sizeof(raw_keys[0]); i++)
		if (!strcmp(raw_keys[i].name, word))
			return _set_raw(&raw_keys[i], value, (char *) job);
	for (size_t i = 0; i < nkeys; i++)
		if (!strcmp(job_keys[i].name, word))
			return _set_member(&job_keys[i], value, (char *) job);
	return -1;
}

static int _set_keys(const struct words *w, int first, job_desc_msg_t *job)
{
	for (int i = first; i < w->n; i++)
		if (_set_key(w->word[i], job))
			return _say_error(w->word[i]);
	return 0;
}

/* The text of a file; the caller frees it. */
static char *_read_file(const char *path)
{
	const size_t max = 65536;
	char *text = calloc(1, max);
	FILE *file = fopen(path, "re");
	size_t n = 0;

	if (file && text)
		n = fread(text, 1, max - 1, file);
	if (file)
		fclose(file);
	if (!n) {
		free(text);
		return NULL;
	}
	return text;
}

static int _send_submit(job_desc_msg_t *job)
{
	submit_response_msg_t *resp = NULL;

	if (slurm_submit_batch_job(job, &resp))
		return _say_error(slurm_strerror(errno));
	printf("ok %u\n", FTS_JOB_OF(resp));
	slurm_free_submit_response_response_msg(resp);
	return 0;
}

static int _submit(const struct words *w)
{
	char path[] = "PATH=/usr/bin:/bin", tmp[] = "/tmp";
	char null[] = "/dev/null", name[256];
	char *env[] = {path, name, NULL};
	job_desc_msg_t job;
	int rc;

	slurm_init_job_desc_msg(&job);
	job.environment = env;
	job.env_size = 2;
	job.work_dir = tmp;
	job.std_in = job.std_out = job.std_err = null;
	job.user_id = job.group_id = 0;
	job.min_nodes = 1;
	if (_set_keys(w, 1, &job))
		return -1;
	/* sbatch sets this one as well, slurmd does not. */
	snprintf(name, sizeof(name), "SLURM_JOB_NAME=%s",
		 job.name ? job.name : "");
	job.std_err = job.std_out;
	job.script = job.script ? _read_file(job.script) : NULL;
	if (!job.script)
		return _say_error("script=FILE is missing or empty");
	rc = _send_submit(&job);
	free(job.script);
	return rc;
}

static int _update(const struct words *w)
{
	job_desc_msg_t job;
	unsigned long id;

	if (w->n < 3 || _number(w->word[1], UINT32_MAX, &id))
		return _say_error("update JOB KEY=VALUE");
	slurm_init_job_desc_msg(&job);
	FTS_JOB_OF(&job) = (uint32_t) id;
	if (_set_keys(w, 2, &job))
		return -1;
	return _answer(slurm_update_job(&job));
}

static int _set_priority(uint32_t id, uint32_t priority)
{
	job_desc_msg_t job;

	slurm_init_job_desc_msg(&job);
	FTS_JOB_OF(&job) = id;
	job.priority = priority;
	return slurm_update_job(&job);
}

/* cancel, hold, release, requeue: one word and a job. */
static int _job_verb(const struct words *w)
{
	unsigned long n;
	uint32_t id;

	if (w->n != 2 || _number(w->word[1], UINT32_MAX, &n))
		return _say_error("a job id is missing");
	id = (uint32_t) n;
	if (!strcmp(w->word[0], "cancel"))
		return _answer(slurm_kill_job(FTS_JOB(id), SIGKILL, 0));
	if (!strcmp(w->word[0], "requeue"))
		return _answer(slurm_requeue(FTS_JOB(id), 0));
	return _answer(_set_priority(
		id, !strcmp(w->word[0], "hold") ? HOLD_PRIORITY : INFINITE));
}

/* What srun --test-only sends for a job that is there. */
static int _test(const struct words *w)
{
	will_run_response_msg_t *resp = NULL;
	char node[] = "localhost";
	job_desc_msg_t job;
	unsigned long n;

	if (w->n != 2 || _number(w->word[1], UINT32_MAX, &n))
		return _say_error("a job id is missing");
	slurm_init_job_desc_msg(&job);
	FTS_JOB_OF(&job) = (uint32_t) n;
	job.alloc_node = node;
	job.user_id = getuid();
	job.group_id = getgid();
	if (slurm_job_will_run2(&job, &resp))
		return _say_error(slurm_strerror(errno));
	printf("ok %lld\n", (long long) resp->start_time);
	slurm_free_will_run_response_msg(resp);
	return 0;
}

static int _node(const struct words *w)
{
	char reason[] = "testsuite";
	update_node_msg_t msg;

	if (w->n != 3)
		return _say_error("node NAME down|drain|resume");
	slurm_init_update_node_msg(&msg);
	msg.node_names = w->word[1];
	if (!strcmp(w->word[2], "down"))
		msg.node_state = NODE_STATE_DOWN;
	else if (!strcmp(w->word[2], "drain"))
		msg.node_state = NODE_STATE_DRAIN;
	else if (!strcmp(w->word[2], "resume"))
		msg.node_state = NODE_RESUME;
	else
		return _say_error("node NAME down|drain|resume");
	if (msg.node_state != NODE_RESUME)
		msg.reason = reason;
	return _answer(slurm_update_node(&msg));
}

static int _reserve(const struct words *w)
{
	unsigned long start_in, minutes;
	char users[] = "root";
	resv_desc_msg_t msg;
	char *name;

	if (w->n != 5 || _number(w->word[3], UINT32_MAX, &start_in) ||
	    _number(w->word[4], UINT32_MAX, &minutes))
		return _say_error("reserve NAME NODES START_IN MINUTES");
	slurm_init_resv_desc_msg(&msg);
	msg.name = w->word[1];
	msg.node_list = w->word[2];
	msg.start_time = time(NULL) + (time_t) start_in;
	msg.duration = (uint32_t) minutes;
	msg.users = users;
	msg.flags = RESERVE_FLAG_IGN_JOBS;
	/* Not freed: since 26.05 that is not what free() takes. */
	name = slurm_create_reservation(&msg);
	return _answer(name ? 0 : -1);
}

static int _unreserve(const struct words *w)
{
	reservation_name_msg_t msg = {.name = w->word[1]};

	if (w->n != 2)
		return _say_error("unreserve NAME");
	return _answer(slurm_delete_reservation(&msg));
}

static int _reconfigure(const struct words *w)
{
	return _answer(slurm_reconfigure());
}

static int _ping(const struct words *w)
{
	return _answer(slurm_ping(0));
}

static int _queue(const struct words *w)
{
	job_info_msg_t *msg = NULL;

	if (slurm_load_jobs(0, &msg, SHOW_ALL))
		return _say_error(slurm_strerror(errno));
	fputs("ok", stdout);
	for (uint32_t i = 0; i < msg->record_count; i++) {
		const slurm_job_info_t *job = &msg->job_array[i];
		uint32_t state = job->job_state & JOB_STATE_BASE;

		if (state <= JOB_RUNNING)
			printf(" %u:%c:%lld", job->job_id,
			       state == JOB_PENDING ? 'P' : 'R',
			       (long long) job->start_time);
	}
	putchar('\n');
	slurm_free_job_info_msg(msg);
	return 0;
}

/* The state of a job, without flags: 0 waits, 1 runs, 3 is complete. */
static int _state(const struct words *w)
{
	job_info_msg_t *msg = NULL;
	unsigned long n;

	if (w->n != 2 || _number(w->word[1], UINT32_MAX, &n))
		return _say_error("a job id is missing");
	if (fts_load_job(&msg, (uint32_t) n, SHOW_ALL))
		return _say_error(slurm_strerror(errno));
	if (msg->record_count)
		printf("ok %u\n", msg->job_array[0].job_state & JOB_STATE_BASE);
	else
		_say_error("no such job");
	slurm_free_job_info_msg(msg);
	return 0;
}

static int _cycles(const struct words *w)
{
	stats_info_request_msg_t ask = {.command_id = STAT_COMMAND_GET};
	stats_info_response_msg_t *msg = NULL;

	if (slurm_get_statistics(&msg, &ask))
		return _say_error(slurm_strerror(errno));
	printf("ok %u %llu %u\n", msg->bf_cycle_counter,
	       (unsigned long long) msg->bf_cycle_sum, msg->bf_cycle_max);
	slurm_free_stats_response_msg(msg);
	return 0;
}

static const struct {
	const char *name;
	int (*call)(const struct words *w);
} verbs[] = {
	{"cancel", _job_verb},
	{"cycles", _cycles},
	{"hold", _job_verb},
	{"node", _node},
	{"ping", _ping},
	{"queue", _queue},
	{"reconfigure", _reconfigure},
	{"release", _job_verb},
	{"requeue", _job_verb},
	{"reserve", _reserve},
	{"state", _state},
	{"submit", _submit},
	{"test", _test},
	{"unreserve", _unreserve},
	{"update", _update},
};

static void _one_line(char *line)
{
	struct words w = {0};
	char *save = NULL;

	for (char *p = strtok_r(line, " \n", &save); p && w.n < WORDS_MAX;
	     p = strtok_r(NULL, " \n", &save))
		w.word[w.n++] = p;
	if (!w.n)
		return;
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (!strcmp(verbs[i].name, w.word[0])) {
			verbs[i].call(&w);
			return;
		}
	}
	_say_error("unknown request");
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	slurm_init(NULL);
	while (getline(&line, &size, stdin) >= 0)
		_one_line(line);
	free(line);
	slurm_fini();
	return 0;
}
