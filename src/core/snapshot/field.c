/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See field.h.
 */
#include "core/snapshot/field.h"

#include <errno.h>

#include "core/snapshot/request_field.h"

/* clang-format off */
#define FIELD(key, kind, when, field) \
	{key, FT_FIELD_##kind, FT_FIELD_##when, offsetof(RECORD, field), 0, 0}
#define NAMED(key, kind, when, field, names) \
	{key, FT_FIELD_##kind, FT_FIELD_##when, offsetof(RECORD, field), 0, \
	 names}
#define LIST(key, kind, when, field) \
	{key, FT_FIELD_##kind, FT_FIELD_##when, offsetof(RECORD, field), \
	 offsetof(RECORD, field##_count), 0}
#define END {0}

_Static_assert(sizeof(enum ft_hold) == sizeof(uint32_t), "names are numbers");

#define RECORD struct ft_policy
const struct ft_field ft_policy_fields[] = {
	NAMED("hold", NAME, LATER, hold, ft_hold_names),
	NAMED("compress", NAME, LATER, compress, ft_compress_names),
	NAMED("backfill", NAME, LATER, backfill, ft_backfill_names),
	NAMED("metric", NAME, LATER, metric, ft_metric_names),
	FIELD("backfill_depth", U32, LATER, backfill_depth),
	FIELD("array_depth", U32, LATER, array_depth),
	FIELD("patience", INT, LATER, patience),
	FIELD("commit", INT, IF_SET, commit),
	FIELD("steps", U32, IF_SET, steps),
	FIELD("memory", U64, IF_SET, memory),
	{"depth", FT_FIELD_INDICES, FT_FIELD_LATER, offsetof(RECORD, depth),
	 offsetof(RECORD, bucket_count), 0},
	END
};
#undef RECORD

#define RECORD struct ft_node
const struct ft_field ft_node_fields[] = {
	FIELD("threads", U32, ALWAYS, threads),
	FIELD("weight", U64, ALWAYS, weight),
	FIELD("available_from", INT, ALWAYS, available_from),
	FIELD("leaf", U32, IF_SET, leaf),
	FIELD("segment", U32, IF_SET, segment),
	END
};
#undef RECORD

#define RECORD struct ft_run
const struct ft_field ft_run_fields[] = {
	FIELD("run", U32, ALWAYS, job_id),
	FIELD("end", INT, ALWAYS, end),
	FIELD("predicted_end", INT, IF_SET, predicted_end),
	FIELD("alone", BOOL, IF_SET, alone),
	LIST("shares", SHARES, ALWAYS, share),
	LIST("licences", LICENCES, ALWAYS, licence),
	LIST("claims", CLAIMS, IF_SET, claim),
	FIELD("class", U32, IF_SET, class),
	FIELD("rank", U32, WITH, rank),
	FIELD("leave", INT, WITH, leave),
	FIELD("gone", INT, WITH, gone),
	FIELD("suspends", BOOL, WITH, suspends),
	FIELD("keeps", BOOL, WITH_SET, keeps),
	FIELD("fellows", U32, WITH_SET, fellows),
	END
};
#undef RECORD

/* Its number stands before these. */
#define RECORD struct ft_closure
const struct ft_field ft_closure_fields[] = {
	FIELD("start", INT, ALWAYS, start),
	FIELD("end", INT, ALWAYS, end),
	FIELD("nodes", SET, ALWAYS, nodes),
	LIST("licences", LICENCES, ALWAYS, licence),
	LIST("shares", SHARES, IF_SET, share),
	END
};
#undef RECORD

#define RECORD struct ft_job
const struct ft_field ft_job_fields[] = {
	FIELD("job", U32, ALWAYS, job_id),
	FIELD("reserve", BOOL, ALWAYS, reserve),
	FIELD("priority", U32, ALWAYS, priority),
	FIELD("tier", U32, IF_SET, tier),
	FIELD("tentative", BOOL, IF_SET, tentative),
	FIELD("bucket", INDEX, IF_SET, bucket),
	FIELD("queued", INT, LATER, queued),
	FIELD("predicted", INT, IF_SET, predicted),
	FIELD("tried", TEXT, IF_SET, tried),
	FIELD("promise", INT, ALWAYS, promise),
	FIELD("promise_held", BOOL, IF_SET, promise_held),
	FIELD("promise_rank", U32, ALWAYS, promise_rank),
	FIELD("promise_duration", INT, IF_SET, promise_duration),
	FIELD("promise_request", U32, ALWAYS, promise_request),
	LIST("promise_shares", SHARES, ALWAYS, promise_share),
	{"promise_parts", FT_FIELD_ENDS, FT_FIELD_IF_SET,
	 offsetof(RECORD, promise_part_end),
	 offsetof(RECORD, promise_part_count), 0},
	LIST("requests", REQUESTS, ALWAYS, request),
	END
};
#undef RECORD

/* The kinds of request_field.h. */
#define REQUEST(kind, field) REQUEST_##kind(field),
#define REQUEST_LENGTH(field) FIELD(#field, INT, ALWAYS, field)
#define REQUEST_TIME(field) REQUEST_LENGTH(field)
#define REQUEST_LEAST(field) FIELD(#field, INT, IF_SET, field)
#define REQUEST_STEP(field) FIELD(#field, INT, WITH, field)
#define REQUEST_COUNT(field) FIELD(#field, U32, ALWAYS, field)
#define REQUEST_OPTION(field) FIELD(#field, U32, IF_SET, field)
#define REQUEST_AMOUNTS(field) FIELD(#field, AMOUNTS, ALWAYS, field)
#define REQUEST_WANTED(field) FIELD(#field, AMOUNTS, IF_SET, field)
#define REQUEST_BOOL(field) FIELD(#field, BOOL, ALWAYS, field)
#define REQUEST_FLAG(field) FIELD(#field, BOOL, IF_SET, field)
#define REQUEST_SET(field) FIELD(#field, SET, ALWAYS, field)
#define REQUEST_LICENCES(field) LIST(#field "s", LICENCES, ALWAYS, field)
#define REQUEST_CLOSURES(field) LIST(#field "s", INDICES, ALWAYS, field)
#define REQUEST_MARKS(field) LIST(#field "s", MARKS, IF_SET, field)
#define REQUEST_CLAIMS(field) LIST(#field "s", CLAIMS, IF_SET, field)
#define REQUEST_CLASSES(field) FIELD(#field, U64, IF_SET, field)

#define RECORD struct ft_request
const struct ft_field ft_request_fields[] = {
	FT_REQUEST_FIELDS(REQUEST)
	LIST("parts", REQUESTS, IF_SET, part),
	END
};
/* clang-format on */

extern bool ft_field_is_set(const struct ft_field *field, const void *record)
{
	bool flag;

	switch (field->kind) {
	case FT_FIELD_INT:
	case FT_FIELD_U64:
		return ft_field_int(field, record);
	case FT_FIELD_U32:
	case FT_FIELD_NAME:
		return ft_field_u32(field, record);
	case FT_FIELD_INDEX:
		return ft_field_u32(field, record) != FT_NO_INDEX;
	case FT_FIELD_BOOL:
		memcpy(&flag, ft_field_at(field, record), sizeof(flag));
		return flag;
	case FT_FIELD_TEXT:
	case FT_FIELD_SET:
	case FT_FIELD_AMOUNTS:
		return ft_field_pointer(field, record);
	default:
		return ft_field_count(field, record);
	}
}

extern size_t ft_field_size(enum ft_field_kind kind)
{
	switch (kind) {
	case FT_FIELD_INDICES:
	case FT_FIELD_ENDS:
		return sizeof(uint32_t);
	case FT_FIELD_SHARES:
		return sizeof(struct ft_share);
	case FT_FIELD_LICENCES:
		return sizeof(struct ft_licence);
	case FT_FIELD_CLAIMS:
		return sizeof(struct ft_claim);
	case FT_FIELD_MARKS:
		return sizeof(struct ft_mark);
	case FT_FIELD_REQUESTS:
		return sizeof(struct ft_request);
	default:
		return 0;
	}
}

static void *_copy_bytes(struct ft_arena *arena, const void *from, size_t size)
{
	void *copy = ft_arena_alloc(arena, size);

	return (copy && size) ? memcpy(copy, from, size) : copy;
}

static int _own_amounts(struct ft_share *share, size_t count,
			struct ft_arena *arena, size_t size)
{
	for (size_t i = 0; i < count; i++) {
		if (!share[i].amount)
			continue;
		share[i].amount = _copy_bytes(arena, share[i].amount, size);
		if (!share[i].amount)
			return -ENOMEM;
	}
	return 0;
}

extern int ft_fields_own(const struct ft_field *fields, void *record,
			 struct ft_arena *arena, uint32_t resource_count)
{
	size_t amounts = resource_count * sizeof(int64_t);

	for (const struct ft_field *field = fields; field->key; field++) {
		size_t size = ft_field_size(field->kind), count = 0;
		const void *from;
		void *own;

		if (field->kind == FT_FIELD_REQUESTS ||
		    !(size || field->kind == FT_FIELD_SET ||
		      field->kind == FT_FIELD_AMOUNTS))
			continue;
		from = ft_field_pointer(field, record);
		if (!from)
			continue;
		if (size)
			count = ft_field_count(field, record) +
				(field->kind == FT_FIELD_ENDS);
		own = field->kind == FT_FIELD_SET
			      ? (void *) ft_node_set_copy_in(arena, from)
			      : _copy_bytes(arena, from,
					    size ? count * size : amounts);
		if (!own || (field->kind == FT_FIELD_SHARES &&
			     _own_amounts(own, count, arena, amounts)))
			return -ENOMEM;
		memcpy((char *) record + field->at, &own, sizeof(own));
	}
	return 0;
}
