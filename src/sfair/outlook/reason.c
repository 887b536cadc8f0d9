/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See reason.h.  reason_names.h is made from Slurm's headers by local.mk.
 */
#include "ft_config.h"

#include "sfair/outlook/reason.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_LIBSLURM
#include <slurm/slurm.h>
#endif

static const char *const names[] = {
#ifdef HAVE_LIBSLURM
#include "reason_names.h"
#endif
	NULL,
};

struct plain {
	const char *name;
	enum sfair_reason_kind kind;
	const char *what, *help;
};

static const char ask[] = "ask an administrator";
static const char cancel[] = "cancel it and submit it again";

/* Those that are no limits; of all releases. */
static const struct plain plains[] = {
	{"WAIT_NO_REASON", SFAIR_REASON_QUEUE,
	 "the scheduler has not looked at it yet", "wait some seconds"},
	{"WAIT_PRIORITY", SFAIR_REASON_QUEUE,
	 "jobs that are ahead of it are planned where it could run", ""},
	{"WAIT_RESOURCES", SFAIR_REASON_QUEUE, "what it asks for is in use",
	 ""},
	{"WAIT_DEPENDENCY", SFAIR_REASON_WAITS,
	 "a job that it depends on has not done yet what it waits for", ""},
	{"WAIT_DEP_INVALID", SFAIR_REASON_REQUEST,
	 "a job that it depends on can never do what it waits for",
	 "remove the dependency, which starts it without what that job makes: "
	 "scontrol update JobId=ID Dependency=; or cancel it: scancel ID"},
	{"WAIT_PART_NODE_LIMIT", SFAIR_REASON_REQUEST,
	 "its number of nodes is not within what the partition allows, or too "
	 "few of them are up",
	 "ask for another number of nodes (MinNodes and MaxNodes in scontrol "
	 "show partition), or another partition"},
	{"WAIT_PART_TIME_LIMIT", SFAIR_REASON_REQUEST,
	 "its time limit is longer than the partition allows",
	 "ask for a shorter limit (MaxTime in scontrol show partition), or "
	 "another partition"},
	{"WAIT_PART_DOWN", SFAIR_REASON_SITE, "its partition is down",
	 "use another partition, or wait until it is up"},
	{"WAIT_PART_INACTIVE", SFAIR_REASON_SITE, "its partition is inactive",
	 "use another partition, or wait until it is up"},
	{"WAIT_PART_CONFIG", SFAIR_REASON_REQUEST,
	 "its partition does not take such a job",
	 "compare it with scontrol show partition: nodes, accounts, groups, "
	 "QOS, limits"},
	{"WAIT_HELD", SFAIR_REASON_HELD, "an administrator holds it", ask},
	{"WAIT_HELD_USER", SFAIR_REASON_HELD, "its user holds it",
	 "release it: scontrol release ID"},
	{"WAIT_TIME", SFAIR_REASON_WAITS, "its begin time has not come", ""},
	{"WAIT_LICENSES", SFAIR_REASON_QUEUE,
	 "licences that it asks for are in use", ""},
	{"WAIT_ASSOC_JOB_LIMIT", SFAIR_REASON_LIMIT,
	 "as many jobs run as its user or account may have", ""},
	{"WAIT_ASSOC_RESOURCE_LIMIT", SFAIR_REASON_LIMIT,
	 "running jobs have as much as its user or account may have", ""},
	{"WAIT_ASSOC_TIME_LIMIT", SFAIR_REASON_LIMIT,
	 "its user or account has used up its time, or its limit is too long",
	 "ask for a shorter limit"},
	{"WAIT_QOS_JOB_LIMIT", SFAIR_REASON_LIMIT,
	 "as many jobs run as its QOS allows", ""},
	{"WAIT_QOS_RESOURCE_LIMIT", SFAIR_REASON_LIMIT,
	 "running jobs have as much as its QOS allows", ""},
	{"WAIT_QOS_TIME_LIMIT", SFAIR_REASON_LIMIT,
	 "its QOS is used up, or its limit is too long",
	 "ask for a shorter limit"},
	{"WAIT_QOS_THRES", SFAIR_REASON_LIMIT,
	 "its account has used more of its share than its QOS allows "
	 "(UsageThreshold)",
	 "wait until usage has decayed, or use another QOS"},
	{"WAIT_RESERVATION", SFAIR_REASON_WAITS,
	 "its reservation has not begun, or has nothing left", ""},
	{"WAIT_RESV_DELETED", SFAIR_REASON_REQUEST,
	 "its reservation was deleted",
	 "leave it: scontrol update JobId=ID ReservationName="},
	{"WAIT_RESV_INVALID", SFAIR_REASON_REQUEST,
	 "its reservation is over, or is not for it",
	 "leave it: scontrol update JobId=ID ReservationName="},
	{"WAIT_NODE_NOT_AVAIL", SFAIR_REASON_SITE,
	 "nodes that it needs are down, drained or reserved", ""},
	{"WAIT_FRONT_END", SFAIR_REASON_SITE, "the front end is down", ask},
	{"WAIT_NVIDIA_IMEX_CHANNELS", SFAIR_REASON_QUEUE,
	 "all IMEX channels are in use", ""},
	{"WAIT_MAX_POWERED_NODES", SFAIR_REASON_QUEUE,
	 "as many nodes are powered up as may be (MaxPoweredUpNodes)", ""},
	{"WAIT_MPI_PORTS_BUSY", SFAIR_REASON_QUEUE,
	 "all ports for MPI are in use", ""},
	{"WAIT_BLOCK_MAX_ERR", SFAIR_REASON_SITE,
	 "its block has too many errors", ask},
	{"WAIT_BLOCK_D_ACTION", SFAIR_REASON_WAITS, "its block is being freed",
	 ""},
	{"WAIT_CLEANING", SFAIR_REASON_WAITS,
	 "its former run is not cleaned up yet", ""},
	{"WAIT_PROLOG", SFAIR_REASON_WAITS, "its prolog runs", ""},
	{"WAIT_QOS", SFAIR_REASON_REQUEST, "it may not use its QOS here",
	 "use another QOS: scontrol update JobId=ID QOS=NAME"},
	{"WAIT_ACCOUNT", SFAIR_REASON_REQUEST,
	 "it may not use its account here",
	 "use another account: scontrol update JobId=ID Account=NAME"},
	{"WAIT_ACCOUNT_POLICY", SFAIR_REASON_LIMIT,
	 "a limit of its account or QOS keeps it", ""},
	{"WAIT_MAX_REQUEUE", SFAIR_REASON_HELD,
	 "its fairshare rule keeps it, or it was requeued as often as may be",
	 "release it: scontrol release ID; where a rule keeps it, wait until "
	 "usage has decayed"},
	{"WAIT_ARRAY_TASK_LIMIT", SFAIR_REASON_LIMIT,
	 "as many tasks of its array run as it asks for",
	 "raise it: scontrol update JobId=ID ArrayTaskThrottle=N"},
	{"WAIT_BURST_BUFFER_RESOURCE", SFAIR_REASON_QUEUE,
	 "there is no room in the burst buffer", ""},
	{"WAIT_BURST_BUFFER_STAGING", SFAIR_REASON_WAITS,
	 "its burst buffer is being filled", ""},
	{"WAIT_POWER_NOT_AVAIL", SFAIR_REASON_SITE,
	 "there is not enough power for it", ask},
	{"WAIT_POWER_RESERVED", SFAIR_REASON_WAITS,
	 "the power that it needs is reserved", ""},
	{"WAIT_FED_JOB_LOCK", SFAIR_REASON_WAITS,
	 "another cluster of the federation looks at it", ""},
	{"WAIT_PN_MEM_LIMIT", SFAIR_REASON_REQUEST,
	 "it asks for more memory than a job may have of a node "
	 "(MaxMemPerNode, "
	 "MaxMemPerCPU)",
	 "ask for less memory"},
	{"FAIL_DEFER", SFAIR_REASON_QUEUE,
	 "it was not looked at when it was submitted", "wait some seconds"},
	{"FAIL_DOWN_PARTITION", SFAIR_REASON_ENDED, "its partition went down",
	 cancel},
	{"FAIL_DOWN_NODE", SFAIR_REASON_ENDED, "one of its nodes failed",
	 cancel},
	{"FAIL_BAD_CONSTRAINTS", SFAIR_REASON_REQUEST,
	 "no nodes can ever give what it asks for",
	 "change what it asks for, and release it: scontrol release ID"},
	{"FAIL_CONSTRAINTS", SFAIR_REASON_REQUEST,
	 "no nodes can ever give what it asks for",
	 "change what it asks for, and release it: scontrol release ID"},
	{"FAIL_SYSTEM", SFAIR_REASON_ENDED, "something of Slurm failed", ask},
	{"FAIL_LAUNCH", SFAIR_REASON_HELD,
	 "it could not be launched (its prolog or its node failed)",
	 "ask an administrator, then scontrol release ID"},
	{"FAIL_EXIT_CODE", SFAIR_REASON_ENDED, "its script failed",
	 "look at its output"},
	{"FAIL_SIGNAL", SFAIR_REASON_ENDED, "a signal ended it",
	 "look at its output"},
	{"FAIL_TIMEOUT", SFAIR_REASON_ENDED, "its time limit was over",
	 "ask for a longer limit"},
	{"FAIL_INACTIVE_LIMIT", SFAIR_REASON_ENDED,
	 "it did nothing for too long (InactiveLimit)", ""},
	{"FAIL_ACCOUNT", SFAIR_REASON_REQUEST,
	 "its account is none, or not its user's",
	 "use another account: scontrol update JobId=ID Account=NAME"},
	{"FAIL_QOS", SFAIR_REASON_REQUEST,
	 "its QOS is none, or not for its user",
	 "use another QOS: scontrol update JobId=ID QOS=NAME"},
	{"FAIL_BURST_BUFFER_OP", SFAIR_REASON_HELD, "its burst buffer failed",
	 ask},
	{"FAIL_DEADLINE", SFAIR_REASON_ENDED, "it missed its deadline",
	 "submit it again with a later deadline"},
	{"FAIL_OOM", SFAIR_REASON_ENDED, "it needed more memory than it had",
	 "ask for more memory"},
};

