/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_number - the one strict reader of numbers.
 *
 * Refuses what atoi forgives: an empty token, anything behind the number, a
 * value that does not fit.  Outputs change only on success; the functions
 * return 0 or -EINVAL (no number) or -ERANGE.
 */
#ifndef FT_CORE_BASE_NUMBER_H
#define FT_CORE_BASE_NUMBER_H

#include <stdint.h>

/* A whole number in [min, max]. */
extern int ft_number_int(const char *text, int64_t min, int64_t max,
			 int64_t *ret_value);

/* A finite real number in [min, max]; never NaN or infinity. */
extern int ft_number_real(const char *text, double min, double max,
			  double *ret_value);

/*
 * A time span in seconds, in [min, max]: "90", "1:30" (minutes and seconds,
 * as Slurm reads it), "1:00:00", "2-12:00:00".
 */
extern int ft_number_span(const char *text, int64_t min, int64_t max,
			  int64_t *ret_seconds);

#endif
