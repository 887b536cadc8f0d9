/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See mutant.h.
 */
#include "mutant.h"
#include "harness.h"

#include <stdlib.h>
#include <string.h>

#include "../random.h"

enum { CHANGES_MAX = 4, WORD_MAX = 32 };

/* At each of these something has an end. */
static const char *const words[] = {
	"0",
	"-1",
	"2",
	"x",
	"0.5",
	"1",
	"65535",
	"65536",
	"2147483647",
	"2147483648",
	"4294967294",
	"4294967295",
	"4294967296",
	"1099511627776",
	"1099511627777",
	"9007199254740993",
	"9223372036854775807",
	"-9223372036854775808",
	"18446744073709551615",
	"1e308",
	"1e-320",
	"nan",
	"inf",
	"%00",
	"%",
	"",
	" ",
	"\n",
	",",
	"|",
	":",
	"null",
	"[]",
	"{}",
};

static size_t below(uint64_t *state, size_t bound)
{
	return bound ? random_next(state) % bound : 0;
}

/* Puts `size` bytes in the place of data[at .. at + gone). */
static void splice(struct fuzz_input *input, size_t at, size_t gone,
		   const char *bytes, size_t size)
{
	size_t rest = input->size - at - gone;
	char *data = malloc(input->size - gone + size + 1);

	if (!data)
		abort();
	memcpy(data, input->data, at);
	memcpy(data + at, bytes, size);
	memcpy(data + at + size, input->data + at + gone, rest);
	input->size = at + size + rest;
	data[input->size] = '\0';
	free(input->data);
	input->data = data;
}

static bool is_end(char c)
{
	return strchr(" \n,|:=[]{}\"*-/%", c) != NULL;
}

/* The word around at becomes that one. */
static void put_word(struct fuzz_input *input, size_t at, const char *word)
{
	size_t from = at, to = at;

	while (from && !is_end(input->data[from - 1]))
		from--;
	while (to < input->size && !is_end(input->data[to]))
		to++;
	splice(input, from, to - from, word, strlen(word));
}

static void change_word(struct fuzz_input *input, size_t at, uint64_t *state)
{
	put_word(input, at, words[below(state, fuzz_words())]);
}

size_t fuzz_words(void)
{
	return sizeof(words) / sizeof(*words);
}

static bool begins(const struct fuzz_input *input, size_t at)
{
	return !is_end(input->data[at]) && (!at || is_end(input->data[at - 1]));
}

size_t fuzz_word_count(const struct fuzz_input *input)
{
	size_t count = 0;

	for (size_t i = 0; i < input->size; i++)
		count += begins(input, i);
	return count;
}

struct fuzz_input fuzz_with_word(const struct fuzz_input *input, size_t at,
				 size_t number)
{
	struct fuzz_input mutant = {fuzz_copy(input->data, input->size),
				    input->size};
	size_t i = 0;

	for (; i < input->size; i++)
		if (begins(input, i) && !at--)
			break;
	put_word(&mutant, i, words[number]);
	return mutant;
}

/* The begin of the line after at. */
static size_t line_after(const struct fuzz_input *input, size_t at)
{
	const char *end = memchr(input->data + at, '\n', input->size - at);

	return end ? (size_t) (end - input->data) + 1 : input->size;
}

static void change_line(struct fuzz_input *input, size_t at,
			const struct fuzz_input *other, uint64_t *state)
{
	size_t from = line_after(other, below(state, other->size));
	size_t to = line_after(other, from);

	splice(input, line_after(input, at), 0, other->data + from, to - from);
}

static void change(struct fuzz_input *input, const struct fuzz_input *other,
		   uint64_t *state)
{
	size_t at = below(state, input->size);
	size_t size = below(state, input->size - at);

	switch (below(state, 6)) {
	case 0:
		if (input->size)
			input->data[at] ^= (char) (1 << below(state, 8));
		break;
	case 1:
		splice(input, at, size < WORD_MAX ? size : WORD_MAX, "", 0);
		break;
	case 2: {
		char *part = fuzz_copy(input->data + at, size);

		splice(input, at, 0, part, size);
		fuzz_free(part);
		break;
	}
	case 3:
		change_line(input, at, other, state);
		break;
	default:
		change_word(input, at, state);
	}
}

struct fuzz_input fuzz_mutant(const struct fuzz_input *input, size_t count,
			      size_t index, uint64_t *state)
{
	struct fuzz_input mutant = {
		fuzz_copy(input[index].data, input[index].size),
		input[index].size};
	size_t changes = 1 + below(state, CHANGES_MAX);

	while (changes--)
		change(&mutant, &input[below(state, count)], state);
	return mutant;
}
