/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_request.h.
 */
#define _GNU_SOURCE
#include "sfair/answer/when_request.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "core/base/line.h"
#include "core/base/number.h"
#include "sfair/answer/when_value.h"

enum { WORDS_MAX = 256, LONG = 256 };

/* Where an option came from: what comes first here wins. */
enum { FROM_NOTHING, FROM_COMMAND, FROM_ENVIRONMENT, FROM_SCRIPT };

struct rule;
typedef int take_t(struct sfair_when_request *request, const struct rule *rule,
		   const char *value, struct ft_err *err);

/* An option of sbatch. */
struct rule {
	const char *name;
	char letter;	      /* 0: none */
	uint8_t value;	      /* no_, required_ or optional_argument */
	take_t *take;	      /* NULL: says nothing of what the job needs */
	size_t field;	      /* of the request, where take sets one */
	const char *variable; /* of the environment; NULL: none that matters */
};

static take_t _take_count, _take_word, _take_memory, _take_switch, _take_moment;
static take_t _take_time_limit, _take_node_count, _take_gres, _take_per_tres,
	_take_total;
static take_t _take_exclusive, _take_unseen, _take_layout, _take_hint;
static take_t _take_hold, _take_nice, _take_core_spec, _take_switches;

#define FIELD(name) offsetof(struct sfair_when_request, name)
#define NONE no_argument
#define ONE required_argument
#define MAY optional_argument

/*
 * The first three set the same, memory: what the command line says of one of
 * them stands against what a script says of another.
 */