enum { PLAINS = sizeof(plains) / sizeof(plains[0]) };

struct tres_word {
	const char *in, *name;	 /* in a reason; of the TRES */
	const char *noun, *unit; /* "all the CPUs", "CPU minutes" */
};

static const struct tres_word tres_words[] = {
	{"CPU", "cpu", "CPUs", "CPU"},
	{"MEM", "mem", "memory", "memory"},
	{"NODE", "node", "nodes", "node"},
	{"GRES", "gres", "GRES", "GRES"},
	{"LIC", "license", "licences", "licence"},
	{"BB", "bb", "burst buffer", "burst buffer"},
	{"ENERGY", "energy", "energy", "energy"},
	{"BILLING", "billing", "billing units", "billing"},
	{"UNK", "", "TRES", "TRES"},
};

enum { TRES_WORDS = sizeof(tres_words) / sizeof(tres_words[0]) };

/* %T: the TRES; %U: the unit of its minutes; %O: whose limit. */
struct form {
	const char *before, *behind; /* around the TRES in the name */
	enum sfair_limit_scope scope;
	enum sfair_reason_kind kind;
	const char *what, *help;
};

static const char shorter[] = "ask for a shorter limit";
static const char less[] = "ask for less";
static const char more[] = "ask your group's coordinator for more";

