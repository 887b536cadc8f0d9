/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * json_short - memory that json-c cannot have.
 *
 * Preloaded into sfair: the call number JSON_SHORT of those by which json-c
 * makes or adds something fails, as it does where memory is short.  Others are
 * json-c's own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static bool _fails(void)
{
	static long calls;
	const char *which = getenv("JSON_SHORT");

	return which && ++calls == atol(which);
}

#define CALL(type, name, declared, given, failed)                              \
	extern type name declared;                                             \
	type name declared                                                     \
	{                                                                      \
		static __typeof__(&name) next;                                 \
                                                                               \
		if (!next)                                                     \
			next = (__typeof__(&name)) dlsym(RTLD_NEXT, #name);    \
		return _fails() ? (failed) : next given;                       \
	}
CALL(void *, json_object_new_object, (void), (), NULL)
CALL(void *, json_object_new_array, (void), (), NULL)
CALL(void *, json_object_new_boolean, (int value), (value), NULL)
CALL(void *, json_object_new_int64, (int64_t value), (value), NULL)
CALL(void *, json_object_new_double, (double value), (value), NULL)
CALL(void *, json_object_new_string, (const char *value), (value), NULL)
CALL(int, json_object_object_add, (void *to, const char *key, void *value),
     (to, key, value), -1)
CALL(int, json_object_array_add, (void *to, void *value), (to, value), -1)
CALL(const char *, json_object_to_json_string, (void *of), (of), NULL)
CALL(const char *, json_object_to_json_string_ext, (void *of, int flags),
     (of, flags), NULL)
