// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What runs on the nodes: jobs, and when each ends by itself.
 *
 * Jobs outlive slurmctld, so each start and end is a line of a file, written
 * at once: "+ ID UID END_NS STATUS HOST BEGIN_NS" and "- ID"; and "= STATE
 * NODE" for a node that no longer answers, or does again.  A line that a crash
 * cut is left out.  A suspended job's remaining time is not kept over a crash.
 *
 * A script says how long it runs: "#RUN seconds", else the sum of its lines
 * "sleep seconds"; and how it ends: "#EXIT status".  Nothing else of it counts.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vcluster.h"

struct job {
	struct vc_end end; /* first: jobs are looked up by it */
	int64_t began;	   /* for those who read the file */
	int64_t at;	   /* when it ends; VC_NEVER: not by itself */
	int64_t left;	   /* of a suspended job */
	size_t place;	   /* in the heap */
};

static struct {
	pthread_mutex_t lock;
	void *by_id; /* tsearch() */
	struct job **heap;
	size_t njobs, room;
	struct vc_counts counts;
	int file;
} jobs = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

/* -- the heap: the job that ends first is at 0 ---------------------------- */

static void _put(struct job *job, size_t place)
{
	jobs.heap[place] = job;
	job->place = place;
}

static void _sift(struct job *job, size_t place)
{
	size_t child, parent;

	while (place) {
		parent = (place - 1) / 2;
		if (jobs.heap[parent]->at <= job->at)
			break;
		_put(jobs.heap[parent], place);
		place = parent;
	}
	while ((child = 2 * place + 1) < jobs.njobs) {
		if (child + 1 < jobs.njobs &&
		    jobs.heap[child + 1]->at < jobs.heap[child]->at)
			child++;
		if (job->at <= jobs.heap[child]->at)
			break;
		_put(jobs.heap[child], place);
		place = child;
	}
	_put(job, place);
}

static void _set_end(struct job *job, int64_t at)
{
	job->at = at;
	_sift(job, job->place);
}

/* -- the table ------------------------------------------------------------ */

static int _compare(const void *one, const void *other)
{
	uint32_t a = *(const uint32_t *) one, b = *(const uint32_t *) other;

	return (a > b) - (a < b);
}

static struct job *_find(uint32_t id)
{
	void *found = tfind(&id, &jobs.by_id, _compare);

	return found ? *(struct job **) found : NULL;
}

static void _delete(struct job *job)
{
	struct job *last = jobs.heap[--jobs.njobs];

	if (last != job)
		_sift(last, job->place);
	tdelete(&job->end.id, &jobs.by_id, _compare);
	free(job);
}

static struct job *_new(uint32_t id)
{
	struct job *job = _find(id);

	if (job)
		return job;
	job = calloc(1, sizeof(*job));
	if (job && jobs.njobs == jobs.room) {
		jobs.room = jobs.room ? 2 * jobs.room : 1024;
		jobs.heap = realloc(jobs.heap, jobs.room * sizeof(*jobs.heap));
	}
	if (!job || !jobs.heap)
		abort();
	job->end.id = id;
	job->at = VC_NEVER;
	tsearch(job, &jobs.by_id, _compare);
	_put(job, jobs.njobs++);
	return job;
}

/* -- the file ------------------------------------------------------------- */

static void _note(const char *text)
{
	ssize_t n = (ssize_t) strlen(text);

	if (write(jobs.file, text, (size_t) n) != n)
		perror("vcluster: the file of running jobs");
}

static void _note_start(const struct job *job)
{
	char text[400];

	snprintf(text, sizeof(text),
		 "+ %" PRIu32 " %" PRIu32 " %" PRId64 " %" PRIu32 " %s %" PRId64
		 "\n",
		 job->end.id, job->end.uid, job->at, job->end.status,
		 job->end.host, job->began);
	_note(text);
}

static void _note_end(uint32_t id)
{
	char text[40];

	snprintf(text, sizeof(text), "- %" PRIu32 "\n", id);
	_note(text);
}

extern void vc_note_node(const char *name, enum vc_state state)
{
	char text[300];

	snprintf(text, sizeof(text), "= %d %s\n", (int) state, name);
	_note(text);
}

static void _read_line(const char *line)
{
	struct vc_end end;
	struct job *job;
	int64_t at, began;
	int state;

	if (sscanf(line,
		   "+ %" SCNu32 " %" SCNu32 " %" SCNd64 " %" SCNu32
		   " %255s %" SCNd64 "\n",
		   &end.id, &end.uid, &at, &end.status, end.host,
		   &began) == 6) {
		job = _new(end.id);
		job->end = end;
		job->began = began;
		_set_end(job, at);
	} else if (sscanf(line, "- %" SCNu32 "\n", &end.id) == 1) {
		job = _find(end.id);
		if (job)
			_delete(job);
	} else if (sscanf(line, "= %d %255s\n", &state, end.host) == 2) {
		vc_node_set(end.host, (enum vc_state) state);
	}
}

static int _read(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return 0;
	while (getline(&line, &size, file) >= 0)
		if (strchr(line, '\n'))
			_read_line(line);
	free(line);
	return fclose(file);
}

extern int vc_jobs_open(const char *path)
{
	if (_read(path))
		return -1;
	jobs.file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	return jobs.file < 0 ? -1 : 0;
}

