/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many jobs like one could start now: three nodes of 8 cores and 100 MB,
 * of which the first has 5 cores left and the last is down until later.
 */
#include <criterion/criterion.h>

#include "core/plan/vacancy.h"

enum { KINDS = 2, NOW = 1000 };

static struct ft_snapshot *machine(void)
{
	struct ft_snapshot *snapshot = ft_snapshot_new(3, KINDS, 1);
	struct ft_run *run = ft_snapshot_add_run(snapshot);
	struct ft_limit *limit = ft_snapshot_add_limit(snapshot);
	int64_t *amount = ft_snapshot_alloc(snapshot, KINDS * sizeof(*amount));

	snapshot->now = NOW;
	snapshot->window_end = FT_NEVER;
	for (uint32_t n = 0; n < 3; n++) {
		snapshot->node[n].threads = 2;
		snapshot->capacity[n * KINDS + FT_CORES] = 8;
		snapshot->capacity[n * KINDS + FT_MEMORY] = 100;
	}
	snapshot->node[2].available_from = NOW + 1;
	snapshot->licence_total[0] = 7;
	limit->total = 9;
	amount[FT_CORES] = 3;
	amount[FT_MEMORY] = 10;
	run->end = NOW + 100;
	run->class = 2;
	run->share_count = run->licence_count = run->claim_count = 1;
	run->share = ft_snapshot_alloc(snapshot, sizeof(*run->share));
	run->share->amount = amount;
	run->licence = ft_snapshot_alloc(snapshot, sizeof(*run->licence));
	run->licence->count = 1;
	run->claim = ft_snapshot_alloc(snapshot, sizeof(*run->claim));
	((struct ft_claim *) run->claim)->count = 2;
	return snapshot;
}

static struct ft_request wants(struct ft_snapshot *snapshot, uint32_t nodes,
			       uint32_t tasks, uint32_t cpus)
{
	struct ft_node_set *all = ft_snapshot_set(snapshot);

	ft_node_set_fill(all);
	return (struct ft_request){
		.duration = 50,
		.end_by = FT_NEVER,
		.min_nodes = nodes,
		.max_nodes = nodes > tasks ? nodes : tasks,
		.tasks = tasks,
		.min_tasks_node = 1,
		.max_tasks_node = UINT32_MAX,
		.cpus_per_task = cpus,
		.eligible = all,
	};
}

static void expect_by(struct ft_snapshot *snapshot, int64_t by,
		      const struct ft_request *request, uint32_t wanted,
		      const char *what)
{
	struct ft_vacancy *vacancy = ft_vacancy_new(snapshot, by);

	cr_expect_eq(ft_vacancy_count(vacancy, request, 1, 1000), wanted,
		     "%s: %u", what,
		     ft_vacancy_count(vacancy, request, 1, 1000));
	cr_expect_eq(ft_vacancy_count(vacancy, request, 1, 1),
		     wanted < 1 ? wanted : 1, "%s: no more than asked for",
		     what);
	ft_vacancy_free(vacancy);
}

static void expect(struct ft_snapshot *snapshot,
		   const struct ft_request *request, uint32_t wanted,
		   const char *text)
{
	expect_by(snapshot, NOW, request, wanted, text);
}

Test(vacancy, nodes_that_are_back_by_then_are_there)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_request request = wants(snapshot, 1, 1, 2);
	struct ft_closure *closure;

	expect_by(snapshot, NOW + 1, &request, 21, "5 and twice 8 cores");
	request.not_before = NOW + 1;
	expect_by(snapshot, NOW + 1, &request, 21, "its time will have come");
	closure = ft_snapshot_add_closure(snapshot);
	closure->start = NOW;
	closure->end = NOW + 1;
	closure->nodes = ft_snapshot_set(snapshot);
	ft_node_set_add((struct ft_node_set *) closure->nodes, 1);
	expect_by(snapshot, NOW + 1, &request, 21,
		  "a closure that ends before");
	closure->end = NOW + 2;
	expect_by(snapshot, NOW + 1, &request, 13, "and one that does not");
	ft_snapshot_free(snapshot);
}

Test(vacancy, what_running_jobs_leave_of_nodes)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_request request = wants(snapshot, 1, 1, 2);
	int64_t memory[KINDS] = {0, 30};

	expect(snapshot, &request, 13, "5 and 8 cores");
	request.tasks = 3;
	request.max_nodes = 3;
	expect(snapshot, &request, 4, "three tasks each");
	request = wants(snapshot, 2, 2, 2);
	expect(snapshot, &request, 6, "two nodes each");
	request = wants(snapshot, 1, 1, 1);
	request.per_node = memory;
	expect(snapshot, &request, 6, "90 and 100 MB in pieces of 30");
	request = wants(snapshot, 1, 0, 0);
	request.exclusive = true;
	expect(snapshot, &request, 1, "one empty node");
	request.takes = UINT64_C(1) << 2;
	expect(snapshot, &request, 2, "two once the run is taken");
	ft_snapshot_free(snapshot);
}

Test(vacancy, licences_limits_and_times)
{
	struct ft_snapshot *snapshot = machine();
	struct ft_request request = wants(snapshot, 1, 1, 2);
	struct ft_licence licence = {.count = 2};
	const struct ft_claim claim = {.count = 3};
	struct ft_closure *closure;
	const uint32_t own = 0;

	request.licence = &licence;
	request.licence_count = 1;
	expect(snapshot, &request, 3, "6 licences, two each");
	request.claim = &claim;
	request.claim_count = 1;
	expect(snapshot, &request, 2, "7 of a limit, three each");
	request = wants(snapshot, 1, 1, 2);
	request.not_before = NOW + 1;
	expect(snapshot, &request, 0, "its time has not come");
	request.not_before = 0;
	closure = ft_snapshot_add_closure(snapshot);
	closure->start = NOW + 49;
	closure->end = NOW + 60;
	closure->nodes = ft_snapshot_set(snapshot);
	ft_node_set_add((struct ft_node_set *) closure->nodes, 1);
	expect(snapshot, &request, 5, "a closure before it would end");
	request.closure = &own;
	request.closure_count = 1;
	expect(snapshot, &request, 13, "which it may enter");
	ft_snapshot_free(snapshot);
}
