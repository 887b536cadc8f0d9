/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_record_reader - the lines of a state file, one record each: a word, then
 * whole numbers, each behind a mark.
 *
 * The text is cut up as it is read.  Refuses a sign, a blank more and a number
 * that is too large: it was not written so.
 */
#ifndef FT_CORE_BASE_RECORD_READER_H
#define FT_CORE_BASE_RECORD_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

struct ft_record_reader {
	const char *name; /* of the file, for messages */
	uint32_t line;	  /* the last one, from 1 on */
	char *at;	  /* what follows it, in a text that ends with 0 */
	struct ft_err *err;
};

/* -EINVAL: file, line and why. */
extern int ft_record_refuse(const struct ft_record_reader *reader,
			    const char *why);
/* -ENOMEM. */
extern int ft_record_no_memory(const struct ft_record_reader *reader);

/* The next line, after its word; NULL: it begins otherwise or there is none. */
extern char *ft_record_line(struct ft_record_reader *reader, const char *word);

/* The mark and a number, which *at is moved behind; false: it is something
 * else.  A time is up to FT_TIME_MAX. */
extern bool ft_record_u32(char **at, char mark, uint32_t *ret_number);
extern bool ft_record_time(char **at, char mark, int64_t *ret_time);

#endif
