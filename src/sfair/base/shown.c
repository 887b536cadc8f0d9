/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See shown.h.
 */
#include "sfair/base/shown.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* How many bytes a character of UTF-8 has that begins so; 0: it is none. */
static size_t _start_length(const unsigned char *at)
{
	size_t length = *at < 0x80    ? 1
			: *at < 0xc2  ? 0
			: *at < 0xe0  ? 2
			: *at < 0xf0  ? 3
			: *at <= 0xf4 ? 4
				      : 0;

	for (size_t i = 1; i < length; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

/* What is no control character: those of ASCII, and U+0080 to U+009F. */
static bool _is_plain(const unsigned char *at, size_t length)
{
	if (length == 1)
		return (*at >= ' ') && (*at != 0x7f);
	return length && ((*at != 0xc2) || (at[1] >= 0xa0));
}

const char *sfair_shown(char text[SFAIR_SHOWN], const char *name)
{
	const unsigned char *at = (const unsigned char *) name;
	size_t used = 0;

	while (*at && (used + 5 < SFAIR_SHOWN)) {
		size_t length = _start_length(at);

		if (_is_plain(at, length)) {
			memcpy(text + used, at, length);
			used += length;
			at += length;
		} else {
			used += (size_t) snprintf(text + used, 4, "%%%02x",
						  *at++);
		}
	}
	text[used] = '\0';
	return text;
}
