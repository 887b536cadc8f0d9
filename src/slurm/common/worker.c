/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See worker.h.
 */
#include "slurm/common/compat.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "src/common/macros.h"

#include "slurm/common/worker.h"

struct fts_worker {
	const char *name;
	void (*work)(void *owner);
	void *owner;
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t news;
	bool ended, busy;
};

static void *_run_worker(void *arg)
{
	struct fts_worker *worker = arg;

	prctl(PR_SET_NAME, worker->name, NULL, NULL, NULL);
	slurm_mutex_lock(&worker->lock);
	while (true) {
		while (!worker->busy && !worker->ended)
			slurm_cond_wait(&worker->news, &worker->lock);
		if (!worker->busy)
			break;
		slurm_mutex_unlock(&worker->lock);
		worker->work(worker->owner);
		slurm_mutex_lock(&worker->lock);
		worker->busy = false;
	}
	slurm_mutex_unlock(&worker->lock);
	return NULL;
}

static void _drop_worker(struct fts_worker *worker)
{
	slurm_cond_destroy(&worker->news);
	slurm_mutex_destroy(&worker->lock);
	free(worker);
}

struct fts_worker *fts_worker_new(const char *name, void (*work)(void *owner),
				  void *owner)
{
	struct fts_worker *worker = calloc(1, sizeof(*worker));

	if (!worker)
		return NULL;
	worker->name = name;
	worker->work = work;
	worker->owner = owner;
	slurm_mutex_init(&worker->lock);
	slurm_cond_init(&worker->news, NULL);
	if (!pthread_create(&worker->thread, NULL, _run_worker, worker))
		return worker;
	_drop_worker(worker);
	return NULL;
}

void fts_worker_give(struct fts_worker *worker)
{
	slurm_mutex_lock(&worker->lock);
	worker->busy = true;
	slurm_cond_signal(&worker->news);
	slurm_mutex_unlock(&worker->lock);
}

bool fts_worker_is_busy(struct fts_worker *worker)
{
	bool busy;

	slurm_mutex_lock(&worker->lock);
	busy = worker->busy;
	slurm_mutex_unlock(&worker->lock);
	return busy;
}

void fts_worker_free(struct fts_worker *worker)
{
	if (!worker)
		return;
	slurm_mutex_lock(&worker->lock);
	worker->ended = true;
	slurm_cond_signal(&worker->news);
	slurm_mutex_unlock(&worker->lock);
	pthread_join(worker->thread, NULL);
	_drop_worker(worker);
}
