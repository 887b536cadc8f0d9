/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The priority state file: whatever is in it and whatever happens while it is
 * written, what is read is what was written once, or nothing.
 *
 * Linked with Slurm's library; slurmctld's own lock is the only stand-in.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/bounds.h"
#include "slurm/fairtree/priority/priority_state.h"

#define NAME "priority_last_decay_ran"
#define SIZE_MAX_READ 64

enum { STOCK_BYTES = 16, STATE_BYTES = 24, KILLS = 60 };

static char dir[] = "/tmp/ft-state.XXXXXX";
static char path[64], aside[64], next[64];
static const struct fts_priority_state good = {.last_ran = 1700000123,
					       .last_reset = 1690000456};

static void _setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/" NAME, dir);
	snprintf(aside, sizeof(aside), "%s/" NAME ".damaged", dir);
	snprintf(next, sizeof(next), "%s/" NAME ".new", dir);
}

static void _teardown(void)
{
	char old[80];

	snprintf(old, sizeof(old), "%s.old", path);
	unlink(old);
	unlink(path);
	unlink(aside);
	if (unlink(next))
		rmdir(next);
	rmdir(dir);
}

TestSuite(priority_state, .init = _setup, .fini = _teardown, .timeout = 120);

static void _put(const void *data, size_t size)
{
	FILE *file = fopen(path, "w");

	cr_assert_not_null(file);
	cr_assert_eq(fwrite(data, 1, size, file), size);
	cr_assert_eq(fclose(file), 0);
}

static size_t _get(char *data)
{
	FILE *file = fopen(path, "r");
	size_t n;

	cr_assert_not_null(file);
	n = fread(data, 1, SIZE_MAX_READ, file);
	fclose(file);
	return n;
}

/* The bytes of a good file. */
static void _good_bytes(char *data)
{
	fts_priority_state_write(dir, &good);
	cr_assert_eq(_get(data), STATE_BYTES);
}

static bool _exists(const char *name)
{
	return !access(name, F_OK);
}

/* Read must refuse what is there, and keep it under another name. */
static void _refused(const char *what, size_t which)
{
	struct fts_priority_state state = fts_priority_state_read(dir);

	cr_assert(!state.last_ran && !state.last_reset,
		  "%s %zu: believed: %ld %ld", what, which,
		  (long) state.last_ran, (long) state.last_reset);
	cr_assert(!_exists(path) && _exists(aside), "%s %zu: not set aside",
		  what, which);
	unlink(aside);
}

static void _believed(const struct fts_priority_state *wanted)
{
	struct fts_priority_state state = fts_priority_state_read(dir);

	cr_assert_eq(state.last_ran, wanted->last_ran);
	cr_assert_eq(state.last_reset, wanted->last_reset);
	cr_assert(_exists(path) && !_exists(aside));
}

Test(priority_state, what_is_written_is_read)
{
	char data[SIZE_MAX_READ];

	_good_bytes(data);
	_believed(&good);
}

Test(priority_state, none_is_nothing_and_no_damage)
{
	struct fts_priority_state state = fts_priority_state_read(dir);

	cr_assert(!state.last_ran && !state.last_reset && !_exists(aside));
}

Test(priority_state, every_truncation_is_refused)
{
	char data[SIZE_MAX_READ];

	_good_bytes(data);
	for (size_t size = 0; size < STATE_BYTES; size++) {
		_put(data, size);
		/* What is left then is just multifactor's file. */
		if (size == STOCK_BYTES)
			_believed(&good);
		else
			_refused("length", size);
	}
}

Test(priority_state, longer_files_are_refused)
{
	char data[SIZE_MAX_READ] = "";

	_good_bytes(data);
	for (size_t size = STATE_BYTES + 1; size <= SIZE_MAX_READ; size++) {
		_put(data, size);
		_refused("length", size);
	}
}

Test(priority_state, every_flipped_bit_is_refused)
{
	char data[SIZE_MAX_READ];

	_good_bytes(data);
	for (size_t bit = 0; bit < STATE_BYTES * 8; bit++) {
		data[bit / 8] ^= (char) (1 << bit % 8);
		_put(data, STATE_BYTES);
		data[bit / 8] ^= (char) (1 << bit % 8);
		_refused("bit", bit);
	}
}

Test(priority_state, garbage_is_refused)
{
	char data[STATE_BYTES];
	unsigned int seed = 1;

	for (size_t round = 0; round < 1000; round++) {
		for (size_t i = 0; i < sizeof(data); i++)
			data[i] = (char) rand_r(&seed);
		_put(data, sizeof(data));
		_refused("garbage", round);
	}
}

