/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger_clock - what a wrong clock would destroy in the ledger is kept.
 *
 * A clock that is years ahead for a minute drops each window and period and
 * decays all usage; one that is behind leaves no window to charge.  When the
 * clock jumps, the books are kept as they were.  Once it is nearer to where it
 * came from than to where it is, they are taken up again, with what each run
 * has used meanwhile.  Of two jumps a far longer one counts.  A clock that
 * stays where it jumped to for a day was wrong before, and the old books are
 * released.  They outlast a restart, in the ledger's file.
 *
 * Tells a jump from time that passes only by its length, and cannot know which
 * of two times is the right one.  Reads no clock; not thread safe.
 */
#ifndef FT_CORE_LEDGER_LEDGER_CLOCK_H
#define FT_CORE_LEDGER_LEDGER_CLOCK_H

#include "core/ledger/ledger_file.h"

/* How long the books of before a jump are kept, in seconds. */
enum { FT_LEDGER_CLOCK_HOLD = 86400 };

/* Zeroed before it is used first. */
struct ft_ledger_clock {
	int64_t rolled; /* the last time that was seen; 0: none yet */
	int64_t landed; /* what the clock of now would have said after it */
	struct ft_ledger_image before; /* .until: the last one before it */
	bool kept;		       /* before holds books */
	int64_t length;		       /* of the jump, without its sign */
};

/* What came of a time that was seen. */
enum ft_ledger_turn {
	FT_LEDGER_ON,	/* time went on */
	FT_LEDGER_JUMP, /* the books of before are kept, or kept still */
	FT_LEDGER_BACK, /* the books of before are taken up again */
};

extern void ft_ledger_clock_fini(struct ft_ledger_clock *clock);

/*
 * Makes copy, which is zeroed or holds no books, hold what a file has of clock.
 * 0 or -ENOMEM, then it holds none.
 */
extern int ft_ledger_clock_copy(struct ft_ledger_clock *copy,
				const struct ft_ledger_clock *clock);

/* Like ft_ledger_file_text(), with the books of before a jump. */
extern char *ft_ledger_clock_text(const struct ft_ledger_image *image,
				  const struct ft_ledger_clock *clock,
				  size_t *ret_size);

/*
 * Like ft_ledger_file_read().  clock: zeroed; has the books of before a jump if
 * the text has any.  Where it fails clock is released, too.
 */
extern int ft_ledger_clock_read(char *text, size_t size, const char *name,
				struct ft_ledger_image *image,
				struct ft_ledger_clock *clock,
				struct ft_err *err);

/*
 * It is now; slack: the most seconds that pass unseen.  Call before the ledger
 * is rolled to now and before periods are opened.  Leaves no window or period
 * that begins after now, but for those that a clock that went back by no more
 * than slack leaves.  0 or -ENOMEM, then something may be missing.
 */
extern int ft_ledger_clock_see(struct ft_ledger_clock *clock,
			       struct ft_ledger_image *image,
			       const struct ft_ledger_policy *policy,
			       int64_t slack, int64_t now,
			       enum ft_ledger_turn *ret_turn);

#endif
