/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair trace - what accounting knows of a site's jobs, as a log in the
 * Standard Workload Format that sfair replay runs.
 *
 * Asks sacct, or reads what it printed.  Jobs that have not ended, or never
 * ran, are left out and counted.  Names of users, partitions and QOS become
 * numbers, which the head of the log explains.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/line.h"
#include "core/base/name_table.h"
#include "core/base/number.h"
#include "sfair/base/fresh_file.h"
#include "sfair/base/sfair.h"
#include "sfair/replay/sacct_job.h"
#include "sfair/replay/trace_machine.h"

#define PROGRAM "sfair trace"

enum { YEAR = 365 * 86400, LINE_MAX_BYTES = 1 << 20 };

static const char usage[] =
	"Usage: sfair trace [OPTION]... [FILE]\n"
	"\n"
	"Writes the jobs that accounting knows as a log in the Standard\n"
	"Workload Format, for sfair replay.  FILE (-: standard input) is what\n"
	"sacct printed; without it sacct is asked:\n"
	"\n"
	"  SLURM_TIME_FORMAT=%s sacct -aXP -S FROM -E TO -o " SFAIR_SACCT_FORMAT
	"\n"
	"\n"
	"  --from TIME     of jobs that ran at TIME or later, in sacct's "
	"words\n"
	"                  (now-30days)\n"
	"  --to TIME       and before TIME (now)\n"
	"  --cluster NAME  of another cluster of slurmdbd\n"
	"  --output FILE   where to, in one piece (standard output)\n"
	"  --processors N  of the machine; else the most that ran at once\n"
	"  --machine FILE  also write the kinds of nodes as NODES lines, as\n"
	"                  slurmctld tells them now; jobs then ask for nodes "
	"of\n"
	"                  their partition and for those with GPUs:\n"
	"                  sfair replay --machine FILE LOG\n"
	"  --help          this text\n"
	"\n"
	"Status: 0; 1 if sacct or a file fails; 2 if the call is wrong.";

struct call {
	const char *file, *from, *to, *cluster, *output, *machine;
	int64_t processors;
};

/* A job of the log, with the numbers of its names. */
struct entry {
	struct sfair_sacct_job job;
	uint32_t partition, qos;
};

struct trace {
	const struct call *call;
	struct entry *entry;
	size_t count, room;
	uint64_t others;		  /* jobs that are left out */
	struct ft_name_table user, group; /* "20001 ada" */
	struct ft_name_table partition, qos;
};

static int _init_names(struct trace *trace)
{
	return ft_name_table_init(&trace->user) ||
			       ft_name_table_init(&trace->group) ||
			       ft_name_table_init(&trace->partition) ||
			       ft_name_table_init(&trace->qos)
		       ? -ENOMEM
		       : 0;
}

static void _free_trace(struct trace *trace)
{
	free(trace->entry);
	ft_name_table_fini(&trace->user);
	ft_name_table_fini(&trace->group);
	ft_name_table_fini(&trace->partition);
	ft_name_table_fini(&trace->qos);
}

/* A name is one word of a log, in letters that mean nothing in it. */
static uint32_t _number_name(struct ft_name_table *table, int64_t id,
			     const char *name)
{
	char word[SFAIR_TRACE_WORD], text[SFAIR_TRACE_WORD + 32];

	sfair_trace_word(word, name);
	if (id < 0)
		snprintf(text, sizeof(text), "%s", word);
	else
		snprintf(text, sizeof(text), "%" PRId64 " %s", id, word);
	return ft_name_table_add(table, text);
}

