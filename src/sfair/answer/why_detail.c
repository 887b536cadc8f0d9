/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of details in an answer of sfair why, see why.h.  Refuses to know
 * what the line is about.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/answer/why.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sfair/base/envelope.h"

void sfair_why_detail(struct json_object *details, const char *kind,
		      const char *format, ...)
{
	struct json_object *detail = sfair_add_object(details);
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	sfair_put_text(detail, "kind", kind);
	sfair_put_text(detail, "text", text);
	free(text);
}
