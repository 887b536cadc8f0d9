/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See config_file.h.
 */
#include "slurm/common/config_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/conf.h"

/* Far more than a line for each of 100,000 entities. */
enum { SIZE_MAX_FILE = 64 << 20 };

void fts_config_file_fini(struct fts_config_file *file)
{
	free(file->path);
	free(file->text);
	*file = (struct fts_config_file){0};
}

/* Of the file that is open, so that it cannot be another one later. */
static int _judge_owner(const char *key, const char *path, uid_t owner,
			const struct stat *is, struct ft_err *err)
{
	if (!S_ISREG(is->st_mode))
		return ft_fail(err, -EINVAL, "%s=%s: this is no plain file",
			       key, path);
	if (is->st_uid && is->st_uid != owner)
		return ft_fail(err, -EPERM,
			       "%s=%s: it belongs to user %lu: give it to "
			       "root or SlurmUser",
			       key, path, (unsigned long) is->st_uid);
	if (is->st_mode & (S_IWGRP | S_IWOTH))
		return ft_fail(err, -EPERM,
			       "%s=%s: others than its owner may write it "
			       "(mode %04o): chmod go-w",
			       key, path, (unsigned int) is->st_mode & 07777);
	if (is->st_size > SIZE_MAX_FILE)
		return ft_fail(err, -EFBIG, "%s=%s: more than %d MiB", key,
			       path, SIZE_MAX_FILE >> 20);
	return 0;
}

/* Reads until the end or until size bytes are there; 0 or -errno. */
static int _read_opened(int fd, char *text, size_t size, size_t *ret_done)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = read(fd, text + done, size - done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		done += (size_t) got;
	}
	*ret_done = done;
	return 0;
}

static int _take_file(const char *key, int fd, uid_t owner,
		      struct fts_config_file *file, struct ft_err *err)
{
	struct stat is;
	int rc;

	if (fstat(fd, &is))
		return ft_fail(err, -errno, "%s=%s: %s", key, file->path,
			       strerror(errno));
	rc = _judge_owner(key, file->path, owner, &is, err);
	if (rc)
		return rc;
	file->text = calloc(1, (size_t) is.st_size + 1);
	if (!file->text)
		return ft_no_memory_for(err, key);
	rc = _read_opened(fd, file->text, (size_t) is.st_size, &file->size);
	if (rc)
		return ft_fail(err, rc, "%s=%s: %s", key, file->path,
			       strerror(-rc));
	if (strlen(file->text) != file->size)
		return ft_fail(err, -EINVAL,
			       "%s=%s: this is no text: byte %zu is 0", key,
			       file->path, strlen(file->text));
	ft_sha256_hex(file->text, file->size, file->sha256);
	return 0;
}

int fts_config_file_read(const char *key, const char *name, const char *conf,
			 uid_t owner, struct fts_config_file *file,
			 struct ft_err *err)
{
	int fd, rc;

	*file = (struct fts_config_file){.path = ft_conf_beside(conf, name)};
	if (!file->path)
		return ft_no_memory_for(err, key);
	/* Not to wait for the other end of a pipe. */
	fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		rc = ft_fail(err, -errno, "%s=%s: %s", key, file->path,
			     strerror(errno));
	} else {
		rc = _take_file(key, fd, owner, file, err);
		close(fd);
	}
	if (rc)
		fts_config_file_fini(file);
	return rc;
}
