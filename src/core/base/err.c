/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See err.h.
 */
#include "core/base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base/utf8.h"

/* It goes to terminals and logs as it is, with names that users chose. */
static void _mask_text(char *text)
{
	size_t length;

	for (; *text; text += length) {
		length = ft_utf8_shown((const unsigned char *) text);
		if (!length) {
			*text = '?';
			length = 1;
		}
	}
}

int ft_fail(struct ft_err *err, int code, const char *format, ...)
{
	va_list args;

	if (!err)
		return code;
	err->code = code;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	_mask_text(err->text);
	return code;
}

int ft_no_memory(struct ft_err *err)
{
	return ft_fail(err, -ENOMEM, "out of memory");
}

int ft_no_memory_for(struct ft_err *err, const char *what)
{
	return ft_fail(err, -ENOMEM, "%s: out of memory", what);
}
