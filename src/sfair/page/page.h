/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_page - one page of HTML in one file, with pictures in SVG.
 *
 * It needs nothing from elsewhere and runs no script: it says so to the browser
 * (Content-Security-Policy), and follows its choice of light or dark.  The file
 * is there when it is whole, or not at all.
 *
 * Markup goes through sfair_page_print(), whose texts are those of this
 * program; whatever a user, a site or a file chose goes through
 * sfair_page_text(), in which nothing is markup.
 */
#ifndef FT_SFAIR_PAGE_PAGE_H
#define FT_SFAIR_PAGE_PAGE_H

#include <stdint.h>
#include <stdio.h>

#include "core/base/err.h"
#include "sfair/base/fresh_file.h"

struct sfair_page {
	FILE *out;
	struct sfair_fresh_file file;
};

/* Begins the page; title is plain text.  0 or -errno with err. */
extern int sfair_page_open(struct sfair_page *page, const char *path,
			   const char *title, struct ft_err *err);

/*
 * Ends it.  rc: not 0 if the page is not what it should be; then it is thrown
 * away and rc returned.  Else 0 or -errno with err.
 */
extern int sfair_page_close(struct sfair_page *page, int rc,
			    struct ft_err *err);

/* Markup. */
extern void sfair_page_print(struct sfair_page *page, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Plain text, between tags or in an attribute in double quotes.  Control
 * characters and what else sfair_shown() does not show as it is are % and
 * hexadecimal digits.
 */
extern void sfair_page_text(struct sfair_page *page, const char *text);

/* "<h2>" and a sentence below it; note NULL: none.  Both are plain text. */
extern void sfair_page_heading(struct sfair_page *page, const char *title,
			       const char *note);

/* A paragraph of plain text, set apart as a remark. */
extern void sfair_page_remark(struct sfair_page *page, const char *text);

/* Figures in a row: open, each, close. */
extern void sfair_page_figure(struct sfair_page *page, const char *value,
			      const char *what);

#endif
