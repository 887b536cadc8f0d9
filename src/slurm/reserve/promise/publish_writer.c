/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See publish_writer.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/plan/history.h"
#include "core/plan/outlook.h"
#include "slurm/common/state_file.h"
#include "slurm/common/worker.h"
#include "slurm/reserve/promise/publish_writer.h"

struct fts_publish_writer {
	struct fts_worker *worker; /* while it is busy all else is its own */
	bool appends;		   /* the text are lines of a history */
	char *path;
	mode_t mode;
	char *text; /* NULL: there is none to write */
	size_t size;
	char *failed; /* the path that could not be written, said once */
};

char *fts_publish_writer_path(const struct ft_schedule_options *options,
			      const char *dir)
{
	if (*options->publish == '/')
		return xstrdup(options->publish);
	return xstrdup_printf("%s/%s", dir, options->publish);
}

mode_t fts_publish_writer_mode(const struct ft_schedule_options *options)
{
	uint16_t hidden = PRIVATE_DATA_NODES | PRIVATE_DATA_PARTITIONS |
			  PRIVATE_DATA_RESERVATIONS;

	if (*options->publish != '/' || slurm_conf.private_data & hidden)
		return 0600;
	return 0644;
}

/*
 * No file is lost to a wrong path: what is there must be a plan, or empty.
 */
static int _judge_file(const char *path)
{
	char head[sizeof(FT_OUTLOOK_HEAD)] = {0};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	ssize_t size;

	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	size = read(fd, head, sizeof(head) - 1);
	if (size < 0)
		size = -errno;
	close(fd);
	if (size < 0)
		return (int) size;
	return size && strcmp(head, FT_OUTLOOK_HEAD) ? -EEXIST : 0;
}

/*
 * Aside, then by rename.  Not synced: after a crash of the machine the next
 * cycle makes another.
 */
static int _replace(const struct fts_publish_writer *writer, const char *next)
{
	int rc = _judge_file(writer->path), fd;

	if (rc)
		return rc;
	(void) unlink(next);
	fd = open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		  0600);
	if (fd < 0)
		return -errno;
	rc = fts_file_put(fd, writer->text, writer->size);
	if (!rc && fchmod(fd, writer->mode))
		rc = -errno;
	if (close(fd) && !rc)
		rc = -errno;
	if (!rc && rename(next, writer->path))
		rc = -errno;
	if (rc)
		(void) unlink(next);
	return rc;
}

/*
 * 0: it is ours, or there is none; *ret_size: how long it is.  A full disk or a
 * kill can cut off the first line: that is ours, too, and begins anew.
 */
static int _judge_history(int fd, size_t *ret_size)
{
	char head[sizeof(FT_HISTORY_HEAD)] = {0};
	struct stat file;
	ssize_t size;

	if (fstat(fd, &file))
		return -errno;
	*ret_size = (size_t) file.st_size;
	if (!S_ISREG(file.st_mode))
		return -EEXIST;
	size = pread(fd, head, sizeof(head) - 1, 0);
	if (size < 0)
		return -errno;
	if (!size || !strcmp(head, FT_HISTORY_HEAD))
		return 0;
	if (strncmp(head, FT_HISTORY_HEAD, (size_t) size))
		return -EEXIST;
	*ret_size = 0;
	return ftruncate(fd, 0) ? -errno : 0;
}

/* A line that a crash cut off ends here, so that ours begin one. */
static int _end_history_line(int fd, size_t size)
{
	char last = '\n';

	if (!size)
		return fts_file_put(fd, FT_HISTORY_HEAD,
				    strlen(FT_HISTORY_HEAD));
	if (pread(fd, &last, 1, (off_t) size - 1) < 0)
		return -errno;
	return last == '\n' ? 0 : fts_file_put(fd, "\n", 1);
}

/* Not synced either: what a crash of the machine loses is skipped. */
static int _append_lines(const struct fts_publish_writer *writer,
			 const char *old)
{
	const int flags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW |
			  O_NONBLOCK | O_CLOEXEC;
	int fd = open(writer->path, flags, 0600), rc;
	size_t size = 0;

	if (fd < 0)
		return -errno;
	rc = _judge_history(fd, &size);
	if (!rc && size > FT_HISTORY_MOST) {
		close(fd);
		if (rename(writer->path, old))
			return -errno;
		fd = open(writer->path, flags | O_EXCL, 0600);
		if (fd < 0)
			return -errno;
		size = 0;
	}
	if (!rc && fchmod(fd, writer->mode))
		rc = -errno;
	if (!rc)
		rc = _end_history_line(fd, size);
	if (!rc)
		rc = fts_file_put(fd, writer->text, writer->size);
	if (close(fd) && !rc)
		rc = -errno;
	return rc;
}

static void _note_history(const struct fts_publish_writer *writer, int rc)
{
	error("sched/reserve: %s: %s; what becomes of promises is not kept",
	      writer->path,
	      rc == -EEXIST ? "the file that is there is no history and stays; "
			      "remove it"
			    : strerror(-rc));
}

static void _note_file(struct fts_publish_writer *writer, int rc)
{
	if (!rc) {
		xfree(writer->failed);
		return;
	}
	if (!xstrcmp(writer->failed, writer->path))
		return;
	xfree(writer->failed);
	writer->failed = xstrdup(writer->path);
	if (writer->appends)
		_note_history(writer, rc);
	else if (rc == -EEXIST)
		error("sched/reserve: slurm.conf: SchedulerParameters: "
		      "rsv_publish=%s: the file that is there is no plan and "
		      "stays; remove it, or give another path",
		      writer->path);
	else
		error("sched/reserve: slurm.conf: SchedulerParameters: "
		      "rsv_publish=%s: the plan cannot be written: %s; it is "
		      "tried again every ten seconds",
		      writer->path, strerror(-rc));
}

static void _write_file(void *owner)
{
	struct fts_publish_writer *writer = owner;
	char *next = xstrdup_printf("%s.%s", writer->path,
				    writer->appends ? "old" : "new");

	_note_file(writer, writer->appends ? _append_lines(writer, next)
					   : _replace(writer, next));
	xfree(next);
	xfree(writer->path);
	free(writer->text);
	writer->text = NULL;
}

struct fts_publish_writer *fts_publish_writer_new(void)
{
	struct fts_publish_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->worker = fts_worker_new("publish", _write_file, writer);
	if (writer->worker)
		return writer;
	free(writer);
	return NULL;
}

void fts_publish_writer_free(struct fts_publish_writer *writer)
{
	if (!writer)
		return;
	fts_worker_free(writer->worker);
	xfree(writer->failed);
	free(writer);
}

bool fts_publish_writer_is_busy(struct fts_publish_writer *writer)
{
	return fts_worker_is_busy(writer->worker);
}

bool fts_publish_writer_has_failed(const struct fts_publish_writer *writer)
{
	return writer->failed != NULL;
}

static void _give_text(struct fts_publish_writer *writer, bool appends,
		       char *path, mode_t mode, char *text, size_t size)
{
	writer->appends = appends;
	writer->path = path;
	writer->mode = mode;
	writer->text = text;
	writer->size = size;
	fts_worker_give(writer->worker);
}

void fts_publish_writer_give(struct fts_publish_writer *writer, char *path,
			     mode_t mode, char *text, size_t size)
{
	_give_text(writer, false, path, mode, text, size);
}

void fts_publish_writer_append(struct fts_publish_writer *writer, char *path,
			       mode_t mode, char *text, size_t size)
{
	_give_text(writer, true, path, mode, text, size);
}
