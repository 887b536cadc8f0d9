/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_spare - numbers of a table whose names were dropped, to be given again.
 *
 * What was made of a table before a drop goes by its numbers for a while.  So a
 * number is not given again before the drop after the one that freed it.
 */
#ifndef FT_CORE_BASE_SPARE_H
#define FT_CORE_BASE_SPARE_H

#include <stdint.h>

struct ft_spare {
	uint32_t *number;
	uint32_t count, room;
	uint32_t ready; /* the first so many may be given */
};

extern void ft_spare_fini(struct ft_spare *spare);

/* The number that is given next: a spare one, or count, behind all others. */
extern uint32_t ft_spare_next(const struct ft_spare *spare, uint32_t count);
/* Gives it: it is spare no more, or *count is one more. */
extern void ft_spare_take(struct ft_spare *spare, uint32_t *count);

/* Room for count numbers in all.  0 or -ENOMEM. */
extern int ft_spare_reserve(struct ft_spare *spare, uint32_t count);

/*
 * Of the numbers below count, for which there must be room, those with mark 0
 * become spare; marks of spare ones are changed.  Returns how many numbers the
 * table has from now on: those at its end that were spare before are gone.
 */
extern uint32_t ft_spare_drop(struct ft_spare *spare, uint32_t *mark,
			      uint32_t count);

#endif