static const struct form forms[] = {
	{"GRP_", "", SFAIR_LIMIT_GRP, SFAIR_REASON_LIMIT,
	 "running jobs have all the %T that %O may have", ""},
	{"GRP_", "_MIN", SFAIR_LIMIT_GRP_MINS, SFAIR_REASON_LIMIT,
	 "%O has used up its %U minutes", more},
	{"GRP_", "_RUN_MIN", SFAIR_LIMIT_GRP_RUN_MINS, SFAIR_REASON_LIMIT,
	 "running jobs have all the %U minutes left to run that %O may have",
	 shorter},
	{"MAX_", "_PER_JOB", SFAIR_LIMIT_JOB, SFAIR_REASON_REQUEST,
	 "it asks for more %T than %O allows one job", less},
	{"MAX_", "_MINS_PER_JOB", SFAIR_LIMIT_JOB_MINS, SFAIR_REASON_REQUEST,
	 "its %U minutes are more than %O allows one job", shorter},
	{"MAX_", "_PER_NODE", SFAIR_LIMIT_NODE, SFAIR_REASON_REQUEST,
	 "it asks for more %T of a node than %O allows one job",
	 "ask for less of each node"},
	{"MAX_", "_PER_USER", SFAIR_LIMIT_USER, SFAIR_REASON_LIMIT,
	 "its user's running jobs have all the %T that %O allows one user", ""},
	{"MAX_", "_PER_ACCT", SFAIR_LIMIT_ACCOUNT, SFAIR_REASON_LIMIT,
	 "its account's running jobs have all the %T that %O allows one "
	 "account",
	 ""},
	{"MAX_", "_RUN_MINS_PER_USER", SFAIR_LIMIT_USER_RUN_MINS,
	 SFAIR_REASON_LIMIT,
	 "its user's running jobs have all the %U minutes left that %O allows "
	 "one "
	 "user",
	 shorter},
	{"MAX_", "_RUN_MINS_PER_ACCT", SFAIR_LIMIT_ACCOUNT_RUN_MINS,
	 SFAIR_REASON_LIMIT,
	 "its account's running jobs have all the %U minutes left that %O "
	 "allows "
	 "one account",
	 shorter},
	{"MIN_", "", SFAIR_LIMIT_LEAST, SFAIR_REASON_REQUEST,
	 "it asks for less than %O wants of %T",
	 "ask for more, or use another QOS"},
};

