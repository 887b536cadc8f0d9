/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See exchange.h.  The only file of libftslurm.so with data; lock guards it
 * and is the innermost of all locks but the leaf that a listener's wake takes.
 */
#include "slurm/common/exchange.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/id_map.h"

#define EXPORT __attribute__((visibility("default")))

static struct {
	pthread_rwlock_t lock;
	bool joined[FTS_MEMBER_COUNT];
	struct ft_id_map bypass; /* of the scheduler */
	struct {
		char **name;
		uint32_t count;
	} capped[FTS_CAPPED_KINDS]; /* of the priority plugin */
	void (*wake)(void);	    /* of the scheduler */
	pthread_t listener;	    /* its thread, if there is a wake */
	/* not under the lock */
	atomic_bool called; /* the listener was woken, or would have been */
	_Atomic uint32_t calls[FTS_CALL_KINDS];
} exchange = {
	.lock = PTHREAD_RWLOCK_INITIALIZER,
};

EXPORT int fts_exchange_join(uint32_t version, enum fts_member member)
{
	int rc = 0;

	if (version != FTS_EXCHANGE_VERSION)
		return -EPROTO;
	pthread_rwlock_wrlock(&exchange.lock);
	if (exchange.joined[member])
		rc = -EBUSY;
	exchange.joined[member] = true;
	pthread_rwlock_unlock(&exchange.lock);
	return rc;
}

static void _free_strings(char **name, uint32_t count)
{
	for (uint32_t i = 0; name && i < count; i++)
		free(name[i]);
	free(name);
}

/* Caller of these holds the lock. */
static void _forget_capped(enum fts_capped kind)
{
	_free_strings(exchange.capped[kind].name, exchange.capped[kind].count);
	exchange.capped[kind].name = NULL;
	exchange.capped[kind].count = 0;
}

static void _withdraw_owner(enum fts_member member)
{
	if (member == FTS_MEMBER_SCHEDULER) {
		ft_id_map_fini(&exchange.bypass);
		exchange.wake = NULL;
		return;
	}
	for (int k = 0; k < FTS_CAPPED_KINDS; k++)
		_forget_capped((enum fts_capped) k);
}

EXPORT void fts_exchange_leave(enum fts_member member)
{
	pthread_rwlock_wrlock(&exchange.lock);
	exchange.joined[member] = false;
	_withdraw_owner(member);
	pthread_rwlock_unlock(&exchange.lock);
}

EXPORT const char *fts_exchange_explain(int code)
{
	if (code == -EPROTO)
		return "libftslurm.so is of another version: install it and "
		       "the plugins of one and the same build";
	if (code == -EBUSY)
		return "this plugin is loaded already: PluginDir has it twice";
	return "libftslurm.so does not answer";
}

/* The new map is made without the lock, so that readers never wait for it. */
EXPORT int fts_exchange_bypass_put(const struct ft_bypass *bypass,
				   uint32_t count)
{
	struct ft_id_map next = {0}, former;
	int rc = 0;

	for (uint32_t i = 0; !rc && i < count; i++)
		rc = ft_id_map_put(&next, bypass[i].job_id, bypass[i].count);
	former = next;
	if (!rc) {
		pthread_rwlock_wrlock(&exchange.lock);
		if (exchange.joined[FTS_MEMBER_SCHEDULER]) {
			former = exchange.bypass;
			exchange.bypass = next;
		} else {
			rc = -EPERM;
		}
		pthread_rwlock_unlock(&exchange.lock);
	}
	ft_id_map_fini(&former);
	return rc;
}

EXPORT uint32_t fts_exchange_bypass_get(uint32_t job_id)
{
	uint32_t count = 0;

	pthread_rwlock_rdlock(&exchange.lock);
	(void) ft_id_map_get(&exchange.bypass, job_id, &count);
	pthread_rwlock_unlock(&exchange.lock);
	return count;
}

static char **_copy_strings(const char *const *name, uint32_t count)
{
	char **copy = calloc(count + 1, sizeof(*copy));
	bool failed = !copy;

	for (uint32_t i = 0; !failed && i < count; i++) {
		copy[i] = strdup(name[i]);
		failed = !copy[i];
	}
	if (!failed)
		return copy;
	_free_strings(copy, count);
	return NULL;
}

EXPORT int fts_exchange_capped_put(enum fts_capped kind,
				   const char *const *name, uint32_t count)
{
	char **next = _copy_strings(name, count);
	int rc = 0;

	if (!next)
		return -ENOMEM;
	pthread_rwlock_wrlock(&exchange.lock);
	if (exchange.joined[FTS_MEMBER_PRIORITY]) {
		_forget_capped(kind);
		exchange.capped[kind].name = next;
		exchange.capped[kind].count = count;
	} else {
		rc = -EPERM;
	}
	pthread_rwlock_unlock(&exchange.lock);
	if (rc)
		_free_strings(next, count);
	return rc;
}

EXPORT bool fts_exchange_capped(enum fts_capped kind, const char *name)
{
	bool capped = false;

	pthread_rwlock_rdlock(&exchange.lock);
	for (uint32_t i = 0; !capped && i < exchange.capped[kind].count; i++)
		capped = !strcmp(exchange.capped[kind].name[i], name);
	pthread_rwlock_unlock(&exchange.lock);
	return capped;
}

EXPORT int fts_exchange_listen(void (*wake)(void))
{
	int rc = 0;

	pthread_rwlock_wrlock(&exchange.lock);
	if (exchange.joined[FTS_MEMBER_SCHEDULER]) {
		exchange.listener = pthread_self();
		exchange.wake = wake;
	} else {
		rc = -EPERM;
	}
	pthread_rwlock_unlock(&exchange.lock);
	return rc;
}

/* Many calls in one hold of slurmctld's locks wake the listener once. */
EXPORT void fts_exchange_call(enum fts_call call)
{
	pthread_rwlock_rdlock(&exchange.lock);
	if (exchange.wake &&
	    !pthread_equal(exchange.listener, pthread_self())) {
		atomic_fetch_add(&exchange.calls[call], 1);
		if (!atomic_exchange(&exchange.called, true))
			exchange.wake();
	}
	pthread_rwlock_unlock(&exchange.lock);
}

EXPORT bool fts_exchange_called(void)
{
	return atomic_load(&exchange.called);
}

/* The flag first: a call that comes between wakes for nothing, but is not lost.
 */
EXPORT void fts_exchange_take_calls(uint32_t ret_count[FTS_CALL_KINDS])
{
	atomic_store(&exchange.called, false);
	for (int k = 0; k < FTS_CALL_KINDS; k++)
		ret_count[k] = atomic_exchange(&exchange.calls[k], 0);
}
