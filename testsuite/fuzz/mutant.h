/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mutant - an input with some bytes, words or lines changed, the same ones for
 * the same state.
 */
#ifndef TESTSUITE_FUZZ_MUTANT_H
#define TESTSUITE_FUZZ_MUTANT_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_input {
	char *data;
	size_t size;
};

/* Of input[index]; parts of the others may come into it.  Its data are to be
 * given to fuzz_free(). */
extern struct fuzz_input fuzz_mutant(const struct fuzz_input *input,
				     size_t count, size_t index,
				     uint64_t *state);

/* Each word of an input in the place of which another may be put. */
extern size_t fuzz_word_count(const struct fuzz_input *input);
/* How many words there are to put there. */
extern size_t fuzz_words(void);
/* Of the input, with word `at` replaced by word `number` of those. */
extern struct fuzz_input fuzz_with_word(const struct fuzz_input *input,
					size_t at, size_t number);

#endif