static const struct rule rules[] = {
	{"mem", 0, ONE, _take_memory, FIELD(memory_node),
	 "SBATCH_MEM_PER_NODE"},
	{"mem-per-cpu", 0, ONE, _take_memory, FIELD(memory_cpu),
	 "SBATCH_MEM_PER_CPU"},
	{"mem-per-gpu", 0, ONE, _take_memory, FIELD(memory_gpu),
	 "SBATCH_MEM_PER_GPU"},
	{"nodes", 'N', ONE, _take_node_count, 0, NULL},
	{"ntasks", 'n', ONE, _take_count, FIELD(tasks), NULL},
	{"cpus-per-task", 'c', ONE, _take_count, FIELD(cpus_per_task), NULL},
	{"ntasks-per-node", 0, ONE, _take_count, FIELD(tasks_per_node), NULL},
	{"tasks-per-node", 0, ONE, _take_count, FIELD(tasks_per_node), NULL},
	{"ntasks-per-socket", 0, ONE, _take_count, FIELD(tasks_per_socket),
	 NULL},
	{"ntasks-per-core", 0, ONE, _take_count, FIELD(tasks_per_core), NULL},
	{"ntasks-per-gpu", 0, ONE, _take_count, FIELD(tasks_per_gpu), NULL},
	{"ntasks-per-tres", 0, ONE, _take_count, FIELD(tasks_per_gpu), NULL},
	{"cpus-per-gpu", 0, ONE, _take_count, FIELD(cpus_per_gpu),
	 "SBATCH_CPUS_PER_GPU"},
	{"mincpus", 0, ONE, _take_count, FIELD(least_cpus), NULL},
	{"sockets-per-node", 0, ONE, _take_count, FIELD(sockets), NULL},
	{"cores-per-socket", 0, ONE, _take_count, FIELD(cores), NULL},
	{"threads-per-core", 0, ONE, _take_count, FIELD(threads_used),
	 "SBATCH_THREADS_PER_CORE"},
	{"extra-node-info", 'B', ONE, _take_layout, 0, NULL},
	{"hint", 0, ONE, _take_hint, 0, "SBATCH_HINT"},
	{"tmp", 0, ONE, _take_memory, FIELD(disk), NULL},
	{"time", 't', ONE, _take_time_limit, FIELD(limit), "SBATCH_TIMELIMIT"},
	{"time-min", 0, ONE, _take_time_limit, FIELD(least), NULL},
	{"begin", 'b', ONE, _take_moment, FIELD(begin), NULL},
	{"deadline", 0, ONE, _take_moment, FIELD(deadline), NULL},
	{"gres", 0, ONE, _take_gres, SFAIR_PER_NODE, "SBATCH_GRES"},
	{"gpus", 'G', ONE, _take_gres, SFAIR_PER_JOB, "SBATCH_GPUS"},
	{"gpus-per-node", 0, ONE, _take_gres, SFAIR_PER_NODE,
	 "SBATCH_GPUS_PER_NODE"},
	{"gpus-per-task", 0, ONE, _take_gres, SFAIR_PER_TASK,
	 "SBATCH_GPUS_PER_TASK"},
	{"gpus-per-socket", 0, ONE, _take_gres, SFAIR_PER_SOCKET,
	 "SBATCH_GPUS_PER_SOCKET"},
	{"tres-per-task", 0, ONE, _take_per_tres, 0, "SBATCH_TRES_PER_TASK"},
	{"exclusive", 0, MAY, _take_exclusive, 0, "SBATCH_EXCLUSIVE"},
	{"contiguous", 0, NONE, _take_switch, FIELD(contiguous), NULL},
	{"switches", 0, ONE, _take_switches, 0, "SBATCH_REQ_SWITCH"},
	{"segment", 0, ONE, _take_count, FIELD(segment), "SBATCH_SEGMENT_SIZE"},
	{"consolidate-segments", 0, NONE, _take_switch, FIELD(segments_joined),
	 NULL},
	{"spread-segments", 0, NONE, _take_switch, FIELD(segments_apart), NULL},
	{"overcommit", 'O', NONE, _take_switch, FIELD(overcommit),
	 "SBATCH_OVERCOMMIT"},
	{"core-spec", 'S', ONE, _take_core_spec, 0, "SBATCH_CORE_SPEC"},
	{"thread-spec", 0, ONE, _take_core_spec, 0, "SBATCH_THREAD_SPEC"},
	{"partition", 'p', ONE, _take_word, FIELD(partition),
	 "SBATCH_PARTITION"},
	{"constraint", 'C', ONE, _take_word, FIELD(features),
	 "SBATCH_CONSTRAINT"},
	{"nodelist", 'w', ONE, _take_word, FIELD(nodes), NULL},
	{"nodefile", 'F', ONE, _take_word, FIELD(node_file), NULL},
	{"exclude", 'x', ONE, _take_word, FIELD(without), NULL},
	{"reservation", 0, ONE, _take_word, FIELD(reservation),
	 "SBATCH_RESERVATION"},
	{"dependency", 'd', ONE, _take_word, FIELD(dependency), NULL},
	{"licenses", 'L', ONE, _take_word, FIELD(licences), NULL},
	{"clusters", 'M', ONE, _take_word, FIELD(cluster), "SBATCH_CLUSTERS"},
	{"job-name", 'J', ONE, _take_word, FIELD(name), "SBATCH_JOB_NAME"},
	{"account", 'A', ONE, _take_word, FIELD(account), "SBATCH_ACCOUNT"},
	{"qos", 'q', ONE, _take_word, FIELD(qos), "SBATCH_QOS"},
	{"priority", 0, ONE, _take_total, FIELD(priority), NULL},
	{"nice", 0, MAY, _take_nice, 0, NULL},
	{"hold", 'H', NONE, _take_hold, 0, NULL},
	/* could let it start later, and no plan tells of it */
	{"bb", 0, ONE, _take_unseen, 0, "SBATCH_BURST_BUFFER"},
	{"bbf", 0, ONE, _take_unseen, 0, NULL},
	{"gres-flags", 0, ONE, _take_unseen, 0, "SBATCH_GRES_FLAGS"},
	{"network", 0, ONE, _take_unseen, 0, "SBATCH_NETWORK"},
	{"cluster-constraint", 0, ONE, _take_unseen, 0,
	 "SBATCH_CLUSTER_CONSTRAINT"},
	{"batch", 0, ONE, _take_unseen, 0, "SBATCH_BATCH"},
	{"mcs-label", 0, ONE, _take_unseen, 0, NULL},
	{"reboot", 0, NONE, _take_unseen, 0, NULL},
	{"spread-job", 0, NONE, _take_unseen, 0, "SBATCH_SPREAD_JOB"},
	{"resources", 0, ONE, _take_unseen, 0, NULL},
	{"resv-ports", 0, MAY, _take_unseen, 0, NULL},
	/* each task is planned as a job of its own; the first is told of */
	{"array", 'a', ONE, NULL, 0, NULL},
	/* lets it share processors if its partition does: no later start */
	{"oversubscribe", 's', NONE, NULL, 0, NULL},
	{"share", 0, NONE, NULL, 0, NULL},
	{"prefer", 0, ONE, NULL, 0, NULL},
	{"use-min-nodes", 0, NONE, NULL, 0, NULL},
	{"delay-boot", 0, ONE, NULL, 0, NULL},
	{"distribution", 'm', ONE, NULL, 0, NULL},
	/* names of the job, and what becomes of it */
	{"output", 'o', ONE, NULL, 0, NULL},
	{"error", 'e', ONE, NULL, 0, NULL},
	{"input", 'i', ONE, NULL, 0, NULL},
	{"chdir", 'D', ONE, NULL, 0, NULL},
	{"comment", 0, ONE, NULL, 0, NULL},
	{"admin-comment", 0, ONE, NULL, 0, NULL},
	{"extra", 0, ONE, NULL, 0, NULL},
	{"export", 0, ONE, NULL, 0, NULL},
	{"export-file", 0, ONE, NULL, 0, NULL},
	{"get-user-env", 0, MAY, NULL, 0, NULL},
	{"mail-type", 0, ONE, NULL, 0, NULL},
	{"mail-user", 0, ONE, NULL, 0, NULL},
	{"open-mode", 0, ONE, NULL, 0, NULL},
	{"signal", 0, ONE, NULL, 0, NULL},
	{"wckey", 0, ONE, NULL, 0, NULL},
	{"wrap", 0, ONE, NULL, 0, NULL},
	{"parsable", 0, NONE, NULL, 0, NULL},
	{"requeue", 0, NONE, NULL, 0, NULL},
	{"no-requeue", 0, NONE, NULL, 0, NULL},
	{"quiet", 'Q', NONE, NULL, 0, NULL},
	{"verbose", 'v', NONE, NULL, 0, NULL},
	{"wait", 'W', NONE, NULL, 0, NULL},
	{"wait-all-nodes", 0, ONE, NULL, 0, NULL},
	{"test-only", 0, NONE, NULL, 0, NULL},
	{"no-kill", 'k', MAY, NULL, 0, NULL},
	{"kill-on-invalid-dep", 0, ONE, NULL, 0, NULL},
	{"propagate", 0, MAY, NULL, 0, NULL},
	{"acctg-freq", 0, ONE, NULL, 0, NULL},
	{"profile", 0, ONE, NULL, 0, NULL},
	{"container", 0, ONE, NULL, 0, NULL},
	{"container-id", 0, ONE, NULL, 0, NULL},
	{"container-type", 0, ONE, NULL, 0, NULL},
	{"cpu-freq", 0, ONE, NULL, 0, NULL},
	{"gpu-freq", 0, ONE, NULL, 0, NULL},
	{"gpu-bind", 0, ONE, NULL, 0, NULL},
	{"mem-bind", 0, ONE, NULL, 0, NULL},
	{"tres-bind", 0, ONE, NULL, 0, NULL},
	{"power", 0, ONE, NULL, 0, NULL},
	{"uid", 0, ONE, NULL, 0, NULL},
	{"gid", 0, ONE, NULL, 0, NULL},
	{"ignore-pbs", 0, NONE, NULL, 0, NULL},
	{"oom-kill-step", 0, MAY, NULL, 0, NULL},
	{"stepmgr", 0, NONE, NULL, 0, NULL},
};

