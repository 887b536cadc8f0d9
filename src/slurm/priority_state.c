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

#include "core/checksum.h"
#include "slurm/priority_state.h"

#define NAME "priority_last_decay_ran"

/* "FTps": what follows the part that priority/multifactor reads too. */
#define MAGIC UINT32_C(0x46547073)

enum {
	STOCK_BYTES = 2 * sizeof(uint64_t),		  /* two times */
	STATE_BYTES = STOCK_BYTES + 2 * sizeof(uint32_t), /* magic, CRC-32 */
	CLOCK_SLACK = 86400, /* a clock may have been set back by so much */
};

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

static bool _is_sealed(const char *data, buf_t *buffer)
{
	uint32_t magic, sum;

	safe_unpack32(&magic, buffer);
	safe_unpack32(&sum, buffer);
	return magic == MAGIC && sum == ft_checksum_crc32(data, STOCK_BYTES);

unpack_error:
	return false;
}

static int _unpack(buf_t *buffer, struct fts_priority_state *ret_state)
{
	struct fts_priority_state state;
	time_t latest = time(NULL) + CLOCK_SLACK;

	safe_unpack_time(&state.last_ran, buffer);
	safe_unpack_time(&state.last_reset, buffer);
	/* multifactor's file has no sum: at least no time is yet to come. */
	if (size_buf(buffer) == STOCK_BYTES) {
		if (state.last_ran < 0 || state.last_ran > latest ||
		    state.last_reset < 0 || state.last_reset > latest)
			return SLURM_ERROR;
	} else if (!_is_sealed(get_buf_data(buffer), buffer)) {
		return SLURM_ERROR;
	}
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
	if ((have != STOCK_BYTES && have != STATE_BYTES) ||
	    _unpack(buffer, &state))
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
	pack32(MAGIC, buffer);
	pack32(ft_checksum_crc32(get_buf_data(buffer), STOCK_BYTES), buffer);

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
