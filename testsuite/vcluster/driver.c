// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The driver's socket: a line of text for each command, a line for each
 * answer, one driver at a time.
 *
 *   run T [PATIENCE]    lets time pass to T, seconds of the epoch
 *   until T [PATIENCE]  the same, but only to the next end of a job
 *       "at NOW idle|busy ended ID ...": where the clock is held now, and the
 *       jobs that ended since the last such answer.  PATIENCE is how many real
 *       seconds it waits there for slurmctld to be idle; without, any time.
 *   free                real time from now on, without an end
 *   fail NODES          they refuse connections; their jobs are lost
 *   hang NODES          they do not answer; their jobs go on
 *   back NODES          they answer again, and register
 *   stats               "KEY=VALUE ..."
 *
 * What it does not understand it answers with "error TEXT".
 */
#include "message.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "vcluster.h"

static void _free(char *rest, FILE *out)
{
	(void) rest;
	vc_advance_release();
	fprintf(out, "ok\n");
}

static void _advance(char *rest, bool to_end, FILE *out)
{
	struct vc_arrival arrival;
	double target, patience = 0;
	int n = sscanf(rest, "%lf %lf", &target, &patience);

	if (n < 1 || !(target > 0 && target < 9e9) ||
	    !(patience >= 0 && patience < 1e6)) {
		fprintf(out, "error run SECONDS_OF_THE_EPOCH [PATIENCE]\n");
		return;
	}
	vc_advance((int64_t) (target * 1e6) * 1000, to_end,
		   n == 2 ? (int64_t) (patience * VC_SECOND) : VC_NEVER,
		   &arrival);
	fprintf(out, "at %lld.%06lld %s ended",
		(long long) (arrival.now / VC_SECOND),
		(long long) (arrival.now % VC_SECOND / 1000),
		arrival.idle ? "idle" : "busy");
	for (size_t i = 0; i < arrival.nended; i++)
		fprintf(out, " %u", arrival.ended[i]);
	fprintf(out, "\n");
	free(arrival.ended);
}

static void _run(char *rest, FILE *out)
{
	_advance(rest, false, out);
}

static void _until(char *rest, FILE *out)
{
	_advance(rest, true, out);
}

static void _change(const char *node, enum vc_state state)
{
	enum vc_state before = vc_node_state(node);

	vc_node_set(node, state);
	vc_note_node(node, state);
	if (state == VC_FAILED) {
		vc_jobs_lost(node);
		if (!slurm_conf.slurmd_timeout)
			vc_report(VC_DOWN, node, 0);
	} else if (state == VC_UP && before != VC_UP) {
		vc_report(VC_REGISTER, node, 0);
	}
}

static void _change_all(char *rest, enum vc_state state, FILE *out)
{
	fts_hostlist_t nodes = hostlist_create(rest);
	char *node;

	if (!nodes || !hostlist_count(nodes)) {
		fprintf(out, "error a list of nodes is missing\n");
		return;
	}
	while ((node = hostlist_shift(nodes))) {
		_change(node, state);
		free(node);
	}
	hostlist_destroy(nodes);
	vc_report_drain();
	fprintf(out, "ok\n");
}

static void _fail(char *rest, FILE *out)
{
	_change_all(rest, VC_FAILED, out);
}

static void _hang(char *rest, FILE *out)
{
	_change_all(rest, VC_HUNG, out);
}

static void _back(char *rest, FILE *out)
{
	_change_all(rest, VC_UP, out);
}

static void _stats(char *rest, FILE *out)
{
	struct vc_totals totals;
	struct vc_counts counts;
	struct rusage usage;

	(void) rest;
	vc_advance_totals(&totals);
	vc_jobs_counts(&counts);
	getrusage(RUSAGE_SELF, &usage);
	fprintf(out,
		"launched=%llu ended=%llu killed=%llu running=%zu jumps=%llu "
		"skipped=%.3f now=%.6f cpu=%.3f\n",
		(unsigned long long) counts.launched,
		(unsigned long long) counts.ended,
		(unsigned long long) counts.killed, counts.running,
		(unsigned long long) totals.jumps,
		(double) totals.skipped / VC_SECOND,
		(double) vc_now() / VC_SECOND,
		(double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
			(double) (usage.ru_utime.tv_usec +
				  usage.ru_stime.tv_usec) /
				1e6);
}

static const struct {
	const char *name;
	void (*call)(char *rest, FILE *out);
} commands[] = {
	{"back", _back}, {"fail", _fail},   {"free", _free},   {"hang", _hang},
	{"run", _run},	 {"stats", _stats}, {"until", _until},
};

static void _command(char *line, FILE *out)
{
	char *rest = line + strcspn(line, " \n");

	if (*rest)
		*rest++ = '\0';
	rest[strcspn(rest, "\n")] = '\0';
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, line))
			continue;
		commands[i].call(rest, out);
		return;
	}
	fprintf(out, "error unknown command %s\n", line);
}

static void _serve(int fd)
{
	FILE *in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
	char *line = NULL;
	size_t size = 0;

	while (in && out && getline(&line, &size, in) >= 0) {
		_command(line, out);
		if (fflush(out))
			break;
	}
	free(line);
	if (in)
		fclose(in);
	if (out)
		fclose(out);
}

static void *_listen(void *arg)
{
	int listener = (int) (intptr_t) arg, fd;

	for (;;) {
		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd >= 0)
			_serve(fd);
	}
	return NULL;
}

extern int vc_driver_start(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(address.sun_path, path);
	unlink(path);
	if (fd < 0 || bind(fd, (struct sockaddr *) &address, sizeof(address)) ||
	    listen(fd, 4))
		return -1;
	return vc_thread_start(_listen, (void *) (intptr_t) fd);
}
