/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What sched/reserve remembers, on disk: saved when due, whole or as before
 * whatever happens meanwhile, and set aside when it is damaged.
 *
 * Linked with Slurm's library; fsync is a stand-in.
 */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "slurm/common/compat.h"
#include "slurm/reserve/build/memory.h"
#include "slurm/common/state_file.h"
#include "slurm/common/state_writer.h"

enum { NOW = 1700000000, JOB = 77, KILLS = 40 };

static char dir[] = "/tmp/ft-memory.XXXXXX";
static char path[64], aside[80], next[80];

static void _setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/" FT_RESERVE_STATE_NAME, dir);
	snprintf(aside, sizeof(aside), "%s.damaged", path);
	snprintf(next, sizeof(next), "%s.new", path);
}

static void _teardown(void)
{
	unlink(path);
	unlink(aside);
	if (unlink(next))
		rmdir(next);
	rmdir(dir);
}

TestSuite(schedule_memory, .init = _setup, .fini = _teardown, .timeout = 120);

/* The count of JOB that the next slurmctld would read. */
static uint32_t _saved(void)
{
	struct fts_memory memory = {0};
	uint32_t count;

	fts_memory_read(&memory, dir);
	count = ft_bypass_get(&memory.state.bypass, JOB);
	fts_memory_free(&memory);
	return count;
}

static void _pass(struct fts_memory *memory, uint32_t times)
{
	cr_assert_eq(ft_bypass_add(&memory->state.bypass, JOB, times), 0);
	memory->changed = true;
}

/* While it is set no file is synced. */
static atomic_bool hangs;
static atomic_int syncing;

int fsync(int fd)
{
	int (*real)(int);

	*(void **) &real = dlsym(RTLD_NEXT, "fsync");
	syncing++;
	while (hangs)
		usleep(1000);
	return real(fd);
}

/* As cycle after cycle does; the file is written when it returns. */
static void _save(struct fts_memory *memory, time_t now)
{
	fts_memory_save(memory, now, false);
	while (fts_state_writer_is_busy(memory->writer))
		usleep(1000);
	fts_memory_save(memory, now, false);
}

Test(schedule_memory, it_is_saved_when_due)
{
	struct fts_memory memory = {0};

	_pass(&memory, 1);
	fts_memory_save(&memory, NOW, true);
	cr_expect(access(path, F_OK), "never before it was read");
	memory.changed = false;
	ft_bypass_free(&memory.state.bypass);
	fts_memory_read(&memory, dir);
	fts_memory_save(&memory, NOW, true);
	cr_expect(access(path, F_OK), "nothing has changed");
	_pass(&memory, 1);
	_save(&memory, NOW);
	cr_expect_eq(_saved(), 1);
	_pass(&memory, 1);
	_save(&memory, NOW + 4);
	cr_expect_eq(_saved(), 1, "not so soon again");
	_save(&memory, NOW + 5);
	cr_expect_eq(_saved(), 2);
	_pass(&memory, 1);
	fts_memory_save(&memory, NOW + 6, true);
	cr_expect_eq(_saved(), 3, "at once");
	_pass(&memory, 1);
	_save(&memory, NOW - 86400);
	cr_expect_eq(_saved(), 4, "a clock that was set back");
	fts_memory_free(&memory);
}

Test(schedule_memory, unwritable_keeps_the_former_and_tries_again)
{
	struct fts_memory memory = {0};

	fts_memory_read(&memory, dir);
	_pass(&memory, 1);
	fts_memory_save(&memory, NOW, true);
	_pass(&memory, 1);
	/* Root may write anywhere, but not over a folder. */
	cr_assert_eq(mkdir(next, 0700), 0);
	_save(&memory, NOW + 10);
	cr_expect(memory.changed);
	cr_expect_eq(_saved(), 1);
	cr_assert_eq(rmdir(next), 0);
	_save(&memory, NOW + 20);
	cr_expect_not(memory.changed);
	cr_expect_eq(_saved(), 2);
	fts_memory_free(&memory);
}

Test(schedule_memory, nobody_waits_for_a_slow_disk, .timeout = 60)
{
	struct fts_memory memory = {0};

	fts_memory_read(&memory, dir);
	_pass(&memory, 1);
	hangs = true;
	fts_memory_save(&memory, NOW, false);
	while (!syncing)
		usleep(1000);
	_pass(&memory, 1);
	fts_memory_save(&memory, NOW + 10, false);
	cr_expect(memory.changed, "it is for later");
	cr_expect(access(path, F_OK));
	hangs = false;
	while (fts_state_writer_is_busy(memory.writer))
		usleep(1000);
	cr_expect_eq(_saved(), 1);
	_save(&memory, NOW + 20);
	cr_expect_eq(_saved(), 2);
	cr_expect_not(memory.changed);
	_pass(&memory, 1);
	fts_memory_save(&memory, NOW + 21, true);
	cr_expect_eq(_saved(), 3, "at the end it waits");
	fts_memory_free(&memory);
}

Test(schedule_memory, damage_is_set_aside)
{
	struct fts_memory memory = {0};
	FILE *file;

	fts_memory_read(&memory, dir);
	_pass(&memory, 5);
	fts_memory_save(&memory, NOW, true);
	fts_memory_free(&memory);
	file = fopen(path, "r+");
	cr_assert_not_null(file);
	fseek(file, 20, SEEK_SET);
	fputc('x', file);
	fclose(file);
	cr_expect_eq(_saved(), 0, "not believed");
	cr_expect(access(path, F_OK));
	cr_expect_eq(access(aside, F_OK), 0);
	cr_expect_eq(truncate(aside, 0) || rename(aside, path), 0);
	cr_expect_eq(_saved(), 0, "an empty file neither");
	cr_expect_eq(access(aside, F_OK), 0);
}

Test(schedule_memory, a_missing_folder_is_survived)
{
	struct fts_memory memory = {0};

	fts_memory_read(&memory, "/nonexistent/folder");
	_pass(&memory, 1);
	fts_memory_save(&memory, NOW, true);
	cr_expect(memory.changed);
	fts_memory_free(&memory);
}

static void _save_forever(void)
{
	struct fts_memory memory = {0};

	fts_memory_read(&memory, dir);
	for (uint32_t i = 0;; i++) {
		/* long enough that a write can be cut in half */
		ft_bypass_add(&memory.state.bypass, 1000 + i % 5000, 1);
		_pass(&memory, 1);
		fts_memory_save(&memory, NOW, true);
	}
}

/* Until the writer got further than that, however busy the machine is. */
static void _await_progress(uint32_t from)
{
	enum { LOOKS = 20000 };

	for (int i = 0; i < LOOKS; i++) {
		if (_saved() > from)
			return;
		usleep(1000);
	}
	cr_assert_fail("the writer does not run");
}

Test(schedule_memory, killed_at_any_time_it_is_whole)
{
	uint32_t last = 0;

	for (int i = 0; i < KILLS; i++) {
		pid_t child = fork();
		uint32_t count;

		cr_assert_geq(child, 0);
		if (!child)
			_save_forever();
		_await_progress(last);
		usleep((useconds_t) (random() % 20000));
		kill(child, SIGKILL);
		cr_assert_eq(waitpid(child, NULL, 0), child);
		count = _saved();
		cr_assert_geq(count, last, "kill %d", i);
		cr_assert(access(aside, F_OK), "kill %d: damaged", i);
		last = count;
	}
}
