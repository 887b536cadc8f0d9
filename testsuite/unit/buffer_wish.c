/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a job wants of the pools of burst_buffer/lua.
 */
#include <criterion/criterion.h>
#include <errno.h>

#include "core/snapshot/buffer_wish.h"

static const struct ft_buffer_pool pools[] = {{(char *) "p", 1},
					      {(char *) "big", 1000}};

static int64_t amount(const char *text, uint32_t want_pool)
{
	struct ft_buffer_wish wish = {.pool = 7, .amount = 77};
	int rc = ft_buffer_wish_read(text, pools, 2, &wish);

	if (rc) {
		cr_expect_eq(rc, -EINVAL);
		cr_expect_eq(wish.amount, 77, "unchanged: %s", text);
		return -1;
	}
	cr_expect_eq(wish.pool, want_pool, "pool of %s", text);
	return wish.amount;
}

/* Sizes as in suffix_mult() and bb_get_size_num() of Slurm 22.05. */
Test(buffer_wish, sizes_and_units)
{
	cr_expect_eq(amount("#BB_LUA pool=p capacity=4", 0), 4);
	cr_expect_eq(amount("#BB_LUA capacity=4 pool=p", 0), 4);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=2K x=1", 0), 2048);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=2kb", 0), 2000);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=3GiB", 0), INT64_C(3)
									<< 30);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=1TB", 0),
		     INT64_C(1000000000000));
	cr_expect_eq(amount("#BB_LUA pool=p capacity=1P", 0), INT64_C(1) << 50);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=5what", 0), 5,
		     "a unit that is not known counts for nothing");
}

Test(buffer_wish, whole_grains)
{
	cr_expect_eq(amount("#BB_LUA pool=big capacity=1", 1), 1000);
	cr_expect_eq(amount("#BB_LUA pool=big capacity=1001", 1), 2000);
	cr_expect_eq(ft_buffer_wish_round(0, 10), 0);
	cr_expect_eq(ft_buffer_wish_round(7, 0), 7);
	cr_expect_eq(ft_buffer_wish_round(INT64_MAX, 10), -1);
	cr_expect_eq(ft_buffer_wish_round(11, INT64_C(1) << 59), INT64_C(1)
									 << 59);
}

Test(buffer_wish, all_lines_count_for_the_last_pool)
{
	cr_expect_eq(amount("#BB_LUA pool=p capacity=4\n"
			    "#BB_LUA pool=big capacity=500\n",
			    1),
		     2000);
	cr_expect_eq(amount("#BB_LUA stage_in\n#BB_LUA pool=p capacity=4", 0),
		     4);
	cr_expect_eq(amount("no line of ours: pool=p capacity=4", UINT32_MAX),
		     0);
}

Test(buffer_wish, nothing_of_a_pool)
{
	cr_expect_eq(amount("", UINT32_MAX), 0);
	cr_expect_eq(amount("#BB_LUA", UINT32_MAX), 0);
	cr_expect_eq(amount("#BB_LUA pool=else capacity=9", UINT32_MAX), 0,
		     "the plugin tests no room of a pool that is gone");
}

Test(buffer_wish, what_nobody_knows)
{
	cr_expect_eq(amount("#BB_LUA capacity=4", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=0", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=-4", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=3nodes", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=3N", 0), -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=99999999999999999999", 0),
		     -1);
	cr_expect_eq(amount("#BB_LUA pool=p capacity=999999P", 0), -1);
}
