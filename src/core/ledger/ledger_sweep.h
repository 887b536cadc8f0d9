/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger_sweep - drops the names of a ledger that nothing refers to.
 *
 * Where accounts are not enforced each job may bring a new one.  A name is kept
 * as long as it has used anything that is in a book, runs, or is marked by the
 * caller; its number stays.  Due now and then only, so that a walk over all
 * sums costs little for each name that was added: there are at most
 * FT_SWEEP_GROWTH names more than twice as many as the last sweep has left.
 */
#ifndef FT_CORE_LEDGER_LEDGER_SWEEP_H
#define FT_CORE_LEDGER_LEDGER_SWEEP_H

#include "core/ledger/ledger_mark.h"

enum { FT_SWEEP_GROWTH = 1024, FT_SWEEP_PERIOD = 3600 };

/* Decayed usage below it, in units of fairshare_usage_res, is none. */
#define FT_SWEEP_USAGE 1e-9

/* Zeroed before it is used first. */
struct ft_ledger_sweep {
	int64_t last;  /* when it was; 0: never */
	uint32_t left; /* names that it has left */
};

extern bool ft_ledger_sweep_due(const struct ft_ledger_sweep *sweep,
				const struct ft_ledger *ledger, int64_t now);

/*
 * marks: those of image and clock, and of places that are in use elsewhere;
 * changed.  0, or -ENOMEM: names may be left that none refers to.
 */
extern int ft_ledger_sweep(struct ft_ledger_sweep *sweep,
			   struct ft_ledger_image *image,
			   struct ft_ledger_clock *clock,
			   struct ft_ledger_marks *marks, int64_t now);

/* Names that a ledger holds. */
extern uint32_t ft_ledger_names_held(const struct ft_ledger *ledger);

/* Sets decayed usage to 0 that is none.  Before marks are made. */
extern void ft_ledger_forget_little(struct ft_ledger *ledger);

#endif
