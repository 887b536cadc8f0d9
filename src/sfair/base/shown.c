/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See shown.h.
 */
#include "sfair/base/shown.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"

/* As much of the name as there is room for. */
static void _show_name(char *text, size_t room, const char *name)
{
	const unsigned char *at = (const unsigned char *) name;
	size_t used = 0;

	while (*at && (used + 5 < room)) {
		size_t length = ft_utf8_shown(at);

		if (length) {
			memcpy(text + used, at, length);
			used += length;
			at += length;
		} else {
			used += (size_t) snprintf(text + used, 4, "%%%02x",
						  *at++);
		}
	}
	text[used] = '\0';
}

const char *sfair_shown(char text[SFAIR_SHOWN], const char *name)
{
	_show_name(text, SFAIR_SHOWN, name);
	return text;
}

char *sfair_shown_whole(const char *name)
{
	enum { DIGITS = 3, REST = 6 };
	size_t room = DIGITS * strlen(name) + REST;
	char *text = malloc(room);

	if (text)
		_show_name(text, room, name);
	return text;
}
