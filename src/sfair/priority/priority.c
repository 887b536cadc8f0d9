/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair priority - each term of a job's priority, as Maui's diagnose -p shows
 * them, with the code that the plugin runs.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "sfair/priority/priority_jobs.h"
#include "sfair/base/live.h"
#include "sfair/base/sfair.h"

static const char usage_text[] =
	"Usage: sfair priority [OPTION]... [FILE]\n\n"
	"Prints each term of the priorities of the jobs in FILE (JSON), or "
	"that\nslurmctld has, as Maui's diagnose -p does.\n\n"
	"  --conf FILE         slurm.conf with the weights ($SLURM_CONF, or "
	"\n                      /etc/slurm/slurm.conf)\n"
	"  --parameters TEXT   in place of its PriorityParameters; without "
	"--conf no\n"
	"                      slurm.conf is read\n"
	"  --json              as JSON";

struct call {
	const char *conf, *parameters;
	bool json;
};

static int _run_priority(const struct call *call, const char *path)
{
	struct sfair_priority_policy policy = {0};
	struct sfair_jobs jobs = {0};
	struct ft_err err = {0};
	/* What was asked for by name is told of first. */
	int rc = path ? sfair_jobs_read(path, &jobs, &err) : 0;

	if (!rc)
		rc = sfair_priority_policy_read(call->conf, call->parameters,
						&policy, &err);
	if (!rc && !path)
		rc = sfair_jobs_live(&policy, call->conf, &jobs, &err);
	if (!rc) {
		sfair_jobs_compute(&policy, &jobs);
		if (!call->json)
			sfair_jobs_print(&policy, &jobs);
		else if ((rc = sfair_jobs_print_json(&policy, &jobs)))
			ft_fail(&err, rc, "out of memory");
	}
	if (rc)
		fprintf(stderr, "sfair priority: %s\n", err.text);
	sfair_jobs_free(&jobs);
	sfair_priority_policy_free(&policy);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

int sfair_priority(int argc, char **argv)
{
	static const struct option options[] = {
		{"conf", required_argument, NULL, 'c'},
		{"parameters", required_argument, NULL, 'p'},
		{"json", no_argument, NULL, 'j'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct call call = {0};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'c') {
			call.conf = optarg;
		} else if (c == 'p') {
			call.parameters = optarg;
		} else if (c == 'j') {
			call.json = true;
		} else if (c == 'h') {
			puts(usage_text);
			return SFAIR_DONE;
		} else {
			return SFAIR_USAGE;
		}
	}
	if (optind < argc - 1) {
		fputs("sfair priority: give one file of jobs, or none for "
		      "the queue of slurmctld\n",
		      stderr);
		return SFAIR_USAGE;
	}
	if (!call.conf && (!call.parameters || optind == argc))
		call.conf = sfair_live_conf();
	return _run_priority(&call, argv[optind]);
}
