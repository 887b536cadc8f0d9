/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words of a list, at the ends of the list and of each other.
 */
#include <criterion/criterion.h>

#include "core/base/list.h"

Test(list, has_whole_words_only)
{
	cr_expect(ft_list_has("a,bc,d", "a", 1));
	cr_expect(ft_list_has("a,bc,d", "bc", 2));
	cr_expect(ft_list_has("a,bc,d", "d", 1));
	cr_expect(ft_list_has("a,bc,d", "bcd", 2), "size bytes of it");
	cr_expect_not(ft_list_has("a,bc,d", "b", 1));
	cr_expect_not(ft_list_has("a,bc,d", "c", 1));
	cr_expect_not(ft_list_has("a,bc,d", "bcd", 3));
	cr_expect_not(ft_list_has("a,bc", "A", 1));
}

Test(list, may_be_missing_or_empty)
{
	cr_expect_not(ft_list_has(NULL, "a", 1));
	cr_expect_not(ft_list_has("", "a", 1));
	cr_expect_not(ft_list_has(",,", "a", 1));
	cr_expect(ft_list_has(",a,", "a", 1));
	cr_expect_not(ft_list_has_key(NULL, "a"));
}

Test(list, keys_have_no_case)
{
	cr_expect(ft_list_has_key("Defer,SCHED_interval=-1",
				  "sched_interval=-1"));
	cr_expect(ft_list_has_key("Defer,x", "defer"));
	cr_expect_not(ft_list_has_key("defer_batch", "defer"));
	cr_expect_not(
		ft_list_has_key("sched_interval=-10", "sched_interval=-1"));
}

Test(list, is_walked_word_by_word)
{
	const char *const wanted[] = {"a", "", "bc"};
	const char *list = "a,,bc,", *word;
	size_t count = 0;
	size_t size;

	while ((word = ft_list_next(&list, &size))) {
		cr_assert_lt(count, 3);
		cr_expect_eq(size, strlen(wanted[count]));
		cr_expect_eq(strncmp(word, wanted[count], size), 0);
		count++;
	}
	cr_expect_eq(count, 3, "nothing is behind the last comma");
	list = NULL;
	cr_expect_null(ft_list_next(&list, &size));
}

Test(list, blanks_are_no_part_of_words)
{
	const char *list = "defer, sched_interval=-1 ,,x = 1";
	char word[] = " \tone two ";
	size_t size = 0;
	const char *value = ft_list_value(list, "SCHED_interval", &size);

	cr_assert(value);
	cr_expect_eq(size, 2);
	cr_expect_eq(strncmp(value, "-1", size), 0);
	cr_expect_null(ft_list_value(list, "sched", &size));
	cr_expect_null(ft_list_value(list, "x", &size));
	cr_expect_null(ft_list_value(NULL, "x", &size));
	cr_expect(ft_list_has_key(list, "SCHED_INTERVAL=-1"));
	cr_expect_str_eq(ft_list_trim(word), "one two");
}
