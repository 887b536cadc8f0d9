/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See compare.h.
 */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/number.h"
#include "oracle.h"
#include "sample.h"

static struct ft_snapshot *sample_case(uint64_t seed, uint64_t hidden,
				       enum compare what)
{
	struct ft_snapshot *snapshot = sample_new(seed);

	if (what & COMPARE_POLICIES)
		sample_policy(snapshot, seed);
	if (what & COMPARE_TAKES)
		sample_takes(snapshot, seed);
	if (what & COMPARE_CHANGES)
		sample_changes(snapshot, seed);
	if (what & COMPARE_SEGMENTS)
		sample_segments(snapshot, seed);
	if (what & COMPARE_WANTS)
		sample_wants(snapshot, seed);
	sample_hide(snapshot, hidden);
	return snapshot;
}

/* Is each placement of the shorter plan that of the longer one? */
static bool same_start(const struct ft_schedule *shorter,
		       const struct ft_schedule *longer)
{
	for (uint32_t j = 0; j < shorter->job_count; j++) {
		const struct ft_placement *a = &shorter->placement[j];
		const struct ft_placement *b = &longer->placement[j];

		if ((a->verdict != b->verdict) || (a->start != b->start) ||
		    (a->duration != b->duration) ||
		    (a->share_count != b->share_count))
			return false;
		for (uint32_t i = 0; i < a->share_count; i++)
			if ((a->share[i].node != b->share[i].node) ||
			    (a->share[i].tasks != b->share[i].tasks))
				return false;
	}
	return true;
}

/* A plan without the last job must be the same for all others. */
static bool undisturbed(const struct ft_snapshot *snapshot,
			const struct ft_schedule *schedule, char *why,
			size_t size)
{
	struct ft_snapshot fewer = *snapshot;
	struct ft_schedule *other;
	bool same;

	/* Then the last one may well be the one that fits best. */
	if ((snapshot->policy.backfill == FT_BACKFILL_BESTFIT) ||
	    (snapshot->policy.backfill == FT_BACKFILL_GREEDY))
		return true;
	fewer.job_count--;
	if (ft_schedule_plan(&fewer, &other, NULL))
		abort();
	same = same_start(other, schedule);
	if (!same)
		snprintf(why, size, "the last job changes an earlier one");
	ft_schedule_free(other);
	return same;
}

static bool holds(const struct ft_snapshot *snapshot, char *why, size_t size)
{
	struct ft_schedule *schedule;
	struct ft_err err;
	bool good;

	if (ft_schedule_plan(snapshot, &schedule, &err)) {
		snprintf(why, size, "%.200s", err.text);
		return false;
	}
	good = oracle_accepts(snapshot, schedule, why, size) &&
	       (!snapshot->job_count ||
		undisturbed(snapshot, schedule, why, size));
	ft_schedule_free(schedule);
	return good;
}

static void print_file(const char *path)
{
	FILE *file = fopen(path, "r");
	int c;

	while (file && ((c = fgetc(file)) != EOF))
		fputc(c, stderr);
	if (file)
		fclose(file);
}

static bool part_holds(uint64_t seed, uint64_t hidden, enum compare what,
		       char *why, size_t size)
{
	struct ft_snapshot *snapshot = sample_case(seed, hidden, what);
	bool good = holds(snapshot, why, size);

	ft_snapshot_free(snapshot);
	return good;
}

/* Leaves out each record without which the case still fails. */
static void report_case(uint64_t seed, enum compare what)
{
	struct ft_snapshot *small;
	uint64_t hidden = 0;
	char why[256] = "", path[64];

	for (uint32_t i = 0; i < 20; i++)
		if (!part_holds(seed, hidden | (UINT64_C(1) << i), what, why,
				sizeof(why)))
			hidden |= UINT64_C(1) << i;
	part_holds(seed, hidden, what, why, sizeof(why));
	fprintf(stderr, "seed %" PRIu64 ": %s\n", seed, why);
	small = sample_case(seed, hidden, what);
	snprintf(path, sizeof(path), "brute-%" PRIu64 ".%ld", seed,
		 (long) getpid());
	if (!ft_snapshot_write(small, path, NULL))
		print_file(path);
	remove(path);
	ft_snapshot_free(small);
}

extern uint64_t compare_cases(uint64_t seed, uint64_t cases, enum compare what,
			      bool report)
{
	char why[256];

	for (uint64_t i = seed; i < seed + cases; i++) {
		struct ft_snapshot *snapshot = sample_case(i, 0, what);
		bool good = holds(snapshot, why, sizeof(why));

		ft_snapshot_free(snapshot);
		if (good)
			continue;
		if (report)
			report_case(i, what);
		return i;
	}
	return 0;
}

#ifdef FT_SANITIZER
enum { CASES = 8000 };
#else
enum { CASES = 50000 };
#endif

static int64_t setting(const char *name, int64_t initial)
{
	const char *text = getenv(name);
	int64_t value = initial;

	if (text && ft_number_int(text, 0, INT64_MAX, &value)) {
		fprintf(stderr, "%s=%s is no number\n", name, text);
		exit(2);
	}
	return value;
}

extern uint64_t compare_share(unsigned int percent, enum compare what)
{
	uint64_t seed = (uint64_t) setting("FT_BRUTE_SEED", 1);
	uint64_t cases = (uint64_t) setting("FT_BRUTE_CASES", CASES);

	return compare_cases(seed, cases / 100 * percent, what, true);
}
