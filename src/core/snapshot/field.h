/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_field - the fields of a snapshot's records, one row each: what writes,
 * reads, checks and copies records walks these tables.
 *
 * A new field is one row of field.c (of ft_request: one line of
 * request_field.h, which also says when requests are alike).  Refuses to say
 * what values mean together: see snapshot_check.c.
 */
#ifndef FT_CORE_SNAPSHOT_FIELD_H
#define FT_CORE_SNAPSHOT_FIELD_H

#include <string.h>

#include "core/base/arena.h"
#include "core/snapshot/snapshot.h"

enum ft_field_kind {
	FT_FIELD_INT,	/* int64_t */
	FT_FIELD_U32,	/* uint32_t */
	FT_FIELD_INDEX, /* uint32_t; FT_NO_INDEX: not set */
	FT_FIELD_U64,	/* uint64_t */
	FT_FIELD_BOOL,
	FT_FIELD_NAME,	  /* an enum: one of names, which NULL ends */
	FT_FIELD_TEXT,	  /* const char *, printable */
	FT_FIELD_SET,	  /* struct ft_node_set * */
	FT_FIELD_AMOUNTS, /* int64_t *, of each resource */
	/* Lists, whose count is a uint32_t. */
	FT_FIELD_INDICES,  /* uint32_t */
	FT_FIELD_ENDS,	   /* uint32_t, one more than the count says */
	FT_FIELD_SHARES,   /* struct ft_share */
	FT_FIELD_LICENCES, /* struct ft_licence */
	FT_FIELD_CLAIMS,   /* struct ft_claim */
	FT_FIELD_MARKS,	   /* struct ft_mark */
	FT_FIELD_REQUESTS, /* struct ft_request */
};

/* When a field stands in the text form. */
enum ft_field_when {
	FT_FIELD_ALWAYS,
	FT_FIELD_LATER,	   /* always; files of older versions lack it */
	FT_FIELD_IF_SET,   /* if it is not 0, false, NULL or empty */
	FT_FIELD_WITH,	   /* with the last IF_SET before it */
	FT_FIELD_WITH_SET, /* with that one, if it is set itself */
};

struct ft_field {
	const char *key; /* in the text form; NULL ends a table */
	enum ft_field_kind kind;
	enum ft_field_when when;
	size_t at, count_at; /* bytes from the record's begin */
	const char *const *names;
};

extern const struct ft_field ft_policy_fields[];
extern const struct ft_field ft_node_fields[]; /* all but the capacity */
extern const struct ft_field ft_run_fields[];
extern const struct ft_field ft_closure_fields[];
extern const struct ft_field ft_job_fields[];
extern const struct ft_field ft_request_fields[]; /* parts included */

/* Of a field of these types. */
static inline const void *ft_field_at(const struct ft_field *field,
				      const void *record)
{
	return (const char *) record + field->at;
}

static inline uint32_t ft_field_u32(const struct ft_field *field,
				    const void *record)
{
	uint32_t value;

	memcpy(&value, ft_field_at(field, record), sizeof(value));
	return value;
}

static inline int64_t ft_field_int(const struct ft_field *field,
				   const void *record)
{
	int64_t value;

	memcpy(&value, ft_field_at(field, record), sizeof(value));
	return value;
}

static inline const void *ft_field_pointer(const struct ft_field *field,
					   const void *record)
{
	const void *value;

	memcpy(&value, ft_field_at(field, record), sizeof(value));
	return value;
}

/* Of a list. */
static inline uint32_t ft_field_count(const struct ft_field *field,
				      const void *record)
{
	uint32_t count;

	memcpy(&count, (const char *) record + field->count_at, sizeof(count));
	return count;
}

/* Is it anything but 0, false, NULL or empty?  An index: any. */
extern bool ft_field_is_set(const struct ft_field *field, const void *record);

/* Bytes of one element of a list of that kind; 0: it is no list. */
extern size_t ft_field_size(enum ft_field_kind kind);

/*
 * Gives the record memory of its own in the arena for all that it points to but
 * texts and requests.  0, or -ENOMEM: the record is then of no use.
 */
extern int ft_fields_own(const struct ft_field *fields, void *record,
			 struct ft_arena *arena, uint32_t resource_count);

#endif
