/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See json_parser.h.  Strings are decoded in place, in a copy of the text: what
 * a string stands for never has more bytes than its text.
 */
#include "core/base/json_parser.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "core/base/number.h"

struct parser {
	char *at; /* what is to be read next */
	uint32_t depth;
	struct ft_json_fault *fault;
};

static int _parse_value(struct parser *parser, struct json_object **ret_value);

static int _refuse(struct parser *parser, const char *why)
{
	parser->fault->why = why;
	return -EINVAL;
}

static int _fail_memory(struct parser *parser)
{
	parser->fault->why = "out of memory";
	return -ENOMEM;
}

static void _skip_blanks(struct parser *parser)
{
	parser->at += strspn(parser->at, " \t\r\n");
}

/* Whether it was there; it is then behind. */
static bool _take(struct parser *parser, const char *word)
{
	size_t size = strlen(word);

	if (strncmp(parser->at, word, size))
		return false;
	parser->at += size;
	return true;
}

/* The value of four hexadecimal digits; -1: they are none. */
static int32_t _hex(const char *digits)
{
	int32_t value = 0;

	for (int i = 0; i < 4; i++) {
		const char *all = "0123456789abcdef";
		char digit = digits[i];
		const char *found;

		if (digit >= 'A' && digit <= 'F')
			digit = (char) (digit - 'A' + 'a');
		found = digit ? strchr(all, digit) : NULL;
		if (!found)
			return -1;
		value = value * 16 + (int32_t) (found - all);
	}
	return value;
}

/* Its end; room for four bytes is there. */
static char *_put_utf8(char *to, uint32_t code)
{
	if (code < 0x80) {
		*to++ = (char) code;
	} else if (code < 0x800) {
		*to++ = (char) (0xc0 | code >> 6);
		*to++ = (char) (0x80 | (code & 0x3f));
	} else if (code < 0x10000) {
		*to++ = (char) (0xe0 | code >> 12);
		*to++ = (char) (0x80 | (code >> 6 & 0x3f));
		*to++ = (char) (0x80 | (code & 0x3f));
	} else {
		*to++ = (char) (0xf0 | code >> 18);
		*to++ = (char) (0x80 | (code >> 12 & 0x3f));
		*to++ = (char) (0x80 | (code >> 6 & 0x3f));
		*to++ = (char) (0x80 | (code & 0x3f));
	}
	return to;
}

/* The code behind "\u"; half of a pair alone is the replacement character. */
static int _parse_code(struct parser *parser, uint32_t *ret_code)
{
	enum { HIGH = 0xd800, LOW = 0xdc00, END = 0xe000, REPLACED = 0xfffd };
	int32_t code = _hex(parser->at), low;

	if (code < 0)
		return _refuse(parser, "\\u needs four hexadecimal digits");
	if (!code)
		return _refuse(parser, "a string cannot hold \\u0000");
	parser->at += 4;
	*ret_code = (uint32_t) code;
	if (code < HIGH || code >= END)
		return 0;
	*ret_code = REPLACED;
	low = code < LOW && parser->at[0] == '\\' && parser->at[1] == 'u'
		      ? _hex(parser->at + 2)
		      : -1;
	if (low < LOW || low >= END)
		return 0;
	parser->at += 6;
	*ret_code = 0x10000 + ((uint32_t) (code - HIGH) << 10) +
		    (uint32_t) (low - LOW);
	return 0;
}

