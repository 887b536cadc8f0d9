/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_state.h.
 */
#include "slurm/common/compat.h"

#include "src/common/pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bounds.h"
#include "core/base/checksum.h"
#include "slurm/fairtree/priority/priority_state.h"
#include "slurm/common/state_file.h"

#define NAME "priority_last_decay_ran"

/* "FTps": what follows the part that priority/multifactor reads too. */
#define MAGIC UINT32_C(0x46547073)

enum {
	STOCK_BYTES = 2 * sizeof(uint64_t),		  /* two times */
	STATE_BYTES = STOCK_BYTES + 2 * sizeof(uint32_t), /* magic, CRC-32 */
	CLOCK_SLACK = 86400, /* a clock may have been set back by so much */
};

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
	if (state.last_ran < 0 || state.last_ran > FT_TIME_MAX ||
	    state.last_reset < 0 || state.last_reset > FT_TIME_MAX)
		return SLURM_ERROR;
	/* multifactor's file has no sum: at least no time is yet to come. */
	if (size_buf(buffer) == STOCK_BYTES) {
		if (state.last_ran > latest || state.last_reset > latest)
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
	int rc = fts_state_file_set_aside(path);

	if (rc)
		error("priority/fairtree: %s is damaged and cannot be moved to "
		      "%s.damaged: %s; usage decays from now on",
		      path, path, strerror(-rc));
	else
		error("priority/fairtree: %s is damaged: moved to %s.damaged; "
		      "usage decays from now on",
		      path, path);
}

/* Whether the file says what was written once; takes the data over. */
static int _judge_state(char *data, size_t size,
			struct fts_priority_state *state)
{
	buf_t *buffer;
	char *copy;
	int rc;

	if (size != STOCK_BYTES && size != STATE_BYTES) {
		free(data);
		return SLURM_ERROR;
	}
	/* Slurm's buffer frees what it is given in its own way. */
	copy = xmalloc(size);
	memcpy(copy, data, size);
	free(data);
	buffer = create_buf(copy, (uint32_t) size);
	rc = _unpack(buffer, state);
	free_buf(buffer);
	return rc;
}

struct fts_priority_state fts_priority_state_read(const char *dir)
{
	struct fts_priority_state state = {0};
	char *path = xstrdup_printf("%s/" NAME, dir);
	char *data;
	size_t size;

	if (fts_state_file_read(path, &data, &size))
		info("priority/fairtree: no %s: usage decays from now on",
		     path);
	else if (_judge_state(data, size, &state))
		_set_aside(path);
	xfree(path);
	return state;
}

void fts_priority_state_write(const char *dir,
			      const struct fts_priority_state *state)
{
	char *path;
	buf_t *buffer;
	int rc;

	if (!xstrcmp(dir, "/dev/null"))
		return;
	buffer = init_buf(STATE_BYTES);
	path = xstrdup_printf("%s/" NAME, dir);
	pack_time(state->last_ran, buffer);
	pack_time(state->last_reset, buffer);
	pack32(MAGIC, buffer);
	pack32(ft_checksum_crc32(get_buf_data(buffer), STOCK_BYTES), buffer);
	fts_state_file_keep(path);
	rc = fts_state_file_write(path, get_buf_data(buffer),
				  get_buf_offset(buffer));
	if (rc)
		error("priority/fairtree: cannot write %s.new: %s", path,
		      strerror(-rc));
	free_buf(buffer);
	xfree(path);
}
