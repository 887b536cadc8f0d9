/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See state_file.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/common/state_file.h"

/* A hundred times what a large site has. */
#define SIZE_LIMIT (INT64_C(1) << 30)

static int _read_bytes(int fd, char *data, size_t size, size_t *ret_have)
{
	size_t have = 0;

	while (have < size) {
		ssize_t n = read(fd, data + have, size - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		have += (size_t) n;
	}
	*ret_have = have;
	return 0;
}

static int _read_open(int fd, char **ret_data, size_t *ret_size)
{
	struct stat status;
	char *data;
	int rc;

	if (fstat(fd, &status))
		return -errno;
	if (!S_ISREG(status.st_mode))
		return -EINVAL;
	if (status.st_size > SIZE_LIMIT)
		return -EFBIG;
	data = calloc(1, (size_t) status.st_size + 1);
	if (!data)
		return -ENOMEM;
	rc = _read_bytes(fd, data, (size_t) status.st_size, ret_size);
	if (rc)
		free(data);
	else
		*ret_data = data;
	return rc;
}

int fts_state_file_read(const char *path, char **ret_data, size_t *ret_size)
{
	int fd, rc;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	rc = fd < 0 ? -errno : _read_open(fd, ret_data, ret_size);
	if (fd >= 0)
		close(fd);
	return rc;
}

int fts_file_put(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		data += n;
		size -= (size_t) n;
	}
	return 0;
}

/* A new file, whatever was left there of one that was never finished. */
static int _create(const char *path)
{
	(void) unlink(path);
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0600);
}

int fts_state_file_open(const char *path)
{
	char *next = xstrdup_printf("%s.new", path);
	int fd = _create(next), rc = fd < 0 ? -errno : 0;

	if (fd >= 0)
		close(fd);
	xfree(next);
	return rc;
}

static int _write_new(const char *path, const void *data, size_t size)
{
	int fd = _create(path), rc;

	if (fd < 0)
		return -errno;
	rc = fts_file_put(fd, data, size);
	if (!rc && fsync(fd))
		rc = -errno;
	if (close(fd) && !rc)
		rc = -errno;
	return rc;
}

/* What was renamed is so after a crash, too; without that it is as before. */
static void _sync_folder(const char *path)
{
	char *folder = xstrdup(path), *slash = xstrrchr(folder, '/');
	int fd;

	if (slash)
		*slash = '\0';
	fd = slash ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (fd >= 0) {
		(void) fsync(fd);
		close(fd);
	}
	xfree(folder);
}

void fts_state_file_keep(const char *path)
{
	char *old = xstrdup_printf("%s.old", path);
	char *next = xstrdup_printf("%s.old.new", path);

	(void) unlink(next);
	/* Both may be one file already: then the other name stays. */
	if (!link(path, next)) {
		if (rename(next, old))
			debug("%s cannot be kept: %m", old);
		(void) unlink(next);
	} else if (errno != ENOENT) {
		debug("%s cannot be kept: %m", old);
	}
	xfree(old);
	xfree(next);
}

int fts_state_file_write(const char *path, const void *data, size_t size)
{
	char *next = xstrdup_printf("%s.new", path);
	int rc;

	rc = _write_new(next, data, size);
	if (!rc && rename(next, path))
		rc = -errno;
	if (rc)
		(void) unlink(next);
	else
		_sync_folder(path);
	xfree(next);
	return rc;
}

/*
 * The first copies stay, since what came later may be but what a fault has made
 * of nothing; only the last one gives way to the next.
 */
static void _number_damaged(const char *aside)
{
	for (int i = 1; i < FTS_STATE_FILE_DAMAGED; i++) {
		char *first = xstrdup_printf("%s.%d", aside, i);
		/* No name is taken that is taken already. */
		bool moved = !link(aside, first);

		xfree(first);
		if (moved || errno != EEXIST)
			return;
	}
}

int fts_state_file_set_aside(const char *path)
{
	char *aside = xstrdup_printf("%s.damaged", path);
	int rc;

	_number_damaged(aside);
	rc = rename(path, aside) ? -errno : 0;
	xfree(aside);
	return rc;
}

bool fts_state_file_load(const char *path, const char *loss, char **ret_data,
			 size_t *ret_size)
{
	int rc = fts_state_file_read(path, ret_data, ret_size);

	if (rc && rc != -ENOENT)
		error("sched/reserve: %s cannot be read: %s; %s", path,
		      strerror(-rc), loss);
	return !rc;
}

void fts_state_file_reject(const char *path, const char *why, const char *loss)
{
	int rc = fts_state_file_set_aside(path);

	if (rc)
		error("sched/reserve: %s; it cannot be set aside: %s; %s", why,
		      strerror(-rc), loss);
	else
		error("sched/reserve: %s; it is set aside as %s.damaged; %s",
		      why, path, loss);
}
