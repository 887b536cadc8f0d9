/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * harness - what turns any bytes into calls of the parsers and of what works
 * with their results.
 *
 * Each harness is one function, a row of fuzz_harness[].  A harness aborts
 * where a law is broken: a code that is none of its function's, memory that
 * could not be had and no -ENOMEM, a text that reads back as another.  Refuses
 * to know where bytes come from: see libfuzzer.c, corpus.c, allocation.c.
 */
#ifndef TESTSUITE_FUZZ_HARNESS_H
#define TESTSUITE_FUZZ_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

struct fuzz_harness {
	const char *name;
	void (*run)(const char *data, size_t size);
	/* Calls take with inputs that are sound. */
	void (*seed)(void (*take)(void *context, const char *data, size_t size),
		     void *context);
};

/* Ended by one without a name. */
extern const struct fuzz_harness fuzz_harness[];
extern const struct fuzz_harness *fuzz_harness_find(const char *name);

/* Allocations that were made to fail so far; NULL: none ever is. */
extern uint64_t (*fuzz_failures)(void);
/* NULL: a broken law ends the program; else it is printed and counted. */
extern uint32_t *fuzz_breaches;

/*
 * Judges what a function returned: FUZZ_CODE(ft_x(..., &err)) is that code, if
 * it is 0, -EINVAL or another that a bad text or file has where no allocation
 * failed, and -ENOMEM where one did; else a law is broken.  FUZZ_MADE(pointer):
 * NULL if and only if an allocation failed.  FUZZ_LESS(call) is FUZZ_CODE of
 * what may also do without that memory, and is then 0: what it made is as good.
 */
#define FUZZ_CODE(call) fuzz_code((fuzz_begin(), (call)), #call)
#define FUZZ_LESS(call) fuzz_less((fuzz_begin(), (call)), #call)
#define FUZZ_MADE(call) fuzz_made((fuzz_begin(), (call)), #call)
extern void fuzz_begin(void);
extern int fuzz_code(int rc, const char *call);
extern int fuzz_less(int rc, const char *call);
extern void *fuzz_made(void *pointer, const char *call);

/* A law that is broken unless it is true. */
#define FUZZ_LAW(law) fuzz_law(law, #law)
extern void fuzz_law(bool kept, const char *law);

/* A copy with a 0 behind, to be given to fuzz_free.  Never NULL: what the
 * harness itself needs does not fail. */
extern char *fuzz_copy(const char *data, size_t size);
/*
 * The same as a state file: where data does not begin with '#', closed by the
 * right seal, since nothing else gets past it.  marks: what the lines begin
 * with that are its records; NULL: all but the first are.  *ret_size: of the
 * text.
 */
extern char *fuzz_sealed(const char *data, size_t size, const char *marks,
			 size_t *ret_size);
extern void fuzz_free(void *memory);

/* The path of a file with these bytes, until the next call. */
extern const char *fuzz_path(const char *data, size_t size);

/* What follows is memory of the harness, which never fails. */
extern void fuzz_spare(bool spare);
extern bool fuzz_is_spared(void);

#endif
