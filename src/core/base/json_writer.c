/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See json_writer.h.
 */
#include "core/base/json_writer.h"

#include <inttypes.h>

enum { DIGITS = 24 };

static void _begin_value(struct ft_json_writer *json, const char *key)
{
	if (json->follows)
		fputc(',', json->file);
	json->follows = true;
	if (!key)
		return;
	fputc('"', json->file);
	fputs(key, json->file);
	fputs("\":", json->file);
}

extern void ft_json_open(struct ft_json_writer *json, const char *key,
			 char bracket)
{
	_begin_value(json, key);
	fputc(bracket, json->file);
	json->follows = false;
}

extern void ft_json_close(struct ft_json_writer *json, char bracket)
{
	fputc(bracket, json->file);
	json->follows = true;
}

extern void ft_json_int(struct ft_json_writer *json, const char *key,
			int64_t value)
{
	char digits[DIGITS];

	_begin_value(json, key);
	snprintf(digits, sizeof(digits), "%" PRId64, value);
	fputs(digits, json->file);
}

extern void ft_json_uint(struct ft_json_writer *json, const char *key,
			 uint64_t value)
{
	char digits[DIGITS];

	_begin_value(json, key);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	fputs(digits, json->file);
}

extern void ft_json_bool(struct ft_json_writer *json, const char *key,
			 bool value)
{
	_begin_value(json, key);
	fputs(value ? "true" : "false", json->file);
}

static void _put_byte(FILE *file, unsigned char byte)
{
	char escape[8];

	if (byte < ' ' || byte == 0x7f) {
		snprintf(escape, sizeof(escape), "\\u%04x", byte);
		fputs(escape, file);
		return;
	}
	if (byte == '"' || byte == '\\')
		fputc('\\', file);
	fputc(byte, file);
}

extern void ft_json_string(struct ft_json_writer *json, const char *key,
			   const char *value)
{
	_begin_value(json, key);
	if (!value) {
		fputs("null", json->file);
		return;
	}
	fputc('"', json->file);
	for (; *value; value++)
		_put_byte(json->file, (unsigned char) *value);
	fputc('"', json->file);
}

extern void ft_json_ints(struct ft_json_writer *json, const char *key,
			 const int64_t *value, uint32_t count)
{
	if (!value) {
		ft_json_string(json, key, NULL);
		return;
	}
	ft_json_open(json, key, '[');
	for (uint32_t i = 0; i < count; i++)
		ft_json_int(json, NULL, value[i]);
	ft_json_close(json, ']');
}

extern void ft_json_end_line(struct ft_json_writer *json)
{
	fputc('\n', json->file);
	json->follows = false;
}