static int _add_entry(struct trace *trace, const struct sfair_sacct_job *job)
{
	struct entry *entry;

	if (trace->count == trace->room) {
		size_t room = trace->room ? 2 * trace->room : 1024;

		entry = realloc(trace->entry, room * sizeof(*entry));
		if (!entry)
			return -ENOMEM;
		trace->entry = entry;
		trace->room = room;
	}
	entry = &trace->entry[trace->count++];
	entry->job = *job;
	entry->partition = _number_name(&trace->partition, -1, job->partition);
	entry->qos = _number_name(&trace->qos, -1, job->qos);
	if (entry->partition == FT_NAME_NONE || entry->qos == FT_NAME_NONE)
		return -ENOMEM;
	if (job->uid >= 0 &&
	    _number_name(&trace->user, job->uid, job->user) == FT_NAME_NONE)
		return -ENOMEM;
	return job->gid >= 0 && _number_name(&trace->group, job->gid,
					     job->group) == FT_NAME_NONE
		       ? -ENOMEM
		       : 0;
}

static int _read_sacct(struct trace *trace, FILE *file, const char *name,
		       struct ft_err *err)
{
	struct sfair_sacct sacct = {.headed = false};
	struct ft_err why = {.text = ""};
	char *line = NULL;
	size_t room = 0;
	int rc = 0, found;

	for (uint64_t number = 1;
	     !rc &&
	     (found = ft_line_read(file, &line, &room, LINE_MAX_BYTES)) != 0;
	     number++) {
		enum sfair_sacct_line kind;
		struct sfair_sacct_job job;

		if (found < 0) {
			rc = ft_fail(err, found, "%s: %s", name,
				     strerror(-found));
			break;
		}
		rc = sfair_sacct_read(&sacct, line, number, &kind, &job, &why);
		if (rc)
			ft_fail(err, rc, "%s: %.400s", name, why.text);
		else if (kind == SFAIR_SACCT_OTHER)
			trace->others++;
		else if (kind == SFAIR_SACCT_JOB &&
			 (rc = _add_entry(trace, &job)))
			ft_fail(err, rc, "out of memory");
	}
	free(line);
	if (!rc && !sacct.headed)
		rc = ft_fail(err, -EINVAL, "%s: it is empty", name);
	return rc;
}

static void _exec_sacct(const struct call *call, int out)
{
	const char *words[16] = {"sacct", "-aXP",   "-S", call->from,
				 "-E",	  call->to, "-o", SFAIR_SACCT_FORMAT};
	int count = 8;

	if (call->cluster) {
		words[count++] = "-M";
		words[count++] = call->cluster;
	}
	if (dup2(out, STDOUT_FILENO) < 0 ||
	    setenv("SLURM_TIME_FORMAT", "%s", 1))
		_exit(127);
	execvp(words[0], (char *const *) words);
	fprintf(stderr, PROGRAM ": sacct: %s\n", strerror(errno));
	_exit(127);
}

