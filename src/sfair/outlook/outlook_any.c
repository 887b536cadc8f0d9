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

/* What keeps it from being read, for the words that follow "since". */
static void _note_lack(char lack[SFAIR_NOTE], const char *path,
		       const char *said)
{
	snprintf(lack, SFAIR_NOTE,
		 "the plan of sched/reserve cannot be read (%s%s%s)",
		 path ? path : "", path ? ": " : "", said);
}

static int _read_file(const char *path, struct ft_outlook *outlook,
		      char lack[SFAIR_NOTE])
{
	struct ft_err err;
	int rc = sfair_outlook_read(path, outlook, &err);

	if (rc == -EINVAL)
		_note_lack(lack, NULL, err.text);
	else if (rc)
		_note_lack(lack, path, strerror(-rc));
	return rc;
}

/* Where slurm.conf says, and not an old one. */
static bool _read_published(const struct sfair_scene *scene,
			    struct ft_outlook *outlook, char lack[SFAIR_NOTE])
{
	char *path = sfair_outlook_path(scene->conf->sched_params,
					scene->conf->state_save_location);
	int rc = path ? _read_file(path, outlook, lack) : -ENODATA;

	if (rc == -ENODATA)
		snprintf(lack, SFAIR_NOTE,
			 "the site publishes no plan (rsv_publish=no)");
	if (rc == -ENOENT)
		snprintf(lack, SFAIR_NOTE,
			 "sched/reserve has not published a plan yet (%s)",
			 path);
	if (!rc && outlook->made < scene->now - STALE) {
		ft_outlook_free(outlook);
		_note_lack(lack, path, "it is old");
		rc = -ESTALE;
	}
	free(path);
	return !rc;
}

static bool _read_outlook(const struct sfair_scene *scene, const char *given,
			  struct ft_outlook *outlook, char lack[SFAIR_NOTE])
{
	if (given)
		return !_read_file(given, outlook, lack);
	if (sfair_scene_reserves(scene))
		return _read_published(scene, outlook, lack);
	snprintf(lack, SFAIR_NOTE,
		 "this cluster runs %s, which publishes no plan",
		 sfair_scene_scheduler(scene));
	return false;
}

int sfair_outlook_any(struct sfair_scene *scene,
		      const struct sfair_outlook_call *call,
		      struct ft_outlook *outlook, bool *ret_published,
		      char note[SFAIR_NOTE], struct ft_err *err)
{
	char lack[SFAIR_NOTE] = "";
	int rc;

	note[0] = '\0';
	*ret_published = _read_outlook(scene, call->path, outlook, lack);
	if (*ret_published)
		return 0;
	if (scene->hidden && call->whole)
		return ft_fail(err, -EACCES,
			       "your site hides other users' jobs from you, "
			       "and %s, so what is free when is not known: "
			       "sbatch --test-only asks slurmctld%s",
			       lack,
			       sfair_scene_reserves(scene)
				       ? " (an administrator can let users "
					 "read the plan: rsv_publish)"
				       : "");
	snprintf(note, SFAIR_NOTE,
		 "told from what slurmctld shows everybody, since %s%s", lack,
		 scene->hidden ? "; other users' jobs are hidden from you and "
				 "count for nothing here"
			       : "");
	rc = sfair_scene_load_jobs(scene, err);
	return rc ? rc : sfair_outlook_live(scene, outlook, err);
}