/* Limits without a TRES: the whole name behind WAIT_ASSOC_ or WAIT_QOS_. */
static const struct form counts[] = {
	{"GRP_JOB", NULL, SFAIR_LIMIT_GRP_JOBS, SFAIR_REASON_LIMIT,
	 "as many jobs run as %O may have", ""},
	{"GRP_SUB_JOB", NULL, SFAIR_LIMIT_GRP_SUBMIT, SFAIR_REASON_LIMIT,
	 "%O has as many jobs in the queue as it may", ""},
	{"GRP_WALL", NULL, SFAIR_LIMIT_GRP_WALL, SFAIR_REASON_LIMIT,
	 "%O has used up its time", more},
	{"MAX_JOBS", NULL, SFAIR_LIMIT_USER_JOBS, SFAIR_REASON_LIMIT,
	 "its user has as many jobs running as %O allows", ""},
	{"MAX_JOB_PER_USER", NULL, SFAIR_LIMIT_USER_JOBS, SFAIR_REASON_LIMIT,
	 "its user has as many jobs running as %O allows one user", ""},
	{"MAX_SUB_JOB", NULL, SFAIR_LIMIT_USER_SUBMIT, SFAIR_REASON_LIMIT,
	 "its user has as many jobs in the queue as %O allows", ""},
	{"MAX_WALL_PER_JOB", NULL, SFAIR_LIMIT_JOB_WALL, SFAIR_REASON_REQUEST,
	 "its time limit is longer than %O allows one job", shorter},
	{"MAX_JOB_PER_ACCT", NULL, SFAIR_LIMIT_ACCOUNT_JOBS, SFAIR_REASON_LIMIT,
	 "its account has as many jobs running as %O allows one account", ""},
	{"MAX_SUB_JOB_PER_ACCT", NULL, SFAIR_LIMIT_ACCOUNT_SUBMIT,
	 SFAIR_REASON_LIMIT,
	 "its account has as many jobs in the queue as %O allows one account",
	 ""},
};

static const char *const limit_names[] = {
	[SFAIR_LIMIT_NONE] = "",
	[SFAIR_LIMIT_GRP] = "GrpTRES",
	[SFAIR_LIMIT_GRP_MINS] = "GrpTRESMins",
	[SFAIR_LIMIT_GRP_RUN_MINS] = "GrpTRESRunMins",
	[SFAIR_LIMIT_GRP_JOBS] = "GrpJobs",
	[SFAIR_LIMIT_GRP_SUBMIT] = "GrpSubmitJobs",
	[SFAIR_LIMIT_GRP_WALL] = "GrpWall",
	[SFAIR_LIMIT_JOB] = "MaxTRESPerJob",
	[SFAIR_LIMIT_JOB_MINS] = "MaxTRESMinsPerJob",
	[SFAIR_LIMIT_JOB_WALL] = "MaxWall",
	[SFAIR_LIMIT_NODE] = "MaxTRESPerNode",
	[SFAIR_LIMIT_USER] = "MaxTRESPerUser",
	[SFAIR_LIMIT_USER_RUN_MINS] = "MaxTRESRunMinsPerUser",
	[SFAIR_LIMIT_USER_JOBS] = "MaxJobs",
	[SFAIR_LIMIT_USER_SUBMIT] = "MaxSubmitJobs",
	[SFAIR_LIMIT_ACCOUNT] = "MaxTRESPerAccount",
	[SFAIR_LIMIT_ACCOUNT_RUN_MINS] = "MaxTRESRunMinsPerAccount",
	[SFAIR_LIMIT_ACCOUNT_JOBS] = "MaxJobsPerAccount",
	[SFAIR_LIMIT_ACCOUNT_SUBMIT] = "MaxSubmitJobsPerAccount",
	[SFAIR_LIMIT_LEAST] = "MinTRESPerJob",
};

const char *sfair_limit_name(enum sfair_limit_scope scope)
{
	return limit_names[scope];
}

const char *sfair_reason_kind_name(enum sfair_reason_kind kind)
{
	static const char *const words[] = {
		[SFAIR_REASON_QUEUE] = "queue",
		[SFAIR_REASON_WAITS] = "waits",
		[SFAIR_REASON_LIMIT] = "limit",
		[SFAIR_REASON_REQUEST] = "request",
		[SFAIR_REASON_HELD] = "held",
		[SFAIR_REASON_SITE] = "site",
		[SFAIR_REASON_ENDED] = "ended",
	};

	return words[kind];
}

