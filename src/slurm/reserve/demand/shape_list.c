/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/shape_list.h.
 */
#include "slurm/reserve/demand/shape_list.h"

#include <stdlib.h>

enum { FIRST_ROOM = 8 }; /* requests */

/* The array with so much room; it is as it was if that cannot be had. */
static void *_grown(struct fts_build *build, void *array, size_t used,
		    size_t size)
{
	char *grown = realloc(array, size);

	if (!grown) {
		build->failed = true;
		return array;
	}
	memset(grown + used, 0, size - used);
	return grown;
}

bool fts_shape_room(struct fts_build *build, struct fts_shape *draft)
{
	uint32_t used = draft->request_room, room = MAX(used * 2, FIRST_ROOM);

	if (draft->request_count + 2 <= used)
		return true;
	draft->request =
		_grown(build, draft->request, used * sizeof(*draft->request),
		       room * sizeof(*draft->request));
	draft->partition = _grown(build, draft->partition,
				  used * sizeof(*draft->partition),
				  room * sizeof(*draft->partition));
	draft->reservation = _grown(build, draft->reservation,
				    used * sizeof(*draft->reservation),
				    room * sizeof(*draft->reservation));
	draft->manner =
		_grown(build, draft->manner, used * sizeof(*draft->manner),
		       room * sizeof(*draft->manner));
	if (build->failed)
		return false;
	draft->request_room = room;
	return true;
}

static void *_keep_list(struct fts_build *build, const void *list, size_t size)
{
	void *kept = fts_build_own(build, size);

	if (kept && size)
		memcpy(kept, list, size);
	free((void *) list);
	return kept;
}

/* Each list becomes what keep() makes of it. */
static void _keep_lists(struct fts_build *build, struct fts_shape *shape,
			void *(*keep)(struct fts_build *build, const void *list,
				      size_t size))
{
	size_t count = shape->request_count + shape->least_count;

	shape->request =
		keep(build, shape->request, count * sizeof(*shape->request));
	shape->partition = keep(build, shape->partition,
				count * sizeof(*shape->partition));
	shape->reservation = keep(build, shape->reservation,
				  count * sizeof(*shape->reservation));
	shape->manner =
		keep(build, shape->manner, count * sizeof(*shape->manner));
}

void fts_shape_keep(struct fts_build *build, struct fts_shape *draft)
{
	_keep_lists(build, draft, _keep_list);
	draft->request_room = 0;
}

void fts_shape_stay(struct fts_build *build, struct fts_shape *shape)
{
	_keep_lists(build, shape, fts_build_same);
	shape->stays = true;
}
