/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allocation - every allocation that the core makes fails, one after the
 * other: the function says -ENOMEM, nothing crashes, nothing is lost.
 *
 * Each harness runs over its sound inputs with the first allocation failing,
 * then the second, and so on until a run needs no more; once only that one
 * fails, once all that follow do, too.  What it has in use afterwards must be
 * what it had before.  The linker sends the core's calls here (--wrap), so that
 * only those fail: what the C library does without memory is its own business.
 *
 *	allocation.tap [NAME]	FT_ALLOCATION_INPUTS: of each harness (see
 *below)
 */
#include "harness.h"
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES_MOST = 1024 };

static struct {
	uint64_t made;	  /* in this run */
	uint64_t failing; /* the one that fails, from 1; 0: none */
	bool for_good;	  /* and all that follow */
	uint64_t failed;
	int64_t in_use; /* blocks of the core */
} allocation;

extern void *__real_malloc(size_t size);
extern void *__real_calloc(size_t count, size_t size);
extern void *__real_realloc(void *memory, size_t size);
extern char *__real_strdup(const char *text);
extern void __real_free(void *memory);
extern FILE *__real_fopen(const char *path, const char *mode);
extern void *__wrap_malloc(size_t size);
extern void *__wrap_calloc(size_t count, size_t size);
extern void *__wrap_realloc(void *memory, size_t size);
extern char *__wrap_strdup(const char *text);
extern void __wrap_free(void *memory);
extern FILE *__wrap_fopen(const char *path, const char *mode);

/* Where the calls that failed go on, as places in this program. */
static struct {
	uintptr_t at[SITES_MOST];
	uint32_t count;
} sites;

extern const char __executable_start[];

static void note_site(const void *caller)
{
	uintptr_t at = (uintptr_t) caller - (uintptr_t) __executable_start;

	for (uint32_t i = 0; i < sites.count; i++)
		if (sites.at[i] == at)
			return;
	if (sites.count < SITES_MOST)
		sites.at[sites.count++] = at;
}

/* For sites.tap. */
static void tell_sites(void)
{
	const char *path = getenv("FT_ALLOCATION_SITES");
	FILE *file = path ? __real_fopen(path, "w") : NULL;

	for (uint32_t i = 0; file && i < sites.count; i++)
		fprintf(file, "%" PRIxPTR "\n", sites.at[i]);
	if (file)
		fclose(file);
}

static bool fails(const void *caller)
{
	if (fuzz_is_spared())
		return false;
	allocation.made++;
	if (!allocation.failing || allocation.made < allocation.failing ||
	    (!allocation.for_good && allocation.made > allocation.failing))
		return false;
	allocation.failed++;
	note_site(caller);
	errno = ENOMEM;
	return true;
}

static void *counted(void *memory)
{
	allocation.in_use += memory != NULL;
	return memory;
}

void *__wrap_malloc(size_t size)
{
	return fails(__builtin_return_address(0))
		       ? NULL
		       : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails(__builtin_return_address(0))
		       ? NULL
		       : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
	void *other;

	if (fails(__builtin_return_address(0)))
		return NULL;
	other = __real_realloc(memory, size);
	return memory ? other : counted(other);
}

char *__wrap_strdup(const char *text)
{
	return fails(__builtin_return_address(0))
		       ? NULL
		       : counted(__real_strdup(text));
}

void __wrap_free(void *memory)
{
	allocation.in_use -= memory != NULL;
	__real_free(memory);
}

/* It has a buffer. */
FILE *__wrap_fopen(const char *path, const char *mode)
{
	return fails(__builtin_return_address(0)) ? NULL
						  : __real_fopen(path, mode);
}

static uint64_t failures(void)
{
	return allocation.failed;
}

struct sweep {
	const struct fuzz_harness *harness;
	uint64_t inputs, room; /* how many of the sound ones */
	uint64_t failures;
	uint32_t breaches, lost;
};

/* Whether it came as far as the failure. */
static bool run_failing(struct sweep *sweep, const char *data, size_t size)
{
	int64_t before = allocation.in_use;

	allocation.made = allocation.failed = 0;
	sweep->harness->run(data, size);
	if (allocation.in_use != before) {
		fprintf(stderr,
			"%s: input %" PRIu64 ", allocation %" PRIu64
			"%s: %" PRId64 " blocks are lost\n",
			sweep->harness->name, sweep->inputs, allocation.failing,
			allocation.for_good ? " and all behind" : "",
			allocation.in_use - before);
		sweep->lost++;
	}
	sweep->failures += allocation.failed;
	return allocation.failed;
}

static void fail_each(void *context, const char *data, size_t size)
{
	struct sweep *sweep = context;
	uint32_t before;

	if (sweep->inputs++ >= sweep->room)
		return;
	/* What a harness makes once is made here. */
	allocation.failing = 0;
	sweep->harness->run(data, size);
	for (int for_good = 0; for_good < 2; for_good++) {
		allocation.for_good = for_good;
		allocation.failing = 0;
		do {
			allocation.failing++;
			before = sweep->breaches + sweep->lost;
			if (!run_failing(sweep, data, size))
				break;
			if (sweep->breaches + sweep->lost > before)
				fprintf(stderr,
					"(input %" PRIu64 " of %s, "
					"allocation %" PRIu64 "%s)\n",
					sweep->inputs, sweep->harness->name,
					allocation.failing,
					for_good ? " and all behind" : "");
		} while (sweep->breaches + sweep->lost < 20);
	}
	allocation.failing = 0;
}

static void check_harness(const struct fuzz_harness *harness, int number)
{
	const char *room = getenv("FT_ALLOCATION_INPUTS");
	struct sweep sweep = {
		.harness = harness,
		.room = room ? strtoull(room, NULL, 10) : 16,
	};

	fuzz_breaches = &sweep.breaches;
	harness->seed(fail_each, &sweep);
	printf("%sok %d - %s: each allocation fails without harm\n"
	       "# %" PRIu64 " failures\n",
	       sweep.breaches || sweep.lost || !sweep.failures ? "not " : "",
	       number, harness->name, sweep.failures);
	fflush(stdout);
}

static const struct fuzz_harness grown = {"grown", fuzz_grown, fuzz_grown_seed};

int main(int argc, char **argv)
{
	int number = 0;

	fuzz_failures = failures;
	for (const struct fuzz_harness *one = fuzz_harness; one->name; one++)
		if (argc < 2 || !strcmp(argv[1], one->name))
			check_harness(one, ++number);
	if (argc < 2 || !strcmp(argv[1], grown.name))
		check_harness(&grown, ++number);
	printf("1..%d\n", number);
	tell_sites();
	return 0;
}
