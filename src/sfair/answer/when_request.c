/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See when_request.h.
 */
#define _GNU_SOURCE
#include "sfair/answer/when_request.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/line.h"
#include "core/base/number.h"

enum { WORDS_MAX = 256, MINUTE = 60, YEAR = 365 * 86400 };

/* Long options without a letter. */
enum {
	OF_MEM = 256,
	OF_MEM_CPU,
	OF_PER_NODE,
	OF_GRES,
	OF_GPUS_NODE,
	OF_GPUS_TASK,
	OF_EXCLUSIVE,
	OF_IGNORED,
};

static const char letters[] =
	"-:N:n:c:t:p:C:J:o:e:i:A:q:D:G:b:w:x:a:L:m:QWvkHh?";

static const struct option options[] = {
	{"nodes", required_argument, NULL, 'N'},
	{"ntasks", required_argument, NULL, 'n'},
	{"cpus-per-task", required_argument, NULL, 'c'},
	{"time", required_argument, NULL, 't'},
	{"partition", required_argument, NULL, 'p'},
	{"constraint", required_argument, NULL, 'C'},
	{"mem", required_argument, NULL, OF_MEM},
	{"mem-per-cpu", required_argument, NULL, OF_MEM_CPU},
	{"ntasks-per-node", required_argument, NULL, OF_PER_NODE},
	{"gres", required_argument, NULL, OF_GRES},
	{"gpus-per-node", required_argument, NULL, OF_GPUS_NODE},
	{"gpus-per-task", required_argument, NULL, OF_GPUS_TASK},
	{"gpus", required_argument, NULL, 'G'},
	{"begin", required_argument, NULL, 'b'},
	{"nodelist", required_argument, NULL, 'w'},
	{"exclude", required_argument, NULL, 'x'},
	{"exclusive", no_argument, NULL, OF_EXCLUSIVE},
	/* each task is planned as a job of its own; the first is told of */
	{"array", required_argument, NULL, OF_IGNORED},
	/* not looked at, and said so */
	{"licenses", required_argument, NULL, OF_IGNORED},
	/* who it is for and what becomes of it */
	{"job-name", required_argument, NULL, OF_IGNORED},
	{"output", required_argument, NULL, OF_IGNORED},
	{"error", required_argument, NULL, OF_IGNORED},
	{"input", required_argument, NULL, OF_IGNORED},
	{"account", required_argument, NULL, OF_IGNORED},
	{"qos", required_argument, NULL, OF_IGNORED},
	{"chdir", required_argument, NULL, OF_IGNORED},
	{"comment", required_argument, NULL, OF_IGNORED},
	{"export", required_argument, NULL, OF_IGNORED},
	{"mail-type", required_argument, NULL, OF_IGNORED},
	{"mail-user", required_argument, NULL, OF_IGNORED},
	{"open-mode", required_argument, NULL, OF_IGNORED},
	{"signal", required_argument, NULL, OF_IGNORED},
	{"wckey", required_argument, NULL, OF_IGNORED},
	{"wrap", required_argument, NULL, OF_IGNORED},
	{"nice", optional_argument, NULL, OF_IGNORED},
	{"parsable", no_argument, NULL, OF_IGNORED},
	{"requeue", no_argument, NULL, OF_IGNORED},
	{"no-requeue", no_argument, NULL, OF_IGNORED},
	{"quiet", no_argument, NULL, OF_IGNORED},
	{"verbose", no_argument, NULL, OF_IGNORED},
	{"wait", no_argument, NULL, OF_IGNORED},
	{"test-only", no_argument, NULL, OF_IGNORED},
	{"time-min", required_argument, NULL, OF_IGNORED},
	{"priority", required_argument, NULL, OF_IGNORED},
	{"distribution", required_argument, NULL, OF_IGNORED},
	{"no-kill", no_argument, NULL, OF_IGNORED},
	{"export-file", required_argument, NULL, OF_IGNORED},
	{"get-user-env", optional_argument, NULL, OF_IGNORED},
	{"propagate", optional_argument, NULL, OF_IGNORED},
	{"acctg-freq", required_argument, NULL, OF_IGNORED},
	{"profile", required_argument, NULL, OF_IGNORED},
	{"kill-on-invalid-dep", required_argument, NULL, OF_IGNORED},
	{"admin-comment", required_argument, NULL, OF_IGNORED},
	{NULL, 0, NULL, 0},
};

void sfair_when_request_init(struct sfair_when_request *request)
{
	*request = (struct sfair_when_request){.memory_node = -1,
					       .memory_cpu = -1};
}

static int _bad_flag(const char *option, const char *value, struct ft_err *err)
{
	return ft_fail(err, -EINVAL, "%s %s: this value is not understood",
		       option, value);
}

