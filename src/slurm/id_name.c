/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See id_name.h.
 */
#include "slurm/id_name.h"

#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>

#include "core/arena.h"
#include "core/id_map.h"

#include <string.h>

enum {
	FIRST_ROOM = 1024,
	MOST_ROOM = 1 << 20, /* a group may have many members */
	NOBODY = 0,	     /* the place of names that there are not */
};

/* lock guards what follows. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ft_arena *arena;
static const char **name; /* name[NOBODY] is none */
static size_t count;
static struct ft_id_map users, groups;

static int _ask_user(uid_t uid, char *room, size_t size, char **ret_name)
{
	struct passwd entry, *found;
	int rc = getpwuid_r(uid, &entry, room, size, &found);

	*ret_name = !rc && found ? found->pw_name : NULL;
	return rc;
}

static int _ask_group(gid_t gid, char *room, size_t size, char **ret_name)
{
	struct group entry, *found;
	int rc = getgrgid_r(gid, &entry, room, size, &found);

	*ret_name = !rc && found ? found->gr_name : NULL;
	return rc;
}

/* A copy to be freed, or NULL. */
static char *_ask(uint32_t id, bool group)
{
	char *copy = NULL;

	for (size_t size = FIRST_ROOM; size <= MOST_ROOM; size *= 2) {
		char *room = malloc(size), *found = NULL;
		int rc = ENOMEM;

		if (room)
			rc = group ? _ask_group(id, room, size, &found)
				   : _ask_user(id, room, size, &found);
		if (found)
			copy = strdup(found);
		free(room);
		if (rc != ERANGE)
			break;
	}
	return copy;
}

/* Puts text among the names; its place, NOBODY if out of memory. */
static uint32_t _keep(const char *text)
{
	char *copy = NULL;
	const char **list;

	if (!arena)
		arena = ft_arena_new();
	if (!arena || !text)
		return NOBODY;
	if (!count) /* of nobody */
		name = ft_arena_grow(arena, NULL, count++, sizeof(*name));
	list = name ? ft_arena_grow(arena, name, count, sizeof(*name)) : NULL;
	if (list)
		copy = ft_arena_alloc(arena, strlen(text) + 1);
	if (!copy)
		return NOBODY;
	memcpy(copy, text, strlen(text));
	name = list;
	name[count] = copy;
	return (uint32_t) count++;
}

static const char *_get(struct ft_id_map *map, uint32_t id, bool group)
{
	uint32_t place = NOBODY;
	const char *found;
	char *asked;
	bool known;

	pthread_mutex_lock(&lock);
	known = ft_id_map_get(map, id, &place);
	found = place == NOBODY ? NULL : name[place];
	pthread_mutex_unlock(&lock);
	if (known)
		return found;
	asked = _ask(id, group);
	pthread_mutex_lock(&lock);
	place = _keep(asked);
	(void) ft_id_map_put(map, id, place);
	found = place == NOBODY ? NULL : name[place];
	pthread_mutex_unlock(&lock);
	free(asked);
	return found;
}

const char *fts_id_name_user(uid_t uid)
{
	return _get(&users, uid, false);
}

const char *fts_id_name_group(gid_t gid)
{
	return _get(&groups, gid, true);
}

void fts_id_name_forget(void)
{
	pthread_mutex_lock(&lock);
	ft_id_map_clear(&users);
	ft_id_map_clear(&groups);
	pthread_mutex_unlock(&lock);
}

void fts_id_name_fini(void)
{
	pthread_mutex_lock(&lock);
	ft_id_map_fini(&users);
	ft_id_map_fini(&groups);
	ft_arena_free(arena);
	arena = NULL;
	name = NULL;
	count = 0;
	pthread_mutex_unlock(&lock);
}
