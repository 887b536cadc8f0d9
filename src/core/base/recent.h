/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_recent - what was found out about records lately, by their address.
 *
 * Jobs of equal demand share one request, so most look-ups of a long queue
 * end here, before any content is read.  Forgets at will, and refuses to say
 * that an address is unknown: only that it is not remembered.  Good for as
 * long as the records neither move nor change.
 */
#ifndef FT_CORE_BASE_RECENT_H
#define FT_CORE_BASE_RECENT_H

#include <stdbool.h>
#include <stdint.h>

enum { FT_RECENT_BITS = 12 };

struct ft_recent {
	const void *address[1 << FT_RECENT_BITS];
	uint32_t id[1 << FT_RECENT_BITS];
};

/* The one place where this address can stand. */
static inline uint32_t ft_recent_slot(const void *address)
{
	uint64_t mixed =
		(uint64_t) (uintptr_t) address * UINT64_C(0x9e3779b97f4a7c15);

	return (uint32_t) (mixed >> (64 - FT_RECENT_BITS));
}

static inline bool ft_recent_get(const struct ft_recent *recent,
				 const void *address, uint32_t *ret_id)
{
	uint32_t slot = ft_recent_slot(address);

	*ret_id = recent->id[slot];
	return recent->address[slot] == address;
}

/* In place of what stood there. */
static inline void ft_recent_put(struct ft_recent *recent, const void *address,
				 uint32_t id)
{
	uint32_t slot = ft_recent_slot(address);

	recent->address[slot] = address;
	recent->id[slot] = id;
}

#endif