static int _count_flag(const char *option, const char *value, int64_t *to,
		       struct ft_err *err)
{
	return *to ? 0
	       : ft_number_int(value, 1, INT32_MAX, to)
		       ? _bad_flag(option, value, err)
		       : 0;
}

/* "4", "2-4" */
static int _flag_nodes(struct sfair_when_request *request, const char *value,
		       struct ft_err *err)
{
	char text[64];
	char *dash;

	if (request->min_nodes)
		return 0;
	snprintf(text, sizeof(text), "%s", value);
	dash = strchr(text, '-');
	if (dash)
		*dash++ = '\0';
	if (ft_number_int(text, 1, INT32_MAX, &request->min_nodes) ||
	    ft_number_int(dash ? dash : text, request->min_nodes, INT32_MAX,
			  &request->max_nodes))
		return _bad_flag("--nodes", value, err);
	return 0;
}

/* As Slurm: "90" are minutes, "1:30" minutes and seconds, "1-2" days, hours. */
static int _flag_limit(struct sfair_when_request *request, const char *value,
		       struct ft_err *err)
{
	int64_t minutes, days, hours;
	char text[64], *dash;

	if (request->limit)
		return 0;
	if (!ft_number_int(value, 1, YEAR / MINUTE, &minutes)) {
		request->limit = MINUTE * minutes;
		return 0;
	}
	snprintf(text, sizeof(text), "%s", value);
	dash = strchr(text, '-');
	if (dash && !strchr(dash, ':')) {
		*dash++ = '\0';
		if (ft_number_int(text, 0, 365, &days) ||
		    ft_number_int(dash, 0, 8760, &hours) || !(days + hours))
			return _bad_flag("--time", value, err);
		request->limit = 86400 * days + 3600 * hours;
		return 0;
	}
	return ft_number_span(value, 1, YEAR, &request->limit)
		       ? _bad_flag("--time", value, err)
		       : 0;
}

/* "4000", "4G"; in MB. */
static int _memory(const char *option, const char *value, int64_t *to,
		   struct ft_err *err)
{
	static const char units[] = "KMGT";
	size_t size = strlen(value);
	const char *unit =
		size > 1 ? strchr(units,
				  toupper((unsigned char) value[size - 1]))
			 : NULL;
	char text[32];
	int64_t amount;

	if (*to >= 0)
		return 0;
	snprintf(text, sizeof(text), "%.*s", (int) (size - (unit ? 1 : 0)),
		 value);
	if (size >= sizeof(text) || ft_number_int(text, 0, INT32_MAX, &amount))
		return _bad_flag(option, value, err);
	for (; unit && unit > units + 1; unit--)
		amount *= 1024;
	*to = unit == units ? (amount + 1023) / 1024 : amount;
	return 0;
}

/* "gpu:2", "gpu"; of no type. */
static int _gres(struct sfair_when_request *request, const char *value,
		 struct ft_err *err)
{
	if (request->gpus_node)
		return 0;
	if (!strcmp(value, "gpu")) {
		request->gpus_node = 1;
		return 0;
	}
	if (strncmp(value, "gpu:", 4) ||
	    ft_number_int(value + 4, 1, 1024, &request->gpus_node))
		return ft_fail(err, -EINVAL,
			       "--gres %s: only gpu:NUMBER is understood",
			       value);
	return 0;
}

/* "2hours", "90", "3 days": in seconds; negative: it is none. */
static int64_t _begin_span(const char *text)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} units[] = {{"", 1},	     {"second", 1},  {"minute", MINUTE},
		     {"hour", 3600}, {"day", 86400}, {"week", 7 * 86400}};
	char *unit;
	int64_t amount = strtol(text, &unit, 10);
	size_t size = strlen(unit);

	if (size && unit[size - 1] == 's')
		size--;
	if (amount < 0 || amount > YEAR)
		return -1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strlen(units[i].name) == size &&
		    !strncmp(units[i].name, unit, size))
			return amount * units[i].seconds;
	return -1;
}

/* "now", "now+2hours", "2026-11-24T08:00[:00]", in local time. */
static int _begin(struct sfair_when_request *request, const char *value,
		  struct ft_err *err)
{
	struct tm tm = {.tm_isdst = -1};
	const char *rest;
	int64_t span = 0;

	if (request->begin)
		return 0;
	if (!strncmp(value, "now+", 4))
		span = _begin_span(value + 4);
	if (span < 0)
		return _bad_flag("--begin", value, err);
	request->begin = time(NULL) + span;
	if (span || !strcmp(value, "now"))
		return 0;
	rest = strptime(value, "%Y-%m-%dT%H:%M", &tm);
	if (rest && *rest == ':')
		rest = strptime(rest, ":%S", &tm);
	if (!rest || *rest)
		return _bad_flag("--begin", value, err);
	request->begin = mktime(&tm);
	return 0;
}

