/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json - texts in JSON.
 *
 * Laws: what is taken json-c takes too, and both are the same; json-c's text of
 * it is taken again.  Texts with numbers of 19 digits are not compared: json-c
 * makes the nearest integer of what fits none.
 */
#include "harness.h"
#include "run.h"

#include <string.h>

#include <json-c/json.h>

#include "core/base/json_parser.h"

static const char *const sound[] = {
	"{\"a\": [1, -2.5e3, 0, 18446744073709551615, true, false, null], "
	"\"b\": {\"c\": {}, \"d\": []}, \"a\": \"again\"}",
	"[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u0041\\u00e4\\u20ac\", "
	"\"\\ud83d\\ude00 \\ud83d \\ude00\", \"\xc3\xa4\"]",
	" {\"0\":0,\"1\":1,\"2\":2,\"3\":3,\"4\":4,\"5\":5,\"6\":6,\"7\":7,"
	"\"8\":8,\"9\":9,\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,"
	"\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0,\"l\":0,\"m\":0,\"n\":0}\n",
	"[0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,"
	"4,5,6,7,8,9]",
	"99999999999999999999999",
	"-9223372036854775808",
	"\"text\"",
	"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
	"]"
	"]]]]]]]]]]",
};

void fuzz_json_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

/* Whether a number may be too long for an integer. */
static bool has_long_number(const char *text)
{
	enum { SHORT = 18 };
	size_t run = 0, longest = 0;

	for (; *text; text++) {
		run = *text >= '0' && *text <= '9' ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest > SHORT;
}

static void compare(struct json_object *one, const char *text)
{
	struct json_tokener *tokener = json_tokener_new_ex(FT_JSON_DEPTH + 1);
	struct json_object *two;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	two = json_tokener_parse_ex(tokener, text, (int) strlen(text) + 1);
	FUZZ_LAW(two);
	if (!has_long_number(text))
		FUZZ_LAW(json_object_equal(one, two));
	json_object_put(two);
	json_tokener_free(tokener);
}

static void parse_again(struct json_object *one)
{
	struct json_object *two = NULL;
	struct ft_json_fault fault;

	FUZZ_LAW(!ft_json_parse(
		json_object_to_json_string_ext(one, JSON_C_TO_STRING_PLAIN),
		&two, &fault));
	FUZZ_LAW(json_object_equal(one, two));
	json_object_put(two);
}

void fuzz_json(const char *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct json_object *json = NULL;
	struct ft_json_fault fault;

	if (!FUZZ_CODE(ft_json_parse(text, &json, &fault))) {
		fuzz_spare(true);
		compare(json, text);
		parse_again(json);
		fuzz_spare(false);
		json_object_put(json);
	}
	fuzz_free(text);
}
