/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_order - numbers in ascending order, for qsort(3).
 */
#ifndef FT_CORE_BASE_ORDER_H
#define FT_CORE_BASE_ORDER_H

#include <stdint.h>

static inline int ft_order_u32(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *) x, b = *(const uint32_t *) y;

	return (a > b) - (a < b);
}

/* Times, too. */
static inline int ft_order_i64(const void *x, const void *y)
{
	int64_t a = *(const int64_t *) x, b = *(const int64_t *) y;

	return (a > b) - (a < b);
}

/* Of numbers that are none (NaN) each is equal to all. */
static inline int ft_order_real(const void *x, const void *y)
{
	double a = *(const double *) x, b = *(const double *) y;

	return (a > b) - (a < b);
}

#endif
