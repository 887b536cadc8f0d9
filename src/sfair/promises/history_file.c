/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See promises.h.
 */
#define _GNU_SOURCE
#include "sfair/promises/promises.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/queue/schedule_option.h"
#include "sfair/outlook/outlook_file.h"

char *sfair_history_path(const char *parameters, const char *state_dir)
{
	char *plan = sfair_outlook_path(parameters, state_dir), *path = NULL;

	if (plan && asprintf(&path, "%s" FT_HISTORY_SUFFIX, plan) < 0)
		path = NULL;
	free(plan);
	return path;
}

/* The third word; 0: there is none. */
static uint32_t _line_job(const char *line)
{
	for (int i = 0; line && i < 2; i++) {
		line = strchr(line, ' ');
		line += line != NULL;
	}
	return line ? (uint32_t) strtoul(line, NULL, 10) : 0;
}

/* The last line of a history may be cut: it is written still, or never will. */
static bool _is_cut_line(const struct sfair_history_read *read,
			 const char *line, size_t size)
{
	return read->begun && line[size - 1] != '\n';
}

static int _take_history_line(struct sfair_history_read *read, char *line,
			      size_t size)
{
	struct ft_history_event event;
	bool cut = _is_cut_line(read, line, size);

	if (*line == '#') {
		read->begun = read->begun || !strcmp(line, FT_HISTORY_HEAD);
		return 0;
	}
	line[strcspn(line, "\n")] = '\0';
	if (!*line && size == 1)
		return 0;
	/* Once one is known for an event, those of other jobs are left out. */
	if (read->job_id && read->lines > read->broken &&
	    _line_job(line) != read->job_id)
		return 0;
	if (ft_history_take(line, &event)) {
		read->lines += !cut;
		read->broken += !cut;
		return 0;
	}
	read->lines++;
	if (read->job_id && event.job_id != read->job_id)
		return 0;
	return read->take(read->context, &event);
}

static int _read_history_lines(FILE *file, struct sfair_history_read *read)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t size;
	int rc = 0;

	read->begun = false;
	while (!rc && (size = getline(&line, &room, file)) > 0)
		rc = _take_history_line(read, line, (size_t) size);
	if (!rc && !feof(file))
		rc = -errno;
	free(line);
	return rc;
}

static int _read_history(const char *path, struct sfair_history_read *read,
			 struct ft_err *err)
{
	FILE *file = fopen(path, "re");
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: %s%s", path, strerror(errno),
			       errno == EACCES ? ": an administrator can let "
						 "users read it (rsv_publish)"
					       : "");
	rc = _read_history_lines(file, read);
	fclose(file);
	return rc < 0 ? ft_fail(err, rc, "%s: %s", path, strerror(-rc)) : rc;
}

int sfair_history_read(const char *path, struct sfair_history_read *read,
		       struct ft_err *err)
{
	char *old;
	int rc, before;

	if (asprintf(&old, "%s.old", path) < 0)
		return ft_fail(err, -ENOMEM, "out of memory");
	before = _read_history(old, read, err);
	free(old);
	if (before && before != -ENOENT)
		return before;
	rc = _read_history(path, read, err);
	if (rc == -ENOENT && !before)
		rc = 0;
	if (!rc && read->broken && read->lines == read->broken)
		return ft_fail(err, -EINVAL,
			       "%s: no history of sched/reserve: 0 of %" PRIu64
			       " lines are events",
			       path, read->lines);
	return rc;
}