static int _parse_escape(struct parser *parser, char **to)
{
	static const char mark[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	char letter = *parser->at;
	const char *found = letter ? strchr(mark, letter) : NULL;
	uint32_t code = 0;
	int rc;

	if (!found && letter != 'u')
		return _refuse(parser, "there is no such escape");
	parser->at++;
	if (found) {
		*(*to)++ = meant[found - mark];
		return 0;
	}
	rc = _parse_code(parser, &code);
	if (!rc)
		*to = _put_utf8(*to, code);
	return rc;
}

/* Behind the opening quote.  Ended by a 0, in the copy of the text. */
static int _parse_string(struct parser *parser, char **ret_string)
{
	char *to = parser->at;
	int rc = 0;

	*ret_string = to;
	while (!rc && *parser->at != '"') {
		if (!*parser->at)
			return _refuse(parser, "a string has no end");
		if (*parser->at != '\\') {
			*to++ = *parser->at++;
			continue;
		}
		parser->at++;
		rc = _parse_escape(parser, &to);
	}
	if (rc)
		return rc;
	parser->at++;
	*to = '\0';
	return 0;
}

/* The number's size and whether it is whole; 0: it is none. */
static size_t _number_size(const char *text, bool *ret_whole)
{
	const char *digits = "0123456789";
	size_t size = *text == '-', count = strspn(text + size, digits);

	*ret_whole = true;
	if (!count || (count > 1 && text[size] == '0'))
		return 0;
	size += count;
	if (text[size] == '.') {
		count = strspn(text + size + 1, digits);
		if (!count)
			return 0;
		size += 1 + count;
		*ret_whole = false;
	}
	if (text[size] == 'e' || text[size] == 'E') {
		size += 1;
		size += text[size] == '+' || text[size] == '-';
		count = strspn(text + size, digits);
		if (!count)
			return 0;
		size += count;
		*ret_whole = false;
	}
	return size;
}

/* Of text that is a number and ends behind it. */
static int _make_number(struct parser *parser, const char *text, bool whole,
			struct json_object **ret_value)
{
	int64_t number;
	double real;

	if (whole && !ft_number_int(text, INT64_MIN, INT64_MAX, &number)) {
		*ret_value = json_object_new_int64(number);
	} else {
		uint64_t large;

		errno = 0;
		large = whole && *text != '-' ? strtoull(text, NULL, 10) : 0;
		if (large && !errno)
			*ret_value = json_object_new_uint64(large);
		else if (!ft_number_real(text, -1.7e308, 1.7e308, &real))
			*ret_value = json_object_new_double(real);
		else
			return _refuse(parser, "a number is too large");
	}
	return *ret_value ? 0 : _fail_memory(parser);
}

static int _parse_number(struct parser *parser, struct json_object **ret_value)
{
	bool whole;
	size_t size = _number_size(parser->at, &whole);
	char behind = parser->at[size];
	int rc;

	if (!size)
		return _refuse(parser, "a value is expected");
	parser->at[size] = '\0';
	rc = _make_number(parser, parser->at, whole, ret_value);
	parser->at[size] = behind;
	parser->at += size;
	return rc;
}

/* Behind "[" or "{": whether it ends at once. */
static bool _is_empty(struct parser *parser, const char *end)
{
	_skip_blanks(parser);
	return _take(parser, end);
}

static int _parse_elements(struct parser *parser, struct json_object *array)
{
	if (_is_empty(parser, "]"))
		return 0;
	for (;;) {
		struct json_object *value = NULL;
		int rc = _parse_value(parser, &value);

		if (!rc && json_object_array_add(array, value))
			rc = _fail_memory(parser);
		if (rc) {
			json_object_put(value);
			return rc;
		}
		if (_take(parser, "]"))
			return 0;
		if (!_take(parser, ","))
			return _refuse(parser, "a list needs , or ] here");
	}
}

/* Room for one more.  Where json_object_object_add() itself finds none to be
 * had, it loses the name's copy. */
static bool _make_room(struct json_object *object)
{
	struct lh_table *table = json_object_get_object(object);

	return table->count < table->size * LH_LOAD_FACTOR ||
	       (table->size <= INT_MAX / 2 &&
		!lh_table_resize(table, table->size * 2));
}

static int _parse_member(struct parser *parser, struct json_object *object)
{
	struct json_object *value = NULL;
	char *name;
	int rc;

	_skip_blanks(parser);
	if (!_take(parser, "\""))
		return _refuse(parser, "the name of a member is expected");
	rc = _parse_string(parser, &name);
	if (rc)
		return rc;
	_skip_blanks(parser);
	if (!_take(parser, ":"))
		return _refuse(parser, "a member needs : behind its name");
	rc = _parse_value(parser, &value);
	if (!rc && (!_make_room(object) ||
		    json_object_object_add(object, name, value)))
		rc = _fail_memory(parser);
	if (rc)
		json_object_put(value);
	return rc;
}

static int _parse_members(struct parser *parser, struct json_object *object)
{
	if (_is_empty(parser, "}"))
		return 0;
	for (;;) {
		int rc = _parse_member(parser, object);

		if (rc)
			return rc;
		if (_take(parser, "}"))
			return 0;
		if (!_take(parser, ","))
			return _refuse(parser, "an object needs , or } here");
	}
}

/* Behind its bracket. */
static int _parse_many(struct parser *parser, bool object,
		       struct json_object **ret_value)
{
	struct json_object *many =
		object ? json_object_new_object() : json_object_new_array();
	int rc;

	if (!many)
		return _fail_memory(parser);
	if (parser->depth >= FT_JSON_DEPTH) {
		json_object_put(many);
		return _refuse(parser, "too many levels");
	}
	parser->depth++;
	rc = object ? _parse_members(parser, many)
		    : _parse_elements(parser, many);
	parser->depth--;
	if (rc)
		json_object_put(many);
	else
		*ret_value = many;
	return rc;
}

static int _parse_text(struct parser *parser, struct json_object **ret_value)
{
	char *string;
	int rc = _parse_string(parser, &string);

	if (rc)
		return rc;
	*ret_value = json_object_new_string(string);
	return *ret_value ? 0 : _fail_memory(parser);
}

static int _parse_truth(struct parser *parser, bool truth,
			struct json_object **ret_value)
{
	*ret_value = json_object_new_boolean(truth);
	return *ret_value ? 0 : _fail_memory(parser);
}

/* With the blanks around it.  null: *ret_value stays. */
static int _parse_value(struct parser *parser, struct json_object **ret_value)
{
	int rc = 0;

	_skip_blanks(parser);
	if (_take(parser, "{"))
		rc = _parse_many(parser, true, ret_value);
	else if (_take(parser, "["))
		rc = _parse_many(parser, false, ret_value);
	else if (_take(parser, "\""))
		rc = _parse_text(parser, ret_value);
	else if (_take(parser, "true"))
		rc = _parse_truth(parser, true, ret_value);
	else if (_take(parser, "false"))
		rc = _parse_truth(parser, false, ret_value);
	else if (!_take(parser, "null"))
		rc = _parse_number(parser, ret_value);
	_skip_blanks(parser);
	return rc;
}

static uint32_t _line_of(const char *text, size_t offset)
{
	uint32_t line = 1;

	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

extern int ft_json_parse(const char *text, struct json_object **ret_json,
			 struct ft_json_fault *ret_fault)
{
	struct parser parser = {.fault = ret_fault};
	struct json_object *json = NULL;
	char *copy = strdup(text);
	int rc;

	ret_fault->line = 1;
	parser.at = copy;
	if (!copy)
		return _fail_memory(&parser);
	rc = _parse_value(&parser, &json);
	if (!rc && *parser.at)
		rc = _refuse(&parser, "nothing may follow the value");
	else if (!rc && !json)
		rc = _refuse(&parser, "this is null only");
	if (rc) {
		ret_fault->line = _line_of(text, (size_t) (parser.at - copy));
		json_object_put(json);
	} else {
		*ret_json = json;
	}
	free(copy);
	return rc;
}
