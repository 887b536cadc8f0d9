/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often a snapshot that the planner refuses is written.
 */
#include "slurm/common/compat.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/reserve/cycle/evidence.h"

#define SECOND INT64_C(1000000)
#define HOUR (3600 * SECOND)

static char dir[] = "/tmp/ft-evidence.XXXXXX";
static char path[64];
static struct fts_evidence evidence;

static void setup(void)
{
	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/sched_reserve.snapshot", dir);
}

static void teardown(void)
{
	unlink(path);
	rmdir(dir);
}

TestSuite(evidence, .init = setup, .fini = teardown);

/* Is it written in a cycle that begins then? */
static bool writes(bool refused, int64_t now_us)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(1, 2, 0);
	bool written;

	unlink(path);
	fts_evidence_look(&evidence, snapshot, dir, refused, now_us);
	written = !access(path, F_OK);
	ft_snapshot_free(snapshot);
	return written;
}

Test(evidence, one_that_is_refused_is_written_once)
{
	struct stat status;

	cr_expect(!writes(false, 1));
	cr_expect(writes(true, 2));
	cr_assert_eq(stat(path, &status), 0);
	cr_expect_eq(status.st_mode & 07777, 0600);
	for (int64_t cycle = 3; cycle < 1000; cycle++)
		cr_expect(!writes(true, cycle * SECOND));
}

Test(evidence, nor_again_after_cycles_that_were_planned)
{
	cr_expect(writes(true, 0));
	for (int64_t cycle = 1; cycle < 1000; cycle++)
		cr_expect(!writes(cycle % 2 == 0, cycle * SECOND));
	cr_expect(writes(true, HOUR), "but after an hour one is");
	cr_expect(!writes(true, HOUR + SECOND));
	cr_expect(!writes(false, 3 * HOUR));
}

Test(evidence, each_is_where_it_is_asked_for)
{
	slurm_conf.debug_flags |= DEBUG_FLAG_BACKFILL_MAP;
	cr_expect(writes(false, 1) && writes(true, 2) && writes(true, 3));
}
