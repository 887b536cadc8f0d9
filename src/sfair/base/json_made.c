/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * __wrap_json_... - what json-c cannot make ends sfair with a message.
 *
 * The linker gives all of sfair these in place of json-c's functions: an answer
 * with a member that is missing would be taken for a whole one, and json-c
 * itself crashes where it is given an object that could not be made.  Refuses
 * to change what they do otherwise.
 */
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

static void _end(void)
{
	fputs("sfair: out of memory for the answer as JSON\n", stderr);
	exit(1);
}

#define MAKE(name, declared, given)                                            \
	extern struct json_object *__real_##name declared;                     \
	extern struct json_object *__wrap_##name declared;                     \
	struct json_object *__wrap_##name declared                             \
	{                                                                      \
		struct json_object *made = __real_##name given;                \
                                                                               \
		if (!made)                                                     \
			_end();                                                \
		return made;                                                   \
	}
MAKE(json_object_new_object, (void), ())
MAKE(json_object_new_array, (void), ())
MAKE(json_object_new_boolean, (json_bool value), (value))
MAKE(json_object_new_int64, (int64_t value), (value))
MAKE(json_object_new_double, (double value), (value))
MAKE(json_object_new_string, (const char *value), (value))

#define ADD(name, declared, given)                                             \
	extern int __real_##name declared;                                     \
	extern int __wrap_##name declared;                                     \
	int __wrap_##name declared                                             \
	{                                                                      \
		if (__real_##name given)                                       \
			_end();                                                \
		return 0;                                                      \
	}
ADD(json_object_object_add,
    (struct json_object * to, const char *key, struct json_object *value),
    (to, key, value))
ADD(json_object_array_add, (struct json_object * to, struct json_object *value),
    (to, value))

#define TEXT(name, declared, given)                                            \
	extern const char *__real_##name declared;                             \
	extern const char *__wrap_##name declared;                             \
	const char *__wrap_##name declared                                     \
	{                                                                      \
		const char *text = __real_##name given;                        \
                                                                               \
		if (!text)                                                     \
			_end();                                                \
		return text;                                                   \
	}
TEXT(json_object_to_json_string, (struct json_object * of), (of))
TEXT(json_object_to_json_string_ext, (struct json_object * of, int flags),
     (of, flags))
