/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair limits: the rows that hold for one job or user together, see limits.h.
 *
 * Those of several owners, and which of them another overrules.  Does not look
 * whether a limit has room.
 */
#include "ft_config.h"

#include "sfair/limits/limits.h"

#include <stdlib.h>
#include <string.h>

#include "sfair/base/envelope.h"

enum { DEPTH_MAX = 64 };

void sfair_limits_qos_rows(struct sfair_limits *limits,
			   const struct sfair_limit_owner *of_qos,
			   const job_info_t *job, struct json_object *list)
{
	struct sfair_limit_owner owner = *of_qos;

	for (int of = SFAIR_QOS_WHOLE; owner.qos && of <= SFAIR_QOS_ACCOUNT;
	     of++) {
		owner.of = of;
		sfair_limits_rows(limits, &owner, job, list);
	}
}

void sfair_limits_account_rows(struct sfair_limits *limits,
			       const slurmdb_assoc_rec_t *assoc,
			       const job_info_t *job, struct json_object *list)
{
	for (int depth = 0; assoc && depth < DEPTH_MAX; depth++) {
		struct sfair_limit_owner owner = {.assoc = assoc};
		uint32_t up = assoc->parent_id;

		sfair_limits_rows(limits, &owner, job, list);
		assoc = up ? sfair_limits_assoc(limits, up) : NULL;
		if (up && !assoc)
			limits->hidden = true;
	}
}

static bool _limits_same(struct json_object *a, struct json_object *b)
{
	return !strcmp(sfair_get_text(a, "limit"),
		       sfair_get_text(b, "limit")) &&
	       !strcmp(sfair_get_text(a, "tres"), sfair_get_text(b, "tres"));
}

bool sfair_limits_overruled(struct json_object *list, size_t index)
{
	struct json_object *row = json_object_array_get_idx(list, index);

	for (size_t i = 0; i < index; i++) {
		struct json_object *other = json_object_array_get_idx(list, i);

		if (!strncmp(sfair_get_text(other, "whose"), "QOS ", 4) &&
		    _limits_same(other, row))
			return true;
	}
	return false;
}

bool sfair_limits_mean(const struct sfair_reason *reason,
		       struct json_object *row)
{
	return !strcmp(sfair_get_text(row, "limit"),
		       sfair_limit_name(reason->scope)) &&
	       sfair_limits_name_tres(reason->tres,
				      sfair_get_text(row, "tres"));
}
