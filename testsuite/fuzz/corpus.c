/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * corpus - runs the harnesses over sound inputs, over those that are kept in
 * testsuite/fuzz/corpus because they reach what others do not, and over
 * mutants of both.  Needs no fuzzer; finds less than one.
 *
 *	corpus.tap			make check: TAP, one point a harness
 *	corpus.tap --seeds NAME DIR	writes them to sound.N and kept.N
 *	corpus.tap NAME FILE...		runs these files
 *
 * FT_FUZZ_WORDS: changed in all sound inputs of a harness, one at a time
 *(24000); FT_FUZZ_MUTANTS: of each input (4), FT_FUZZ_SEED: of the mutations
 *(1).
 */
#define _GNU_SOURCE
#include "harness.h"
#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4096, INPUT_MAX = 1 << 20 };

struct inputs {
	const struct fuzz_harness *harness;
	struct fuzz_input *input;
	size_t count;
};

static void add(void *context, const char *data, size_t size)
{
	struct inputs *inputs = context;
	struct fuzz_input *input =
		realloc(inputs->input, (inputs->count + 1) * sizeof(*input));

	if (!input)
		abort();
	inputs->input = input;
	input[inputs->count++] =
		(struct fuzz_input){fuzz_copy(data, size), size};
}

static int digit(char c)
{
	const char *digits = "0123456789abcdef", *found = strchr(digits, c);

	return c && found ? (int) (found - digits) : 0;
}

/* Takes the escapes of a line out, in place; its size. */
static size_t plain(char *line)
{
	size_t size = 0;

	for (const char *from = line; *from && *from != '\n'; from++) {
		if (*from != '\\') {
			line[size++] = *from;
		} else if (*++from == 'n') {
			line[size++] = '\n';
		} else if (*from == 'x' && from[1] && from[2]) {
			line[size++] =
				(char) (digit(from[1]) << 4 | digit(from[2]));
			from += 2;
		} else if (*from) {
			line[size++] = *from;
		} else {
			break;
		}
	}
	return size;
}

/* One input a line; a line that begins with '#' is none. */
static bool read_kept(struct inputs *inputs)
{
	const char *source = getenv("FT_SRCDIR");
	char path[PATH], *line = NULL;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/testsuite/fuzz/corpus/%s",
		 source ? source : ".", inputs->harness->name);
	file = fopen(path, "re");
	if (!file)
		return false;
	while (getline(&line, &room, file) > 0)
		if (*line != '#')
			add(inputs, line, plain(line));
	free(line);
	fclose(file);
	return true;
}

static void drop(struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++)
		fuzz_free(inputs->input[i].data);
	free(inputs->input);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

/* Each word of the sound inputs in turn becomes each odd one, as far as the
 * number of runs that an input has allows. */
static size_t run_words(const struct inputs *inputs, size_t sound)
{
	uint64_t runs = setting("FT_FUZZ_WORDS", 24000) / (sound ? sound : 1);
	size_t count = 0;

	for (size_t i = 0; i < sound; i++) {
		const struct fuzz_input *input = &inputs->input[i];
		size_t all = fuzz_word_count(input) * fuzz_words();
		/* Odd: all words come, whatever their number. */
		size_t step = all > runs ? (all / (runs ? runs : 1)) | 1 : 1;

		for (size_t n = i % step; n < all; n += step, count++) {
			struct fuzz_input mutant = fuzz_with_word(
				input, n / fuzz_words(), n % fuzz_words());

			inputs->harness->run(mutant.data, mutant.size);
			fuzz_free(mutant.data);
		}
	}
	return count;
}

static size_t run_mutants(const struct inputs *inputs)
{
	uint64_t state = setting("FT_FUZZ_SEED", 1), count = 0;
	uint64_t each = setting("FT_FUZZ_MUTANTS", 4);

	for (size_t i = 0; i < inputs->count; i++)
		for (uint64_t m = 0; m < each; m++, count++) {
			struct fuzz_input mutant = fuzz_mutant(
				inputs->input, inputs->count, i, &state);

			inputs->harness->run(mutant.data, mutant.size);
			fuzz_free(mutant.data);
		}
	return count;
}

static void check_harness(const struct fuzz_harness *harness, int number)
{
	struct inputs inputs = {.harness = harness};
	size_t sound, mutants, words;
	bool kept;

	harness->seed(add, &inputs);
	sound = inputs.count;
	kept = read_kept(&inputs);
	for (size_t i = 0; i < inputs.count; i++)
		harness->run(inputs.input[i].data, inputs.input[i].size);
	words = run_words(&inputs, sound);
	mutants = run_mutants(&inputs);
	printf("%sok %d - %s: inputs break no law\n# %zu sound ones, %zu kept "
	       "ones, %zu words changed, %zu mutants\n",
	       kept ? "" : "not ", number, harness->name, sound,
	       inputs.count - sound, words, mutants);
	fflush(stdout);
	drop(&inputs);
}

static int write_seeds(const struct fuzz_harness *harness, const char *folder)
{
	struct inputs inputs = {.harness = harness};
	char path[PATH];
	size_t sound;

	harness->seed(add, &inputs);
	sound = inputs.count;
	read_kept(&inputs);
	for (size_t i = 0; i < inputs.count; i++) {
		FILE *file;

		snprintf(path, sizeof(path), "%s/%s.%zu", folder,
			 i < sound ? "sound" : "kept", i);
		file = fopen(path, "we");
		if (!file)
			return 1;
		fwrite(inputs.input[i].data, 1, inputs.input[i].size, file);
		if (fclose(file))
			return 1;
	}
	drop(&inputs);
	return 0;
}

static int run_files(const struct fuzz_harness *harness, char **path)
{
	char *data = malloc(INPUT_MAX);

	for (; data && *path; path++) {
		FILE *file = fopen(*path, "re");
		size_t size;

		if (!file) {
			perror(*path);
			return 1;
		}
		size = fread(data, 1, INPUT_MAX, file);
		fclose(file);
		harness->run(data, size);
	}
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	bool seeds = argc == 4 && !strcmp(argv[1], "--seeds");
	const struct fuzz_harness *harness = NULL;
	int number = 0;

	if (argc > 1) {
		harness = fuzz_harness_find(argv[seeds ? 2 : 1]);
		if (!harness) {
			fprintf(stderr, "corpus.tap: no harness %s\n",
				argv[seeds ? 2 : 1]);
			return 2;
		}
		return seeds ? write_seeds(harness, argv[3])
			     : run_files(harness, argv + 2);
	}
	for (harness = fuzz_harness; harness->name; harness++)
		check_harness(harness, ++number);
	printf("1..%d\n", number);
	return 0;
}
