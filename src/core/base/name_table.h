/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_name_table - gives each name a number that stays.
 *
 * Numbers count up from 0.  Refuses to forget a single name.
 */
#ifndef FT_CORE_BASE_NAME_TABLE_H
#define FT_CORE_BASE_NAME_TABLE_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"

#define FT_NAME_NONE UINT32_MAX

struct ft_name_table {
	const char **name;
	uint32_t count;
	struct ft_index_map index;
	struct ft_arena *arena; /* owns the names */
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

#endif
