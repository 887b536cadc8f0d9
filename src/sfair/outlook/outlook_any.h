/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_outlook_any - the best plan that the user may see.
 *
 * The published one, if there is one, it can be read and is not old; else what
 * slurmctld tells all users, with a note that says why.
 */
#ifndef FT_SFAIR_OUTLOOK_OUTLOOK_ANY_H
#define FT_SFAIR_OUTLOOK_OUTLOOK_ANY_H

#include "core/plan/outlook.h"
#include "sfair/outlook/scene.h"

enum { SFAIR_NOTE = 1280 };

struct sfair_outlook_call {
	const char *path; /* of the published plan; NULL: where slurm.conf says
			   */
	bool whole;	  /* refused, where jobs that are hidden leave it open
			   * what is free */
};

/* note: "" if a published plan was read.  0 or -errno with err. */
extern int sfair_outlook_any(struct sfair_scene *scene,
			     const struct sfair_outlook_call *call,
			     struct ft_outlook *outlook, bool *ret_published,
			     char note[SFAIR_NOTE], struct ft_err *err);

#endif
