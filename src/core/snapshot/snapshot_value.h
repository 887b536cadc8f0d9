/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_snapshot_get_* - what stands in more than one kind of line of a snapshot's
 * text form: amounts, sets, shares, lists of numbered amounts, requests.
 *
 * Each makes its memory in the reader's snapshot.  All return 0 or -errno, with
 * err set; refuses as snapshot_read.c does.
 */
#ifndef FT_CORE_SNAPSHOT_SNAPSHOT_VALUE_H
#define FT_CORE_SNAPSHOT_SNAPSHOT_VALUE_H

#include "core/snapshot/reader.h"

/* Of each resource; null gives NULL. */
extern int ft_snapshot_get_amounts(struct ft_reader *reader,
				   struct json_object *object,
				   const char *field,
				   const int64_t **ret_amount);

/* null gives NULL. */
extern int ft_snapshot_get_set(struct ft_reader *reader,
			       struct json_object *object, const char *field,
			       const struct ft_node_set **ret_set);

extern int ft_snapshot_get_shares(struct ft_reader *reader,
				  struct json_object *object, const char *field,
				  struct ft_share **ret_share,
				  uint32_t *ret_count);

/* Index and number, some of them; *ret_count 0 if the field is not there. */
extern int ft_snapshot_get_pairs(struct ft_reader *reader,
				 struct json_object *object, const char *field,
				 int64_t **ret_pair, uint32_t *ret_count);

extern int ft_snapshot_get_licences(struct ft_reader *reader,
				    struct json_object *object,
				    struct ft_licence **ret_licence,
				    uint32_t *ret_count);

extern int ft_snapshot_get_claims(struct ft_reader *reader,
				  struct json_object *object,
				  const struct ft_claim **ret_claim,
				  uint32_t *ret_count);

/* With all its parts. */
extern int ft_snapshot_get_request(struct ft_reader *reader,
				   struct json_object *object,
				   struct ft_request *ret_request);

#endif
