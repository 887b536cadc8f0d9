/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_name_code - names as words of a line.
 *
 * Users choose names of accounts, with any byte but 0 in them.  What would end
 * a line or a word, or could do something to a terminal, is written as % and
 * two hexadecimal digits, and so is % itself; bytes above 127 stay, so that
 * names in UTF-8 can be read.
 */
#ifndef FT_CORE_BASE_NAME_CODE_H
#define FT_CORE_BASE_NAME_CODE_H

#include <stdbool.h>

#include "core/base/text.h"

extern void ft_name_put(struct ft_text *text, const char *name);

/*
 * Back again, in place.  False, and the name is as it was: it holds what
 * ft_name_put never writes.
 */
extern bool ft_name_take(char *name);

/* As much of that as there is; what is no code stays as it is. */
extern void ft_name_decode(char *name);

#endif
