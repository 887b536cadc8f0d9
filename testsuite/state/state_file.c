/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How all files of StateSaveLocation are written: each system call fails once,
 * in each way, and the process ends before and after each.  What is there then
 * is the former content or the new one, and never fewer copies than before.
 *
 * Linked with Slurm's library; the system calls are stand-ins, which do as told
 * and else what they do.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/common/state_file.h"
#include "fault_call.h"

#define FORMER "the former content"
#define OLDER "the one before"
#define FRESH "the new content, which is longer"

static char dir[] = "/tmp/ft-file.XXXXXX";
static char path[64], old[72];

static void setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/file", dir);
	snprintf(old, sizeof(old), "%s.old", path);
}

static void clear(void)
{
	static const char *const ends[] = {"", ".old", ".new", ".old.new"};
	char name[96];

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		snprintf(name, sizeof(name), "%s%s", path, ends[i]);
		unlink(name);
	}
}

static void teardown(void)
{
	clear();
	rmdir(dir);
}

TestSuite(state_file, .init = setup, .fini = teardown, .timeout = 120);

static void put(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	fputs(text, file);
	fclose(file);
}

/* What a file holds; "": it is not there. */
static const char *get(const char *name)
{
	static char text[2][128];
	static int turn;
	FILE *file = fopen(name, "r");
	size_t size = 0;

	turn = !turn;
	if (file)
		size = fread(text[turn], 1, sizeof(text[turn]) - 1, file);
	if (file)
		fclose(file);
	text[turn][size] = '\0';
	return text[turn];
}

static int write_both(void *arg)
{
	(void) arg;
	fts_state_file_keep(path);
	return fts_state_file_write(path, FRESH, strlen(FRESH));
}

static void judge(const struct fault_case *at, bool current, int rc)
{
	const char *now = get(path), *before = get(old);

	if (current)
		cr_expect(!strcmp(now, FORMER) || !strcmp(now, FRESH),
			  FAULT_FMT ": %s", FAULT_ARGS(at), now);
	else
		cr_expect(!*now || !strcmp(now, FRESH), FAULT_FMT ": %s",
			  FAULT_ARGS(at), now);
	/* What is said to be written is. */
	cr_expect(rc || at->fault >= FAULT_ENDS_BEFORE || !strcmp(now, FRESH),
		  FAULT_FMT ": %s", FAULT_ARGS(at), now);
	cr_expect(!strcmp(before, OLDER) ||
			  (current && !strcmp(before, FORMER)),
		  FAULT_FMT ": %s", FAULT_ARGS(at), before);
	/* The former content is not in both names while the new is in none. */
	cr_expect(strcmp(now, FRESH) || !current || !strcmp(before, FORMER) ||
			  at->fault == FAULT_FAILS || at->fault == FAULT_FULL,
		  FAULT_FMT, FAULT_ARGS(at));
}

static void try_all(bool current)
{
	struct fault_case at = {0};
	int rc;

	do {
		clear();
		put(old, OLDER);
		if (current)
			put(path, FORMER);
		rc = fault_run(&at, write_both, NULL);
		judge(&at, current, rc);
	} while (fault_next(&at));
	/* Without a fault the new one is there, and the former is kept. */
	cr_expect_str_eq(get(path), FRESH);
	cr_expect_str_eq(get(old), current ? FORMER : OLDER);
	cr_expect_eq(fault_kinds(), FAULT_ALL_CALLS,
		     "calls that never failed: %x",
		     FAULT_ALL_CALLS & ~fault_kinds());
}

Test(state_file, whatever_fails_the_former_or_the_new_is_there)
{
	try_all(true);
}

Test(state_file, without_a_current_file_the_old_one_stays)
{
	try_all(false);
}

Test(state_file, only_its_owner_may_read_it_whatever_was_left_there)
{
	struct stat status;
	char next[80];

	snprintf(next, sizeof(next), "%s.new", path);
	umask(0);
	put(next, "left");
	cr_assert_eq(fts_state_file_write(path, FRESH, strlen(FRESH)), 0);
	cr_assert_eq(stat(path, &status), 0);
	cr_expect_eq(status.st_mode & 07777, 0600);
	/* Nor is a link followed. */
	put(old, OLDER);
	cr_assert_eq(symlink(old, next), 0);
	cr_assert_eq(fts_state_file_write(path, FRESH, strlen(FRESH)), 0);
	cr_expect_str_eq(get(old), OLDER);
}

/* A file that is damaged at each start does not push out the first. */
Test(state_file, of_damaged_files_the_first_three_and_the_last_are_kept)
{
	static const char *const kept[] = {"7", "0", "1", "2"};
	char name[96], text[2] = "0";

	for (int i = 0; i < 8; i++, text[0]++) {
		put(path, text);
		cr_assert_eq(fts_state_file_set_aside(path), 0);
		snprintf(name, sizeof(name), "%s.damaged", path);
		cr_expect_str_eq(get(name), text);
	}
	for (int i = 0; i < FTS_STATE_FILE_DAMAGED; i++) {
		snprintf(name, sizeof(name), i ? "%s.damaged.%d" : "%s.damaged",
			 path, i);
		cr_expect_str_eq(get(name), kept[i]);
		unlink(name);
	}
	snprintf(name, sizeof(name), "%s.damaged.%d", path,
		 FTS_STATE_FILE_DAMAGED);
	cr_expect_neq(access(name, F_OK), 0);
	cr_expect_eq(fts_state_file_set_aside(path), -ENOENT);
}

Test(state_file, what_is_no_file_is_not_read)
{
	char *data;
	size_t size;

	cr_expect_eq(fts_state_file_read("/dev/zero", &data, &size), -EINVAL);
	cr_assert_eq(mkfifo(path, 0600), 0);
	cr_expect_eq(fts_state_file_read(path, &data, &size), -EINVAL);
}