enum { RULES = sizeof(rules) / sizeof(*rules), MEMORIES = 3 };

_Static_assert((int) RULES <= (int) SFAIR_WHEN_OPTIONS,
	       "source has a place for each");

void sfair_when_request_init(struct sfair_when_request *request)
{
	*request = (struct sfair_when_request){
		.memory_node = -1,
		.memory_cpu = -1,
		.memory_gpu = -1,
		.switch_wait = -1,
	};
}

void sfair_when_unseen(struct sfair_when_request *request, const char *what)
{
	size_t used = strlen(request->unseen);

	if (!strstr(request->unseen, what))
		snprintf(request->unseen + used, sizeof(request->unseen) - used,
			 "%s%s", used ? ", " : "", what);
}

/* -- one option ------------------------------------------------------------ */

static void *_field(struct sfair_when_request *request, const struct rule *rule)
{
	return (char *) request + rule->field;
}

static int _bad_flag(const struct rule *rule, const char *value,
		     const char *remedy, struct ft_err *err)
{
	return ft_fail(err, -EINVAL, "--%s %s: %s", rule->name, value, remedy);
}

static int _take_count(struct sfair_when_request *request,
		       const struct rule *rule, const char *value,
		       struct ft_err *err)
{
	const char *number = value;

	if (!strcmp(rule->name, "ntasks-per-tres") &&
	    !strncmp(value, "gres/gpu:", 9))
		number += 9;
	return ft_number_int(number, 1, INT32_MAX, _field(request, rule))
		       ? _bad_flag(rule, value, "give a number from 1 on", err)
		       : 0;
}

