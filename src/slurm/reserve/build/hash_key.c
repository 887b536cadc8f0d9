/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See hash_key.h.
 */
#include "slurm/reserve/build/hash_key.h"

#include <errno.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* Drawn when the plugin is loaded; users do not know it. */
static struct ft_hash_key key;

void fts_hash_init(void)
{
	if (getrandom(&key, sizeof(key), GRND_NONBLOCK) ==
	    (ssize_t) sizeof(key))
		return;
	/* Early at boot: better than what all know. */
	key.half[0] = (uint64_t) time(NULL) ^ (uint64_t) getpid() << 40;
	key.half[1] = (uint64_t) (uintptr_t) &errno;
}

struct ft_keyed_hash fts_hash_begin(void)
{
	return ft_keyed_hash_begin(&key);
}

uint64_t fts_hash_text(const char *text)
{
	struct ft_keyed_hash hash = fts_hash_begin();

	ft_keyed_hash_add_text(&hash, text);
	return ft_keyed_hash_end(&hash);
}
