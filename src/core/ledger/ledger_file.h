/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger_file - the ledger as text that outlasts a restart.
 *
 * Books and what is remembered of runs stand in one text, closed by a
 * checksum, so that they always belong together.  Names without usage, which
 * no run needs, are left out.  Refuses a text that is not whole and unchanged.
 * Numbers are written so that they are read back bit for bit.  Does no input
 * or output itself.
 *
 *	fairtree_ledger FORMAT UNTIL DECAYED
 *	e USAGE NAME			an entity
 *	n NAME				a path of accounts
 *	c KIND NAME			a credential
 *	w START LENGTH TOTAL		a window, the newest first
 *	a CREDENTIAL AMOUNT		what of it is of which credential
 *	p START				a period, the newest first
 *	h PATH CPU MEM DISK		unit-seconds of a path in it
 *	r JOB START ...			a run
 *	b UNTIL DECAYED LANDED LENGTH	books of before a jump of the clock, of
 *					which the rest is (see ledger_clock.h)
 *	u ENTITY USAGE			an entity of them; w, a, p, h, r
 *	end RECORDS CRC-32
 *
 * NAME: see name_code.h.
 */
#ifndef FT_CORE_LEDGER_LEDGER_FILE_H
#define FT_CORE_LEDGER_LEDGER_FILE_H

#include <stddef.h>

#include "core/base/err.h"
#include "core/ledger/ledger_run.h"

/* Form 1 wrote names as they are, 3 has books of before a jump. */
enum { FT_LEDGER_FORMAT = 2, FT_LEDGER_FORMAT_CLOCK = 3 };

#define FT_LEDGER_FILE_NAME "priority_fairtree.ledger"
/* The same form, with windows only: what sfair asks to be added. */
#define FT_LEDGER_IMPORT_NAME "priority_fairtree.import"

/* Amounts and rates are not beyond it either way, so that no sum of them is. */
#define FT_LEDGER_AMOUNT_MAX 1e100

/* All that the text holds. */
struct ft_ledger_image {
	struct ft_ledger ledger;
	struct ft_ledger_runs runs;
	int64_t until; /* every job was charged up to here */
};

/* Empty books.  0 or -ENOMEM. */
extern int ft_ledger_image_init(struct ft_ledger_image *image);
extern void ft_ledger_image_fini(struct ft_ledger_image *image);

/*
 * Brings copy up to what image is; see ft_ledger_copy().  Of runs only the
 * memories are copied, not the way to find them.  0 or -ENOMEM.
 */
extern int ft_ledger_image_copy(struct ft_ledger_image *copy,
				const struct ft_ledger_image *image);

/* A string of *ret_size bytes to be freed, or NULL if out of memory. */
extern char *ft_ledger_file_text(const struct ft_ledger_image *image,
				 size_t *ret_size);

/*
 * Reads size bytes (text[size] must be 0; text is changed) into an image that
 * is initialised and empty.  name: of the file, for messages.  Books of before
 * a jump are read and dropped: see ft_ledger_clock_read().  0, -EINVAL or
 * -ENOMEM with err; then the image is released.
 */
extern int ft_ledger_file_read(char *text, size_t size, const char *name,
			       struct ft_ledger_image *image,
			       struct ft_err *err);

#endif
