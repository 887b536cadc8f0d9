/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See snapshot_value.h: amounts, sets, shares and lists.
 */
#include "core/snapshot/snapshot_value.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/arena.h"

/* Amounts of each resource; null gives NULL. */
static int _read_amounts(struct ft_reader *reader, struct json_object *array,
			 const char *field, const int64_t **ret_amount)
{
	uint32_t count = reader->snapshot->resource_count;
	int64_t *amount;

	*ret_amount = NULL;
	if (!array)
		return 0;
	amount = ft_snapshot_alloc(reader->snapshot, count * sizeof(*amount));
	if (!amount)
		return ft_reader_no_memory(reader);
	*ret_amount = amount;
	return ft_reader_read_ints(reader, array, field, count, amount);
}

extern int ft_snapshot_get_amounts(struct ft_reader *reader,
				   struct json_object *object,
				   const char *field,
				   const int64_t **ret_amount)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, field, &value))
		return FT_READER_REFUSE(reader, "%s is missing", field);
	return _read_amounts(reader, value, field, ret_amount);
}

extern int ft_snapshot_get_set(struct ft_reader *reader,
			       struct json_object *object, const char *field,
			       const struct ft_node_set **ret_set)
{
	struct json_object *value;
	uint32_t id;
	int rc;

	*ret_set = NULL;
	if (json_object_object_get_ex(object, field, &value) && !value)
		return 0;
	rc = ft_reader_get_u32(reader, object, field, &id);
	if (rc)
		return rc;
	if (id >= reader->sets)
		return FT_READER_REFUSE(
			reader, "%s: set %" PRIu32 " is not known", field, id);
	*ret_set = reader->set[id];
	return 0;
}

static int _read_share(struct ft_reader *reader, struct json_object *one,
		       struct ft_share *share)
{
	struct json_object *node = json_object_array_get_idx(one, 0);
	struct json_object *tasks = json_object_array_get_idx(one, 1);
	int64_t index = json_object_get_int64(node);
	int64_t count = json_object_get_int64(tasks);

	if ((json_object_get_type(node) != json_type_int) ||
	    (json_object_get_type(tasks) != json_type_int) || (index < 0) ||
	    (index > UINT32_MAX) || (count < 0) || (count > UINT32_MAX))
		return FT_READER_REFUSE(reader, "%s",
					"a share has no node or tasks");
	share->node = (uint32_t) index;
	share->tasks = (uint32_t) count;
	return _read_amounts(reader, json_object_array_get_idx(one, 2), "share",
			     &share->amount);
}

extern int ft_snapshot_get_shares(struct ft_reader *reader,
				  struct json_object *object, const char *field,
				  struct ft_share **ret_share,
				  uint32_t *ret_count)
{
	struct json_object *array;
	struct ft_share *share;
	size_t count;
	int rc = ft_reader_get(reader, object, field, json_type_array, &array);

	if (rc)
		return rc;
	count = json_object_array_length(array);
	share = ft_snapshot_alloc(reader->snapshot, count * sizeof(*share));
	if (!share)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; !rc && (i < count); i++) {
		struct json_object *one = json_object_array_get_idx(array, i);

		if ((json_object_get_type(one) != json_type_array) ||
		    (json_object_array_length(one) != 3))
			return FT_READER_REFUSE(
				reader, "%s: a share has three fields", field);
		rc = _read_share(reader, one, &share[i]);
	}
	*ret_share = share;
	*ret_count = (uint32_t) count;
	return rc;
}

extern int ft_snapshot_get_pairs(struct ft_reader *reader,
				 struct json_object *object, const char *field,
				 int64_t **ret_pair, uint32_t *ret_count)
{
	struct json_object *array;
	int64_t *pair;
	size_t count;

	*ret_count = 0;
	if (!json_object_object_get_ex(object, field, NULL))
		return 0;
	if (ft_reader_get(reader, object, field, json_type_array, &array))
		return -EINVAL;
	count = json_object_array_length(array);
	pair = ft_snapshot_alloc(reader->snapshot, 2 * count * sizeof(*pair));
	if (!pair)
		return ft_reader_no_memory(reader);
	for (size_t i = 0; i < 2 * count; i += 2) {
		int rc = ft_reader_read_ints(
			reader, json_object_array_get_idx(array, i / 2), field,
			2, &pair[i]);

		if (rc)
			return rc;
		if ((pair[i] < 0) || (pair[i] > UINT32_MAX))
			return FT_READER_REFUSE(
				reader, "%s: %" PRId64 " does not exist", field,
				pair[i]);
	}
	*ret_pair = pair;
	*ret_count = (uint32_t) count;
	return 0;
}

extern int ft_snapshot_get_licences(struct ft_reader *reader,
				    struct json_object *object,
				    struct ft_licence **ret_licence,
				    uint32_t *ret_count)
{
	struct json_object *array;
	struct ft_licence *licence;
	int64_t *pair = NULL;
	int rc = ft_reader_get(reader, object, "licences", json_type_array,
			       &array);

	if (!rc)
		rc = ft_snapshot_get_pairs(reader, object, "licences", &pair,
					   ret_count);
	if (rc)
		return rc;
	licence = ft_snapshot_alloc(reader->snapshot,
				    *ret_count * sizeof(*licence));
	if (!licence)
		return ft_reader_no_memory(reader);
	for (uint32_t i = 0; i < *ret_count; i++)
		licence[i] = (struct ft_licence){(uint32_t) pair[2 * i],
						 pair[2 * i + 1]};
	*ret_licence = licence;
	return 0;
}

extern int ft_snapshot_get_claims(struct ft_reader *reader,
				  struct json_object *object,
				  const struct ft_claim **ret_claim,
				  uint32_t *ret_count)
{
	struct ft_claim *claim;
	int64_t *pair = NULL;
	int rc = ft_snapshot_get_pairs(reader, object, "claims", &pair,
				       ret_count);

	if (rc || !*ret_count)
		return rc;
	claim = ft_snapshot_alloc(reader->snapshot,
				  *ret_count * sizeof(*claim));
	if (!claim)
		return ft_reader_no_memory(reader);
	for (uint32_t i = 0; i < *ret_count; i++)
		claim[i] = (struct ft_claim){(uint32_t) pair[2 * i],
					     pair[2 * i + 1]};
	*ret_claim = claim;
	return 0;
}
