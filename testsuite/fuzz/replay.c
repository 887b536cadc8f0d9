/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay - a log as swf.c has it, run again under every model: accounts of its
 * own, shares, quotas, targets, chains of jobs.
 *
 * Its first byte chooses what else is on.  Long logs are cut.
 */
#include "harness.h"
#include "read_log.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "core/replay/outcome.h"
#include "core/replay/record.h"
#include "core/replay/replay.h"
#include "core/replay/shake.h"

enum { JOBS = 16, YEAR = 365 * 24 * 3600, MODELS = 6 };

#define LOG                                                                    \
	"; MaxProcs: 8\n1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n"      \
	"2 10 0 50 8 -1 -1 -1 100 1024 1 4 1 -1 2 1 1 30\n"                    \
	"3 999 0 50 1 -1 -1 -1 100 1024 1 4 1 -1 2 1 -1 -1\n"

static const char *const sound[] = {
	"0; MaxProcs: 8\n; MaxNodes: 4\n"
	"1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n"
	"2 10 0 50 8 -1 -1 -1 100 1024 1 4 2 -1 2 1 1 30\n"
	"3 11 0 50 8 -1 -1 -1 100 1024 1 4 2 -1 2 1 1 30\n",
	"5; MaxProcs: 8\n1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n"
	"2 10 0 50 8 -1 -1 -1 100 1024 1 4 1 -1 2 1 1 30\n",
	"P; MaxProcs: 8\n1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n"
	"2 10 0 50 8 -1 -1 -1 100 1024 1 4 1 -1 2 1 1 30\n"
	"3 10 0 50 1 -1 -1 -1 100 1024 1 4 1 -1 2 1 2 30\n",
	"p; MaxProcs: 8\n1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n",
	/* Each model, without limits. */
	" " LOG,
	"$" LOG,
	"(" LOG,
	"," LOG,
	"H" LOG,
	"L" LOG,
	"7NODES[z] COUNT=2 PROCESSORS=4 MEMORY=512\n"
	"NODES[s] COUNT=2 PROCESSORS=4 MEMORY=256 PROPERTIES=x\n%%\n"
	"1 0 5 100 4 90 -1 4 200 1 1 3 2 -1 1 -1 -1 -1 2:ppn=2:^s\n"
	"2 1 5 100 4 90 -1 4 200 1 1 3 2 -1 1 -1 -1 -1 1:ppn=4:x#excl\n",
};

void fuzz_replay_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

/* The same schedule as one that happened elsewhere. */
static void record(const struct ft_replay_setup *setup,
		   const struct ft_replay *replay)
{
	size_t size = replay->job_count * sizeof(*replay->job);
	struct ft_replay other = {.job_count = replay->job_count};

	fuzz_spare(true);
	other.job = malloc(size + 1);
	fuzz_spare(false);
	memcpy(other.job, replay->job, size);
	FUZZ_CODE(ft_record_fill(setup, &other));
	ft_replay_free(&other);
}

/* The users of a population as a tree that was given. */
static void give(struct ft_workload *workload)
{
	struct ft_population made, again;
	struct ft_vertex_list list;
	struct ft_err err;

	fuzz_spare(true);
	if (ft_population_make_up(workload, &made))
		abort();
	fuzz_spare(false);
	list = made.list;
	made.list = (struct ft_vertex_list){0};
	ft_population_free(&made);
	if (FUZZ_CODE(ft_population_given(workload, &list, &again, &err)))
		ft_vertex_fini(&list);
	else
		ft_population_free(&again);
}

static void run(const struct ft_replay_setup *setup)
{
	struct ft_size_outcome size[FT_SIZE_CLASSES];
	struct ft_replay replay = {0};
	struct ft_unheld_outcome unheld;
	struct ft_outcome outcome;
	struct ft_err err;

	if (FUZZ_LESS(ft_replay_run(setup, &replay, &err)))
		return;
	FUZZ_CODE(ft_outcome_make(setup, &replay, &outcome));
	FUZZ_CODE(ft_outcome_sizes(setup, &replay, size));
	if (setup->unheld)
		FUZZ_CODE(ft_outcome_unheld(setup, &replay, &unheld));
	record(setup, &replay);
	ft_replay_free(&replay);
}

static const char limits[] =
	"ACCOUNT[DEFAULT] GrpJobs=9 GrpTRES=cpu=6\nUSER[1] GrpJobs=1\n"
	"USER[DEFAULT] GrpTRES=cpu=7\nQOS[1] MaxJobsPU=1 GrpJobs=7\n"
	"QOS[DEFAULT] MaxTRESPU=cpu=5 GrpJobs=8\n";

