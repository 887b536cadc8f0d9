/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See state_writer.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "src/common/macros.h"

#include "slurm/common/state_file.h"
#include "slurm/common/state_writer.h"

struct fts_state_writer {
	pthread_t thread;
	pthread_mutex_t lock; /* of all that follows but what busy gives away */
	pthread_cond_t news;
	bool ended, done;
	bool busy; /* path and text are the thread's */
	int rc;
	char *path, *text;
	size_t size;
};

static void *_run_writer(void *arg)
{
	struct fts_state_writer *writer = arg;
	int rc;

	prctl(PR_SET_NAME, "ft_state", NULL, NULL, NULL);
	slurm_mutex_lock(&writer->lock);
	while (true) {
		while (!writer->busy && !writer->ended)
			slurm_cond_wait(&writer->news, &writer->lock);
		if (!writer->busy)
			break;
		slurm_mutex_unlock(&writer->lock);
		rc = fts_state_file_write(writer->path, writer->text,
					  writer->size);
		xfree(writer->path);
		free(writer->text);
		slurm_mutex_lock(&writer->lock);
		writer->rc = rc;
		writer->done = true;
		writer->busy = false;
	}
	slurm_mutex_unlock(&writer->lock);
	return NULL;
}

static struct fts_state_writer *_new_writer(void)
{
	struct fts_state_writer *writer = calloc(1, sizeof(*writer));

	if (!writer)
		return NULL;
	slurm_mutex_init(&writer->lock);
	slurm_cond_init(&writer->news, NULL);
	if (!pthread_create(&writer->thread, NULL, _run_writer, writer))
		return writer;
	slurm_cond_destroy(&writer->news);
	slurm_mutex_destroy(&writer->lock);
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
	slurm_mutex_lock(&(*writer)->lock);
	(*writer)->path = xstrdup(path);
	(*writer)->text = text;
	(*writer)->size = size;
	(*writer)->done = false;
	(*writer)->busy = true;
	slurm_cond_signal(&(*writer)->news);
	slurm_mutex_unlock(&(*writer)->lock);
	return true;
}

bool fts_state_writer_is_busy(struct fts_state_writer *writer)
{
	bool busy;

	if (!writer)
		return false;
	slurm_mutex_lock(&writer->lock);
	busy = writer->busy;
	slurm_mutex_unlock(&writer->lock);
	return busy;
}

bool fts_state_writer_is_done(struct fts_state_writer *writer, int *ret_rc)
{
	bool done;

	if (!writer)
		return false;
	slurm_mutex_lock(&writer->lock);
	done = writer->done;
	*ret_rc = writer->rc;
	writer->done = false;
	slurm_mutex_unlock(&writer->lock);
	return done;
}

void fts_state_writer_free(struct fts_state_writer *writer)
{
	if (!writer)
		return;
	slurm_mutex_lock(&writer->lock);
	writer->ended = true;
	slurm_cond_signal(&writer->news);
	slurm_mutex_unlock(&writer->lock);
	pthread_join(writer->thread, NULL);
	slurm_cond_destroy(&writer->news);
	slurm_mutex_destroy(&writer->lock);
	free(writer);
}
