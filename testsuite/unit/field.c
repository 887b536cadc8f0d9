/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two records are the same as long as no field of their table differs.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "core/snapshot/field.h"

enum { RESOURCES = 2, NODES = 8, ROOM = 512 };

static const int64_t amount[RESOURCES] = {1, 2}, other[RESOURCES] = {1, 3};

static void put(void *record, size_t at, const void *value, size_t size)
{
	memcpy((char *) record + at, value, size);
}

/* A list of one; second: it differs in its last value. */
static void set_list(const struct ft_field *field, void *record, bool second)
{
	static const struct ft_share share[2] = {{.node = 1, .amount = amount},
						 {.node = 1, .amount = other}};
	static const struct ft_licence licence[2] = {{1, 1}, {1, 2}};
	static const struct ft_claim claim[2] = {{1, 1}, {1, 2}};
	static const uint32_t index[2][2] = {{1, 2}, {3, 4}};
	static const void *const lists[][2] = {
		[FT_FIELD_INDICES] = {&index[0], &index[1]},
		[FT_FIELD_ENDS] = {&index[0], &index[1]},
		[FT_FIELD_SHARES] = {&share[0], &share[1]},
		[FT_FIELD_LICENCES] = {&licence[0], &licence[1]},
		[FT_FIELD_CLAIMS] = {&claim[0], &claim[1]},
	};
	const void *list = lists[field->kind][second];
	uint32_t count = 1;

	put(record, field->at, &list, sizeof(list));
	put(record, field->count_at, &count, sizeof(count));
}

static void set_field(const struct ft_field *field, void *record, bool second)
{
	const void *pointer = second ? other : amount;
	uint32_t number = second ? 3 : 2;
	int64_t wide = number;
	bool yes = !second;

	switch (field->kind) {
	case FT_FIELD_INT:
	case FT_FIELD_U64:
		put(record, field->at, &wide, sizeof(wide));
		break;
	case FT_FIELD_U32:
	case FT_FIELD_INDEX:
	case FT_FIELD_NAME:
		put(record, field->at, &number, sizeof(number));
		break;
	case FT_FIELD_BOOL:
		put(record, field->at, &yes, sizeof(yes));
		break;
	case FT_FIELD_AMOUNTS:
		put(record, field->at, &pointer, sizeof(pointer));
		break;
	default:
		set_list(field, record, second);
	}
}

static void each_differs(const struct ft_field *fields)
{
	const struct ft_field *before = NULL;

	for (const struct ft_field *field = fields; field->key; field++) {
		char none[ROOM] = {0}, one[ROOM] = {0}, two[ROOM] = {0};

		if (field->kind == FT_FIELD_SET)
			continue;
		if ((field->when == FT_FIELD_WITH) ||
		    (field->when == FT_FIELD_WITH_SET)) {
			set_field(field, one, false);
			cr_assert(ft_fields_same(fields, none, one, RESOURCES),
				  "%s has no meaning alone", field->key);
			set_field(before, none, false);
			set_field(before, one, false);
			set_field(before, two, false);
		} else if (field->when == FT_FIELD_IF_SET) {
			before = field;
		}
		set_field(field, one, false);
		set_field(field, two, true);
		cr_assert(ft_fields_same(fields, one, one, RESOURCES));
		cr_assert_not(ft_fields_same(fields, none, one, RESOURCES),
			      "%s is there", field->key);
		cr_assert_not(ft_fields_same(fields, two, one, RESOURCES),
			      "%s differs", field->key);
	}
}

Test(field, each_of_a_record_counts)
{
	each_differs(ft_policy_fields);
	each_differs(ft_node_fields);
	each_differs(ft_run_fields);
	each_differs(ft_closure_fields);
}

Test(field, amounts_and_sets_count_by_what_is_in_them)
{
	struct ft_node_set *one = ft_node_set_new(NODES);
	struct ft_node_set *two = ft_node_set_new(NODES);
	int64_t same[RESOURCES] = {1, 2};
	struct ft_share share[] = {{.node = 1, .amount = amount},
				   {.node = 1, .amount = same},
				   {.node = 1, .amount = NULL}};
	struct ft_closure a = {.nodes = one}, b = {.nodes = two};

	cr_assert(ft_fields_same(ft_closure_fields, &a, &b, RESOURCES));
	ft_node_set_add(two, 3);
	cr_assert_not(ft_fields_same(ft_closure_fields, &a, &b, RESOURCES));
	b.nodes = one;
	a.share_count = b.share_count = 1;
	a.share = &share[0];
	b.share = &share[1];
	cr_assert(ft_fields_same(ft_closure_fields, &a, &b, RESOURCES));
	b.share = &share[2];
	cr_assert_not(ft_fields_same(ft_closure_fields, &a, &b, RESOURCES));
	ft_node_set_free(one);
	ft_node_set_free(two);
}
