/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See text.h.
 */
#include "core/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_MIN = 4096, DIGITS_MAX = 20 };

static bool _reserve_text(struct ft_text *text, size_t more)
{
	size_t room = text->room ? text->room : ROOM_MIN;
	char *data;

	while (text->size + more >= room)
		room *= 2;
	if (room == text->room)
		return true;
	data = realloc(text->data, room);
	if (!data) {
		text->failed = true;
		return false;
	}
	text->data = data;
	text->room = room;
	return true;
}

void ft_text_put(struct ft_text *text, const char *format, ...)
{
	va_list args, again;
	int size;

	if (text->failed || !_reserve_text(text, 1))
		return;
	va_start(args, format);
	va_copy(again, args);
	size = vsnprintf(text->data + text->size, text->room - text->size,
			 format, args);
	va_end(args);
	if (size < 0)
		text->failed = true;
	else if (text->size + (size_t) size < text->room)
		text->size += (size_t) size;
	else if (_reserve_text(text, (size_t) size))
		text->size += (size_t) vsnprintf(text->data + text->size,
						 text->room - text->size,
						 format, again);
	va_end(again);
}

void ft_text_add(struct ft_text *text, const char *string)
{
	size_t size = strlen(string);

	if (text->failed || !_reserve_text(text, size))
		return;
	memcpy(text->data + text->size, string, size + 1);
	text->size += size;
}

void ft_text_number(struct ft_text *text, char mark, uint64_t number)
{
	char digit[DIGITS_MAX], *to;
	int count = 0;

	if (text->failed || !_reserve_text(text, DIGITS_MAX + 1))
		return;
	to = text->data + text->size;
	*to++ = mark;
	do {
		digit[count++] = (char) ('0' + number % 10);
		number /= 10;
	} while (number);
	text->size += (size_t) count + 1;
	while (count)
		*to++ = digit[--count];
	*to = '\0';
}

char *ft_text_take(struct ft_text *text)
{
	char *data = text->data;

	if (text->failed) {
		free(data);
		data = NULL;
	}
	*text = (struct ft_text){0};
	return data;
}
