// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Answers every message that slurmctld sends to nodes.
 *
 * A node that hangs answers nothing for MessageTimeout seconds of the
 * cluster's time, one that failed refuses at once.  Messages to other
 * programs, such as srun, go their way.
 */
#include "message.h"

#include <dlfcn.h>
#include <search.h>

#include "vcluster.h"

/* -- nodes that do not answer --------------------------------------------- */

struct absent {
	enum vc_state state;
	char name[];
};

static struct {
	pthread_mutex_t lock;
	void *by_name; /* tsearch() */
} absent = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int _compare(const void *one, const void *other)
{
	const struct absent *a = one, *b = other;

	return strcmp(a->name, b->name);
}

static struct absent *_named(const char *name)
{
	struct absent *key = malloc(sizeof(*key) + strlen(name) + 1);

	if (!key)
		abort();
	strcpy(key->name, name);
	return key;
}

extern enum vc_state vc_node_state(const char *name)
{
	enum vc_state state = VC_UP;
	struct absent *key;
	void *found;

	pthread_mutex_lock(&absent.lock);
	if (absent.by_name) {
		key = _named(name);
		found = tfind(key, &absent.by_name, _compare);
		if (found)
			state = (*(struct absent **) found)->state;
		free(key);
	}
	pthread_mutex_unlock(&absent.lock);
	return state;
}

extern void vc_node_set(const char *name, enum vc_state state)
{
	struct absent *key = _named(name), *found;

	pthread_mutex_lock(&absent.lock);
	found = *(struct absent **) tsearch(key, &absent.by_name, _compare);
	found->state = state;
	if (state == VC_UP) {
		tdelete(found, &absent.by_name, _compare);
		if (found != key)
			free(found);
	}
	if (found != key || state == VC_UP)
		free(key);
	pthread_mutex_unlock(&absent.lock);
}

/* -- answers -------------------------------------------------------------- */

static void _launch_batch(const batch_job_launch_msg_t *msg, const char *node)
{
	struct vc_launch launch = {
		.id = VC_JOB(msg),
		.uid = VC_BATCH_USER(msg),
		.host = node,
		.script = msg->script,
	};

	if (!launch.script && msg->script_buf)
		launch.script = get_buf_data(msg->script_buf);
	vc_job_launch(&launch);
}

/* What a plain script dies of; others it does not notice. */
static bool _is_deadly(int signal)
{
	return signal == SIGKILL || signal == SIGTERM || signal == SIGINT ||
	       signal == SIGHUP || signal == SIGQUIT || signal == SIGABRT ||
	       signal == SIGUSR1 || signal == SIGUSR2 || signal == SIGXCPU;
}

static void _signal(const signal_tasks_msg_t *msg)
{
	bool batch = msg->step_id.step_id == SLURM_BATCH_SCRIPT ||
		     (msg->flags & (KILL_JOB_BATCH | KILL_FULL_JOB));

	if (batch && _is_deadly(msg->signal))
		vc_job_signal(msg->step_id.job_id, msg->signal);
}

/* What one node does with a message; the code of its answer. */
static int _take(const slurm_msg_t *msg, const char *node)
{
	const suspend_int_msg_t *suspend = msg->data;
	const prolog_launch_msg_t *prolog = msg->data;
	const kill_job_msg_t *kill = msg->data;

	switch (msg->msg_type) {
	case REQUEST_NODE_REGISTRATION_STATUS:
		vc_report(VC_REGISTER, node, 0);
		return SLURM_SUCCESS;
	case REQUEST_BATCH_JOB_LAUNCH:
		_launch_batch(msg->data, node);
		return SLURM_SUCCESS;
	case REQUEST_LAUNCH_PROLOG:
		vc_report(VC_PROLOG, node, VC_JOB(prolog));
		return SLURM_SUCCESS;
	case REQUEST_KILL_TIMELIMIT:
	case REQUEST_KILL_PREEMPTED:
	case REQUEST_TERMINATE_JOB:
		vc_job_kill(kill->step_id.job_id);
		return ESLURMD_KILL_JOB_ALREADY_COMPLETE;
	case REQUEST_ABORT_JOB:
		vc_job_kill(kill->step_id.job_id);
		return SLURM_SUCCESS;
	case REQUEST_SIGNAL_TASKS:
		_signal(msg->data);
		return SLURM_SUCCESS;
	case REQUEST_SUSPEND_INT:
		vc_job_suspend(VC_JOB(suspend), suspend->op == SUSPEND_JOB);
		return SLURM_SUCCESS;
	default:
		return SLURM_SUCCESS;
	}
}

