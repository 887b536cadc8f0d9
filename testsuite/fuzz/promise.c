/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * promise - what jobs were promised, as sched/reserve reads it at its start.
 *
 * Law: what was read, written and read again is the same text.
 */
#include "harness.h"
#include "run.h"

#include <string.h>

#include "core/snapshot/promise_state.h"

static const char *const sound[] = {
	"sched_promises 2 3 1 2 1\nn n1\nn n2\nn n3\np batch\n"
	"j 7 0 1700000000 0 1700000100 60 1 0-1*2/2\n"
	"j 9 1 1700000001 0 1700000500 3600 0 2\nl 5 3\n",
	"sched_promises 1 2 1 1 0\nn a%20b\nn -\np p\n"
	"j 1 0 0 0 1 1 0 0*4294967295\n",
	"sched_promises 2 0 0 0 0\n",
};

void fuzz_promise_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

static char *written(char *text, size_t size, size_t *ret_size)
{
	struct ft_promise_state state = {0};
	struct ft_err err;
	char *again = NULL;

	if (!FUZZ_CODE(ft_promise_state_read(text, size, "file", &state, &err)))
		again = FUZZ_MADE(ft_promise_state_text(&state, ret_size));
	ft_promise_state_free(&state);
	return again;
}

void fuzz_promise(const char *data, size_t size)
{
	size_t length, again;
	char *text = fuzz_sealed(data, size, "jl", &length), *first, *copy,
	     *second;

	first = written(text, length, &length);
	fuzz_free(text);
	if (!first)
		return;
	copy = fuzz_copy(first, length);
	second = written(copy, length, &again);
	if (second)
		FUZZ_LAW(length == again && !memcmp(first, second, length));
	fuzz_free(copy);
	fuzz_free(first);
	fuzz_free(second);
}
