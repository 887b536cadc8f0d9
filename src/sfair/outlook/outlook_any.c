/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook_any.h.
 */
#include "ft_config.h"

#include "sfair/outlook/outlook_any.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfair/outlook/outlook_file.h"
#include "sfair/outlook/outlook_live.h"

enum { STALE = 300 }; /* seconds: an older plan is none */

static void _note_outlook(char note[SFAIR_NOTE], const char *path,
			  const char *said)
{
	snprintf(note, SFAIR_NOTE,
		 "told from what slurmctld shows everybody, since the plan of "
		 "sched/reserve cannot be read (%s%s%s)",
		 path ? path : "", path ? ": " : "", said);
}

static bool _read_outlook(const struct sfair_scene *scene, const char *given,
			  struct ft_outlook *outlook, char note[SFAIR_NOTE])
{
	char *path =
		given ? strdup(given)
		      : sfair_outlook_path(scene->conf->sched_params,
					   scene->conf->state_save_location);
	struct ft_err err;
	int rc;

	if (!path) {
		_note_outlook(note, NULL, "none is published, rsv_publish=no");
		return false;
	}
	rc = sfair_outlook_read(path, outlook, &err);
	if (rc == -EINVAL)
		_note_outlook(note, NULL, err.text);
	else if (rc)
		_note_outlook(note, path, strerror(-rc));
	else if (!given && outlook->made < scene->now - STALE) {
		_note_outlook(note, path, "it is old");
		ft_outlook_free(outlook);
		rc = -ESTALE;
	}
	free(path);
	return !rc;
}

int sfair_outlook_any(struct sfair_scene *scene, const char *path,
		      struct ft_outlook *outlook, bool *ret_published,
		      char note[SFAIR_NOTE], struct ft_err *err)
{
	int rc;

	note[0] = '\0';
	*ret_published = _read_outlook(scene, path, outlook, note);
	if (*ret_published)
		return 0;
	if (scene->hidden)
		snprintf(note + strlen(note), SFAIR_NOTE - strlen(note),
			 "; other users' jobs are hidden from you and count "
			 "for nothing here");
	rc = sfair_scene_load_jobs(scene, err);
	return rc ? rc : sfair_outlook_live(scene, outlook, err);
}
