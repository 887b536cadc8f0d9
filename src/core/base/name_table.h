/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_name_table - gives each name a number that stays until it is dropped.
 *
 * Numbers count up from 0; those of dropped names are given again, later (see
 * spare.h).
 */
#ifndef FT_CORE_BASE_NAME_TABLE_H
#define FT_CORE_BASE_NAME_TABLE_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/base/spare.h"

#define FT_NAME_NONE UINT32_MAX

struct ft_name_table {
	const char **name; /* "" where it was dropped */
	uint32_t count, room;
	uint64_t changes; /* names added, and drops */
	struct ft_index_map index;
	struct ft_arena *arena; /* owns the names, and is another after a drop
				 */
	struct ft_spare spare;
};

/* 0 or -ENOMEM. */
extern int ft_name_table_init(struct ft_name_table *table);
extern void ft_name_table_fini(struct ft_name_table *table);

/* Its number, or FT_NAME_NONE. */
extern uint32_t ft_name_table_find(const struct ft_name_table *table,
				   const char *name);
/* The same, but adds it if it is new; FT_NAME_NONE: out of memory. */
extern uint32_t ft_name_table_add(struct ft_name_table *table,
				  const char *name);

/* How many names there are. */
static inline uint32_t ft_name_table_held(const struct ft_name_table *table)
{
	return table->count - table->spare.count;
}

/*
 * Drops each name whose number has mark 0; mark has one for each below count,
 * and is changed.  The others stay what they are; their strings move.  0, or
 * -ENOMEM and nothing is dropped.
 */
extern int ft_name_table_drop(struct ft_name_table *table, uint32_t *mark);

/* Drops all; numbers count up from 0 again.  For a table that is not shared. */
extern void ft_name_table_clear(struct ft_name_table *table);

#endif
