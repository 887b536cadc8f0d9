/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which times and amounts the planner computes with.
 *
 * Within these bounds no sum or difference of a few of them leaves 64 bits.
 * What is read from a file must be within them; what a user asked for beyond
 * is brought to the bound where it is copied, since it means the same: later
 * than any plan, more than any node has.
 */
#ifndef FT_CORE_BASE_BOUNDS_H
#define FT_CORE_BASE_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#define FT_AMOUNT_MAX (INT64_C(1) << 53)
#define FT_TIME_MAX (INT64_C(1) << 40) /* 34,000 years */
#define FT_NEVER INT64_MAX	       /* a time that does not come */
/* PriorityTier's 16 bits, and one above them for jobs that go before all. */
#define FT_TIER_MAX UINT32_C(0x1ffff)

/* A time of the epoch, in seconds, or FT_NEVER. */
static inline bool ft_time_ok(int64_t time)
{
	return (time == FT_NEVER) || ((time >= 0) && (time <= FT_TIME_MAX));
}

/* The nearest time that is one; FT_NEVER stays. */
static inline int64_t ft_time_bound(int64_t time)
{
	if (ft_time_ok(time))
		return time;
	return time < 0 ? 0 : FT_TIME_MAX;
}

static inline int64_t ft_later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The nearest amount. */
static inline int64_t ft_amount_bound(int64_t amount)
{
	if (amount < 0)
		return 0;
	return amount < FT_AMOUNT_MAX ? amount : FT_AMOUNT_MAX;
}

/* The same of a count that any user may have written. */
static inline int64_t ft_amount_of(uint64_t count)
{
	return count < (uint64_t) FT_AMOUNT_MAX ? (int64_t) count
						: FT_AMOUNT_MAX;
}

/* a of something in pieces of b each: how many pieces; a >= 0, b > 0. */
static inline int64_t ft_divide_up(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}

/* Sum and product of two amounts, at most FT_AMOUNT_MAX. */
static inline int64_t ft_amount_sum(int64_t a, int64_t b)
{
	return ft_amount_bound(ft_amount_bound(a) + ft_amount_bound(b));
}

static inline int64_t ft_amount_product(int64_t a, int64_t b)
{
	a = ft_amount_bound(a);
	b = ft_amount_bound(b);
	return b && (a > FT_AMOUNT_MAX / b) ? FT_AMOUNT_MAX : a * b;
}

#endif