static int _take_total(struct sfair_when_request *request,
		       const struct rule *rule, const char *value,
		       struct ft_err *err)
{
	if (!strcasecmp(value, "TOP"))
		value = "4294967294";
	return ft_number_int(value, 0, UINT32_MAX, _field(request, rule))
		       ? _bad_flag(rule, value, "give a number, or TOP", err)
		       : 0;
}

static int _take_word(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	if (strlen(value) >= SFAIR_WHEN_WORD)
		return _bad_flag(rule, value, "this is too long", err);
	memcpy(_field(request, rule), value, strlen(value) + 1);
	return 0;
}

static int _take_switch(struct sfair_when_request *request,
			const struct rule *rule, const char *value,
			struct ft_err *err)
{
	(void) value;
	(void) err;
	*(bool *) _field(request, rule) = true;
	return 0;
}

static int _take_unseen(struct sfair_when_request *request,
			const struct rule *rule, const char *value,
			struct ft_err *err)
{
	char text[64];

	(void) value;
	(void) err;
	snprintf(text, sizeof(text), "--%.60s", rule->name);
	sfair_when_unseen(request, text);
	return 0;
}

/* Of node, CPU and GPU the one that is named counts. */
static int _take_memory(struct sfair_when_request *request,
			const struct rule *rule, const char *value,
			struct ft_err *err)
{
	int64_t amount;

	if (sfair_when_memory(value, &amount))
		return _bad_flag(rule, value, "give an amount, as 4G", err);
	if (rule - rules < MEMORIES)
		request->memory_node = request->memory_cpu =
			request->memory_gpu = -1;
	*(int64_t *) _field(request, rule) = amount;
	return 0;
}

static int _take_time_limit(struct sfair_when_request *request,
			    const struct rule *rule, const char *value,
			    struct ft_err *err)
{
	return sfair_when_limit(value, _field(request, rule))
		       ? _bad_flag(rule, value,
				   "give minutes, or as 1-12:00:00", err)
		       : 0;
}

static int _take_moment(struct sfair_when_request *request,
			const struct rule *rule, const char *value,
			struct ft_err *err)
{
	return sfair_when_moment(value, time(NULL), _field(request, rule))
		       ? _bad_flag(rule, value,
				   "give it as 2026-11-24T08:00, 08:00 or "
				   "now+2hours",
				   err)
		       : 0;
}

