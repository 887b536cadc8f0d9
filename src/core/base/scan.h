/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_scan - goes through a JSON text from left to right, without a tree.
 *
 * For texts whose form is known; blanks may stand between values.  The first
 * failure stays, and each later call is false.  Refuses numbers that are not
 * whole and values that are nested deeper than DEPTH_MAX.
 */
#ifndef FT_CORE_BASE_SCAN_H
#define FT_CORE_BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ft_scan {
	const char *at, *end; /* *end is 0 */
	int failed;	      /* 0 or -errno */
	const char *why;
};

/* Notes the failure if it is the first; false. */
extern bool ft_scan_fail(struct ft_scan *scan, int code, const char *why);
/* The line of the text, from 1 on, that it has come to. */
extern unsigned int ft_scan_line(const struct ft_scan *scan, const char *text);

/* Is that the next character?  It is not passed. */
extern bool ft_scan_is(struct ft_scan *scan, char mark);
/* Passes it, or fails. */
extern bool ft_scan_mark(struct ft_scan *scan, char mark);
/* Passes the word if it is there. */
extern bool ft_scan_word(struct ft_scan *scan, const char *word);
/* A whole number, within 2^62. */
extern bool ft_scan_number(struct ft_scan *scan, int64_t *ret_number);

/* How many bytes the next string has at most, without its end. */
extern size_t ft_scan_string_size(const struct ft_scan *scan);
/* The string with a 0 behind; fails if that is more than size bytes. */
extern bool ft_scan_string(struct ft_scan *scan, char *string, size_t size);
/* A string that is one of the words (ended by NULL); its index. */
extern bool ft_scan_choice(struct ft_scan *scan, const char *const *words,
			   uint32_t *ret_word);

/*
 * Behind "[" or a value of an array: is there one more?  Passes the comma, or
 * the end of the array.
 */
extern bool ft_scan_more(struct ft_scan *scan);
/* Passes what is left of an array, and its end. */
extern bool ft_scan_end(struct ft_scan *scan);
/* Passes one value, whatever it is. */
extern bool ft_scan_skip(struct ft_scan *scan);
/* Only blanks are left? */
extern bool ft_scan_done(struct ft_scan *scan);

#endif
