/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the published plan and the history of promises are written: each system
 * call fails once, in each way, and the process ends before and after each.
 * Of the plan the former or the new one is there then; of the history all whole
 * lines of before are, and the next lines go on in it.
 */
#include "slurm/common/compat.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/plan/history.h"
#include "core/plan/outlook.h"
#include "fault_call.h"
#include "slurm/reserve/promise/publish_writer.h"

#define FORMER FT_OUTLOOK_HEAD "former"
#define FRESH FT_OUTLOOK_HEAD "the new one, which is longer"
#define LINES "lines of before\n"
#define MORE "more lines, told now\n"
#define LATER "what came later\n"

enum {
	CALLS_PLAN = FAULT_WRITE | FAULT_RENAME | FAULT_UNLINK | FAULT_OPEN |
		     FAULT_CLOSE | FAULT_FCHMOD,
	CALLS_HISTORY = CALLS_PLAN & ~FAULT_UNLINK
};

static char dir[] = "/tmp/ft-publish.XXXXXX";
static char path[64], next[72], old[72];

static void setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/plan", dir);
	snprintf(next, sizeof(next), "%s.new", path);
	snprintf(old, sizeof(old), "%s.old", path);
}

static void clear(void)
{
	unlink(path);
	unlink(next);
	unlink(old);
}

static void teardown(void)
{
	clear();
	rmdir(dir);
}

TestSuite(publish_writer, .init = setup, .fini = teardown, .timeout = 120);

static void put(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	fputs(text, file);
	fclose(file);
}

/* "": it is not there, or empty. */
static const char *get(const char *name)
{
	static char text[1024];
	FILE *file = fopen(name, "r");
	size_t size = 0;

	if (file)
		size = fread(text, 1, sizeof(text) - 1, file);
	if (file)
		fclose(file);
	text[size] = '\0';
	return text;
}

typedef void (*give)(struct fts_publish_writer *, char *, mode_t, char *,
		     size_t);

static void write_text(give give, const char *text)
{
	struct fts_publish_writer *writer = fts_publish_writer_new();

	give(writer, xstrdup(path), 0600, strdup(text), strlen(text));
	fts_publish_writer_free(writer);
}

static int write_plan(void *arg)
{
	(void) arg;
	write_text(fts_publish_writer_give, FRESH);
	return 0;
}

static void try_plan(const char *former)
{
	struct fault_case at = {0};

	do {
		clear();
		if (*former)
			put(path, former);
		/* What a process that ended has left. */
		put(next, "half of it");
		fault_run(&at, write_plan, NULL);
		cr_expect(!strcmp(get(path), former) ||
				  !strcmp(get(path), FRESH),
			  FAULT_FMT ": %s", FAULT_ARGS(&at), get(path));
		write_text(fts_publish_writer_give, FRESH);
		cr_expect_str_eq(get(path), FRESH, FAULT_FMT, FAULT_ARGS(&at));
		cr_expect_neq(access(next, F_OK), 0, FAULT_FMT,
			      FAULT_ARGS(&at));
	} while (fault_next(&at));
	cr_expect_eq(fault_kinds(), CALLS_PLAN, "calls that failed: %x",
		     fault_kinds());
}

Test(publish_writer, whatever_fails_a_plan_is_there)
{
	try_plan(FORMER);
	try_plan("");
}

static int write_lines(void *arg)
{
	(void) arg;
	write_text(fts_publish_writer_append, MORE);
	return 0;
}

/* What is there begins with the lines of before, unless they are in the one
 * that is kept; and the next lines are added, behind a whole line. */
static void judge_history(const struct fault_case *at, const char *former)
{
	const char *text;

	cr_expect(!strncmp(get(path), former, strlen(former)), FAULT_FMT ": %s",
		  FAULT_ARGS(at), get(path));
	write_text(fts_publish_writer_append, LATER);
	text = get(path);
	cr_expect(!strncmp(text, FT_HISTORY_HEAD, strlen(FT_HISTORY_HEAD)),
		  FAULT_FMT ": %s", FAULT_ARGS(at), text);
	cr_expect(!strncmp(text, former, strlen(former)), FAULT_FMT ": %s",
		  FAULT_ARGS(at), text);
	cr_expect_not_null(strstr(text, "\n" LATER), FAULT_FMT ": %s",
			   FAULT_ARGS(at), text);
}

static void try_history(const char *former)
{
	struct fault_case at = {0};

	do {
		clear();
		if (*former)
			put(path, former);
		fault_run(&at, write_lines, NULL);
		judge_history(&at, former);
	} while (fault_next(&at));
	write_lines(NULL);
	cr_expect_not_null(strstr(get(path), "\n" MORE));
}

Test(publish_writer, whatever_fails_the_history_goes_on)
{
	try_history(FT_HISTORY_HEAD LINES);
	try_history(FT_HISTORY_HEAD "a line that was cut");
	try_history("");
}

/* Cut off by a full disk or a kill, it is a beginning like none. */
Test(publish_writer, a_head_that_was_cut_is_no_other_file)
{
	char text[] = FT_HISTORY_HEAD;

	for (size_t size = strlen(text); size--;) {
		text[size] = '\0';
		put(path, text);
		write_text(fts_publish_writer_append, MORE);
		cr_expect_str_eq(get(path), FT_HISTORY_HEAD MORE, "%zu bytes",
				 size);
	}
	put(path, "# of another");
	write_text(fts_publish_writer_append, MORE);
	cr_expect_str_eq(get(path), "# of another");
}

static void put_long(void)
{
	put(path, FT_HISTORY_HEAD LINES);
	cr_assert_eq(truncate(path, FT_HISTORY_MOST + 1), 0);
}

/* The long one is there under one name or the other. */
Test(publish_writer, whatever_fails_a_history_that_is_full_is_kept)
{
	struct fault_case at = {0};
	struct stat status;

	do {
		clear();
		put_long();
		fault_run(&at, write_lines, NULL);
		cr_expect((!stat(path, &status) &&
			   status.st_size > (off_t) FT_HISTORY_MOST) ||
				  (!stat(old, &status) &&
				   status.st_size > (off_t) FT_HISTORY_MOST),
			  FAULT_FMT, FAULT_ARGS(&at));
		write_text(fts_publish_writer_append, LATER);
		cr_expect_not_null(strstr(get(path), "\n" LATER), FAULT_FMT,
				   FAULT_ARGS(&at));
	} while (fault_next(&at));
	cr_expect_eq(fault_kinds(), CALLS_HISTORY, "calls that failed: %x",
		     fault_kinds());
}
