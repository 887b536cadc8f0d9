/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots: what is refused, and the text form there and back.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/snapshot/request.h"
#include "core/snapshot/snapshot.h"
#include "core/timeline/shape.h"

static const int64_t two_each[] = {2, 2, 2};

/* Two nodes, one licence, one running job, one closure, one pending job. */
static struct ft_snapshot *sample(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(2, 3, 1);
	struct ft_node_set *all = ft_snapshot_set(snapshot);
	struct ft_closure *closure = ft_snapshot_add_closure(snapshot);
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_job *job = ft_snapshot_add_job(snapshot);
	struct ft_request *request;
	struct ft_mark *mark;

	snapshot->now = 1000;
	snapshot->window_end = FT_NEVER;
	for (int i = 0; i < 6; i++)
		snapshot->capacity[i] = 4 + i;
	snapshot->node[1].weight = UINT64_MAX;
	snapshot->node[1].leaf = 1;
	snapshot->node[1].available_from = FT_NEVER;
	snapshot->licence_total[0] = 7;
	ft_node_set_fill(all);
	closure->start = 2000;
	closure->end = FT_NEVER;
	closure->nodes = all;
	closure->share_count = 1;
	closure->share = ft_snapshot_alloc(snapshot, sizeof(*closure->share));
	closure->share->amount = two_each;
	run->job_id = 5;
	run->end = 1500;
	run->share_count = 2;
	run->share = ft_snapshot_alloc(snapshot, 2 * sizeof(*run->share));
	run->share[0].amount = two_each;
	run->share[1].node = 1;
	run->licence_count = 1;
	run->licence = ft_snapshot_alloc(snapshot, sizeof(*run->licence));
	run->licence->count = 3;
	job->job_id = 6;
	job->reserve = true;
	job->request_count = 1;
	job->request = request = ft_snapshot_alloc(snapshot, sizeof(*request));
	request->duration = 100;
	request->end_by = FT_NEVER;
	request->min_nodes = request->max_nodes = 1;
	request->min_tasks_node = 1;
	request->max_tasks_node = UINT32_MAX;
	request->per_task = two_each;
	request->eligible = all;
	request->mark_count = 1;
	request->mark = mark = ft_snapshot_alloc(snapshot, sizeof(*mark));
	mark->tag = FT_TAG_MAX;
	return snapshot;
}

/* Expects a refusal whose text names both words. */
static void refused(struct ft_snapshot *snapshot, const char *record,
		    const char *field)
{
	struct ft_err err = {0};

	cr_expect_eq(ft_snapshot_check(snapshot, &err), -EINVAL, "%s %s",
		     record, field);
	cr_expect(strstr(err.text, record), "%s: no '%s'", err.text, record);
	cr_expect(strstr(err.text, field), "%s: no '%s'", err.text, field);
	ft_snapshot_free(snapshot);
}

#define REFUSED(change, record, field)                                         \
	do {                                                                   \
		struct ft_snapshot *s = sample();                              \
		struct ft_request *r = s->job[0].request;                      \
                                                                               \
		(void) r;                                                      \
		change;                                                        \
		refused(s, record, field);                                     \
	} while (0)

Test(snapshot, a_sound_one_passes)
{
	struct ft_snapshot *snapshot = sample();

	cr_expect_eq(ft_snapshot_check(snapshot, NULL), 0);
	cr_expect_eq(snapshot->job[0].promise, FT_NEVER);
	ft_snapshot_free(snapshot);
}

struct told {
	uint32_t count, job;
	char reason[256];
};

static void note(void *context, uint32_t job, const char *reason)
{
	struct told *told = context;

	told->count++;
	told->job = job;
	snprintf(told->reason, sizeof(told->reason), "%s", reason);
}

Test(snapshot, one_job_that_cannot_be_planned_leaves_the_others)
{
	struct ft_snapshot *snapshot = sample();
	struct ft_request *bad = ft_snapshot_alloc(snapshot, sizeof(*bad));
	struct told told = {0};
	struct ft_job *job;

	*bad = snapshot->job[0].request[0];
	bad->not_before = FT_TIME_MAX + 1;
	for (uint32_t id = 7; id <= 8; id++) {
		job = ft_snapshot_add_job(snapshot);
		*job = snapshot->job[0];
		job->job_id = id;
	}
	snapshot->job[1].request = bad;
	cr_expect_eq(ft_snapshot_check(snapshot, NULL), -EINVAL);
	cr_expect_eq(ft_snapshot_sift(snapshot, note, &told), 0);
	cr_expect_eq(told.count, 1);
	cr_expect_eq(told.job, 1);
	cr_expect_eq(strncmp(told.reason, "job 7 (request 0): not_before", 29),
		     0, "%s", told.reason);
	cr_expect_eq(snapshot->job_count, 2);
	cr_expect_eq(snapshot->job[1].job_id, 8);
	cr_expect_eq(ft_snapshot_check(snapshot, NULL), 0);
	ft_snapshot_free(snapshot);
}

