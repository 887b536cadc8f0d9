// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What nodes tell slurmctld by themselves: that they are there, that a prolog
 * has ended, that a job has.
 *
 * One thread sends it all, over the network as slurmd does.  It counts as one
 * of slurmctld's: no time is skipped while a message is on its way.  Nothing
 * is sent before slurmctld asks for the first time.
 */
#include "message.h"

#include <ctype.h>

#include "slurm/slurm_version.h"
#include "vcluster.h"

/* A message that slurmctld did not take is sent again: after a second. */
#define AGAIN VC_SECOND

struct report {
	struct report *next;
	enum vc_report kind;
	uint32_t job_id;
	char node[];
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	pthread_cond_t drained;
	struct report *first, **last;
	bool ready;   /* slurmctld has asked */
	bool changed; /* the next end may be another */
	bool sending;
} queue = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.more = PTHREAD_COND_INITIALIZER,
	.drained = PTHREAD_COND_INITIALIZER,
	.last = &queue.first,
};

static int _send(slurm_msg_type_t type, void *data)
{
	slurm_msg_t msg;
	int rc = SLURM_ERROR;

	slurm_msg_t_init(&msg);
	slurm_msg_set_r_uid(&msg, SLURM_AUTH_UID_ANY);
	msg.msg_type = type;
	msg.data = data;
	if (slurm_send_recv_controller_rc_msg(&msg, &rc, NULL) < 0)
		return SLURM_ERROR;
	return SLURM_SUCCESS;
}

/* The GRES that slurm.conf gives a node, and its CPUs; the caller xfree()s. */
static char *_configured_gres(const char *node, uint32_t *ret_cpus)
{
	slurmctld_lock_t lock = {.conf = READ_LOCK, .node = READ_LOCK};
	node_record_t *found;
	char *gres = NULL;

	*ret_cpus = 0;
	lock_slurmctld(lock);
	found = find_node_record((char *) node);
	if (found) {
		gres = xstrdup(found->config_ptr->gres);
		*ret_cpus = found->config_ptr->cpus;
	}
	unlock_slurmctld(lock);
	return gres;
}

/* NAME[:TYPE][:COUNT], as slurmd packs it that has read a gres.conf. */
static void _pack_gres(char *item, uint32_t cpus, buf_t *buffer)
{
	uint32_t flags = xstrncmp(item, "gpu", 3) ? GRES_CONF_COUNT_ONLY
						  : GRES_CONF_HAS_FILE;
	char *save = NULL, *name = strtok_r(item, ":", &save);
	char *type = strtok_r(NULL, ":", &save);
	char *count = strtok_r(NULL, ":", &save);

	if (type && !count && isdigit((unsigned char) *type)) {
		count = type;
		type = NULL;
	}
	if (type)
		flags |= GRES_CONF_HAS_TYPE;
	pack32(GRES_MAGIC, buffer);
	pack64(count ? strtoull(count, NULL, 10) : 1, buffer);
	pack32(cpus, buffer);
	pack32(flags, buffer);
	pack32(gres_build_id(name), buffer);
	packnull(buffer); /* its cores */
	packnull(buffer); /* its links */
	packstr(name, buffer);
	packstr(type, buffer);
	packnull(buffer); /* its unique id */
}

/* Never NULL: slurmctld does not expect that. */
static buf_t *_gres(const char *node)
{
	buf_t *buffer = init_buf(256);
	char *item, *save = NULL, *gres;
	uint16_t n = 0;
	uint32_t cpus;

	gres = _configured_gres(node, &cpus);
	for (char *p = gres; p && *p; p++)
		n += p == gres || *p == ',';
	pack16(SLURM_PROTOCOL_VERSION, buffer);
	pack16(n, buffer);
	item = gres ? strtok_r(gres, ",", &save) : NULL;
	for (; item; item = strtok_r(NULL, ",", &save))
		_pack_gres(item, cpus, buffer);
	xfree(gres);
	return buffer;
}

static void _fill_steps(slurm_node_registration_status_msg_t *msg,
			const char *node)
{
	uint32_t *ids;
	size_t n = vc_jobs_on(node, &ids);

	msg->job_count = (uint32_t) n;
	msg->step_id = xcalloc(n + 1, sizeof(*msg->step_id));
	for (size_t i = 0; i < n; i++)
		msg->step_id[i] = (slurm_step_id_t){
			.job_id = ids[i],
			.step_id = SLURM_BATCH_SCRIPT,
			.step_het_comp = NO_VAL,
		};
	free(ids);
}

