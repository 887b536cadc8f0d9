/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook_gres.h.
 */
#include "ft_config.h"

#include "sfair/outlook/outlook_gres.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/base/tres_text.h"

/* "gpu:a100:4(S:0,1)", "gres:gpu=2": one entry of a list. */
struct entry {
	const char *name, *type;
	size_t name_size, type_size; /* type_size 0: of no type */
	int64_t count;
};

static int64_t _gres_amount(const char *text)
{
	static const char units[] = "KMGT";
	char *end;
	int64_t amount = strtoll(text, &end, 10);
	const char *unit =
		*end ? strchr(units, toupper((unsigned char) *end)) : NULL;

	for (; unit && unit >= units; unit--)
		amount *= 1024;
	return amount;
}

/* Reads an entry and returns what is behind it. */
static const char *_read_gres_entry(const char *text, struct entry *entry)
{
	const char *at = text;
	size_t size;

	if (!strncmp(at, "gres:", 5) || !strncmp(at, "gres/", 5))
		at += 5;
	*entry = (struct entry){.name = at, .count = 1};
	entry->name_size = strcspn(at, ":=(,;");
	at += entry->name_size;
	while (*at == ':' || *at == '=') {
		at++;
		size = strcspn(at, ":=(,;");
		/* a number ends it, but types may begin with a digit */
		if (isdigit((unsigned char) *at) &&
		    strspn(at, "0123456789KMGTkmgt") == size) {
			entry->count = _gres_amount(at);
		} else {
			entry->type = at;
			entry->type_size = size;
		}
		at += size;
	}
	if (*at == '(')
		at += strcspn(at, ")");
	at += strcspn(at, ",;");
	return at + (*at != '\0');
}

/* Is the entry of the kind?  loose: one of no type is of any. */
static bool _is_kind(const struct entry *entry, const char *kind, bool loose)
{
	const char *name = kind + strlen("gres/");
	const char *type = strchr(name, ':');
	size_t size = type ? (size_t) (type - name) : strlen(name);

	if (entry->name_size != size || strncmp(entry->name, name, size))
		return false;
	if (!type || (loose && !entry->type_size))
		return true;
	return strlen(type + 1) == entry->type_size &&
	       !strncmp(type + 1, entry->type, entry->type_size);
}

static int64_t _sum(const char *text, const char *kind, bool loose)
{
	int64_t sum = 0;
	struct entry entry;

	while (text && *text) {
		text = _read_gres_entry(text, &entry);
		if (_is_kind(&entry, kind, loose))
			sum += entry.count;
	}
	return sum;
}

int64_t sfair_gres_of_node(const node_info_t *node, const char *kind)
{
	int64_t sum = _sum(node->gres, kind, false);

	return sum ? sum
		   : (int64_t) sfair_tres_amount(node->tres_fmt_str, kind);
}

/* Of "gres/gpu=2,gres/gpu:a100=2", where the cluster counts the kind. */
static double _tres_amount(const char *tres, const char *kind)
{
	double amount = sfair_tres_amount(tres, kind);
	const char *type = strchr(kind, ':');
	char any[SFAIR_GRES_NAME], typed[SFAIR_GRES_NAME + 1];

	if (amount > 0 || !type || !tres)
		return amount;
	snprintf(any, sizeof(any), "%.*s", (int) (type - kind), kind);
	snprintf(typed, sizeof(typed), "%s:", any);
	return strstr(tres, typed) ? 0 : sfair_tres_amount(tres, any);
}

int64_t sfair_gres_of_job(const job_info_t *job, const char *kind,
			  uint32_t nodes)
{
	const char *tres =
		job->tres_alloc_str ? job->tres_alloc_str : job->tres_req_str;
	double amount = _tres_amount(tres, kind);
	int64_t tasks = job->num_tasks && job->num_tasks != NO_VAL
				? job->num_tasks
				: nodes;

	if (!nodes)
		return 0;
	if (amount > 0)
		return (int64_t) ceil(amount / nodes);
	/* not counted by the cluster: what was asked for */
	return _sum(job->tres_per_node, kind, true) +
	       _sum(job->tres_per_socket, kind, true) * 2 +
	       (_sum(job->tres_per_job, kind, true) +
		_sum(job->tres_per_task, kind, true) * tasks + nodes - 1) /
		       nodes;
}

int64_t sfair_gres_on_node(const job_info_t *job, const char *kind,
			   uint32_t index)
{
	return _sum(job->gres_detail_str[index], kind, true);
}

size_t sfair_gres_next(const char *text, size_t at, char name[SFAIR_GRES_NAME])
{
	const char *all = text ? text : "";
	bool typed = at & 1; /* each entry twice: of any type, and of its own */
	struct entry entry;
	const char *behind;

	at >>= 1;
	if (!all[at])
		return 0;
	behind = _read_gres_entry(all + at, &entry);
	snprintf(name, SFAIR_GRES_NAME, "gres/%.*s", (int) entry.name_size,
		 entry.name);
	if (!typed && entry.type_size)
		return at << 1 | 1;
	if (typed)
		snprintf(name, SFAIR_GRES_NAME, "gres/%.*s:%.*s",
			 (int) entry.name_size, entry.name,
			 (int) entry.type_size, entry.type);
	return (size_t) (behind - all) << 1;
}