Test(snapshot, what_a_controller_says_of_its_machine_is_brought_within_bounds)
{
	static const int64_t values[] = {INT64_MIN,
					 -1,
					 0,
					 1,
					 FT_TIME_MAX + 1,
					 FT_AMOUNT_MAX + 1,
					 INT64_MAX - 1,
					 INT64_MAX};

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		struct ft_snapshot *s = sample();
		int64_t value = values[i];

		s->capacity[0] = s->capacity[5] = value;
		s->licence_total[0] = value;
		s->node[0].available_from = value;
		s->run[0].end = s->run[0].predicted_end = value;
		s->run[0].class = 1;
		s->run[0].leave = s->run[0].gone = value;
		s->run[0].licence[0].count = value;
		s->closure[0].start = s->closure[0].end = value;
		ft_snapshot_bound(s);
		cr_expect_eq(ft_snapshot_check(s, NULL), 0, "%zu", i);
		ft_snapshot_free(s);
	}
}

Test(snapshot, what_is_taken_in_all_stays_within_64_bits)
{
	static const int64_t much[] = {FT_AMOUNT_MAX, 0, 0};
	struct ft_snapshot *snapshot = sample();

	for (int i = 0; i < 200; i++) {
		struct ft_run *run = ft_snapshot_add_run(snapshot);

		run->job_id = 100 + (uint32_t) i;
		run->end = 1500;
		run->share_count = 1;
		run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
		run->share->amount = much;
	}
	refused(snapshot, "running job", "2^60");
}

Test(snapshot, what_no_planner_could_use_is_refused)
{
	static struct ft_share nowhere = {.node = 2};
	static const uint32_t unknown = 1;
	static const int64_t negative[] = {0, -1, 0};
	static const struct ft_mark strange = {.kind = 1};
	static const struct ft_mark large = {.tag = FT_TAG_MAX + 1};

	REFUSED(s->now = FT_NEVER, "header", "now");
	REFUSED(s->licence_total[0] = -1, "header", "licence 0");
	REFUSED(s->node[1].threads = 0, "node 1", "threads");
	REFUSED(s->capacity[3] = -1, "node 1", "capacity");
	REFUSED(s->run[0].end = s->now, "running job 5", "end");
	REFUSED(s->run[0].predicted_end = s->now, "running job 5", "predicted");
	REFUSED(s->run[0].predicted_end = s->run[0].end + 1, "running job 5",
		"predicted");
	REFUSED(s->run[0].class = FT_CLASSES, "running job 5", "class 64");
	REFUSED(s->run[0].class = 1, "running job 5", "gone 0");
	REFUSED(s->run[0].class = 1; s->run[0].gone = s->now;
		s->run[0].leave = -1, "running job 5", "leave -1");
	REFUSED(s->policy.metric = (enum ft_metric) 9, "header", "metric 9");
	REFUSED(s->job[0].bucket = 0, "job 6", "bucket 0");
	REFUSED(s->job[0].queued = -1, "job 6", "queued");
	REFUSED(s->job[0].tier = FT_TIER_MAX + 1, "job 6", "tier 131072");
	REFUSED(s->job[0].predicted = -1, "job 6", "predicted");
	REFUSED(s->run[0].share[1].node = 2, "running job 5", "node 2");
	REFUSED(s->run[0].licence[0].licence = 1, "running job 5", "licence");
	REFUSED(s->closure[0].start = FT_NEVER, "closure 0", "empty");
	REFUSED(s->closure[0].share[0].node = 2, "closure 0", "node 2");
	REFUSED(s->closure[0].share[0].amount = NULL, "closure 0",
		"must say amounts");
	REFUSED(s->job[0].request_count = 0, "job 6", "request");
	REFUSED(r->duration = 0, "job 6", "duration");
	REFUSED(r->least = 101; r->step = 1, "job 6", "least");
	REFUSED(r->least = 50, "job 6", "steps of 0");
	REFUSED(s->job[0].promise_duration = -1, "job 6", "promise_duration");
	REFUSED(r->end_by = 0, "job 6", "end_by");
	REFUSED(r->min_nodes = 0, "job 6", "min_nodes");
	REFUSED(r->max_nodes = 0, "job 6", "max_nodes");
	REFUSED(r->max_tasks_node = 0, "job 6", "max_tasks_node");
	REFUSED(r->min_tasks_node = 0, "job 6", "min_tasks_node");
	REFUSED(r->eligible = NULL, "job 6", "eligible");
	REFUSED(r->required = r->eligible;
		r->eligible = ft_snapshot_set(s), "job 6", "required");
	REFUSED(r->closure_count = 1;
		r->closure = &unknown, "job 6", "closure 1");
	REFUSED(r->place = FT_PLACE_BUSY + 1, "job 6", "place 4");
	REFUSED(r->mark = &strange, "job 6", "mark of resource 1");
	REFUSED(r->want_node = negative, "job 6", "want_node");
	REFUSED(r->want_task = negative, "job 6", "want_task");
	REFUSED(r->mark = &large, "job 6", "tag 65536");
	REFUSED(s->job[0].promise = 5;
		s->job[0].promise_request = 1, "job 6", "promise_request");
	REFUSED(s->job[0].promise = 5; s->job[0].promise_share_count = 1;
		s->job[0].promise_share = &nowhere, "job 6", "node 2");
}

