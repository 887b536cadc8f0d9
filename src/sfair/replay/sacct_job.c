/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See sacct_job.h.
 */
#include "sfair/replay/sacct_job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sfair/base/tres_text.h"

/* In the order of SFAIR_SACCT_FORMAT. */
enum {
	ID,
	SUBMIT,
	ELIGIBLE,
	START,
	ELAPSED,
	STATE,
	CPUS,
	NODES,
	LIMIT,
	ASKED,
	GIVEN,
	UID,
	GID,
	USER,
	GROUP,
	PARTITION,
	QOS,
	FIELDS
};

static const char *const headings[FIELDS] = {
	"JobIDRaw",  "Submit", "Eligible", "Start",	   "ElapsedRaw",
	"State",     "NCPUS",  "NNodes",   "TimelimitRaw", "ReqTRES",
	"AllocTRES", "UID",    "GID",	   "User",	   "Group",
	"Partition", "QOS",
};

enum { MINUTE = 60, COLUMNS_MAX = 128 };

_Static_assert((int) FIELDS == (int) SFAIR_SACCT_FIELDS, "one heading each");

/* Cuts the line at "|"; returns how many parts there are. */
static uint32_t _cut_line(char *line, char *part[COLUMNS_MAX])
{
	uint32_t count = 0;

	line[strcspn(line, "\r\n")] = '\0';
	while (count < COLUMNS_MAX) {
		char *end = strchr(line, '|');

		part[count++] = line;
		if (!end)
			break;
		*end = '\0';
		line = end + 1;
	}
	return count;
}

static int _read_sacct_head(struct sfair_sacct *sacct, char *const *part,
			    uint32_t count, struct ft_err *err)
{
	for (int f = 0; f < FIELDS; f++) {
		uint32_t c = 0;

		while (c < count && strcasecmp(part[c], headings[f]))
			c++;
		if (c == count)
			return ft_fail(err, -EINVAL,
				       "the first line has no column %s: use "
				       "SLURM_TIME_FORMAT=%%s sacct -aXP -o %s",
				       headings[f], SFAIR_SACCT_FORMAT);
		sacct->column[f] = c;
	}
	sacct->columns = count;
	sacct->headed = true;
	return 0;
}

/* -1: it is no number. */
static int64_t _sacct_number(const char *text)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	return end == text || *end || value < 0 ? -1 : value;
}

/* Whether the job's last state is one that a log tells of. */
static bool _read_sacct_state(const char *state, enum sfair_sacct_end *ret_end)
{
	static const char *const open[] = {
		"PENDING",  "RUNNING",	  "SUSPENDED",	"REQUEUED",
		"RESIZING", "COMPLETING", "CONFIGURING"};

	for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++)
		if (!strncmp(state, open[i], strlen(open[i])))
			return false;
	*ret_end = !strncmp(state, "COMPLETED", 9)   ? SFAIR_SACCT_DONE
		   : !strncmp(state, "CANCELLED", 9) ? SFAIR_SACCT_CANCELLED
						     : SFAIR_SACCT_FAILED;
	return true;
}

static int _refuse_column(uint64_t number, int field, const char *text,
			  const char *remedy, struct ft_err *err)
{
	return ft_fail(err, -EINVAL, "line %" PRIu64 ": %s=%.64s: %s", number,
		       headings[field], text, remedy);
}

/* Amounts that are not told count as none; a job has a node and a CPU. */
static void _fill_sacct(char *const *field, struct sfair_sacct_job *job)
{
	int64_t eligible = _sacct_number(field[ELIGIBLE]);
	int64_t minutes = _sacct_number(field[LIMIT]);
	int64_t submit = _sacct_number(field[SUBMIT]);

	job->ready =
		eligible > submit && eligible <= job->start ? eligible : submit;
	job->limit = minutes > 0 ? minutes * MINUTE : 0;
	job->cpus = _sacct_number(field[CPUS]);
	job->nodes = _sacct_number(field[NODES]);
	if (job->nodes < 1)
		job->nodes = 1;
	if (job->cpus < job->nodes)
		job->cpus = job->nodes;
	job->memory = sfair_tres_amount(field[ASKED], "mem");
	job->gpus = (int64_t) sfair_tres_amount(field[GIVEN], "gres/gpu");
	job->uid = _sacct_number(field[UID]);
	job->gid = _sacct_number(field[GID]);
	job->user = field[USER];
	job->group = field[GROUP];
	job->partition = field[PARTITION];
	job->qos = field[QOS];
}

static int _read_sacct_job(const struct sfair_sacct *sacct, char *const *part,
			   uint64_t number, enum sfair_sacct_line *ret_kind,
			   struct sfair_sacct_job *job, struct ft_err *err)
{
	static const char epoch[] =
		"give times as seconds: SLURM_TIME_FORMAT=%s sacct ...";
	char *field[FIELDS];

	for (int f = 0; f < FIELDS; f++)
		field[f] = part[sacct->column[f]];
	*job = (struct sfair_sacct_job){
		.number = _sacct_number(field[ID]),
		.start = _sacct_number(field[START]),
		.run = _sacct_number(field[ELAPSED]),
	};
	*ret_kind = SFAIR_SACCT_OTHER;
	if (strchr(field[ID], '.'))
		return 0; /* a step */
	if (_sacct_number(field[SUBMIT]) < 0)
		return _refuse_column(number, SUBMIT, field[SUBMIT], epoch,
				      err);
	if (!_read_sacct_state(field[STATE], &job->end))
		return 0;
	if (job->number < 0)
		return _refuse_column(number, ID, field[ID],
				      "give the job's number", err);
	if (job->run < 0)
		return _refuse_column(number, ELAPSED, field[ELAPSED],
				      "give seconds", err);
	if (job->start < 0 && strchr(field[START], '-'))
		return _refuse_column(number, START, field[START], epoch, err);
	if (job->start <= 0 || !job->run)
		return 0; /* it never ran */
	_fill_sacct(field, job);
	*ret_kind = SFAIR_SACCT_JOB;
	return 0;
}

int sfair_sacct_read(struct sfair_sacct *sacct, char *line, uint64_t number,
		     enum sfair_sacct_line *ret_kind,
		     struct sfair_sacct_job *job, struct ft_err *err)
{
	char *part[COLUMNS_MAX];
	uint32_t count = _cut_line(line, part);

	*ret_kind = SFAIR_SACCT_HEAD;
	if (!sacct->headed)
		return _read_sacct_head(sacct, part, count, err);
	if (count != sacct->columns)
		return ft_fail(err, -EINVAL,
			       "line %" PRIu64 ": it has %" PRIu32
			       " columns and the first line %" PRIu32,
			       number, count, sacct->columns);
	return _read_sacct_job(sacct, part, number, ret_kind, job, err);
}
