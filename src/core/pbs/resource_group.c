/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See resource_group.h.
 */
#include "core/pbs/resource_group.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"

#define ROOT_ALIAS "root"

enum { NAME, LABEL, PARENT, SHARES, FIELDS };

/* Trees are walked level by level, each of which takes some of the stack. */
enum { DEPTH_MAX = 64 };

struct reader {
	const char *name;
	uint32_t line;
	uint32_t bad;
	ft_resource_group_report report;
	void *context;
	struct ft_vertex_list *list;
	struct ft_err first; /* the first bad line */
};

static int _bad_vertex(struct reader *reader, const char *format,
		       const char *what)
{
	struct ft_err err;
	char why[256];

	snprintf(why, sizeof(why), format, what);
	ft_fail(&err, -EINVAL, "%s:%" PRIu32 ": %s", reader->name, reader->line,
		why);
	if (!reader->bad++)
		reader->first = err;
	if (reader->report)
		reader->report(reader->context, err.text);
	return 0;
}

/* Cuts a line into fields; how many there are, FIELDS + 1 for more. */
static int _split_vertex(char *line, char *field[FIELDS])
{
	int count = 0;
	char *token;

	line[strcspn(line, "#")] = '\0';
	while ((token = strsep(&line, " \t\r"))) {
		if (!*token)
			continue;
		if (count == FIELDS)
			return FIELDS + 1;
		field[count++] = token;
	}
	return count;
}

static uint32_t _parent(const struct ft_vertex_list *list, const char *name)
{
	return strcmp(name, ROOT_ALIAS) ? ft_vertex_find(list, name) : 0;
}

/* How many levels a vertex is below the root, at most DEPTH_MAX. */
static int _vertex_depth(const struct ft_vertex_list *list, uint32_t index)
{
	int depth = 0;

	while (index && (depth < DEPTH_MAX)) {
		index = list->vertex[index].parent;
		depth++;
	}
	return depth;
}

/* 0 also for a bad line, which is reported; -ENOMEM. */
static int _add_vertex(struct reader *reader, char *field[FIELDS])
{
	struct ft_vertex_list *list = reader->list;
	uint32_t parent = _parent(list, field[PARENT]);
	struct ft_vertex *vertex;
	int64_t shares;

	if (!strcmp(field[NAME], FT_PBS_UNKNOWN))
		return _bad_vertex(reader,
				   "%s is there already: its shares are "
				   "unknown_shares",
				   field[NAME]);
	if (!strcmp(field[NAME], ROOT_ALIAS) ||
	    ft_vertex_find(list, field[NAME]) != FT_SHARE_NONE)
		return _bad_vertex(
			reader,
			"there is a vertex %s already: names are unique "
			"in the tree",
			field[NAME]);
	if (parent == FT_SHARE_NONE)
		return _bad_vertex(reader,
				   "there is no vertex %s yet: a parent stands "
				   "before its children",
				   field[PARENT]);
	if (_vertex_depth(list, parent) >= DEPTH_MAX)
		return _bad_vertex(
			reader,
			"%s is too far below the root: a tree has up to 64 "
			"levels",
			field[NAME]);
	if (ft_number_int(field[SHARES], 0, FT_SHARES_PARENT - 1, &shares))
		return _bad_vertex(reader,
				   "%s is no number of shares: give 0 or more",
				   field[SHARES]);
	if (ft_vertex_add(list, parent, field[NAME], field[LABEL], &vertex))
		return -ENOMEM;
	vertex->shares = (uint32_t) shares;
	vertex->leaf = true;
	list->vertex[parent].leaf = false;
	return 0;
}

static int _read_lines(struct reader *reader, char *text)
{
	char *field[FIELDS], *line;
	int rc = 0;

	while (!rc && (line = strsep(&text, "\n"))) {
		int count = _split_vertex(line, field);

		reader->line++;
		if (count == FIELDS)
			rc = _add_vertex(reader, field);
		else if (count)
			_bad_vertex(
				reader,
				"%s: a vertex has four fields: name, fairshare "
				"id, parent, shares",
				field[NAME]);
	}
	return rc;
}

static int _begin_vertex(struct ft_vertex_list *list, uint32_t unknown_shares)
{
	struct ft_vertex *unknown;

	if (ft_vertex_init(list, FT_PBS_ROOT))
		return -ENOMEM;
	list->vertex[0].label = "0";
	if (ft_vertex_add(list, 0, FT_PBS_UNKNOWN, "1", &unknown))
		return -ENOMEM;
	unknown->shares = unknown_shares;
	return 0;
}

int ft_resource_group_read(char *text, const char *name,
			   uint32_t unknown_shares,
			   ft_resource_group_report report, void *context,
			   struct ft_vertex_list *list, struct ft_err *err)
{
	struct reader reader = {.name = name,
				.report = report,
				.context = context,
				.list = list};
	int rc = _begin_vertex(list, unknown_shares);

	if (!rc)
		rc = _read_lines(&reader, text);
	if (rc)
		rc = ft_fail(err, rc, "%s: out of memory", name);
	else if (reader.bad)
		rc = ft_fail(err, -EINVAL, "%.400s (bad lines: %" PRIu32 ")",
			     reader.first.text, reader.bad);
	if (rc)
		ft_vertex_fini(list);
	return rc;
}

int ft_resource_group_entity(struct ft_vertex_list *list, const char *name,
			     uint32_t *ret_index)
{
	uint32_t index = ft_vertex_find(list, name);
	struct ft_vertex *vertex;

	if (index == FT_SHARE_NONE) {
		if (ft_vertex_add(list, FT_PBS_UNKNOWN_INDEX, name, "-1",
				  &vertex))
			return -ENOMEM;
		vertex->shares = 1;
		vertex->leaf = true;
		index = list->count - 1;
	}
	*ret_index = index;
	return list->vertex[index].leaf ? 0 : -EINVAL;
}
