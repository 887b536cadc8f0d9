/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_memory.h.
 */
#define _GNU_SOURCE
#include "sfair/priority/priority_memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/priority/queue_time_state.h"
#include "sfair/base/json_file.h"

#define STATE_DIR "/var/spool" /* Slurm's own default */

void sfair_memory_free(struct sfair_memory *memory)
{
	ft_queue_book_free(&memory->queue);
	ft_reserve_state_free(&memory->reserve);
	if (memory->has_ledger)
		ft_ledger_image_fini(&memory->ledger);
	*memory = (struct sfair_memory){0};
}

/*
 * The text of a file; NULL and 0 if there is none, or it may not be read,
 * which is then said.
 */
static int _slurp_job(const struct sfair_priority_policy *policy,
		      const char *name, char **ret_path, char **ret_text,
		      struct ft_err *err)
{
	const char *dir = NULL;
	struct ft_err why = {0};
	int rc;

	if (policy->conf)
		dir = ft_conf_get(policy->conf, "StateSaveLocation", NULL);
	*ret_text = NULL;
	if (asprintf(ret_path, "%s/%s", dir ? dir : STATE_DIR, name) < 0) {
		*ret_path = NULL;
		return ft_no_memory(err);
	}
	rc = sfair_file_read(*ret_path, ret_text, &why);
	if (rc && rc != -ENOENT)
		fprintf(stderr, "sfair priority: note: %s: counts as empty\n",
			why.text);
	return 0;
}

static int
_read_job(const struct sfair_priority_policy *policy, const char *name,
	  int (*read)(char *text, size_t size, const char *path,
		      struct sfair_memory *memory, struct ft_err *err),
	  struct sfair_memory *memory, struct ft_err *err)
{
	char *path, *text;
	struct ft_err why = {0};
	int rc = _slurp_job(policy, name, &path, &text, err);

	if (!rc && text) {
		rc = read(text, strlen(text), path, memory, &why);
		if (rc == -ENOMEM)
			ft_fail(err, rc, "%.400s", why.text);
		else if (rc)
			fprintf(stderr,
				"sfair priority: note: %s: counts as empty\n",
				why.text);
		rc = rc == -ENOMEM ? rc : 0;
	}
	free(text);
	free(path);
	return rc;
}

static int _queue(char *text, size_t size, const char *path,
		  struct sfair_memory *memory, struct ft_err *err)
{
	return ft_queue_time_state_read(text, size, path, &memory->queue, err);
}

static int _reserve_job(char *text, size_t size, const char *path,
			struct sfair_memory *memory, struct ft_err *err)
{
	return ft_reserve_state_read(text, size, path, &memory->reserve, err);
}

static int _ledger(char *text, size_t size, const char *path,
		   struct sfair_memory *memory, struct ft_err *err)
{
	int rc = ft_ledger_image_init(&memory->ledger);

	if (rc)
		return ft_fail(err, rc, "out of memory");
	rc = ft_ledger_file_read(text, size, path, &memory->ledger, err);
	memory->has_ledger = !rc;
	return rc;
}

static bool _uses_job(const struct sfair_priority_policy *policy,
		      enum ft_subcomponent first, enum ft_subcomponent last)
{
	for (int i = first; i <= (int) last; i++)
		if (ft_component_policy_uses(policy->site.components,
					     (enum ft_subcomponent) i))
			return true;
	return false;
}

int sfair_memory_read(const struct sfair_priority_policy *policy,
		      struct sfair_memory *memory, struct ft_err *err)
{
	int rc = 0;

	if (_uses_job(policy, FT_SERV_QUEUETIME, FT_SERV_XFACTOR) ||
	    _uses_job(policy, FT_TARGET_QUEUETIME, FT_TARGET_XFACTOR))
		rc = _read_job(policy, FT_QUEUE_TIME_STATE_NAME, _queue, memory,
			       err);
	if (!rc && _uses_job(policy, FT_SERV_BYPASS, FT_SERV_BYPASS))
		rc = _read_job(policy, FT_RESERVE_STATE_NAME, _reserve_job,
			       memory, err);
	if (!rc && _uses_job(policy, FT_FS_USER, FT_FS_CLASS))
		rc = _read_job(policy, FT_LEDGER_FILE_NAME, _ledger, memory,
			       err);
	return rc;
}

double sfair_memory_waited(const struct sfair_memory *memory, uint32_t job_id,
			   int64_t submit, int64_t at)
{
	int64_t waited = ft_queue_book_get(&memory->queue, job_id, submit, at);

	if (waited < 0)
		waited = at - submit;
	return waited > 0 ? (double) waited : 0;
}

uint32_t sfair_memory_bypass(const struct sfair_memory *memory, uint32_t job_id)
{
	return ft_bypass_get(&memory->reserve.bypass, job_id);
}

void sfair_memory_usage(const struct sfair_memory *memory,
			const struct sfair_priority_policy *policy,
			struct sfair_job *job)
{
	const struct ft_fs_history *history = &memory->ledger.ledger.window;
	const struct ft_fs_span *span = &policy->site.goals.span;
	struct ft_fs_state state;

	if (!memory->has_ledger)
		return;
	state.total = ft_fs_total(history, span);
	job->has_usage = state.total > 0;
	for (int i = 0; job->has_usage && i < FT_CREDENTIAL_KINDS; i++) {
		uint32_t at = FT_CREDENTIAL_NONE;

		if (job->credential[i])
			at = ft_credential_find(&history->credentials,
						(enum ft_credential_kind) i,
						job->credential[i]);
		state.usage = at == FT_CREDENTIAL_NONE
				      ? 0
				      : ft_fs_usage(history, span, at);
		job->usage[i] = ft_fs_percent(state);
	}
}
