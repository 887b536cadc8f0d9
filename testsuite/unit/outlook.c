/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A published plan as text: there and back, refused where it was cut or is
 * damaged, and read though a later writer says more.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/outlook.h"

static const char *const resources[] = {"cores", "memory", "gres/gpu"};
static const char *const partitions[] = {"batch", "odd \"name\"\\\n\xc3\xa4"};
static const char *const names[] = {"n1", NULL, "n3", "n4"};

/* Four nodes, two runs, a reservation, and three jobs that wait. */
static struct ft_snapshot *snapshot(void)
{
	struct ft_snapshot *made = ft_snapshot_new(4, 3, 0);
	struct ft_node_set *all = ft_snapshot_set(made);
	struct ft_request *request =
		ft_snapshot_alloc(made, 2 * sizeof(*request));
	struct ft_closure *closure;
	int64_t *one = ft_snapshot_alloc(made, 3 * sizeof(*one));

	one[0] = 1;
	made->now = 1000;
	made->window_end = 100000;
	for (uint32_t i = 0; i < 4; i++) {
		made->capacity[3 * i] = 4;
		made->capacity[3 * i + 1] = 4000;
		made->node[i].available_from = i == 3 ? FT_NEVER : 0;
		made->node[i].leaf = i == 3 ? 0 : 1 + i / 2;
		ft_node_set_add(all, i);
	}
	for (uint32_t i = 0; i < 2; i++) {
		struct ft_run *run = ft_snapshot_add_run(made);

		run->job_id = 7 + i;
		run->end = 2000 + i;
		run->gone = made->now;
		run->share_count = 1;
		run->share = ft_snapshot_alloc(made, sizeof(*run->share));
		run->share->node = i;
		run->share->amount = i ? one : NULL;
	}
	closure = ft_snapshot_add_closure(made);
	closure->start = 50000;
	closure->end = 60000;
	closure->nodes = all;
	for (uint32_t r = 0; r < 2; r++)
		request[r] = (struct ft_request){
			.duration = 600,
			.end_by = FT_NEVER,
			.min_nodes = r ? 3 : 1,
			.max_nodes = r ? 3 : 1,
			.min_tasks_node = 1,
			.max_tasks_node = UINT32_MAX,
			.per_node = one,
			.exclusive = r,
			.eligible = all,
			.leaves = r,
			.leaf_level = 2 * r,
		};
	for (uint32_t j = 0; j < 3; j++) {
		struct ft_job *job = ft_snapshot_add_job(made);

		job->job_id = 20 + j;
		job->reserve = true;
		job->request_count = 1;
		job->request = &request[j % 2];
	}
	return made;
}

static char *text_of(const struct ft_snapshot *made,
		     const struct ft_schedule *schedule, size_t *ret_size,
		     size_t *ret_body)
{
	struct ft_outlook outlook;
	char *text;

	cr_assert_eq(ft_outlook_fill(&outlook, made, schedule, 3), 0);
	outlook.resource = resources;
	outlook.partition = partitions;
	outlook.partition_count = 2;
	outlook.blocks = (struct ft_blocks){2, 3, 4};
	for (uint32_t i = 0; i < 4; i++)
		outlook.node[i].name = names[i];
	outlook.job[0].running = true;
	cr_expect_eq(outlook.job[1].committed,
		     schedule->placement[1].committed);
	outlook.job[1].committed = true;
	outlook.job[1].partition = 1;
	outlook.job[1].likely = 1500;
	outlook.job[2].array_job_id = 22;
	outlook.job[2].array_task_id = 5;
	outlook.job[2].unheld = 1700;
	text = ft_outlook_text(&outlook, ret_size, ret_body);
	ft_outlook_free(&outlook);
	return text;
}

static char *sample(size_t *ret_size)
{
	struct ft_snapshot *made = snapshot();
	struct ft_schedule *schedule;
	struct ft_err err;
	size_t body;
	char *text;

	cr_assert_eq(ft_schedule_plan(made, &schedule, &err), 0, "%s",
		     err.text);
	text = text_of(made, schedule, ret_size, &body);
	ft_schedule_free(schedule);
	ft_snapshot_free(made);
	return text;
}

Test(outlook, it_comes_back_the_same)
{
	struct ft_outlook read;
	struct ft_err err;
	size_t size;
	char *text = sample(&size);

	cr_assert_eq(ft_outlook_read(text, size, "plan", &read, &err), 0, "%s",
		     err.text);
	cr_expect_eq(strncmp(text, FT_OUTLOOK_HEAD, strlen(FT_OUTLOOK_HEAD)),
		     0);
	cr_expect(read.made == 1000 && read.until == 100000);
	cr_assert(read.resource_count == 3 && read.partition_count == 2);
	cr_expect_str_eq(read.resource[2], "gres/gpu");
	cr_expect_str_eq(read.partition[1], partitions[1]);
	cr_expect(read.blocks.size == 2 && read.blocks.levels == 3 &&
		  read.blocks.count == 4);
	cr_assert(read.node_count == 4);
	cr_expect(read.node[2].leaf == 2 && !read.node[3].leaf);
	cr_expect(!read.node[1].name &&
		  read.node[3].available_from == FT_NEVER);
	cr_expect(read.node[2].capacity[0] == 4 &&
		  read.node[2].capacity[1] == 4000);
	cr_assert(read.closure_count == 1);
	cr_expect(read.closure->start == 50000 && read.closure->end == 60000 &&
		  ft_node_set_count(read.closure->nodes) == 4);
	ft_outlook_free(&read);
	free(text);
}

