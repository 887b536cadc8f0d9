/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See shake.h.
 */
#include "core/replay/shake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/id_map.h"

struct moved {
	int64_t submit;
	uint32_t from; /* index in the log */
};

/* A user's session, as far as it is known. */
struct session {
	int64_t last; /* submission in the log */
	int64_t by;   /* seconds that it moves */
	uint64_t number;
};

/* splitmix64's finish (Steele, Lea, Flood 2014). */
static uint64_t _mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static int64_t _draw(uint64_t seed, int64_t user, uint64_t session,
		     int64_t seconds)
{
	uint64_t z = _mix(seed + UINT64_C(0x9e3779b97f4a7c15));

	z = _mix(z ^ (uint64_t) user);
	z = _mix(z ^ session);
	return (int64_t) (z % (uint64_t) (seconds + 1));
}

/* The session of a user, made when it is first met. */
static int _session(struct ft_id_map *users, struct session *session,
		    uint32_t *count, int64_t user, struct session **ret)
{
	uint32_t index;

	if (!ft_id_map_get(users, (uint32_t) user, &index)) {
		index = (*count)++;
		if (ft_id_map_put(users, (uint32_t) user, index))
			return -ENOMEM;
		session[index] = (struct session){.last = INT64_MIN / 2};
	}
	*ret = &session[index];
	return 0;
}

static int _move_log(const struct ft_workload *workload, uint64_t seed,
		     int64_t seconds, struct session *session,
		     struct moved *moved)
{
	struct ft_id_map users = {0};
	uint32_t count = 0;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < workload->count; i++) {
		const struct ft_workload_job *job = &workload->job[i];
		struct session *own;

		rc = _session(&users, session, &count, job->user, &own);
		if (rc)
			break;
		if (job->submit - own->last >= FT_SHAKE_SESSION)
			own->by =
				_draw(seed, job->user, own->number++, seconds);
		own->last = job->submit;
		moved[i] = (struct moved){job->submit + own->by, i};
	}
	ft_id_map_fini(&users);
	return rc;
}

static int _by_submit(const void *x, const void *y)
{
	const struct moved *a = x, *b = y;

	if (a->submit != b->submit)
		return (a->submit > b->submit) - (a->submit < b->submit);
	return (a->from > b->from) - (a->from < b->from);
}

/* place: new index of each job of the log. */
static void _copy_log(const struct ft_workload *workload,
		      const struct moved *moved, uint32_t *place,
		      struct ft_workload_job *job)
{
	for (uint32_t i = 0; i < workload->count; i++)
		place[moved[i].from] = i;
	for (uint32_t i = 0; i < workload->count; i++) {
		job[i] = workload->job[moved[i].from];
		job[i].submit = moved[i].submit;
		if (job[i].after < 0)
			continue;
		job[i].after = place[job[i].after];
		if (job[i].after >= i)
			job[i].after = -1;
	}
}

extern int ft_shake(const struct ft_workload *workload, uint64_t seed,
		    int64_t seconds, struct ft_workload *ret_workload)
{
	size_t count = workload->count;
	struct moved *moved = calloc(count + 1, sizeof(*moved));
	struct session *session = calloc(count + 1, sizeof(*session));
	uint32_t *place = calloc(count + 1, sizeof(*place));
	struct ft_workload_job *job = calloc(count + 1, sizeof(*job));
	int rc = -ENOMEM;

	if (moved && session && place && job)
		rc = _move_log(workload, seed, seconds, session, moved);
	if (!rc) {
		qsort(moved, count, sizeof(*moved), _by_submit);
		_copy_log(workload, moved, place, job);
		*ret_workload = *workload;
		ret_workload->job = job;
		ret_workload->size = workload->count;
		job = NULL;
	}
	free(moved);
	free(session);
	free(place);
	free(job);
	return rc;
}
