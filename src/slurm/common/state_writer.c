/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See state_writer.h.
 */
#include "slurm/common/compat.h"

#include <stdlib.h>

#include "slurm/common/state_file.h"
#include "slurm/common/state_writer.h"
#include "slurm/common/worker.h"

/* While the worker is busy all is its own. */
struct fts_state_writer {
	struct fts_worker *worker;
	bool done;
	int rc;
	char *path, *text;
	size_t size;
};

static void _write_state(void *owner)
{
	struct fts_state_writer *writer = owner;

	writer->rc =
		fts_state_file_write(writer->path, writer->text, writer->size);
	writer->done = true;
	xfree(writer->path);
	free(writer->text);
}

static struct fts_state_writer *_new_writer(void)
{
	struct fts_state_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->worker = fts_worker_new("ft_state", _write_state, writer);
	if (writer->worker)
		return writer;
	free(writer);
	return NULL;
}

bool fts_state_writer_give(struct fts_state_writer **writer, const char *path,
			   char *text, size_t size)
{
	if (!*writer)
		*writer = _new_writer();
	if (!*writer)
		return false;
	(*writer)->path = xstrdup(path);
	(*writer)->text = text;
	(*writer)->size = size;
	(*writer)->done = false;
	fts_worker_give((*writer)->worker);
	return true;
}

bool fts_state_writer_is_busy(struct fts_state_writer *writer)
{
	return writer && fts_worker_is_busy(writer->worker);
}

bool fts_state_writer_is_done(struct fts_state_writer *writer, int *ret_rc)
{
	bool done = writer && writer->done;

	if (done) {
		*ret_rc = writer->rc;
		writer->done = false;
	}
	return done;
}

void fts_state_writer_free(struct fts_state_writer *writer)
{
	if (!writer)
		return;
	fts_worker_free(writer->worker);
	free(writer);
}