static bool _is_for_nodes(const slurm_msg_t *msg)
{
	switch (msg->msg_type) {
	case SRUN_PING:
	case SRUN_TIMEOUT:
	case SRUN_NODE_FAIL:
	case SRUN_JOB_COMPLETE:
	case SRUN_USER_MSG:
	case SRUN_STEP_MISSING:
	case SRUN_STEP_SIGNAL:
	case SRUN_REQUEST_SUSPEND:
	case RESPONSE_RESOURCE_ALLOCATION:
	case RESPONSE_HET_JOB_ALLOCATION:
		return false;
	default:
		return vc_active;
	}
}

static void _append(fts_list_t list, const char *node, int rc)
{
	ret_data_info_t *answer = xmalloc(sizeof(*answer));
	return_code_msg_t *code;

	answer->node_name = xstrdup(node);
	if (rc < 0) {
		answer->type = RESPONSE_FORWARD_FAILED;
		answer->err = SLURM_COMMUNICATIONS_CONNECTION_ERROR;
	} else {
		code = xmalloc(sizeof(*code));
		code->return_code = rc;
		answer->type = RESPONSE_SLURM_RC;
		answer->data = code;
	}
	list_append(list, answer);
}

static fts_list_t _answer_all(fts_hostlist_t nodes, const slurm_msg_t *msg)
{
	fts_list_t list = list_create(destroy_data_info);
	vc_iterator_t i = hostlist_iterator_create(nodes);
	enum vc_state state;
	bool hung = false;
	char *node;

	while ((node = hostlist_next(i))) {
		state = vc_node_state(node);
		hung = hung || state == VC_HUNG;
		_append(list, node,
			state == VC_UP ? _take(msg, node) : SLURM_ERROR);
		free(node);
	}
	hostlist_iterator_destroy(i);
	if (hung)
		sleep(slurm_conf.msg_timeout);
	return list;
}

static fts_list_t _answer(const char *names, const slurm_msg_t *msg)
{
	fts_hostlist_t nodes = hostlist_create(names);
	fts_list_t list = _answer_all(nodes, msg);

	hostlist_destroy(nodes);
	return list;
}

/* -- what slurmctld calls instead of Slurm's own -------------------------- */

fts_list_t start_msg_tree(fts_hostlist_t nodes, slurm_msg_t *msg, int timeout)
{
	static fts_list_t (*real)(fts_hostlist_t, slurm_msg_t *, int);

	if (_is_for_nodes(msg))
		return _answer_all(nodes, msg);
	if (!real)
		real = dlsym(RTLD_NEXT, "start_msg_tree");
	return real(nodes, msg, timeout);
}

fts_list_t slurm_send_recv_msgs(const char *nodes, slurm_msg_t *msg,
				int timeout)
{
	static fts_list_t (*real)(const char *, slurm_msg_t *, int);

	if (_is_for_nodes(msg))
		return _answer(nodes, msg);
	if (!real)
		real = dlsym(RTLD_NEXT, "slurm_send_recv_msgs");
	return real(nodes, msg, timeout);
}

fts_list_t slurm_send_addr_recv_msgs(slurm_msg_t *msg, char *name, int timeout)
{
	static fts_list_t (*real)(slurm_msg_t *, char *, int);

	if (_is_for_nodes(msg))
		return _answer(name, msg);
	if (!real)
		real = dlsym(RTLD_NEXT, "slurm_send_addr_recv_msgs");
	return real(msg, name, timeout);
}

/* Only shutdown, reconfiguration and reboots are sent so: nodes obey. */
int slurm_send_only_node_msg(slurm_msg_t *msg)
{
	static int (*real)(slurm_msg_t *);

	if (_is_for_nodes(msg))
		return SLURM_SUCCESS;
	if (!real)
		real = dlsym(RTLD_NEXT, "slurm_send_only_node_msg");
	return real(msg);
}
