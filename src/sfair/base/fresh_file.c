/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fresh_file.h.
 */
#define _GNU_SOURCE
#include "sfair/base/fresh_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int _fresh_failed(const struct sfair_fresh_file *file, int code,
			 struct ft_err *err)
{
	return ft_fail(err, -code, "%s: %s", file->path, strerror(code));
}

static bool _is_replaced(const char *path)
{
	struct stat found;

	return stat(path, &found) || S_ISREG(found.st_mode);
}

static int _open_beside(struct sfair_fresh_file *file, struct ft_err *err)
{
	mode_t mask = umask(0);
	int fd, code;

	umask(mask);
	if (asprintf(&file->fresh, "%s.XXXXXX", file->path) < 0) {
		file->fresh = NULL;
		return _fresh_failed(file, ENOMEM, err);
	}
	fd = mkostemp(file->fresh, O_CLOEXEC);
	if (fd < 0) {
		code = errno;
		free(file->fresh);
		file->fresh = NULL;
		return _fresh_failed(file, code, err);
	}
	if (!fchmod(fd, 0666 & ~mask) && (file->out = fdopen(fd, "w")))
		return 0;
	code = _fresh_failed(file, errno, err);
	close(fd);
	return sfair_fresh_close(file, code, NULL);
}

int sfair_fresh_open(struct sfair_fresh_file *file, const char *path,
		     struct ft_err *err)
{
	*file = (struct sfair_fresh_file){.path = path};
	if (!strcmp(path, "-")) {
		file->out = stdout;
		return 0;
	}
	if (_is_replaced(path))
		return _open_beside(file, err);
	file->out = fopen(path, "we");
	return file->out ? 0 : _fresh_failed(file, errno, err);
}

int sfair_fresh_close(struct sfair_fresh_file *file, int rc, struct ft_err *err)
{
	if (file->out) {
		bool failed = fflush(file->out) || ferror(file->out);
		int code = errno;

		if (file->out != stdout && fclose(file->out) && !failed) {
			failed = true;
			code = errno;
		}
		if (failed && !rc)
			rc = _fresh_failed(file, code ? code : EIO, err);
	}
	if (file->fresh) {
		if (!rc && rename(file->fresh, file->path))
			rc = _fresh_failed(file, errno, err);
		if (rc)
			unlink(file->fresh);
		free(file->fresh);
	}
	*file = (struct sfair_fresh_file){0};
	return rc;
}
