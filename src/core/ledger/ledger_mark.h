/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger_marks - which names of a ledger anything refers to: what was used,
 * and runs that are remembered.
 */
#ifndef FT_CORE_LEDGER_LEDGER_MARK_H
#define FT_CORE_LEDGER_LEDGER_MARK_H

#include "core/ledger/ledger_clock.h"

/* One for each number, 1 or 0; there are as many as names or sums. */
struct ft_ledger_marks {
	uint32_t *entity, *path, *credential;
};

/*
 * Marks what the books and memories of image refer to, and those of before a
 * jump (clock may be NULL).  0 or -ENOMEM; to be released in either case.
 */
extern int ft_ledger_marks_make(struct ft_ledger_marks *marks,
				const struct ft_ledger_image *image,
				const struct ft_ledger_clock *clock);
extern void ft_ledger_marks_fini(struct ft_ledger_marks *marks);

/* Marks a place of that ledger, too. */
extern void ft_ledger_marks_place(struct ft_ledger_marks *marks,
				  const struct ft_ledger_place *place);

#endif
