/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See name_code.h.
 */
#include "core/base/name_code.h"

#include <string.h>

static bool _is_plain(char character)
{
	unsigned char byte = (unsigned char) character;

	return (byte > ' ') && (byte != '%') && (byte != 0x7f);
}

void ft_name_put(struct ft_text *text, const char *name)
{
	while (*name) {
		char piece[64];
		size_t size = 0;

		while (size + 1 < sizeof(piece) && _is_plain(name[size])) {
			piece[size] = name[size];
			size++;
		}
		piece[size] = '\0';
		ft_text_add(text, piece);
		name += size;
		if (*name && !_is_plain(*name))
			ft_text_put(text, "%%%02x", (unsigned char) *name++);
	}
}

static int _digit(char digit)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = digit ? strchr(digits, digit) : NULL;

	return at ? (int) (at - digits) : -1;
}

/* The byte that "%xx" stands for; 0: it is no code. */
static char _name_byte(const char *at)
{
	int high, low;

	if (*at != '%')
		return 0;
	high = _digit(at[1]);
	low = high < 0 ? -1 : _digit(at[2]);
	return low < 0 ? 0 : (char) (high * 16 + low);
}

void ft_name_decode(char *name)
{
	char *to = name;

	while (*name) {
		char byte = _name_byte(name);

		*to++ = byte ? byte : *name;
		name += byte ? 3 : 1;
	}
	*to = '\0';
}

bool ft_name_take(char *name)
{
	for (const char *at = name; *at; at++) {
		char byte = _name_byte(at);

		if (!_is_plain(*at) && (!byte || _is_plain(byte)))
			return false;
	}
	ft_name_decode(name);
	return true;
}