static void slurp(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	cr_assert(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
}

Test(snapshot, leaves_and_bundles_are_of_a_kind_that_can_be_searched)
{
	REFUSED(r->leaves = FT_LEAVES_MAX + 1, "job 6", "leaves 65");
	REFUSED(r->leaves = 2; r->tasks = 1, "job 6", "leaves 2");
	REFUSED(r->leaves = 1; r->contiguous = true, "job 6", "leaves 1");
	REFUSED(r->bundle = 3, "job 6", "bundle 3");
	REFUSED(r->bundle = r->tasks = 1, "job 6", "bundle 1");
	REFUSED(r->bundle = 1; r->bundle_level = FT_LEAF_LEVEL_MAX + 1, "job 6",
			       "bundle_level 17");
}

Test(snapshot, nobody_relies_on_nodes_and_changes_them)
{
	REFUSED(r->change = FT_CHANGE_MAKES + 1, "job 6", "change 3");
}

static void ask_leaves(struct ft_request *request)
{
	request->leaves = request->change = 1;
	request->bundle = request->min_nodes;
	request->bundle_level = 2;
	request->bundle_apart = true;
}

Test(snapshot, the_text_form_comes_back_the_same)
{
	struct ft_snapshot *first = sample(), *second;
	char one[8192], two[8192], path[] = "/tmp/ft-snapshot-XXXXXX";
	uint32_t depth[] = {FT_DEPTH_ALL, 3};
	struct ft_claim claim[] = {{0, 5}, {1, 6}};
	struct ft_err err;

	close(mkstemp(path));
	ask_leaves(first->job[0].request);
	first->job[0].promise = 3000;
	first->job[0].predicted = 40;
	first->job[0].promise_duration = 60;
	first->job[0].request->least = 20;
	first->job[0].request->step = 5;
	first->run[0].predicted_end = 1400;
	ft_snapshot_add_limit(first)->total = 7;
	ft_snapshot_add_limit(first)->kind = FT_LIMIT_FALLS;
	first->run[0].claim = first->job[0].request->claim = claim;
	first->run[0].claim_count = 1;
	first->job[0].request->claim_count = 2;
	first->run[0].class = 63;
	first->run[0].rank = UINT32_MAX;
	first->run[0].leave = 35;
	first->run[0].gone = 1300;
	first->run[0].suspends = first->run[0].keeps = true;
	first->job[0].request->takes = UINT64_C(5) << 61;
	first->job[0].promise_held = true;
	first->job[0].bucket = 1;
	first->job[0].queued = 900;
	first->policy = (struct ft_policy){
		.hold = FT_HOLD_CURRENTHIGHEST,
		.compress = FT_COMPRESS_WFP3,
		.backfill = FT_BACKFILL_GREEDY,
		.metric = FT_METRIC_PESECONDS,
		.backfill_depth = 7,
		.array_depth = 20,
		.bucket_count = 2,
		.depth = depth,
	};
	first->job[0].promise_share = first->run[0].share;
	first->job[0].promise_share_count = 2;
	cr_assert_eq(ft_snapshot_write(first, path, &err), 0);
	slurp(path, one, sizeof(one));
	cr_assert_eq(ft_snapshot_read(path, &second, &err), 0, "%s", err.text);
	cr_assert_eq(ft_snapshot_write(second, path, &err), 0);
	slurp(path, two, sizeof(two));
	cr_expect_str_eq(one, two);
	cr_expect_eq(second->node[1].weight, UINT64_MAX);
	cr_expect_eq(second->node[1].available_from, FT_NEVER);
	cr_expect_eq(second->run[0].share[0].amount[1], 2);
	cr_expect_null(second->run[0].share[1].amount);
	cr_expect_eq(second->closure[0].nodes, second->job[0].request->eligible,
		     "a shared set is still shared");
	cr_expect_eq(second->closure[0].share[0].amount[2], 2);
	cr_expect_null(second->job[0].request->per_node);
	cr_expect_eq(second->job[0].predicted, 40);
	cr_expect_eq(second->job[0].promise_duration, 60);
	cr_expect_eq(second->job[0].request->least, 20);
	cr_expect_eq(second->job[0].request->step, 5);
	cr_expect_eq(second->run[0].predicted_end, 1400);
	cr_expect_eq(second->limit[0].total, 7);
	cr_expect_eq(second->limit[1].kind, FT_LIMIT_FALLS);
	cr_expect_eq(second->run[0].claim_count, 1);
	cr_expect_eq(second->job[0].request->claim[1].count, 6);
	cr_expect_eq(second->run[0].class, 63);
	cr_expect_eq(second->run[0].rank, UINT32_MAX);
	cr_expect_eq(second->run[0].leave, 35);
	cr_expect_eq(second->run[0].gone, 1300);
	cr_expect(second->run[0].suspends);
	cr_expect_eq(second->job[0].request->takes, UINT64_C(5) << 61);
	cr_expect(second->job[0].promise_held);
	cr_expect_eq(second->job[0].bucket, 1);
	cr_expect_eq(second->job[0].queued, 900);
	cr_expect_eq(second->policy.compress, FT_COMPRESS_WFP3);
	cr_expect_eq(second->policy.depth[0], FT_DEPTH_ALL);
	remove(path);
	ft_snapshot_free(first);
	ft_snapshot_free(second);
}

Test(snapshot, so_does_what_decides_who_gives_way)
{
	char path[] = "/tmp/ft-commit.XXXXXX";
	struct ft_snapshot *snapshot = sample(), *back;
	struct ft_err err;

	close(mkstemp(path));
	snapshot->policy.commit = 3600;
	snapshot->policy.patience = 5;
	snapshot->overrule = 7;
	snapshot->job[0].tier = 65537;
	snapshot->job[0].tentative = true;
	snapshot->job[0].promise = 1500;
	cr_assert_eq(ft_snapshot_write(snapshot, path, &err), 0, "%s",
		     err.text);
	cr_assert_eq(ft_snapshot_read(path, &back, &err), 0, "%s", err.text);
	cr_expect_eq(back->policy.commit, 3600);
	cr_expect_eq(back->policy.patience, 5);
	cr_expect_eq(back->overrule, 7);
	cr_expect_eq(back->job[0].tier, 65537);
	cr_expect(back->job[0].tentative);
	ft_snapshot_free(back);
	ft_snapshot_free(snapshot);
	unlink(path);
}

Test(snapshot, which_promises_are_committed)
{
	struct ft_snapshot *snapshot = sample();
	struct ft_job *job = &snapshot->job[0];

	snapshot->policy.commit = 500;
	job->promise = 1500;
	job->queued = 990;
	cr_expect_not(ft_job_committed(snapshot, 0), "never shown");
	job->promise_held = true;
	cr_expect(ft_job_committed(snapshot, 0));
	job->promise = 1501;
	cr_expect_not(ft_job_committed(snapshot, 0), "too far off");
	snapshot->policy.patience = 10;
	cr_expect_not(ft_job_committed(snapshot, 0), "has not waited longer");
	job->queued = 989;
	cr_expect(ft_job_committed(snapshot, 0));
	job->tentative = true;
	cr_expect_not(ft_job_committed(snapshot, 0), "an estimate");
	job->tentative = false;
	snapshot->policy.hold = FT_HOLD_CURRENTHIGHEST;
	cr_expect_not(ft_job_committed(snapshot, 0), "made anew each time");
	snapshot->policy.hold = FT_HOLD_HIGHEST;
	snapshot->policy.patience = 0;
	job->promise = FT_NEVER;
	cr_expect_not(ft_job_committed(snapshot, 0), "no promise");
	snapshot->policy.commit = -1;
	refused(snapshot, "policy", "commit");
}

Test(snapshot, so_do_what_must_be_free_and_why_a_job_is_tried)
{
	struct ft_snapshot *first = sample(), *second;
	char path[] = "/tmp/ft-snapshot-XXXXXX";
	const int64_t want_node[] = {1, 2, 3}, want_task[] = {4, 5, 6};
	struct ft_err err;

	close(mkstemp(path));
	first->job[0].request->want_node = want_node;
	first->job[0].request->want_task = want_task;
	first->job[0].tried = "a wish";
	cr_assert_eq(ft_snapshot_write(first, path, &err), 0);
	cr_assert_eq(ft_snapshot_read(path, &second, &err), 0, "%s", err.text);
	for (uint32_t r = 0; r < 3; r++) {
		const struct ft_request *request = second->job[0].request;

		cr_expect_eq(request->want_node[r], want_node[r]);
		cr_expect_eq(request->want_task[r], want_task[r]);
	}
	cr_expect_str_eq(second->job[0].tried, "a wish");
	remove(path);
	ft_snapshot_free(first);
	ft_snapshot_free(second);
}

/* A number below `below` of the story's. */
static uint32_t drawn(uint32_t *story, uint32_t below)
{
	*story = *story * 1664525 + 1013904223;
	return (uint32_t) (((uint64_t) *story * below) >> 32);
}

/* Does it want more than it takes, of any number of tasks and threads? */
static bool wants_more(const struct ft_request *request, uint32_t threads)
{
	for (uint32_t t = 1; t <= threads; t++)
		for (uint32_t k = request->min_tasks_node;
		     k <= request->max_tasks_node; k++) {
			int64_t takes[3], wants[3];

			ft_shape_cost(request, 3, t, k, takes);
			ft_shape_want(request, 3, t, k, wants);
			if (memcmp(takes, wants, sizeof(takes)))
				return true;
		}
	return false;
}

Test(snapshot, a_request_that_wants_what_it_takes_wants_no_more)
{
	uint32_t story = 1, few = 0, many = 0;

	for (int i = 0; i < 200000; i++) {
		int64_t amount[5][3];
		struct ft_request request = {
			.cpus_per_task = drawn(&story, 4),
			.min_tasks_node = 1 + drawn(&story, 3),
			.per_node = amount[0],
			.per_task = amount[1],
			.per_core = amount[2],
			.want_node = amount[3],
			.want_task = drawn(&story, 2) ? amount[4] : NULL,
		};
		uint32_t threads = 1 + drawn(&story, 3);

		for (int r = 0; r < 15; r++)
			amount[r / 3][r % 3] = drawn(&story, r < 9 ? 4 : 3);
		request.max_tasks_node =
			request.min_tasks_node + drawn(&story, 3);
		if (ft_request_wants(&request, 3, threads)) {
			many++;
			continue;
		}
		cr_assert_not(wants_more(&request, threads), "case %d", i);
		few++;
	}
	cr_expect(few > 20000 && many > 20000, "%u, %u", few, many);
}

Test(snapshot, memory_for_gpus_within_that_of_the_job_is_no_want)
{
	const int64_t memory[] = {1, 32000, 1}, of_core[] = {0, 4000, 0};
	const int64_t gpu[] = {0, 0, 1}, want[] = {8, 16000, 0};
	const int64_t much[] = {0, 33000, 0};
	struct ft_request request = {.per_node = memory,
				     .want_node = want,
				     .cpus_per_task = 16,
				     .min_tasks_node = 1,
				     .max_tasks_node = 1};

	cr_expect_not(ft_request_wants(&request, 3, 2), "--mem");
	cr_expect(ft_request_wants(&request, 3, 4), "fewer cores");
	request.per_node = gpu;
	request.per_core = of_core;
	cr_expect_not(ft_request_wants(&request, 3, 2), "--mem-per-cpu");
	request.want_node = much;
	cr_expect(ft_request_wants(&request, 3, 2));
}

Test(snapshot, a_disk_that_is_full_keeps_the_former_file)
{
	char path[] = "/tmp/ft-snapshot-XXXXXX", fresh[sizeof(path) + 4];
	struct ft_snapshot *snapshot = sample(), *back;
	struct ft_err err;

	close(mkstemp(path));
	cr_assert_eq(ft_snapshot_write(snapshot, path, &err), 0);
	snprintf(fresh, sizeof(fresh), "%s.new", path);
	cr_assert_eq(symlink("/dev/full", fresh), 0);
	snapshot->job[0].queued = 977;
	cr_expect_eq(ft_snapshot_write(snapshot, path, &err), -ENOSPC);
	cr_expect(strstr(err.text, "cannot be written"), "%s", err.text);
	cr_expect_eq(access(fresh, F_OK), -1);
	cr_assert_eq(ft_snapshot_read(path, &back, &err), 0, "%s", err.text);
	cr_expect_neq(back->job[0].queued, 977);
	remove(path);
	ft_snapshot_free(snapshot);
	ft_snapshot_free(back);
}

/* Every cut and a changed byte here and there: refused, never a crash. */
Test(snapshot, a_damaged_file_is_refused)
{
	struct ft_snapshot *snapshot = sample();
	char text[8192], path[] = "/tmp/ft-snapshot-XXXXXX";
	struct ft_err err;
	size_t size;

	close(mkstemp(path));
	cr_assert_eq(ft_snapshot_write(snapshot, path, &err), 0);
	ft_snapshot_free(snapshot);
	slurp(path, text, sizeof(text));
	size = strlen(text);
	for (size_t cut = 0; cut + 1 < size; cut += 7) {
		FILE *file = fopen(path, "w");

		fwrite(text, 1, cut, file);
		fclose(file);
		cr_expect_eq(ft_snapshot_read(path, &snapshot, &err), -EINVAL,
			     "cut at %zu", cut);
		cr_expect(strstr(err.text, path));
	}
	for (size_t at = 0; at < size; at++) {
		FILE *file = fopen(path, "w");
		char kept = text[at];

		text[at] = '[';
		fwrite(text, 1, size, file);
		fclose(file);
		text[at] = kept;
		if (!ft_snapshot_read(path, &snapshot, &err))
			ft_snapshot_free(snapshot);
	}
	remove(path);
	cr_expect_eq(ft_snapshot_read(path, &snapshot, &err), -ENOENT);
}

/* Lines behind a header, or the header itself: what reading them says. */
static int read_lines(const char *text, size_t size)
{
	char path[] = "/tmp/ft-lines.XXXXXX";
	int fd = mkstemp(path), rc;
	struct ft_snapshot *snapshot = NULL;

	cr_assert_eq(write(fd, text, size), (ssize_t) size);
	close(fd);
	rc = ft_snapshot_read(path, &snapshot, NULL);
	if (!rc)
		ft_snapshot_free(snapshot);
	unlink(path);
	return rc;
}

#define HEADER(nodes, resources)                                               \
	"{\"snapshot\":1,\"nodes\":" nodes ",\"resources\":" resources         \
	",\"licences\":[],\"now\":1,\"window_end\":2,\"overrule\":0,"          \
	"\"limits\":[]}\n"

/* json-c ends the program that asks it for an element of what is no list. */
Test(snapshot, a_share_that_is_no_list_is_refused)
{
	static const char *const share[] = {"7", "\"n\"", "null", "{}", "[]"};

	for (size_t i = 0; i < sizeof(share) / sizeof(*share); i++) {
		char text[512];
		int size =
			snprintf(text, sizeof(text),
				 HEADER("1", "1") "{\"closure\":0,\"start\":1,"
						  "\"end\":2,\"nodes\":null,"
						  "\"licences\":[],"
						  "\"shares\":[%s]}\n",
				 share[i]);

		cr_expect_eq(read_lines(text, (size_t) size), -EINVAL, "%s",
			     share[i]);
	}
}

Test(snapshot, few_bytes_ask_for_little_memory_and_time)
{
	static const char *const bad[] = {
		HEADER("10000000", "100000"),
		HEADER("4000000000", "0"),
		HEADER("10", "1") "{\"set\":\"0-9,0-9\"}\n",
		HEADER("10", "1") "{\"set\":\"4,3\"}\n",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		cr_expect_eq(read_lines(bad[i], strlen(bad[i])), -EINVAL, "%s",
			     bad[i]);
	cr_expect_eq(read_lines("{\0}\n", 4), -EILSEQ);
	cr_expect_eq(ft_snapshot_read("/dev/zero", NULL, NULL), -EILSEQ);
}
