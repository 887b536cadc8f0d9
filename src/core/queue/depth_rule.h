/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_depth_rule - rsv_depth: how many reservations the jobs of which QOS hold.
 *
 *	rule   = entry *( "|" entry )
 *	entry  = depth                           all QOS not named elsewhere
 *	       | depth ":" qos *( ":" qos )      these QOS together
 *	       | qos *( ":" qos ) ":" depth      the same
 *	depth  = a number, 0 to 1000000 | "all"
 *
 * Each entry is a bucket.  Without an entry for all others these have depth
 * all.  A name cannot be "all" nor a number, so that the depth of an entry is
 * plain.  Refuses names given twice, a second entry for all others, and an
 * entry with two depths or none.
 */
#ifndef FT_CORE_QUEUE_DEPTH_RULE_H
#define FT_CORE_QUEUE_DEPTH_RULE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

enum { FT_DEPTH_TEXT = 1024, FT_DEPTH_BUCKETS = 64 };

struct ft_depth_rule {
	char text[FT_DEPTH_TEXT]; /* as given */
	uint32_t bucket_count;	  /* 0: all may reserve */
	uint32_t depth[FT_DEPTH_BUCKETS];
	char name[FT_DEPTH_TEXT];	  /* names, each ended by a 0 */
	uint32_t name_size;		  /* of all of them */
	uint32_t first[FT_DEPTH_BUCKETS]; /* where a bucket's names begin */
	uint32_t names[FT_DEPTH_BUCKETS]; /* how many it has; 0: all others */
};

/* rule->text into the rest.  0 or -EINVAL; err names where, key and remedy. */
extern int ft_depth_rule_parse(struct ft_depth_rule *rule, const char *where,
			       struct ft_err *err);

/*
 * The bucket of a QOS (NULL: it has none), FT_NO_INDEX if there is none.
 * Letters count as equal in both cases, as in Slurm.
 */
extern uint32_t ft_depth_rule_bucket(const struct ft_depth_rule *rule,
				     const char *qos);

/* The name after this one, the first after NULL; NULL if there is none. */
extern const char *ft_depth_rule_name(const struct ft_depth_rule *rule,
				      const char *name);

#endif
