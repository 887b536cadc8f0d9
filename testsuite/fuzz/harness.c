/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See harness.h.
 */
#define _GNU_SOURCE
#include "harness.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/checksum.h"

uint64_t (*fuzz_failures)(void);
uint32_t *fuzz_breaches;

const struct fuzz_harness fuzz_harness[] = {
	{"promise", fuzz_promise, fuzz_promise_seed},
	{"reserve", fuzz_reserve, fuzz_reserve_seed},
	{"ledger", fuzz_ledger, fuzz_ledger_seed},
	{"swf", fuzz_swf, fuzz_swf_seed},
	{"policy", fuzz_policy, fuzz_policy_seed},
	{"group", fuzz_group, fuzz_group_seed},
	{"conf", fuzz_conf, fuzz_conf_seed},
	{"snapshot", fuzz_snapshot, fuzz_snapshot_seed},
	{"replay", fuzz_replay, fuzz_replay_seed},
	{"board", fuzz_board, fuzz_board_seed},
	{NULL, NULL, NULL},
};

const struct fuzz_harness *fuzz_harness_find(const char *name)
{
	for (const struct fuzz_harness *one = fuzz_harness; one->name; one++)
		if (!strcmp(one->name, name))
			return one;
	return NULL;
}

static uint64_t failures_before;
/* The compiler takes it that malloc looks at no variable of a program. */
static volatile bool spared;

static uint64_t failures(void)
{
	return fuzz_failures ? fuzz_failures() : 0;
}

void fuzz_begin(void)
{
	failures_before = failures();
}

static void broken(const char *what, const char *law, int rc)
{
	fprintf(stderr, "%s: %s (code %d)\n", law, what, rc);
	if (!fuzz_breaches)
		abort();
	++*fuzz_breaches;
}

/* What is no fault of the program: bad texts, and files that are not there. */
static bool is_code(int rc)
{
	static const int codes[] = {0,	     ENOMEM,	   EINVAL, ERANGE,
				    ENOENT,  ELOOP,	   EISDIR, EACCES,
				    ENOTDIR, ENAMETOOLONG, EILSEQ, EFBIG};

	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		if (rc == -codes[i])
			return true;
	return false;
}

int fuzz_code(int rc, const char *call)
{
	bool failed = failures() > failures_before;

	if (failed != (rc == -ENOMEM))
		broken(failed ? "an allocation failed, which it does not say"
			      : "no allocation failed",
		       call, rc);
	if (!is_code(rc))
		broken("is none of its codes", call, rc);
	return rc;
}

int fuzz_less(int rc, const char *call)
{
	if (!rc && failures() > failures_before)
		return 0;
	return fuzz_code(rc, call);
}

void *fuzz_made(void *pointer, const char *call)
{
	bool failed = failures() > failures_before;

	if (failed != !pointer)
		broken(failed ? "an allocation failed, which it does not say"
			      : "no allocation failed",
		       call, 0);
	return pointer;
}

void fuzz_law(bool kept, const char *law)
{
	if (!kept)
		broken("is not so", law, 0);
}

void fuzz_spare(bool spare)
{
	spared = spare;
}

bool fuzz_is_spared(void)
{
	return spared;
}

static void *memory(size_t size)
{
	bool before = spared;
	void *made;

	spared = true;
	made = malloc(size);
	spared = before;
	if (!made)
		abort();
	return made;
}

char *fuzz_copy(const char *data, size_t size)
{
	char *copy = memory(size + 1);

	memcpy(copy, data, size);
	copy[size] = '\0';
	return copy;
}

static uint32_t count_records(const char *text, size_t size, const char *marks)
{
	uint32_t count = 0;

	for (size_t i = 1; i < size; i++)
		count += text[i - 1] == '\n' &&
			 (!marks || strchr(marks, text[i]));
	return count;
}

char *fuzz_sealed(const char *data, size_t size, const char *marks,
		  size_t *ret_size)
{
	enum { SEAL = 64 };
	char *text;

	if (size && data[0] == '#') {
		*ret_size = size - 1;
		return fuzz_copy(data + 1, size - 1);
	}
	text = memory(size + SEAL);
	memcpy(text, data, size);
	if (!size || text[size - 1] != '\n')
		text[size++] = '\n';
	*ret_size =
		size + (size_t) snprintf(text + size, SEAL - 1, "end %u %u\n",
					 count_records(text, size, marks),
					 ft_checksum_crc32(text, size));
	return text;
}

void fuzz_free(void *copy)
{
	free(copy);
}

static char folder[] = "/tmp/ft-fuzz.XXXXXX";
static char path[sizeof(folder) + sizeof("/input")];

static void leave(void)
{
	unlink(path);
	rmdir(folder);
}

/* A folder of its own: what a slurm.conf includes is looked for beside it. */
const char *fuzz_path(const char *data, size_t size)
{
	int file;

	if (!*path) {
		if (!mkdtemp(folder))
			abort();
		snprintf(path, sizeof(path), "%s/input", folder);
		atexit(leave);
	}
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (file < 0 || write(file, data, size) != (ssize_t) size)
		abort();
	close(file);
	return path;
}
