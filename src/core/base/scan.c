/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See scan.h.
 */
#include "core/base/scan.h"

#include <errno.h>
#include <string.h>

enum { DEPTH_MAX = 32, DIGITS_MAX = 18 };

static const char wrong[] = "this is not of the form of a plan";

bool ft_scan_fail(struct ft_scan *scan, int code, const char *why)
{
	if (!scan->failed) {
		scan->failed = code;
		scan->why = why;
	}
	return false;
}

static bool _wrong(struct ft_scan *scan)
{
	return ft_scan_fail(scan, -EINVAL, wrong);
}

unsigned int ft_scan_line(const struct ft_scan *scan, const char *text)
{
	unsigned int line = 1;

	for (; text < scan->at && text < scan->end; text++)
		line += *text == '\n';
	return line;
}

static void _blanks(struct ft_scan *scan)
{
	while (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' ||
	       *scan->at == '\r')
		scan->at++;
}

bool ft_scan_is(struct ft_scan *scan, char mark)
{
	_blanks(scan);
	return !scan->failed && *scan->at == mark;
}

bool ft_scan_mark(struct ft_scan *scan, char mark)
{
	if (!ft_scan_is(scan, mark) || scan->at == scan->end)
		return _wrong(scan);
	scan->at++;
	return true;
}

bool ft_scan_word(struct ft_scan *scan, const char *word)
{
	size_t size = strlen(word);

	_blanks(scan);
	if (scan->failed || strncmp(scan->at, word, size))
		return false;
	scan->at += size;
	return true;
}

bool ft_scan_number(struct ft_scan *scan, int64_t *ret_number)
{
	bool negative = ft_scan_is(scan, '-');
	int64_t number = 0;
	int digits = 0;

	scan->at += negative;
	for (; *scan->at >= '0' && *scan->at <= '9'; scan->at++) {
		if (++digits > DIGITS_MAX)
			return _wrong(scan);
		number = 10 * number + (*scan->at - '0');
	}
	if (!digits || scan->failed)
		return _wrong(scan);
	*ret_number = negative ? -number : number;
	return true;
}

size_t ft_scan_string_size(const struct ft_scan *scan)
{
	const char *at = scan->at, *from;

	while (*at && *at != '"')
		at++;
	from = *at ? ++at : at;
	while (*at && *at != '"')
		at += *at == '\\' && at[1] ? 2 : 1;
	return (size_t) (at - from);
}

static int _hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	return -1;
}

/* A byte behind "\u"; -1: none, or one that no name can have. */
static int _escaped(const char *at)
{
	int value = 0;

	for (int i = 0; i < 4; i++) {
		int digit = _hex(at[i]);

		if (digit < 0)
			return -1;
		value = 16 * value + digit;
	}
	return value > 0 && value < 256 ? value : -1;
}

bool ft_scan_string(struct ft_scan *scan, char *string, size_t size)
{
	size_t used = 0;

	if (!ft_scan_mark(scan, '"'))
		return false;
	while (*scan->at != '"') {
		int byte = (unsigned char) *scan->at++;

		if (byte < ' ' || used + 1 >= size)
			return _wrong(scan);
		if (byte == '\\') {
			byte = *scan->at == 'u' ? _escaped(scan->at + 1) : -1;
			if (byte < 0)
				return _wrong(scan);
			scan->at += 5;
		}
		string[used++] = (char) byte;
	}
	string[used] = '\0';
	scan->at++;
	return true;
}

bool ft_scan_choice(struct ft_scan *scan, const char *const *words,
		    uint32_t *ret_word)
{
	char word[32];

	if (!ft_scan_string(scan, word, sizeof(word)))
		return false;
	for (uint32_t i = 0; words[i]; i++)
		if (!strcmp(words[i], word)) {
			*ret_word = i;
			return true;
		}
	return _wrong(scan);
}

bool ft_scan_more(struct ft_scan *scan)
{
	if (ft_scan_is(scan, ',')) {
		scan->at++;
		return true;
	}
	if (ft_scan_is(scan, ']')) {
		scan->at++;
		return false;
	}
	/* behind "[", unless the text ends or a comma is missing */
	if (scan->failed || scan->at == scan->end)
		return _wrong(scan);
	for (const char *at = scan->at - 1;
	     *at == ' ' || *at == '\n' || *at == '\t' || *at == '\r' ||
	     *at == '[';
	     at--)
		if (*at == '[')
			return true;
	return _wrong(scan);
}

static bool _skip_text(struct ft_scan *scan, int depth);

static bool _skip_string(struct ft_scan *scan)
{
	for (scan->at++; *scan->at != '"'; scan->at++) {
		if (!*scan->at)
			return _wrong(scan);
		if (*scan->at == '\\' && scan->at[1])
			scan->at++;
	}
	scan->at++;
	return true;
}

static bool _skip_members(struct ft_scan *scan, char end, int depth)
{
	bool named = end == '}';

	scan->at++;
	if (ft_scan_is(scan, end)) {
		scan->at++;
		return true;
	}
	do {
		if (named && (!ft_scan_is(scan, '"') || !_skip_string(scan) ||
			      !ft_scan_mark(scan, ':')))
			return _wrong(scan);
		if (!_skip_text(scan, depth + 1))
			return false;
	} while (ft_scan_is(scan, ',') && scan->at++);
	return ft_scan_mark(scan, end);
}

static bool _skip_text(struct ft_scan *scan, int depth)
{
	const char *from;

	if (depth > DEPTH_MAX)
		return _wrong(scan);
	if (ft_scan_is(scan, '['))
		return _skip_members(scan, ']', depth);
	if (ft_scan_is(scan, '{'))
		return _skip_members(scan, '}', depth);
	if (ft_scan_is(scan, '"'))
		return _skip_string(scan);
	from = scan->at;
	while (*scan->at && !strchr(",]} \n\t\r\"[{:", *scan->at))
		scan->at++;
	return scan->at > from ? true : _wrong(scan);
}

bool ft_scan_skip(struct ft_scan *scan)
{
	return _skip_text(scan, 0);
}

bool ft_scan_end(struct ft_scan *scan)
{
	while (ft_scan_is(scan, ',')) {
		scan->at++;
		if (!_skip_text(scan, 0))
			return false;
	}
	return ft_scan_mark(scan, ']');
}

bool ft_scan_done(struct ft_scan *scan)
{
	_blanks(scan);
	return !scan->failed && scan->at == scan->end;
}