static void check_jobs(const struct ft_outlook *read)
{
	const struct ft_outlook_job *job = read->job;

	cr_assert_eq(read->job_count, 2);
	cr_assert_eq(read->request_count, 2);
	cr_expect(job[0].job_id == 21 && job[0].committed &&
		  job[0].partition == 1);
	cr_expect(job[0].likely == 1500 && !job[1].likely);
	cr_expect(!job[0].unheld && job[1].unheld == 1700);
	cr_expect_eq(job[0].array_task_id, UINT32_MAX);
	cr_expect(job[0].verdict == FT_PLACED && job[0].start == 2001);
	cr_expect(job[0].duration == 600 && job[0].share_count == 3);
	cr_expect(job[1].array_job_id == 22 && job[1].array_task_id == 5);
	cr_expect_not(job[1].committed);
	cr_expect_eq(read->request[job[0].request]->min_nodes, 3);
	cr_expect(read->request[job[0].request]->exclusive);
	cr_expect_eq(read->request[job[0].request]->leaves, 1);
	cr_expect_eq(read->request[job[0].request]->leaf_level, 2);
	cr_expect_not(read->request[job[1].request]->leaves);
	cr_expect_eq(read->request[job[1].request]->per_node[0], 1);
}

Test(outlook, runs_and_jobs_come_back)
{
	struct ft_outlook read;
	struct ft_err err;
	size_t size;
	char *text = sample(&size);

	cr_assert_eq(ft_outlook_read(text, size, "plan", &read, &err), 0);
	cr_assert(read.run_count == 3, "with the one that was just started");
	cr_expect(read.run[0].job_id == 7 && !read.run[0].share->amount);
	cr_expect(read.run[1].end == 2001 && read.run[1].share->node == 1);
	cr_expect_eq(read.run[1].share->amount[0], 1);
	cr_expect(read.run[2].job_id == 20 && read.run[2].end == 1600);
	check_jobs(&read);
	ft_outlook_free(&read);
	free(text);
}

/* Every text that ends too early, and every byte that is another. */
Test(outlook, damage_is_refused_or_harmless)
{
	struct ft_outlook read;
	struct ft_err err;
	size_t size;
	char *text = sample(&size), *copy = malloc(size + 1);

	for (size_t cut = 0; cut + 1 < size; cut++) {
		memcpy(copy, text, cut);
		copy[cut] = '\0';
		cr_assert_eq(ft_outlook_read(copy, cut, "plan", &read, &err),
			     -EINVAL, "cut at %zu", cut);
		cr_assert_null(read.arena);
	}
	for (size_t at = 0; at < size; at++)
		for (const char *byte = "0-9[]\",\x01{x"; *byte; byte++) {
			memcpy(copy, text, size + 1);
			copy[at] = *byte;
			if (!ft_outlook_read(copy, size, "plan", &read, &err))
				ft_outlook_free(&read);
		}
	free(copy);
	free(text);
}

Test(outlook, wrong_references_are_refused)
{
	static const char *const wrong[][2] = {
		{"\"jobs\":[\n[21,0,-1,0,1,", "\"jobs\":[\n[21,0,-1,0,2,"},
		{"[7,2000,[[0,0,", "[7,2000,[[0,4,"},
		{"\"sets\":[\n\"0-3\"", "\"sets\":[\n\"0-4\""},
		{"plan/1\"", "plan/2\""},
		{"\"expected\",", "\"promised\","},
	};
	struct ft_outlook read;
	struct ft_err err;
	size_t size;
	char *text = sample(&size);

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *copy = strdup(text), *at = strstr(copy, wrong[i][0]);

		cr_assert_not_null(at, "%s", wrong[i][0]);
		memcpy(at, wrong[i][1], strlen(wrong[i][1]));
		cr_expect_eq(ft_outlook_read(copy, size, "plan", &read, &err),
			     -EINVAL, "%s", wrong[i][1]);
		cr_expect(strstr(err.text, "plan: line "), "%s", err.text);
		free(copy);
	}
	free(text);
}

Test(outlook, what_a_later_writer_adds_is_passed_over)
{
	static const char more[] =
		"\"new\":{\"a\":[1.5,null,\"]\"],\"b\":{}},\"runs\":[\n";
	struct ft_outlook read;
	struct ft_err err;
	size_t size;
	char *text = sample(&size), *longer = calloc(1, size + 200);
	char *at = strstr(text, "\"runs\":[\n[7");

	cr_assert_not_null(at);
	sprintf(longer, "%.*s%s%s", (int) (at - text), text, more,
		at + strlen("\"runs\":[\n"));
	cr_assert_eq(
		ft_outlook_read(longer, strlen(longer), "plan", &read, &err), 0,
		"%s", err.text);
	cr_expect_eq(read.run_count, 3);
	ft_outlook_free(&read);
	free(longer);
	free(text);
}

Test(outlook, equal_plans_differ_in_their_time_only)
{
	struct ft_snapshot *made = snapshot();
	struct ft_schedule *schedule;
	struct ft_err err;
	size_t size, body, again;
	char *first, *second;

	cr_assert_eq(ft_schedule_plan(made, &schedule, &err), 0);
	first = text_of(made, schedule, &size, &body);
	made->now++;
	second = text_of(made, schedule, &size, &again);
	cr_expect_eq(body, again);
	cr_expect_str_eq(first + body, second + again);
	cr_expect_neq(strcmp(first, second), 0);
	free(first);
	free(second);
	ft_schedule_free(schedule);
	ft_snapshot_free(made);
}