/* "2", "2@1:00:00": so long it waits for so few. */
static int _take_switches(struct sfair_when_request *request,
			  const struct rule *rule, const char *value,
			  struct ft_err *err)
{
	const char *wait = strchr(value, '@');
	size_t size = strcspn(value, "@");
	char number[32] = {0};

	memcpy(number, value, size < sizeof(number) ? size : 0);
	if (ft_number_int(number, 1, INT32_MAX, &request->switches) ||
	    (wait && sfair_when_limit(wait + 1, &request->switch_wait)))
		return _bad_flag(rule, value, "give it as 2, or 2@1:00:00",
				 err);
	return 0;
}

/* "4", "2-4" */
static int _take_node_count(struct sfair_when_request *request,
			    const struct rule *rule, const char *value,
			    struct ft_err *err)
{
	int64_t least, most;
	char text[64], *dash;

	snprintf(text, sizeof(text), "%s", value);
	dash = strchr(text, '-');
	if (dash)
		*dash++ = '\0';
	if (ft_number_int(text, 1, INT32_MAX, &least) ||
	    ft_number_int(dash ? dash : text, least, INT32_MAX, &most))
		return _bad_flag(rule, value,
				 "give a number, or the least and the most, "
				 "as 2-4",
				 err);
	request->min_nodes = least;
	request->max_nodes = most;
	return 0;
}

static int _take_gres(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	bool any = !strcmp(rule->name, "gres");

	return sfair_when_gres(request, value, any ? NULL : "gpu",
			       (enum sfair_when_per) rule->field,
			       (uint32_t) (rule - rules))
		       ? _bad_flag(rule, value,
				   any ? "give it as gpu:2 or gpu:TYPE:2"
				       : "give a number, or TYPE:2",
				   err)
		       : 0;
}

/* "cpu:4,gres/gpu:2": as -c and --gpus-per-task, and licences. */
static int _take_per_tres(struct sfair_when_request *request,
			  const struct rule *rule, const char *value,
			  struct ft_err *err)
{
	char copy[SFAIR_WHEN_WORD], gres[SFAIR_WHEN_WORD] = "", *rest = copy;
	size_t used = 0;
	char *word;

	snprintf(copy, sizeof(copy), "%s", value);
	while ((word = strsep(&rest, ","))) {
		if (!strncmp(word, "cpu", 3) && strchr(":=", word[3])) {
			if (ft_number_int(word + 4, 1, INT32_MAX,
					  &request->cpus_per_task))
				return _bad_flag(rule, value,
						 "give it as cpu:4", err);
		} else if (!strncmp(word, "gres/", 5)) {
			used += (size_t) snprintf(gres + used,
						  sizeof(gres) - used, "%s%s",
						  used ? "," : "", word);
		} else {
			sfair_when_unseen(request, "--tres-per-task");
		}
	}
	return used && sfair_when_gres(request, gres, NULL, SFAIR_PER_TASK,
				       (uint32_t) (rule - rules))
		       ? _bad_flag(rule, value, "give it as gres/gpu:2", err)
		       : 0;
}

/* user, mcs and topo let fewer jobs beside it: wholly free nodes will do. */
static int _take_exclusive(struct sfair_when_request *request,
			   const struct rule *rule, const char *value,
			   struct ft_err *err)
{
	static const char *const words[] = {"user", "mcs", "topo", "exclusive",
					    "true"};

	if (value && !strcasecmp(value, "no"))
		return 0;
	request->exclusive = true;
	if (!value || !*value)
		return 0;
	if (!strcasecmp(value, "topo"))
		sfair_when_unseen(request, "--exclusive=topo");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcasecmp(value, words[i]))
			return 0;
	return _bad_flag(rule, value, "give user, mcs or topo, or nothing",
			 err);
}