/* config_overrides: slurmctld takes a node's size from slurm.conf. */
static int _register(const struct report *report)
{
	slurm_node_registration_status_msg_t *msg = xmalloc(sizeof(*msg));
	int rc;

	msg->node_name = xstrdup(report->node);
	msg->hostname = xstrdup(report->node);
	msg->version = xstrdup(SLURM_VERSION_STRING);
	msg->arch = xstrdup("virtual");
	msg->os = xstrdup("virtual");
	msg->cpus = msg->boards = msg->sockets = msg->cores = 1;
	msg->threads = 1;
	msg->real_memory = 1;
	msg->hash_val = NO_VAL;
	msg->timestamp = time(NULL);
	msg->slurmd_start_time = msg->timestamp;
	msg->up_time = 1;
	msg->gres_info = _gres(report->node);
	_fill_steps(msg, report->node);
	rc = _send(MESSAGE_NODE_REGISTRATION_STATUS, msg);
	slurm_free_node_registration_status_msg(msg);
	return rc;
}

static int _end_prolog(struct report *report)
{
	vc_prolog_end_t msg = {
		VC_NAMED(report->job_id),
		.node_name = report->node,
	};

	return _send(REQUEST_COMPLETE_PROLOG, &msg);
}

/* As slurmctld does itself once a node has not answered SlurmdTimeout. */
static int _set_down(struct report *report)
{
	slurmctld_lock_t lock = {.conf = READ_LOCK,
				 .job = WRITE_LOCK,
				 .node = WRITE_LOCK,
				 .part = WRITE_LOCK,
				 .fed = READ_LOCK};
	char reason[] = "Not responding";

	lock_slurmctld(lock);
	set_node_down(report->node, reason);
	unlock_slurmctld(lock);
	return SLURM_SUCCESS;
}

static int _tell(struct report *report)
{
	switch (report->kind) {
	case VC_REGISTER:
		return _register(report);
	case VC_PROLOG:
		return _end_prolog(report);
	case VC_DOWN:
		return _set_down(report);
	}
	return SLURM_SUCCESS;
}

/* A node that does not answer reports its jobs once it does again. */
static void _end_job(struct vc_end *end)
{
	complete_batch_script_msg_t msg = {
		VC_NAMED(end->id),
		.job_rc = end->status,
		.node_name = end->host,
		.user_id = end->uid,
	};

	if (vc_node_state(end->host) == VC_UP &&
	    !_send(REQUEST_COMPLETE_BATCH_SCRIPT, &msg))
		vc_job_reported(end->id);
	else
		vc_job_again(end->id, vc_now() + AGAIN);
}

static struct report *_next_report(void)
{
	struct report *report = queue.first;

	if (!report)
		return NULL;
	queue.first = report->next;
	if (!queue.first)
		queue.last = &queue.first;
	return report;
}

/* Waits for something to do; with the queue's lock. */
static void _wait(void)
{
	int64_t next = queue.ready ? vc_job_next() : VC_NEVER;
	struct timespec until = {next / VC_SECOND, next % VC_SECOND};

	queue.sending = false;
	if (!queue.first)
		pthread_cond_broadcast(&queue.drained);
	if (queue.changed)
		queue.changed = false;
	else if (next == VC_NEVER)
		pthread_cond_wait(&queue.more, &queue.lock);
	else
		pthread_cond_timedwait(&queue.more, &queue.lock, &until);
}

static void _work(struct report *report)
{
	struct vc_end end;

	if (report)
		_tell(report);
	free(report);
	while (vc_job_due(vc_now(), &end))
		_end_job(&end);
}

static void *_run(void *arg)
{
	struct report *report;

	pthread_mutex_lock(&queue.lock);
	for (;;) {
		report = queue.ready ? _next_report() : NULL;
		if (!report && (!queue.ready || vc_job_next() > vc_now())) {
			_wait();
			continue;
		}
		queue.sending = true;
		pthread_mutex_unlock(&queue.lock);
		_work(report);
		pthread_mutex_lock(&queue.lock);
	}
	return arg;
}

extern int vc_report_start(void)
{
	pthread_t thread;

	return pthread_create(&thread, NULL, _run, NULL);
}

extern void vc_report(enum vc_report kind, const char *node, uint32_t job_id)
{
	struct report *report = malloc(sizeof(*report) + strlen(node) + 1);

	if (!report)
		abort();
	report->next = NULL;
	report->kind = kind;
	report->job_id = job_id;
	strcpy(report->node, node);
	pthread_mutex_lock(&queue.lock);
	*queue.last = report;
	queue.last = &report->next;
	queue.ready = true;
	pthread_cond_signal(&queue.more);
	pthread_mutex_unlock(&queue.lock);
}

extern void vc_report_wake(void)
{
	pthread_mutex_lock(&queue.lock);
	queue.changed = true;
	pthread_cond_signal(&queue.more);
	pthread_mutex_unlock(&queue.lock);
}

extern void vc_report_drain(void)
{
	pthread_mutex_lock(&queue.lock);
	while (queue.first || queue.sending)
		pthread_cond_wait(&queue.drained, &queue.lock);
	pthread_mutex_unlock(&queue.lock);
}
