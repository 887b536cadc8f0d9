/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_state.h.
 */
#include "slurm/compat.h"

#include "src/common/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/priority_state.h"

#define NAME "priority_last_decay_ran"

enum { STATE_BYTES = 2 * sizeof(uint64_t) };

/* Reads at most size bytes; the count, or -1. */
static ssize_t _read_file(const char *path, char *data, size_t size)
{
	size_t have = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	while (have < size) {
		ssize_t n = read(fd, data + have, size - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		have += (size_t) n;
	}
	close(fd);
	return (ssize_t) have;
}

static int _unpack(buf_t *buffer, struct fts_priority_state *ret_state)
{
	struct fts_priority_state state;

	safe_unpack_time(&state.last_ran, buffer);
	safe_unpack_time(&state.last_reset, buffer);
	if (state.last_ran < 0 || state.last_reset < 0)
		return SLURM_ERROR;
	*ret_state = state;
	return SLURM_SUCCESS;

unpack_error:
	return SLURM_ERROR;
}

static void _set_aside(const char *path)
{
	char *aside = xstrdup_printf("%s.damaged", path);

	if (rename(path, aside))
		error("priority/fairtree: %s is damaged and cannot be moved to "
		      "%s: %m; usage decays from now on",
		      path, aside);
	else
		error("priority/fairtree: %s is damaged: moved to %s; usage "
		      "decays from now on",
		      path, aside);
	xfree(aside);
}

struct fts_priority_state fts_priority_state_read(const char *dir)
{
	struct fts_priority_state state = {0};
	char *path = xstrdup_printf("%s/" NAME, dir);
	char *data = xmalloc(STATE_BYTES + 1);
	buf_t *buffer;
	ssize_t have;

	lock_state_files();
	have = _read_file(path, data, STATE_BYTES + 1);
	if (have < 0) {
		info("priority/fairtree: no %s: usage decays from now on",
		     path);
		xfree(data);
		goto out;
	}
	/* Slurm's buffer owns data from here on. */
	buffer = create_buf(data, (uint32_t) have);
	if (have != STATE_BYTES || _unpack(buffer, &state))
		_set_aside(path);
	free_buf(buffer);
out:
	unlock_state_files();
	xfree(path);
	return state;
}

static int _write_file(const char *path, const char *data, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int rc = 0;

	if (fd < 0)
		return -1;
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			rc = -1;
			break;
		}
		data += n;
		size -= (size_t) n;
	}
	if (!rc && fsync(fd))
		rc = -1;
	if (close(fd))
		rc = -1;
	return rc;
}

void fts_priority_state_write(const char *dir,
			      const struct fts_priority_state *state)
{
	char *path, *next, *old;
	buf_t *buffer;

	if (!xstrcmp(dir, "/dev/null"))
		return;
	buffer = init_buf(STATE_BYTES);
	path = xstrdup_printf("%s/" NAME, dir);
	next = xstrdup_printf("%s.new", path);
	old = xstrdup_printf("%s.old", path);
	pack_time(state->last_ran, buffer);
	pack_time(state->last_reset, buffer);

	lock_state_files();
	if (_write_file(next, get_buf_data(buffer), get_buf_offset(buffer))) {
		error("priority/fairtree: cannot write %s: %m", next);
		(void) unlink(next);
	} else {
		(void) unlink(old);
		if (link(path, old) && errno != ENOENT)
			debug("priority/fairtree: cannot link %s: %m", old);
		if (rename(next, path))
			error("priority/fairtree: cannot rename %s to %s: %m",
			      next, path);
	}
	unlock_state_files();
	free_buf(buffer);
	xfree(path);
	xfree(next);
	xfree(old);
}