uint32_t sfair_reason_count(void)
{
	return sizeof(names) / sizeof(names[0]) - 1;
}

/* A form with its words put in. */
static void _say(struct sfair_reason *reason, const char *form,
		 const struct tres_word *tres)
{
	const char *owner = reason->qos ? "its QOS" : "its user or account";
	size_t used = 0;

	for (; *form && used + 1 < sizeof(reason->what); form++) {
		const char *word = NULL;

		if (form[0] == '%' && form[1]) {
			form++;
			word = *form == 'O'   ? owner
			       : *form == 'T' ? tres->noun
					      : tres->unit;
		}
		if (!word) {
			reason->what[used++] = *form;
			continue;
		}
		while (*word && used + 1 < sizeof(reason->what))
			reason->what[used++] = *word++;
	}
	reason->what[used] = '\0';
}

static void _set_form(struct sfair_reason *reason, const struct form *form,
		      const struct tres_word *tres)
{
	reason->known = true;
	reason->kind = form->kind;
	reason->scope = form->scope;
	reason->tres = tres ? tres->name : NULL;
	/* a QOS has no coordinator */
	reason->help = reason->qos && form->help == more ? ask : form->help;
	_say(reason, form->what, tres);
}

/* Is name before, then the word, then behind, and nothing else? */
static bool _fits_reason(const char *name, const struct form *form,
			 const char *word)
{
	size_t before = strlen(form->before), size = strlen(word);

	return !strncmp(name, form->before, before) &&
	       !strncmp(name + before, word, size) &&
	       !strcmp(name + before + size, form->behind);
}

static void _take_limit(struct sfair_reason *reason, const char *name)
{
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		if (!strcmp(counts[i].before, name)) {
			_set_form(reason, &counts[i], NULL);
			return;
		}
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		for (size_t w = 0; w < TRES_WORDS; w++)
			if (_fits_reason(name, &forms[i], tres_words[w].in)) {
				_set_form(reason, &forms[i], &tres_words[w]);
				return;
			}
}

static bool _take_plain(struct sfair_reason *reason)
{
	for (size_t i = 0; i < PLAINS; i++) {
		if (strcmp(plains[i].name, reason->name))
			continue;
		reason->known = true;
		reason->kind = plains[i].kind;
		reason->help = plains[i].help;
		snprintf(reason->what, sizeof(reason->what), "%s",
			 plains[i].what);
		return true;
	}
	return false;
}

struct sfair_reason sfair_reason_of(uint32_t code)
{
	struct sfair_reason reason = {.kind = SFAIR_REASON_SITE, .help = ask};

	snprintf(reason.what, sizeof(reason.what),
		 "slurmctld gives a reason that this sfair does not know (%u)",
		 (unsigned int) code);
	if (code >= sfair_reason_count() || !names[code])
		return reason;
	reason.name = names[code];
	if (_take_plain(&reason))
		return reason;
	reason.qos = !strncmp(reason.name, "WAIT_QOS_", strlen("WAIT_QOS_"));
	if (reason.qos)
		_take_limit(&reason, reason.name + strlen("WAIT_QOS_"));
	else if (!strncmp(reason.name, "WAIT_ASSOC_", strlen("WAIT_ASSOC_")))
		_take_limit(&reason, reason.name + strlen("WAIT_ASSOC_"));
	return reason;
}

static const char *_beyond_form(enum sfair_limit_scope scope)
{
	switch (scope) {
	case SFAIR_LIMIT_GRP:
		return "it asks for more %T than %O may have at all";
	case SFAIR_LIMIT_GRP_MINS:
		return "it asks for more %U minutes than %O may have at all";
	case SFAIR_LIMIT_GRP_RUN_MINS:
		return "its %U minutes are more than %O may have left to run "
		       "at all";
	case SFAIR_LIMIT_USER:
		return "it asks for more %T than %O allows one user at all";
	case SFAIR_LIMIT_ACCOUNT:
		return "it asks for more %T than %O allows one account at all";
	default:
		return NULL;
	}
}

void sfair_reason_beyond(struct sfair_reason *reason)
{
	const char *form = _beyond_form(reason->scope);

	for (size_t w = 0; form && reason->tres && w < TRES_WORDS; w++) {
		if (strcmp(tres_words[w].name, reason->tres))
			continue;
		reason->kind = SFAIR_REASON_REQUEST;
		_say(reason, form, &tres_words[w]);
		return;
	}
}
