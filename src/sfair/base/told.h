/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_told - names of users and groups, each asked of the system once: a
 * look-up can take milliseconds, and a queue has 100,000 jobs.
 */
#ifndef FT_SFAIR_BASE_TOLD_H
#define FT_SFAIR_BASE_TOLD_H

#include <stdint.h>

#include "core/base/id_map.h"

/* Of users or of groups, not of both; everything zero is an empty one. */
struct sfair_told {
	struct ft_id_map index; /* id to name */
	char **name;		/* NULL: it has none */
	uint32_t count, room;
};

/* The name, which stays until told is freed, or NULL if the id has none.  0 or
 * -ENOMEM. */
extern int sfair_told_user(struct sfair_told *told, uint32_t uid,
			   const char **ret_name);
extern int sfair_told_group(struct sfair_told *told, uint32_t gid,
			    const char **ret_name);
extern void sfair_told_free(struct sfair_told *told);

#endif
