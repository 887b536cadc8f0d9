/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build/memory.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "slurm/reserve/build/memory.h"
#include "slurm/common/state_file.h"
#include "slurm/common/state_writer.h"

enum { SAVE_PERIOD = 5 }; /* seconds; slurmctld saves its jobs as often */

static char *_memory_path(const struct fts_memory *memory)
{
	return xstrdup_printf("%s/" FT_RESERVE_STATE_NAME, memory->dir);
}

static void _read_memory(struct fts_memory *memory, const char *path)
{
	static const char loss[] =
		"bypasses and run times are counted from now on";
	struct ft_err err;
	char *text;
	size_t size;

	if (!fts_state_file_load(path, loss, &text, &size))
		return;
	if (ft_reserve_state_read(text, size, path, &memory->state, &err))
		fts_state_file_reject(path, err.text, loss);
	free(text);
}

void fts_memory_read(struct fts_memory *memory, const char *dir)
{
	char *path;

	if (memory->known)
		return;
	memory->known = true;
	memory->dir = xstrdup(dir);
	path = _memory_path(memory);
	_read_memory(memory, path);
	xfree(path);
}

static void _note_saved(struct fts_memory *memory, int rc)
{
	char *path = _memory_path(memory);

	if (rc && !memory->failing)
		error("sched/reserve: %s cannot be written: %s; it is tried "
		      "again every %d seconds",
		      path, strerror(-rc), SAVE_PERIOD);
	memory->failing = rc;
	memory->changed |= rc != 0;
	xfree(path);
}

/* A disk may be slow, and jobs do not wait for it but at the end. */
static void _save_memory(struct fts_memory *memory, bool at_once)
{
	size_t size;
	char *text = ft_reserve_state_text(&memory->state, &size);
	char *path = _memory_path(memory);
	int rc;

	memory->changed = false;
	if (at_once || !text ||
	    !fts_state_writer_give(&memory->writer, path, text, size)) {
		rc = text ? fts_state_file_write(path, text, size) : -ENOMEM;
		_note_saved(memory, rc);
		free(text);
	}
	xfree(path);
}

static void _end_writer(struct fts_memory *memory)
{
	memory->changed |= memory->writer != NULL;
	fts_state_writer_free(memory->writer);
	memory->writer = NULL;
}

void fts_memory_save(struct fts_memory *memory, time_t now, bool at_once)
{
	int64_t last = memory->state.saved_at;
	int rc;

	if (at_once)
		_end_writer(memory);
	if (fts_state_writer_is_busy(memory->writer))
		return;
	if (fts_state_writer_is_done(memory->writer, &rc))
		_note_saved(memory, rc);
	if (!memory->known || !memory->changed ||
	    !xstrcmp(memory->dir, "/dev/null"))
		return;
	/* a clock that was set back must not stop saving */
	if (!at_once && now >= last && now < last + SAVE_PERIOD)
		return;
	memory->state.saved_at = now;
	_save_memory(memory, at_once);
}

void fts_memory_free(struct fts_memory *memory)
{
	_end_writer(memory);
	ft_reserve_state_free(&memory->state);
	ft_id_map_fini(&memory->predicted);
	xfree(memory->dir);
	*memory = (struct fts_memory){0};
}
