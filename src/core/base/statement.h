/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_statement_read - a policy file in Maui's form, cut into statements.
 *
 *	USERCFG[john]  FSTARGET=50.0+ PRIORITY=2000
 *	FSINTERVAL     12:00:00
 *	QUOTA[/fy/tfy] CPUH=1000
 *
 * One name a line, perhaps with an index, then one value or KEY=VALUE pairs;
 * what follows a '#' is a comment.  Names and keys count in any case.  Knows
 * no name; the reader of the statements refuses unknown ones.
 */
#ifndef FT_CORE_BASE_STATEMENT_H
#define FT_CORE_BASE_STATEMENT_H

#include "core/base/err.h"

struct ft_statement {
	const char *name;
	const char *index; /* NULL: none */
	const char *key;   /* NULL: the line is "name value" */
	const char *value;
};

/* 0, or -errno with err, which need not name the place. */
typedef int (*ft_statement_take)(void *context,
				 const struct ft_statement *statement,
				 struct ft_err *err);

/*
 * Hands every statement of text (which is changed) to take, in order, until
 * one is refused.  0 or -errno, with "FILE:LINE: " before the reason.
 */
extern int ft_statement_read(char *text, const char *file,
			     ft_statement_take take, void *context,
			     struct ft_err *err);

#endif
