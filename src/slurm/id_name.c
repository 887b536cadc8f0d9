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
};

/* What is known of an id. */
struct known {
	const char *name; /* NULL: it has none */
	uint32_t age;	  /* when that was asked */
	uint32_t doubt;	  /* the same, for one that has none */
};

/* lock guards what follows. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ft_arena *arena;
static struct known *list;
static size_t count;
static struct ft_id_map users, groups; /* the place of an id in the list */
static uint32_t age = 1, doubt;
static bool nameless; /* some id has no name, as far as is known */

/* What the system is asked: who has this name or, without one, this id. */
struct question {
	const char *name;
	uint32_t id;
	bool group;
	bool found;
	char *copy; /* of the name that an id has, to be freed */
};

static int _ask_user(struct question *question, char *room, size_t size)
{
	struct passwd entry, *found = NULL;
	int rc =
		question->name
			? getpwnam_r(question->name, &entry, room, size, &found)
			: getpwuid_r(question->id, &entry, room, size, &found);

	question->found = !rc && found;
	if (!question->found)
		return rc;
	if (!question->name)
		question->copy = strdup(found->pw_name);
	question->id = found->pw_uid;
	return 0;
}

static int _ask_group(struct question *question, char *room, size_t size)
{
	struct group entry, *found = NULL;
	int rc =
		question->name
			? getgrnam_r(question->name, &entry, room, size, &found)
			: getgrgid_r(question->id, &entry, room, size, &found);

	question->found = !rc && found;
	if (!question->found)
		return rc;
	if (!question->name)
		question->copy = strdup(found->gr_name);
	question->id = found->gr_gid;
	return 0;
}

static void _ask(struct question *question)
{
	int rc = ERANGE;

	for (size_t size = FIRST_ROOM; rc == ERANGE && size <= MOST_ROOM;
	     size *= 2) {
		char *room = malloc(size);

		if (!room)
			return;
		rc = question->group ? _ask_group(question, room, size)
				     : _ask_user(question, room, size);
		free(room);
	}
}

/* The place of an id that nobody has asked for yet; NULL if out of memory. */
static struct known *_append(struct ft_id_map *map, uint32_t id)
{
	struct known *longer;

	if (!arena)
		arena = ft_arena_new();
	longer =
		arena ? ft_arena_grow(arena, list, count, sizeof(*list)) : NULL;
	if (!longer || ft_id_map_put(map, id, (uint32_t) count))
		return NULL;
	list = longer;
	return &list[count++];
}

static struct known *_known(const struct ft_id_map *map, uint32_t id)
{
	uint32_t place;

	return ft_id_map_get(map, id, &place) ? &list[place] : NULL;
}

/* The same if it need not be asked again. */
static struct known *_sure(const struct ft_id_map *map, uint32_t id)
{
	struct known *known = _known(map, id);

	if (!known || known->age != age)
		return NULL;
	return known->name || known->doubt == doubt ? known : NULL;
}

/*
 * Notes the name that an id had at that age, and returns it.  Callers have
 * names that were returned before: one that is still right stays where it is,
 * so that asking again after each reconfigure takes no memory.  So does one
 * that is not told any more: the directory may just not answer, and a user who
 * is gone was nobody else.
 */
static const char *_keep(struct ft_id_map *map, uint32_t id, const char *text,
			 const struct known *asked)
{
	struct known *known = _known(map, id);
	char *copy;

	if (!known)
		known = _append(map, id);
	if (!known)
		return NULL;
	known->age = asked->age;
	known->doubt = asked->doubt;
	nameless |= !text && !known->name;
	if (!text || (known->name && !strcmp(text, known->name)))
		return known->name;
	copy = ft_arena_alloc(arena, strlen(text) + 1);
	if (copy)
		memcpy(copy, text, strlen(text));
	known->name = copy;
	return copy;
}

static const char *_get(struct ft_id_map *map, uint32_t id, bool group)
{
	struct question question = {.id = id, .group = group};
	const struct known *known;
	const char *found = NULL;
	struct known asked;

	pthread_mutex_lock(&lock);
	asked = (struct known){.age = age, .doubt = doubt};
	known = _sure(map, id);
	if (known)
		found = known->name;
	pthread_mutex_unlock(&lock);
	if (known)
		return found;
	_ask(&question);
	pthread_mutex_lock(&lock);
	found = _keep(map, id, question.copy, &asked);
	pthread_mutex_unlock(&lock);
	free(question.copy);
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

static bool _find(struct question question, uint32_t *ret_id)
{
	_ask(&question);
	if (question.found)
		*ret_id = question.id;
	return question.found;
}

bool fts_id_name_find_user(const char *name, uint32_t *ret_uid)
{
	return _find((struct question){.name = name}, ret_uid);
}

bool fts_id_name_find_group(const char *name, uint32_t *ret_gid)
{
	return _find((struct question){.name = name, .group = true}, ret_gid);
}

static bool _knows(const struct ft_id_map *map, uint32_t id)
{
	bool knows;

	pthread_mutex_lock(&lock);
	knows = _sure(map, id);
	pthread_mutex_unlock(&lock);
	return knows;
}

bool fts_id_name_knows_user(uid_t uid)
{
	return _knows(&users, uid);
}

bool fts_id_name_knows_group(gid_t gid)
{
	return _knows(&groups, gid);
}

uint32_t fts_id_name_age(void)
{
	uint32_t now;

	pthread_mutex_lock(&lock);
	now = age;
	pthread_mutex_unlock(&lock);
	return now;
}

void fts_id_name_forget(void)
{
	pthread_mutex_lock(&lock);
	age++;
	pthread_mutex_unlock(&lock);
}

bool fts_id_name_doubt(void)
{
	bool any;

	pthread_mutex_lock(&lock);
	any = nameless;
	nameless = false;
	doubt += any;
	pthread_mutex_unlock(&lock);
	return any;
}

void fts_id_name_fini(void)
{
	pthread_mutex_lock(&lock);
	ft_id_map_fini(&users);
	ft_id_map_fini(&groups);
	ft_arena_free(arena);
	arena = NULL;
	list = NULL;
	count = 0;
	nameless = false;
	pthread_mutex_unlock(&lock);
}
