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

static void *_keep_list(struct fts_build *build, void *list, size_t size)
{
	void *kept = fts_build_own(build, size);

	if (kept && size)
		memcpy(kept, list, size);
	free(list);
	return kept;
}

void fts_shape_keep(struct fts_build *build, struct fts_shape *draft)
{
	size_t count = draft->request_count + draft->least_count;

	draft->request = _keep_list(build, draft->request,
				    count * sizeof(*draft->request));
	draft->partition = _keep_list(build, draft->partition,
				      count * sizeof(*draft->partition));
	draft->reservation = _keep_list(build, draft->reservation,
					count * sizeof(*draft->reservation));
	draft->manner = _keep_list(build, draft->manner,
				   count * sizeof(*draft->manner));
	draft->request_room = 0;
}