static int _wait_sacct(pid_t child, struct ft_err *err)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return ft_fail(err, -errno, "sacct: %s",
				       strerror(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return ft_fail(err, -EIO,
			       "sacct failed: does this machine reach "
			       "slurmdbd? Else give what sacct printed "
			       "elsewhere as FILE");
	return 0;
}

static int _ask_sacct(struct trace *trace, struct ft_err *err)
{
	int end[2], rc;
	pid_t child;
	FILE *file;

	if (pipe2(end, O_CLOEXEC))
		return ft_fail(err, -errno, "sacct: %s", strerror(errno));
	fflush(NULL);
	child = fork();
	if (!child)
		_exec_sacct(trace->call, end[1]);
	close(end[1]);
	file = child < 0 ? NULL : fdopen(end[0], "r");
	if (!file) {
		rc = ft_fail(err, -errno, "sacct: %s", strerror(errno));
		close(end[0]);
		return rc;
	}
	rc = _read_sacct(trace, file, "sacct", err);
	fclose(file);
	if (!rc)
		return _wait_sacct(child, err);
	if (!trace->count && !_wait_sacct(child, err))
		return rc; /* it printed nothing, and says why itself */
	return rc;
}

static int _read_jobs(struct trace *trace, struct ft_err *err)
{
	const char *path = trace->call->file;
	FILE *file;
	int rc;

	if (!path)
		return _ask_sacct(trace, err);
	if (!strcmp(path, "-"))
		return _read_sacct(trace, stdin, "standard input", err);
	file = fopen(path, "re");
	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	rc = _read_sacct(trace, file, path, err);
	fclose(file);
	return rc;
}

static int _compare_entries(const void *x, const void *y)
{
	const struct sfair_sacct_job *a = &((const struct entry *) x)->job;
	const struct sfair_sacct_job *b = &((const struct entry *) y)->job;

	if (a->ready != b->ready)
		return a->ready < b->ready ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

/* A job takes processors, or gives them back. */
struct step {
	int64_t at, processors;
};

static int _compare_steps(const void *x, const void *y)
{
	const struct step *a = x, *b = y;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (a->processors > b->processors) -
	       (a->processors < b->processors);
}

/* The most processors that jobs had at once; -1: out of memory. */
static int64_t _peak_of(const struct trace *trace)
{
	struct step *step = malloc((2 * trace->count + 1) * sizeof(*step));
	int64_t sum = 0, most = 0;

	if (!step)
		return -1;
	for (size_t i = 0; i < trace->count; i++) {
		const struct sfair_sacct_job *job = &trace->entry[i].job;

		step[2 * i] = (struct step){job->start, job->cpus};
		step[2 * i + 1] =
			(struct step){job->start + job->run, -job->cpus};
	}
	qsort(step, 2 * trace->count, sizeof(*step), _compare_steps);
	for (size_t i = 0; i < 2 * trace->count; i++) {
		sum += step[i].processors;
		most = sum > most ? sum : most;
	}
	free(step);
	return most;
}

static void _print_names(FILE *out, const char *head,
			 const struct ft_name_table *table, bool numbered)
{
	for (uint32_t i = 0; i < table->count; i++)
		if (numbered)
			fprintf(out, "; %s: %" PRIu32 " %s\n", head, i + 1,
				table->name[i]);
		else
			fprintf(out, "; %s: %s\n", head, table->name[i]);
}

static int _print_trace_head(const struct trace *trace, FILE *out,
			     struct ft_err *err)
{
	int64_t processors = trace->call->processors;
	bool given = processors;

	if (!given)
		processors = _peak_of(trace);
	if (processors < 0)
		return ft_fail(err, -ENOMEM, "out of memory");
	fprintf(out,
		"; Version: 2.2\n"
		"; Note: of sacct; a job comes when it could run\n"
		"; MaxJobs: %zu\n; MaxRecords: %zu\n; UnixStartTime: %" PRId64
		"\n; MaxProcs: %" PRId64 "\n",
		trace->count, trace->count, trace->entry[0].job.ready,
		processors);
	if (!given)
		fputs("; Note: that is the most that ran at once\n", out);
	_print_names(out, "User", &trace->user, false);
	_print_names(out, "Group", &trace->group, false);
	_print_names(out, "Queue", &trace->qos, true);
	_print_names(out, "Partition", &trace->partition, true);
	return 0;
}

/* Field 10: KB of each processor, or bytes of each node. */
static int64_t _memory_field(const struct trace *trace,
			     const struct sfair_sacct_job *job)
{
	double kilobytes = 1024 * job->memory;

	if (job->memory <= 0)
		return -1;
	if (!trace->call->machine)
		return (int64_t) ceil(kilobytes / (double) job->cpus);
	return (int64_t) fmin(ceil(kilobytes / (double) job->nodes) * 1024,
			      (double) (INT64_C(1) << 40));
}

static void _print_entry(const struct trace *trace, FILE *out, size_t index)
{
	const struct entry *entry = &trace->entry[index];
	const struct sfair_sacct_job *job = &entry->job;

	fprintf(out,
		"%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
		" -1 -1 %" PRId64 " %" PRId64 " %" PRId64 " %d %" PRId64
		" %" PRId64 " -1 %" PRIu32 " %" PRIu32 " -1 -1",
		job->number, job->ready - trace->entry[0].job.ready,
		job->start - job->ready, job->run, job->cpus, job->cpus,
		job->limit ? job->limit : YEAR, _memory_field(trace, job),
		job->end == SFAIR_SACCT_DONE	    ? 1
		: job->end == SFAIR_SACCT_CANCELLED ? 5
						    : 0,
		job->uid, job->gid, entry->qos + 1, entry->partition + 1);
	if (trace->call->machine)
		fprintf(out, " %" PRId64 ":ppn=%" PRId64 ":%s", job->nodes,
			(job->cpus + job->nodes - 1) / job->nodes,
			trace->partition.name[entry->partition]);
	if (trace->call->machine && job->gpus)
		fprintf(out, ":" SFAIR_TRACE_GPU ":gpus=%" PRId64,
			(job->gpus + job->nodes - 1) / job->nodes);
	putc('\n', out);
}

static int _print_log(const struct trace *trace, FILE *out, struct ft_err *err)
{
	int rc = _print_trace_head(trace, out, err);

	for (size_t i = 0; !rc && i < trace->count; i++)
		_print_entry(trace, out, i);
	return rc;
}

static int _write_log(struct trace *trace, struct ft_err *err)
{
	const char *path = trace->call->output ? trace->call->output : "-";
	struct sfair_fresh_file file;
	int rc;

	if (!trace->count)
		return ft_fail(err, -ENOENT,
			       "no job has run and ended: give another --from "
			       "or --to");
	qsort(trace->entry, trace->count, sizeof(*trace->entry),
	      _compare_entries);
	rc = sfair_fresh_open(&file, path, err);
	if (rc)
		return rc;
	rc = _print_log(trace, file.out, err);
	return sfair_fresh_close(&file, rc, err);
}

static int _trace(const struct call *call)
{
	struct trace trace = {.call = call};
	struct ft_err err = {.text = ""};
	int rc = _init_names(&trace);

	if (rc)
		ft_fail(&err, rc, "out of memory");
	if (!rc)
		rc = _read_jobs(&trace, &err);
	if (!rc && call->machine)
		rc = sfair_trace_machine(call->machine, &err);
	if (!rc)
		rc = _write_log(&trace, &err);
	if (rc)
		fprintf(stderr, PROGRAM ": %s\n", err.text);
	else if (trace.others)
		fprintf(stderr,
			PROGRAM ": %" PRIu64
				" records left out: steps, and jobs that did "
				"not run or have not ended\n",
			trace.others);
	_free_trace(&trace);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

static int _take_trace(struct call *call, int c)
{
	switch (c) {
	case 'f':
		call->from = optarg;
		return SFAIR_DONE;
	case 't':
		call->to = optarg;
		return SFAIR_DONE;
	case 'M':
		call->cluster = optarg;
		return SFAIR_DONE;
	case 'o':
		call->output = optarg;
		return SFAIR_DONE;
	case 'm':
		call->machine = optarg;
		return SFAIR_DONE;
	case 'p':
		if (!ft_number_int(optarg, 1, INT32_MAX, &call->processors))
			return SFAIR_DONE;
		fprintf(stderr,
			PROGRAM ": --processors=%s: give a whole number above "
				"0\n",
			optarg);
		return SFAIR_USAGE;
	default:
		return SFAIR_USAGE;
	}
}

int sfair_trace(int argc, char **argv)
{
	static const struct option options[] = {
		{"from", required_argument, NULL, 'f'},
		{"to", required_argument, NULL, 't'},
		{"cluster", required_argument, NULL, 'M'},
		{"output", required_argument, NULL, 'o'},
		{"processors", required_argument, NULL, 'p'},
		{"machine", required_argument, NULL, 'm'},
		{"help", no_argument, NULL, 'H'},
		{NULL, 0, NULL, 0},
	};
	struct call call = {.from = "now-30days", .to = "now"};
	int c, status = SFAIR_DONE;

	while (!status &&
	       (c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'H') {
			puts(usage);
			return SFAIR_DONE;
		}
		status = _take_trace(&call, c);
	}
	if (!status && optind < argc - 1) {
		fputs(PROGRAM ": give at most one file: see " PROGRAM
			      " --help\n",
		      stderr);
		status = SFAIR_USAGE;
	}
	call.file = argv[optind];
	return status ? status : _trace(&call);
}