/* "2:4:1": sockets, cores of each, threads of each; * is any number. */
static int _take_layout(struct sfair_when_request *request,
			const struct rule *rule, const char *value,
			struct ft_err *err)
{
	int64_t *to[] = {&request->sockets, &request->cores,
			 &request->threads_used};
	char copy[64], *rest = copy, *word;
	int i = 0;

	snprintf(copy, sizeof(copy), "%s", value);
	while ((word = strsep(&rest, ":"))) {
		if (i == 3 ||
		    (strcmp(word, "*") && ft_number_int(word, 1, 65535, to[i])))
			return _bad_flag(rule, value,
					 "give it as SOCKETS:CORES:THREADS",
					 err);
		i++;
	}
	return 0;
}

static int _take_hint(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	if (!strcasecmp(value, "nomultithread") ||
	    !strcasecmp(value, "compute_bound"))
		request->threads_used = 1;
	else if (!strcasecmp(value, "memory_bound"))
		return _take_unseen(request, rule, value, err);
	else if (strcasecmp(value, "multithread"))
		return _bad_flag(rule, value,
				 "give compute_bound, memory_bound, "
				 "multithread or nomultithread",
				 err);
	return 0;
}

static int _take_core_spec(struct sfair_when_request *request,
			   const struct rule *rule, const char *value,
			   struct ft_err *err)
{
	request->exclusive = true;
	return _take_unseen(request, rule, value, err);
}

static int _take_nice(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	request->nice = 100;
	return value && ft_number_int(value, -INT32_MAX, INT32_MAX,
				      &request->nice)
		       ? _bad_flag(rule, value, "give a number", err)
		       : 0;
}

static int _take_hold(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	(void) request;
	(void) rule;
	(void) value;
	return ft_fail(err, -EINVAL,
		       "-H: a held job never starts; leave it out to be told "
		       "when the job would start once it is released");
}

/* -- all of them ----------------------------------------------------------- */

/* Options that set the same have one place. */
static size_t _place(const struct rule *rule)
{
	size_t i = (size_t) (rule - rules);

	return i < MEMORIES ? 0 : i;
}

static int _take_rule(struct sfair_when_request *request,
		      const struct rule *rule, const char *value,
		      struct ft_err *err)
{
	uint8_t *source = &request->source[_place(rule)];

	if (!rule->take || (*source && *source < request->reads))
		return 0;
	*source = request->reads;
	return rule->take(request, rule, value, err);
}

static void _list_rules(struct option *all, char *letters)
{
	*letters++ = '-'; /* other words one by one, where they stand */
	*letters++ = ':';
	for (int i = 0; i < RULES; i++) {
		all[i] = (struct option){.name = rules[i].name,
					 .has_arg = rules[i].value,
					 .val = LONG + i};
		if (!rules[i].letter)
			continue;
		*letters++ = rules[i].letter;
		for (int colons = rules[i].value; colons > 0; colons--)
			*letters++ = ':'; /* one: a value; two: it may have */
	}
	*letters = '\0';
	all[RULES] = (struct option){NULL, 0, NULL, 0};
}

static const struct rule *_rule_of(int c)
{
	if (c >= LONG)
		return &rules[c - LONG];
	for (int i = 0; i < RULES; i++)
		if (rules[i].letter == c)
			return &rules[i];
	return NULL;
}

int sfair_when_request_read(struct sfair_when_request *request, int argc,
			    char **argv, const char **ret_script,
			    struct ft_err *err)
{
	struct option all[RULES + 1];
	char letters[3 * RULES + 3];
	int c, rc = 0;

	*ret_script = NULL;
	if (!request->reads)
		request->reads = FROM_COMMAND;
	_list_rules(all, letters);
	optind = 0;
	while (!rc && (c = getopt_long(argc, argv, letters, all, NULL)) != -1) {
		const struct rule *rule = _rule_of(c);

		if (c == 1 && !strcmp(optarg, ":"))
			return ft_fail(err, -EINVAL,
				       "the parts of a heterogeneous job start "
				       "together: ask about each of them");
		if (c == 1) { /* what follows a script is the script's own */
			*ret_script = optarg;
			return 0;
		}
		if (!rule)
			return ft_fail(err, -EINVAL,
				       "%s: sbatch has no such option, or it "
				       "lacks its value",
				       argv[optind - 1]);
		rc = _take_rule(request, rule, optarg, err);
	}
	return rc;
}

