/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An array that grows keeps what it has, and new elements begin zeroed.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { MANY = 3000 };

Test(array, grows_and_keeps_what_it_has)
{
	uint64_t *array = NULL;
	uint32_t count = 0, room = 0;

	for (; count < MANY; count++) {
		cr_assert(FT_ARRAY_GROW(array, count, room));
		cr_assert_gt(room, count);
		array[count] = count;
	}
	for (uint32_t i = 0; i < MANY; i++)
		cr_assert_eq(array[i], i);
	free(array);
}

Test(array, does_not_move_while_there_is_room)
{
	uint64_t *array = NULL, *kept;
	uint32_t room = 0;

	cr_assert(FT_ARRAY_GROW(array, 0, room));
	kept = array;
	cr_assert(FT_ARRAY_GROW(array, room - 1, room));
	cr_assert_eq(array, kept);
	free(array);
}

Test(array, appends_zeroed_elements)
{
	struct {
		uint32_t number;
		char text[9];
	} *array = NULL, *added;
	uint32_t count = 0;

	for (uint32_t i = 0; i < MANY; i++) {
		added = FT_ARRAY_APPEND(array, count);
		cr_assert_not_null(added);
		cr_assert_eq(count, i + 1);
		cr_assert_eq(added, &array[i]);
		cr_assert(!added->number && !added->text[0] && !added->text[8]);
		added->number = i;
		added->text[8] = 'x';
	}
	for (uint32_t i = 0; i < MANY; i++)
		cr_assert(array[i].number == i && array[i].text[8] == 'x');
	free(array);
}

/* What was taken off the end is written again, within what is allocated. */
Test(array, appends_again_after_it_became_shorter)
{
	uint32_t *array = NULL, *added, count = 0;

	for (uint32_t longest = 1; longest < 200; longest++) {
		while (count < longest) {
			added = FT_ARRAY_APPEND(array, count);
			cr_assert_not_null(added);
			cr_assert_eq(*added, 0);
			*added = count;
		}
		for (uint32_t i = 0; i < count; i++)
			cr_assert_eq(array[i], i + 1);
		count -= longest / 3;
	}
	free(array);
}
