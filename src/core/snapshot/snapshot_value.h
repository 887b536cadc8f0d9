/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fields_read - a record of a snapshot's text form.
 *
 * It makes its memory in the reader's snapshot.  All return 0 or -errno, with
 * err set; refuses as snapshot_read.c does.
 */
#ifndef FT_CORE_SNAPSHOT_SNAPSHOT_VALUE_H
#define FT_CORE_SNAPSHOT_SNAPSHOT_VALUE_H

#include "core/snapshot/field.h"
#include "core/snapshot/reader.h"

/* Amounts of each resource; null gives NULL. */
extern int ft_snapshot_get_amounts(struct ft_reader *reader,
				   struct json_object *object, const char *key,
				   const int64_t **ret_amount);

/* A record as the table says; what is not given stays as it was. */
extern int ft_fields_read(struct ft_reader *reader, struct json_object *object,
			  const struct ft_field *field, void *record);

#endif