/* What is given stands for the whole tree; a name that it lacks is refused. */
static int limit(struct ft_replay_limit *made, struct ft_workload *workload,
		 struct ft_population *population, bool named)
{
	struct ft_rule_list rules = {0};
	char *text = fuzz_copy(limits, strlen(limits));
	char lines[] = "ACCOUNT[nobody] GrpJobs=1\n";
	uint32_t dropped;
	struct ft_err err;
	int rc = FUZZ_CODE(ft_statement_read(text, "limits", ft_rule_list_take,
					     &rules, &err));

	if (!rc && named)
		rc = FUZZ_CODE(ft_statement_read(
			lines, "limits", ft_rule_list_take, &rules, &err));
	if (!rc)
		rc = FUZZ_CODE(ft_replay_limit_make(
			made, &rules, workload, population, &dropped, &err));
	ft_rule_list_free(&rules);
	fuzz_free(text);
	return rc;
}

static void run_shares(struct ft_replay_setup *setup,
		       struct ft_workload *workload, unsigned choice)
{
	struct ft_replay_limit made = {0};
	struct ft_replay_share_setup share = {
		.policy = {.model = (enum ft_model)(FT_MODEL_EFFECTIVE +
						    choice % MODELS % 5),
			   .damping = 1},
		.targets = choice % MODELS == 5,
		.half_life = 3600,
		.period = 300,
	};
	struct ft_population population;

	if (FUZZ_CODE((choice & 1 ? ft_population_groups
				  : ft_population_make_up)(setup->workload,
							   &population)))
		return;
	setup->population = share.population = &population;
	setup->share = &share;
	setup->window = choice & 2 ? 600 : 0;
	setup->factor = (struct ft_factor_policy){
		.age = 1000,
		.fairshare = 10000,
		.max_age = 3600,
		.cluster_cpus = (uint32_t) setup->workload->processors,
		.node_count = setup->nodes,
	};
	if (!(choice & 4)) {
		run(setup);
	} else if (!limit(&made, workload, &population, choice & 8)) {
		setup->limit = &made;
		run(setup);
	}
	ft_replay_limit_free(&made);
	ft_population_free(&population);
}

static void choose(struct ft_workload *workload, const struct ft_fleet *fleet,
		   unsigned choice)
{
	static const char *const parameters[] = {
		NULL, "rsv_backfill=bestfit,rsv_policy=never",
		"rsv_order=slowdown,rsv_predict=similar",
		"rsv_compress=fill:xfactor,rsv_predict=last2,rsv_depth=2"};
	struct ft_replay_setup setup = {
		.workload = workload,
		.nodes = 1,
		.jobs = JOBS,
		.chain = choice & 2,
		.unheld = choice & 1,
		.grace = 60,
	};
	struct ft_workload shaken;
	struct ft_err err;

	if (fleet->count) {
		setup.fleet = fleet;
		setup.nodes = (uint32_t) ft_fleet_nodes(fleet);
	}
	if (FUZZ_CODE(ft_schedule_options_read(
		    parameters[choice % 4], &setup.options, NULL, NULL, &err)))
		return;
	run(&setup);
	if (!FUZZ_CODE(ft_shake(workload, choice, 60, &shaken)))
		ft_workload_free(&shaken);
	give(workload);
	run_shares(&setup, workload, choice / 4);
}

/* Neither a million processors nor a thousand years. */
static bool moderate(const struct ft_workload *workload)
{
	for (uint32_t i = 0; i < workload->count; i++) {
		const struct ft_workload_job *job = &workload->job[i];

		if (job->submit > YEAR || job->submit < -YEAR ||
		    job->limit > YEAR)
			return false;
	}
	return workload->count <= JOBS && workload->processors <= 1 << 16;
}

void fuzz_replay(const char *data, size_t size)
{
	struct ft_workload workload = {0};
	struct ft_fleet fleet = {0};
	char *text;

	if (!size)
		return;
	text = fuzz_copy(data + 1, size - 1);
	if (!fuzz_log_read(text, &fleet, &workload) && moderate(&workload) &&
	    ft_fleet_nodes(&fleet) <= 1 << 10)
		choose(&workload, &fleet, (unsigned char) *data);
	ft_workload_free(&workload);
	ft_fleet_free(&fleet);
	fuzz_free(text);
}