int sfair_when_request_environment(struct sfair_when_request *request,
				   struct ft_err *err)
{
	int rc = 0;

	request->reads = FROM_ENVIRONMENT;
	for (int i = 0; i < RULES && !rc; i++) {
		const char *value =
			rules[i].variable ? getenv(rules[i].variable) : NULL;

		if (value && (*value || rules[i].value != required_argument))
			rc = _take_rule(request, &rules[i], value, err);
	}
	return rc;
}

/* Words of a line, in quotes if they have blanks; cuts it. */
static int _cut_flag(char *line, char **word)
{
	int count = 0;

	while (count < WORDS_MAX - 2) {
		char quote = 0, *to;

		line += strspn(line, " \t\r\n");
		if (!*line || *line == '#')
			break;
		word[count++] = to = line;
		for (; *line && (quote || !strchr(" \t\r\n", *line)); line++) {
			if (*line == quote)
				quote = 0;
			else if (!quote && (*line == '"' || *line == '\''))
				quote = *line;
			else
				*to++ = *line;
		}
		if (*line)
			line++;
		*to = '\0';
	}
	word[count] = NULL;
	return count;
}

static int _take_script_line(struct sfair_when_request *request, char *line,
			     struct ft_err *err)
{
	char *word[WORDS_MAX];
	const char *script;
	int count;

	if (!strncmp(line, "#PBS", strlen("#PBS")) ||
	    !strncmp(line, "#BSUB", strlen("#BSUB"))) {
		sfair_when_unseen(request, "lines of #PBS and #BSUB");
		return 0;
	}
	if (strncmp(line, "#SBATCH", strlen("#SBATCH")))
		return 0;
	word[0] = "sbatch";
	count = _cut_flag(line + strlen("#SBATCH"), word + 1) + 1;
	if (count == 2 &&
	    (!strcmp(word[1], "hetjob") || !strcmp(word[1], "packjob")))
		return ft_fail(err, -EINVAL,
			       "the parts of a heterogeneous job start "
			       "together: ask about each of them");
	return sfair_when_request_read(request, count, word, &script, err);
}

int sfair_when_request_script(struct sfair_when_request *request,
			      const char *path, struct ft_err *err)
{
	FILE *file = fopen(path, "re");
	size_t room = 0;
	char *line = NULL;
	int rc = 0, got = 0;

	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	request->reads = FROM_SCRIPT;
	while (!rc &&
	       (got = ft_line_read(file, &line, &room, FT_LINE_MAX)) > 0) {
		const char *at = line + strspn(line, " \t\r\n");

		if (*at && *at != '#')
			break; /* sbatch reads no further */
		rc = _take_script_line(request, line, err);
	}
	if (!rc && got < 0)
		rc = ft_fail(err, got, "%s: cannot be read: %s", path,
			     strerror(-got));
	free(line);
	fclose(file);
	return rc;
}

int sfair_when_request_judge(const struct sfair_when_request *request,
			     struct ft_err *err)
{
	bool by_task = false, by_job = false;

	for (uint32_t i = 0; i < request->gres_count; i++) {
		by_task |= request->gres[i].per == SFAIR_PER_TASK;
		by_job |= request->gres[i].per == SFAIR_PER_JOB;
	}
	if (by_task && !by_job && !request->tasks && !request->tasks_per_node)
		return ft_fail(err, -EINVAL,
			       "--gpus-per-task: how many tasks is not said: "
			       "give --ntasks or --gpus as well");
	if (request->least && request->limit && request->least > request->limit)
		return ft_fail(err, -EINVAL,
			       "--time-min is longer than --time: give a "
			       "shorter one");
	return 0;
}
