/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_buffer_wish - how much of which pool a job's burst buffer takes.
 *
 * Reads what Slurm keeps of a job's #BB_LUA lines as burst_buffer/lua (22.05)
 * reads it: sizes of all lines that name a capacity, each rounded up to the
 * grain of its pool, are taken from the pool that is named last.  Refuses to
 * guess: sizes in nodes and whatever does not fit are told to be unknown.
 */
#ifndef FT_CORE_SNAPSHOT_BUFFER_WISH_H
#define FT_CORE_SNAPSHOT_BUFFER_WISH_H

#include <stdint.h>

struct ft_buffer_pool {
	char *name;
	int64_t grain; /* bytes, or what else the pool counts; at least 1 */
};

struct ft_buffer_wish {
	uint32_t pool;	/* index; UINT32_MAX: of none that is known */
	int64_t amount; /* bytes, or what else the pool counts */
};

/*
 * Returns 0, also if the job wants of no pool (amount 0), or -EINVAL: it is
 * not known before the plugin has given it.  The wish is unchanged then.
 */
extern int ft_buffer_wish_read(const char *text,
			       const struct ft_buffer_pool *pool,
			       uint32_t count, struct ft_buffer_wish *ret_wish);

/* Rounded up to whole grains; -1 if that is beyond all bounds. */
extern int64_t ft_buffer_wish_round(int64_t amount, int64_t grain);

#endif
