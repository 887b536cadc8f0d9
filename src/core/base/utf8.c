/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See utf8.h.
 */
#include "core/base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

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

/* The code of such a character. */
static uint32_t _code(const unsigned char *at, size_t length)
{
	static const unsigned char mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t code = *at & mask[length];

	for (size_t i = 1; i < length; i++)
		code = code << 6 | (at[i] & 0x3f);
	return code;
}

/* Two bytes are never too many: see what they begin with. */
static bool _is_code(uint32_t code, size_t length)
{
	return (length < 3 || code >= 0x800) &&
	       (length < 4 || code >= 0x10000) &&
	       (code < 0xd800 || code > 0xdfff) && code <= 0x10ffff;
}

/* What does something to a row of text: control characters, the ends of lines
 * and paragraphs, and marks that change the direction of what follows. */
static bool _is_control(uint32_t code)
{
	return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
	       code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

size_t ft_utf8_shown(const unsigned char *at)
{
	size_t length = _start_length(at);
	uint32_t code = length ? _code(at, length) : 0;

	return length && _is_code(code, length) && !_is_control(code) ? length
								      : 0;
}