/* Big-endian seconds, as Slurm packs a time. */
static void _stock_bytes(char *data, uint64_t ran, uint64_t reset)
{
	for (int i = 0; i < 8; i++) {
		data[i] = (char) (ran >> (56 - 8 * i));
		data[8 + i] = (char) (reset >> (56 - 8 * i));
	}
}

Test(priority_state, multifactors_file_is_read)
{
	char data[STOCK_BYTES];

	_stock_bytes(data, (uint64_t) good.last_ran,
		     (uint64_t) good.last_reset);
	_put(data, sizeof(data));
	_believed(&good);
}

Test(priority_state, multifactors_file_of_the_future_is_refused)
{
	uint64_t future = (uint64_t) time(NULL) + 2 * 86400;
	char data[STOCK_BYTES];

	_stock_bytes(data, future, (uint64_t) good.last_reset);
	_put(data, sizeof(data));
	_refused("ran", 0);
	_stock_bytes(data, (uint64_t) good.last_ran, future);
	_put(data, sizeof(data));
	_refused("reset", 0);
	_stock_bytes(data, UINT64_MAX, 0);
	_put(data, sizeof(data));
	_refused("negative", 0);
}

/* Right checksum or not: what no release writes is not computed with. */
Test(priority_state, times_that_cannot_be_are_refused)
{
	static const int64_t numbers[] = {
		-1,
		INT64_MIN,
		INT32_MIN,
		FT_TIME_MAX + 1,
		(INT64_C(1) << 53) + 1,
		INT64_C(1) << 62,
		INT64_MAX,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct fts_priority_state state = good;

		state.last_ran = numbers[i];
		fts_priority_state_write(dir, &state);
		_refused("last_ran", i);
		state = good;
		state.last_reset = numbers[i];
		fts_priority_state_write(dir, &state);
		_refused("last_reset", i);
	}
}

/* Nor is one that can be changed on its way. */
Test(priority_state, each_number_is_refused_or_believed)
{
	static const int64_t numbers[] = {
		0,
		1,
		(INT64_C(1) << 31) - 1,
		INT64_C(1) << 31,
		(INT64_C(1) << 31) + 1,
		(INT64_C(1) << 32) - 1,
		FT_TIME_MAX,
	};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct fts_priority_state state = good;

		state.last_ran = numbers[i];
		fts_priority_state_write(dir, &state);
		_believed(&state);
		state = good;
		state.last_reset = numbers[i];
		fts_priority_state_write(dir, &state);
		_believed(&state);
	}
}

Test(priority_state, unwritable_keeps_the_former_file)
{
	struct fts_priority_state later = {.last_ran = good.last_ran + 300,
					   .last_reset = 1};
	char data[SIZE_MAX_READ];

	_good_bytes(data);
	/* Root may write anywhere, but not over a folder. */
	cr_assert_eq(mkdir(next, 0700), 0);
	fts_priority_state_write(dir, &later);
	_believed(&good);
	cr_assert_eq(rmdir(next), 0);
	fts_priority_state_write(dir, &later);
	_believed(&later);
}

Test(priority_state, missing_folder_is_survived)
{
	struct fts_priority_state state;

	fts_priority_state_write("/nonexistent/folder", &good);
	state = fts_priority_state_read("/nonexistent/folder");
	cr_assert(!state.last_ran && !state.last_reset);
}

static void _write_forever(time_t from)
{
	struct fts_priority_state state = {.last_reset = 1};

	for (state.last_ran = from;; state.last_ran++)
		fts_priority_state_write(dir, &state);
}

/* Until the writer got further than that, however busy the machine is. */
static void _await_progress(time_t from)
{
	enum { LOOKS = 20000 };

	for (int i = 0; i < LOOKS; i++) {
		if (fts_priority_state_read(dir).last_ran > from)
			return;
		usleep(1000);
	}
	cr_assert_fail("the writer does not run");
}

/* Killed at any instant, the file holds the last or the last but one. */
Test(priority_state, killed_while_writing)
{
	struct fts_priority_state state = {.last_ran = 1000, .last_reset = 1};
	unsigned int seed = 7;

	fts_priority_state_write(dir, &state);
	for (int i = 0; i < KILLS; i++) {
		time_t before = state.last_ran;
		pid_t child = fork();

		cr_assert_geq(child, 0);
		if (!child)
			_write_forever(before);
		_await_progress(before);
		usleep((useconds_t) (rand_r(&seed) % 20000));
		cr_assert_eq(kill(child, SIGKILL), 0);
		cr_assert_eq(waitpid(child, NULL, 0), child);
		state = fts_priority_state_read(dir);
		cr_assert(!_exists(aside), "kill %d left a damaged file", i);
		cr_assert_geq(state.last_ran, before);
	}
}