static int _word_flag(char *to, size_t room, const char *option,
		      const char *value, const char *never, struct ft_err *err)
{
	if (*to)
		return 0;
	if (strpbrk(value, never) || strlen(value) >= room)
		return _bad_flag(option, value, err);
	memcpy(to, value, strlen(value) + 1);
	return 0;
}

static int _take_word(struct sfair_when_request *request, int c,
		      struct ft_err *err)
{
	switch (c) {
	case 'p':
		return _word_flag(request->partition,
				  sizeof(request->partition), "--partition",
				  optarg, ",", err);
	case 'C':
		return _word_flag(request->features, sizeof(request->features),
				  "--constraint", optarg, "|[]()*,", err);
	case 'w':
		return _word_flag(request->nodes, sizeof(request->nodes),
				  "--nodelist", optarg, "/", err);
	case 'x':
		return _word_flag(request->without, sizeof(request->without),
				  "--exclude", optarg, "/", err);
	case 'b':
		return _begin(request, optarg, err);
	case OF_GRES:
		return _gres(request, optarg, err);
	case OF_EXCLUSIVE:
		request->exclusive = true;
		return 0;
	case 'H':
		return ft_fail(err, -EINVAL, "-H: a held job never starts");
	default: /* who it is for and what becomes of it */
		return 0;
	}
}

static int _take_flag(struct sfair_when_request *request, int c,
		      struct ft_err *err)
{
	switch (c) {
	case 'N':
		return _flag_nodes(request, optarg, err);
	case 'n':
		return _count_flag("--ntasks", optarg, &request->tasks, err);
	case 'c':
		return _count_flag("--cpus-per-task", optarg,
				   &request->cpus_per_task, err);
	case OF_PER_NODE:
		return _count_flag("--ntasks-per-node", optarg,
				   &request->tasks_per_node, err);
	case OF_GPUS_NODE:
		return _count_flag("--gpus-per-node", optarg,
				   &request->gpus_node, err);
	case OF_GPUS_TASK:
		return _count_flag("--gpus-per-task", optarg,
				   &request->gpus_task, err);
	case 'G':
		return _count_flag("--gpus", optarg, &request->gpus, err);
	case 't':
		return _flag_limit(request, optarg, err);
	case OF_MEM:
		return _memory("--mem", optarg, &request->memory_node, err);
	case OF_MEM_CPU:
		return _memory("--mem-per-cpu", optarg, &request->memory_cpu,
			       err);
	default:
		return _take_word(request, c, err);
	}
}

int sfair_when_request_read(struct sfair_when_request *request, int argc,
			    char **argv, const char **ret_script,
			    struct ft_err *err)
{
	int c, rc = 0;

	*ret_script = NULL;
	optind = 0;
	while (!rc &&
	       (c = getopt_long(argc, argv, letters, options, NULL)) != -1) {
		if (c == 1) { /* what follows a script is the script's own */
			*ret_script = optarg;
			return 0;
		}
		if (c == '?' || c == ':' || c == 'h')
			return ft_fail(err, -EINVAL,
				       "%s: this option of sbatch is not "
				       "understood, or lacks its value",
				       argv[optind - 1]);
		rc = _take_flag(request, c, err);
	}
	return rc;
}

/* Words of a line, in quotes if they have blanks; cuts it. */
static int _cut_flag(char *line, char **word)
{
	int count = 0;

	while (count < WORDS_MAX - 1) {
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

static int _take_line(struct sfair_when_request *request, char *line,
		      struct ft_err *err)
{
	char *word[WORDS_MAX];
	const char *script;
	int count;

	word[0] = "sbatch";
	count = _cut_flag(line + strlen("#SBATCH"), word + 1) + 1;
	return sfair_when_request_read(request, count, word, &script, err);
}

int sfair_when_request_script(struct sfair_when_request *request,
			      const char *path, struct ft_err *err)
{
	FILE *file = fopen(path, "re");
	size_t room = 0;
	char *line = NULL;
	int rc = 0;

	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	while (!rc && ft_line_read(file, &line, &room, FT_LINE_MAX) > 0) {
		const char *at = line + strspn(line, " \t\r\n");

		if (!strncmp(line, "#SBATCH", strlen("#SBATCH")))
			rc = _take_line(request, line, err);
		else if (*at && *at != '#')
			break; /* sbatch reads no further */
	}
	free(line);
	fclose(file);
	return rc;
}
