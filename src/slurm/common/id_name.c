/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See id_name.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "slurm/common/id_name.h"

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#include "core/base/arena.h"
#include "core/base/id_map.h"

#include <string.h>

enum {
	PATIENCE_MS = 50, /* what a request may be delayed */
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
static uint32_t life; /* what was asked before the end is not wanted after */
static bool asking;   /* a thread is, on behalf of one that holds locks */
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static struct timespec patience; /* until when it is waited for */

/* What the system is asked: which id has this name, or the reverse. */
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

static void _ask_name(struct question *question)
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

/* The place of an id not asked for yet; NULL if out of memory. */
static struct known *_append_name(struct ft_id_map *map, uint32_t id)
{
	struct known *longer;

	if (!arena)
		arena = ft_arena_new();
	longer =
		arena ? ft_arena_grow(arena, list, count, sizeof(*list)) : NULL;
	if (!longer)
		return NULL;
	list = longer;
	if (ft_id_map_put(map, id, (uint32_t) count))
		return NULL;
	return &list[count++];
}

static struct known *_known_name(const struct ft_id_map *map, uint32_t id)
{
	uint32_t place;

	return ft_id_map_get(map, id, &place) ? &list[place] : NULL;
}

/* The same if it need not be asked again. */
static struct known *_sure(const struct ft_id_map *map, uint32_t id)
{
	struct known *known = _known_name(map, id);

	if (!known || known->age != age)
		return NULL;
	return known->name || known->doubt == doubt ? known : NULL;
}

/*
 * Notes the name that an id had at that age, and returns it.  Callers have
 * names that were returned before: one that is still right stays where it is,
 * so that asking again after each reconfigure takes no memory.  So does one
 * that is not told any more: the directory may just not answer, and a user
 * that is gone was no other.
 */
static const char *_keep_name(struct ft_id_map *map, uint32_t id,
			      const char *text, const struct known *asked)
{
	struct known *known = _known_name(map, id);
	char *copy;

	if (!known)
		known = _append_name(map, id);
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

/* A question on its way, and what was known when it was asked. */
struct errand {
	struct question question;
	struct ft_id_map *map;
	struct known asked;
	uint32_t life;
};

/* The answer is kept; caller holds the lock. */
static void _deliver(struct errand *errand)
{
	if (errand->life == life)
		(void) _keep_name(errand->map, errand->question.id,
				  errand->question.copy, &errand->asked);
	free(errand->question.copy);
}

static void *_run_name(void *arg)
{
	struct errand *errand = arg;

	_ask_name(&errand->question);
	pthread_mutex_lock(&lock);
	_deliver(errand);
	asking = false;
	pthread_cond_broadcast(&answered);
	pthread_mutex_unlock(&lock);
	free(errand);
	return NULL;
}

/* A directory may answer after this library would have been unloaded. */
static void _stay_name(void)
{
	static bool stays;
	Dl_info info;

	if (!stays && dladdr((void *) &lock, &info) && info.dli_fname)
		stays = dlopen(info.dli_fname,
			       RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

/* Asks in a thread of its own; caller holds the lock.  False: it cannot. */
static bool _send_name(struct ft_id_map *map, uint32_t id, bool group)
{
	struct errand *errand = calloc(1, sizeof(*errand));
	struct timeval now;
	pthread_attr_t detached;
	pthread_t thread;

	if (!errand)
		return false;
	*errand = (struct errand){.question = {.id = id, .group = group},
				  .map = map,
				  .asked = {.age = age, .doubt = doubt},
				  .life = life};
	_stay_name();
	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	asking = !pthread_create(&thread, &detached, _run_name, errand);
	pthread_attr_destroy(&detached);
	if (!asking)
		free(errand);
	gettimeofday(&now, NULL);
	patience.tv_sec = now.tv_sec;
	patience.tv_nsec = now.tv_usec * 1000;
	patience.tv_nsec += PATIENCE_MS * 1000000;
	patience.tv_sec += patience.tv_nsec / 1000000000;
	patience.tv_nsec %= 1000000000;
	return asking;
}

/* Until no id is being asked for; false if that takes too long.  Caller holds
 * the lock. */
static bool _await(void)
{
	int rc = 0;

	while (asking && !rc)
		rc = pthread_cond_timedwait(&answered, &lock, &patience);
	return !asking;
}

/*
 * Callers hold slurmctld's locks: one whose first job is being submitted is
 * asked about, but no caller waits for a directory that does not answer.  One
 * that did not answer yet is not asked again; an id met meanwhile has no
 * name for now, and is doubted.
 */
static const char *_get_name(struct ft_id_map *map, uint32_t id, bool group)
{
	const struct known *known;
	const char *found;

	pthread_mutex_lock(&lock);
	known = _sure(map, id);
	if (!known && _await()) {
		known = _sure(map, id);
		if (!known && _send_name(map, id, group) && _await())
			known = _sure(map, id);
	}
	nameless |= !known;
	if (!known)
		known = _known_name(map, id);
	found = known ? known->name : NULL;
	pthread_mutex_unlock(&lock);
	return found;
}

const char *fts_id_name_user(uid_t uid)
{
	return _get_name(&users, uid, false);
}

const char *fts_id_name_group(gid_t gid)
{
	return _get_name(&groups, gid, true);
}

static void _learn_name(struct ft_id_map *map, uint32_t id, bool group)
{
	struct errand errand = {.question = {.id = id, .group = group},
				.map = map};
	bool known;

	pthread_mutex_lock(&lock);
	errand.asked = (struct known){.age = age, .doubt = doubt};
	errand.life = life;
	known = _sure(map, id);
	pthread_mutex_unlock(&lock);
	if (known)
		return;
	_ask_name(&errand.question);
	pthread_mutex_lock(&lock);
	_deliver(&errand);
	pthread_mutex_unlock(&lock);
}

void fts_id_name_learn_user(uid_t uid)
{
	_learn_name(&users, uid, false);
}

void fts_id_name_learn_group(gid_t gid)
{
	_learn_name(&groups, gid, true);
}

static bool _find_name(struct question question, uint32_t *ret_id)
{
	_ask_name(&question);
	if (question.found)
		*ret_id = question.id;
	return question.found;
}

bool fts_id_name_find_user(const char *name, uint32_t *ret_uid)
{
	return _find_name((struct question){.name = name}, ret_uid);
}

bool fts_id_name_find_group(const char *name, uint32_t *ret_gid)
{
	return _find_name((struct question){.name = name, .group = true},
			  ret_gid);
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
	life++;
	pthread_mutex_unlock(&lock);
}
