/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trace_file.h.
 */
#include "sfair/replay/trace_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* More than the longest line of any log that lists nodes. */
enum { LINE = 1 << 16 };

/* zlib reads what is not compressed as it is. */
static gzFile _open_trace(const char *path)
{
	return strcmp(path, "-") ? gzopen(path, "rbe")
				 : gzdopen(dup(STDIN_FILENO), "rb");
}

static int _damaged(gzFile file, const char *path, struct ft_err *err)
{
	int number;
	const char *text = gzerror(file, &number);

	if (number == Z_OK || number == Z_STREAM_END)
		return 0;
	return ft_fail(err, -EIO, "%s: %s", path,
		       number == Z_ERRNO ? strerror(errno) : text);
}

static int _read_trace(gzFile file, const char *path,
		       struct ft_workload *workload, struct ft_err *err)
{
	char line[LINE];
	struct ft_err why = {0};

	for (uint64_t number = 1; gzgets(file, line, LINE); number++)
		if (ft_workload_line(workload, line, number, &why))
			return ft_fail(err, why.code, "%s: %.400s", path,
				       why.text);
	return _damaged(file, path, err);
}

int sfair_trace_read(const char *path,
		     const struct ft_workload_machine *machine,
		     struct ft_workload *ret_workload, struct ft_err *err)
{
	struct ft_workload workload = {.fleet = machine->fleet};
	struct ft_err why = {0};
	gzFile file = _open_trace(path);
	int rc;

	if (!file)
		return ft_fail(err, -errno, "%s: %s", path, strerror(errno));
	rc = _read_trace(file, path, &workload, err);
	gzclose(file);
	if (!rc && ft_workload_finish(&workload, machine, &why))
		rc = ft_fail(err, why.code, "%s: %.400s", path, why.text);
	if (rc)
		ft_workload_free(&workload);
	else
		*ret_workload = workload;
	return rc;
}
