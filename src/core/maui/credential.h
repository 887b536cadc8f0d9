/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_credential - what a job counts for: its user, group, account, QOS
 * and class (Slurm's partition), as Maui names them.
 *
 * A table gives each name of a kind a number that stays until the name is
 * dropped (see spare.h).  Knows nothing of usage or priority.
 */
#ifndef FT_CORE_MAUI_CREDENTIAL_H
#define FT_CORE_MAUI_CREDENTIAL_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/index_map.h"
#include "core/base/spare.h"

enum ft_credential_kind {
	FT_USER,
	FT_GROUP,
	FT_ACCOUNT,
	FT_QOS,
	FT_CLASS,
	FT_CREDENTIAL_KINDS
};

#define FT_CREDENTIAL_NONE UINT32_MAX
#define FT_CREDENTIAL_DEFAULT                                                  \
	"DEFAULT" /* what counts where nothing is said                         \
		   */

struct ft_credential {
	enum ft_credential_kind kind;
	const char *name;
};

struct ft_credential_table {
	struct ft_credential *entry; /* the name is "" where it was dropped */
	uint32_t count, room;
	uint64_t changes; /* names added, and drops */
	struct ft_index_map index;
	struct ft_arena *arena; /* owns the names, and is another after a drop
				 */
	struct ft_spare spare;
};

/* 0 or -ENOMEM. */
extern int ft_credential_init(struct ft_credential_table *table);
extern void ft_credential_fini(struct ft_credential_table *table);

/* Its number, or FT_CREDENTIAL_NONE. */
extern uint32_t ft_credential_find(const struct ft_credential_table *table,
				   enum ft_credential_kind kind,
				   const char *name);
/* The same, but adds it if it is new; FT_CREDENTIAL_NONE: out of memory. */
extern uint32_t ft_credential_add(struct ft_credential_table *table,
				  enum ft_credential_kind kind,
				  const char *name);

/* How many names there are. */
static inline uint32_t
ft_credential_held(const struct ft_credential_table *table)
{
	return table->count - table->spare.count;
}

/* Like ft_name_table_drop(). */
extern int ft_credential_drop(struct ft_credential_table *table,
			      uint32_t *mark);

/* "user", "group", "account", "qos", "class". */
extern const char *ft_credential_word(enum ft_credential_kind kind);

/*
 * The kind that a word names, in any case: the above, "acct" and "partition";
 * FT_CREDENTIAL_KINDS if it names none.
 */
extern enum ft_credential_kind ft_credential_kind_of(const char *word);

#endif
