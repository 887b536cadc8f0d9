/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_current.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <pthread.h>

#include "priority_current.h"

/* lock guards what follows; it is the innermost of all locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fts_priority_config *current;
static struct fts_priority_config *former; /* of a life that has ended */
static char *refused; /* why the last configuration was refused */

struct fts_priority_config *priority_current_get(void)
{
	struct fts_priority_config *config;

	slurm_mutex_lock(&lock);
	config = current;
	if (config)
		config->references++;
	slurm_mutex_unlock(&lock);
	return config;
}

void priority_current_put(struct fts_priority_config *config)
{
	slurm_mutex_lock(&lock);
	fts_priority_config_free(config);
	slurm_mutex_unlock(&lock);
}

static void _refuse_config(const struct ft_err *err)
{
	slurm_mutex_lock(&lock);
	if (xstrcmp(refused, err->text)) {
		error("priority/fairtree: %s%s", err->text,
		      current || former
			      ? "; the former configuration stays in force"
			      : "");
		xfree(refused);
		refused = xstrdup(err->text);
	}
	slurm_mutex_unlock(&lock);
}

/* Begins anew with what was in force when the last life ended. */
static int _resume(void)
{
	int code;

	slurm_mutex_lock(&lock);
	if (!current) {
		current = former;
		former = NULL;
	}
	code = current ? SLURM_SUCCESS : SLURM_ERROR;
	slurm_mutex_unlock(&lock);
	return code;
}

int priority_current_read(bool *ret_other_model)
{
	struct fts_priority_config *next;
	struct ft_err err;

	next = fts_priority_config_read(slurm_with_slurmdbd(), &err);
	if (!next) {
		_refuse_config(&err);
		return ret_other_model ? SLURM_ERROR : _resume();
	}
	fts_priority_config_log(next);
	slurm_mutex_lock(&lock);
	if (ret_other_model)
		*ret_other_model =
			current && current->option.model != next->option.model;
	fts_priority_config_free(current);
	current = next;
	fts_priority_config_free(former);
	former = NULL;
	xfree(refused);
	slurm_mutex_unlock(&lock);
	return SLURM_SUCCESS;
}

void priority_current_again(void)
{
	struct fts_priority_config *next;

	slurm_mutex_lock(&lock);
	if (current) {
		next = fts_priority_config_again(current);
		fts_priority_config_free(current);
		current = next;
	}
	slurm_mutex_unlock(&lock);
}

void priority_current_forget(void)
{
	slurm_mutex_lock(&lock);
	if (current) {
		fts_priority_config_free(former);
		former = current;
	}
	current = NULL;
	xfree(refused);
	slurm_mutex_unlock(&lock);
}
