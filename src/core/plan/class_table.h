/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_class_table - tells the requests of one snapshot after the other apart by
 * content, times included, but not by which runs they may take.
 *
 * Copies what it keeps, so that no snapshot need live on.  Equal requests at
 * one address are compared once for each snapshot.  Refuses to know shapes.
 */
#ifndef FT_CORE_PLAN_CLASS_TABLE_H
#define FT_CORE_PLAN_CLASS_TABLE_H

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/snapshot/snapshot.h"

/* Requests that are alike. */
struct ft_class {
	struct ft_request request;   /* not_before is 0 if it had come */
	uint32_t eligible, required; /* numbers of sets */
	const uint32_t *part;	     /* its parts' classes */
};

struct ft_class_list;

struct ft_class_table {
	struct ft_class *class;
	uint32_t class_count;
	const struct ft_node_set **set; /* each content once */
	uint32_t set_count;
	struct ft_index_map by_content, by_set;
	struct ft_arena *arena;
	/* Of the snapshot at hand: addresses, lists of classes. */
	const struct ft_snapshot *snapshot;
	struct ft_index_map by_list, by_address;
	struct ft_class_list *list;
	uint32_t list_count;
	const struct ft_node_set **address;
	uint32_t *address_set, address_count;
	struct ft_arena *scratch;
};

/* 0 or -ENOMEM. */
extern int ft_class_table_init(struct ft_class_table *table);
extern void ft_class_table_fini(struct ft_class_table *table);

/* A new snapshot: addresses are forgotten, classes are not.  0 or -ENOMEM. */
extern int ft_class_table_begin(struct ft_class_table *table,
				const struct ft_snapshot *snapshot);

/*
 * The classes of the job's requests, until the next ft_class_table_begin.
 * NULL if out of memory, or if one of them has no set of nodes.
 */
extern const uint32_t *ft_class_table_find(struct ft_class_table *table,
					   const struct ft_job *job);
/* The same once their times have come. */
extern const uint32_t *ft_class_table_later(struct ft_class_table *table,
					    const struct ft_job *job);

#endif