/* -- what happens to jobs ------------------------------------------------- */

/* The number behind `word` at the start of a line; the sum of all such. */
static double _sum(const char *script, const char *word, bool *ret_found)
{
	size_t n = strlen(word);
	double sum = 0;

	*ret_found = false;
	for (const char *p = script; p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (strncmp(p, word, n))
			continue;
		sum += strtod(p + n, NULL);
		*ret_found = true;
	}
	return sum;
}

static int64_t _run_time(const char *script)
{
	bool found;
	double seconds = _sum(script, "#RUN ", &found);

	if (!found)
		seconds = _sum(script, "sleep ", &found);
	if (!(seconds > 0))
		return 0;
	return seconds < 1e9 ? (int64_t) (seconds * VC_SECOND) : VC_NEVER;
}

extern void vc_job_launch(const struct vc_launch *launch)
{
	const char *script = launch->script ? launch->script : "";
	int64_t run = _run_time(script), now;
	struct job *job;
	bool found;

	pthread_mutex_lock(&jobs.lock);
	job = _new(launch->id);
	job->end.uid = launch->uid;
	job->end.status = (uint32_t) _sum(script, "#EXIT ", &found) << 8;
	job->left = 0;
	snprintf(job->end.host, sizeof(job->end.host), "%s", launch->host);
	now = vc_now();
	job->began = now;
	_set_end(job, run == VC_NEVER ? VC_NEVER : now + run);
	jobs.counts.launched++;
	_note_start(job);
	pthread_mutex_unlock(&jobs.lock);
	vc_report_wake();
}

static bool _forget(uint32_t id)
{
	struct job *job = _find(id);

	if (!job)
		return false;
	_delete(job);
	_note_end(id);
	return true;
}

extern void vc_job_kill(uint32_t id)
{
	bool found;

	pthread_mutex_lock(&jobs.lock);
	found = _forget(id);
	jobs.counts.killed += found;
	pthread_mutex_unlock(&jobs.lock);
	if (found)
		vc_advance_ended(id);
}

extern void vc_job_reported(uint32_t id)
{
	bool found;

	pthread_mutex_lock(&jobs.lock);
	found = _forget(id);
	jobs.counts.ended++;
	if (!found)
		jobs.counts.killed--;
	pthread_mutex_unlock(&jobs.lock);
	if (found)
		vc_advance_ended(id);
}

extern void vc_job_again(uint32_t id, int64_t when)
{
	struct job *job;

	pthread_mutex_lock(&jobs.lock);
	job = _find(id);
	if (job)
		_set_end(job, when);
	pthread_mutex_unlock(&jobs.lock);
}

extern void vc_job_signal(uint32_t id, int signal)
{
	struct job *job;

	pthread_mutex_lock(&jobs.lock);
	job = _find(id);
	if (job) {
		job->end.status = (uint32_t) signal;
		_set_end(job, vc_now());
	}
	pthread_mutex_unlock(&jobs.lock);
	vc_report_wake();
}

extern void vc_job_suspend(uint32_t id, bool suspend)
{
	struct job *job;

	pthread_mutex_lock(&jobs.lock);
	job = _find(id);
	if (job && suspend && job->at != VC_NEVER) {
		job->left = job->at - vc_now();
		_set_end(job, VC_NEVER);
	} else if (job && !suspend && job->at == VC_NEVER && job->left) {
		_set_end(job, vc_now() + job->left);
		job->left = 0;
		_note_start(job);
	}
	pthread_mutex_unlock(&jobs.lock);
	vc_report_wake();
}

extern bool vc_job_due(int64_t now, struct vc_end *ret)
{
	bool due;

	pthread_mutex_lock(&jobs.lock);
	due = jobs.njobs && jobs.heap[0]->at <= now;
	if (due) {
		*ret = jobs.heap[0]->end;
		_set_end(jobs.heap[0], VC_NEVER);
	}
	pthread_mutex_unlock(&jobs.lock);
	return due;
}

extern int64_t vc_job_next(void)
{
	int64_t at;

	pthread_mutex_lock(&jobs.lock);
	at = jobs.njobs ? jobs.heap[0]->at : VC_NEVER;
	pthread_mutex_unlock(&jobs.lock);
	return at;
}

extern void vc_jobs_counts(struct vc_counts *ret)
{
	pthread_mutex_lock(&jobs.lock);
	*ret = jobs.counts;
	ret->running = jobs.njobs;
	pthread_mutex_unlock(&jobs.lock);
}

extern size_t vc_jobs_on(const char *host, uint32_t **ret_ids)
{
	size_t n = 0;

	pthread_mutex_lock(&jobs.lock);
	*ret_ids = calloc(jobs.njobs + 1, sizeof(**ret_ids));
	for (size_t i = 0; *ret_ids && i < jobs.njobs; i++)
		if (!strcmp(jobs.heap[i]->end.host, host))
			(*ret_ids)[n++] = jobs.heap[i]->end.id;
	pthread_mutex_unlock(&jobs.lock);
	return n;
}

extern void vc_jobs_lost(const char *host)
{
	uint32_t *ids;
	size_t n = vc_jobs_on(host, &ids);

	for (size_t i = 0; i < n; i++)
		vc_job_kill(ids[i]);
	free(ids);
}
