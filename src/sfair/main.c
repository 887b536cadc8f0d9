/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair - explains, checks and replays.  This file only picks the subcommand.
 */
#include "ft_config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sfair/base/sfair.h"

struct subcommand {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
};

/* A subcommand that asks slurmctld; NULL: it is not built in. */
#ifdef HAVE_LIBSLURM
#define LIVE(function) function
#else
#define LIVE(function) NULL
#endif

static const struct subcommand subcommands[] = {
	{"bypass", sfair_bypass, "how often waiting jobs were passed"},
	{"check", sfair_check, "check what slurm.conf says to the plugins"},
	{"fairshare", sfair_fairshare, "usage against Maui's targets"},
	{"limits", LIVE(sfair_limits),
	 "limits, what is used of them, and by what"},
	{"metrics", LIVE(sfair_metrics), "figures for Prometheus"},
	{"plan", sfair_plan, "plan a saved cycle of sched/reserve again"},
	{"priority", sfair_priority, "each term of a job's priority"},
	{"promises", LIVE(sfair_promises),
	 "what became of starts that were shown"},
	{"quota", sfair_quota, "who is within quota, and whose job is next"},
	{"replay", sfair_replay, "a log of jobs under other configurations"},
	{"share", LIVE(sfair_share), "what you have of fairshare, in words"},
	{"slots", LIVE(sfair_slots), "what could start now, and for how long"},
	{"trace", sfair_trace, "jobs of sacct as a log for replay"},
	{"tree", sfair_tree, "factors of a fairshare tree, and why"},
	{"when", LIVE(sfair_when),
	 "when a job that is not submitted yet would start"},
	{"why", LIVE(sfair_why),
	 "why jobs wait, when they start, and what would help"},
};

enum { SUBCOMMANDS = sizeof(subcommands) / sizeof(subcommands[0]) };

static void _help(FILE *out)
{
	fputs("Usage: sfair SUBCOMMAND [OPTION]...\n\n", out);
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		fprintf(out, "  %-9s %s\n", subcommands[i].name,
			subcommands[i].help);
	fputs("\n\"sfair SUBCOMMAND --help\" says more; --version prints the "
	      "version.\n",
	      out);
}

static int _run_subcommand(const struct subcommand *one, int argc, char **argv)
{
	char name[64];

	/* for what getopt() says */
	snprintf(name, sizeof(name), "sfair %s", one->name);
	argv[0] = name;
	if (one->run)
		return one->run(argc, argv);
	fprintf(stderr, "sfair %s: this sfair was built without libslurm\n",
		one->name);
	return SFAIR_REFUSED;
}

static int _run_words(int argc, char **argv)
{
	if (argc < 2) {
		_help(stderr);
		return SFAIR_USAGE;
	}
	if (!strcmp(argv[1], "--help")) {
		_help(stdout);
		return SFAIR_DONE;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts(PACKAGE_STRING);
		return SFAIR_DONE;
	}
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		if (!strcmp(argv[1], subcommands[i].name))
			return _run_subcommand(&subcommands[i], argc - 1,
					       argv + 1);
	fprintf(stderr, "sfair: %s is no subcommand: see sfair --help\n",
		argv[1]);
	return SFAIR_USAGE;
}

/* Has the reader of a pipe ended, as head does? */
static bool _is_left(int output)
{
	struct pollfd out = {.fd = output};

	return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* The status, unless what was said did not get there. */
static int _end_output(int status)
{
	int rc = fflush(stdout) ? errno : 0;

	if (!rc && !ferror(stdout))
		return status;
	if (rc == EPIPE || _is_left(STDOUT_FILENO)) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	fprintf(stderr, "sfair: not all could be written: %s\n",
		rc ? strerror(rc) : "an earlier write failed");
	return SFAIR_REFUSED;
}

int main(int argc, char **argv)
{
	/* A daemon that closes a connection of libslurm or libmunge is an
	 * error of that request and must not kill; nor must gnuplot. */
	signal(SIGPIPE, SIG_IGN);
	return _end_output(_run_words(argc, argv));
}
