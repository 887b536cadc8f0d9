/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * policy - a site's lines in Maui's form: targets, weights, quotas; and what
 * stands behind a line "%%", limits as sfair replay reads them.
 *
 * What was read is then used: targets on a history of usage, quotas on a queue.
 */
#include "harness.h"
#include "run.h"

#include <string.h>

#include "core/ledger/fairshare_score.h"
#include "core/quota/quota_place.h"
#include "core/replay/replay_limit.h"
#include "core/priority/site_policy.h"

#define MARK "%%\n"

static const char *const sound[] = {
	"FSPOLICY DEDICATEDPS\nFSINTERVAL 12:00:00\nFSDEPTH 4\nFSDECAY 0.5\n"
	"USERCFG[john] FSTARGET=50.0+ PRIORITY=2000\nUSERCFG[DEFAULT] "
	"FSTARGET=10-\nACCOUNTCFG[x] FSTARGET=5%\nQOSCFG[q] QTWEIGHT=5 "
	"XFTARGET=4\nQUEUETIMEWEIGHT[gpu] 5\nQUEUETIMEWEIGHT 10\nFSWEIGHT 3\n"
	"FSUSERWEIGHT 1\nXFMINWCLIMIT 0:02:00\n",
	"QUOTA[/fy] CPUH=100000\nQUOTA[/fy/tfy] CPUH=20 MEMMBH=4 DISKMBH=9\n"
	"QUOTA[/fy/tfy/urban] CPUH=5000 # a comment\n",
	"FSPOLICY true\nFSENFORCEMENT off\nUSERCFG[DEFAULT] FSTARGET=20 "
	"PRIORITY=1\nUSERCFG[a] FSTARGET=1000^ PRIORITY=3\nACCOUNTCFG[a] "
	"FSTARGET=3%\nGROUPCFG[g] PRIORITY=7\nQOSCFG[DEFAULT] QTTARGET=1:00\n"
	"SERVWEIGHT 1\nXFACTORWEIGHT 10\nBYPASSWEIGHT 2\nCREDWEIGHT[p] 0\n"
	"USERWEIGHT 1\nRESWEIGHT -1\nPROCWEIGHT 1\nMEMWEIGHT 2\nSWAPWEIGHT 1\n",
	"FSPOLICY UTILIZEDPS%\nCLASSCFG[b] FSTARGET=25.0^\n%%\n"
	"USER[7] GrpJobs=5\nUSER[DEFAULT] GrpTRES=cpu=50\n"
	"ACCOUNT[a] GrpJobs=3\nQOS[2] MaxJobsPU=5 MaxTRESPU=cpu=9\n",
};

void fuzz_policy_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

static void score(const struct ft_fs_goals *goals)
{
	struct ft_fs_history history;
	struct ft_fs_window *window;
	struct ft_fs_score made;
	uint32_t credential[FT_CREDENTIAL_KINDS] = {0};

	if (FUZZ_CODE(ft_fs_history_init(&history)))
		return;
	if (!FUZZ_CODE(
		    ft_fs_history_roll(&history, &goals->span, 1700000000)) &&
	    !FUZZ_CODE(ft_fs_score_register(goals, &history.credentials)) &&
	    history.credentials.count) {
		window = &history.window[0];
		window->total = 1000;
		if (!FUZZ_CODE(ft_fs_window_charge(window, 0, 900)) &&
		    !FUZZ_CODE(ft_fs_score_make(goals, &history, &made))) {
			for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
				ft_fs_score_delta(
					&made, (enum ft_credential_kind) kind,
					0);
			ft_fs_score_cap(&made, credential);
			ft_fs_score_fini(&made);
		}
	}
	ft_fs_history_fini(&history);
}

/* What is asked of a target wherever it stands. */
static void judge(const struct ft_fs_goals *goals)
{
	const struct ft_fs_state states[] = {{0, 0}, {900, 1000}, {1, 1000}};
	enum { ROOM = 40 };
	char text[ROOM];

	for (uint32_t i = 0; i < goals->credentials.count; i++) {
		const struct ft_credential *who = &goals->credentials.entry[i];
		struct ft_fs_target target =
			ft_fs_goals_get(goals, who->kind, who->name);

		ft_fs_target_text(target, text, ROOM);
		for (int s = 0; s < 3; s++) {
			ft_fs_percent(states[s]);
			ft_fs_delta(target, states[s], goals->ratio);
			ft_fs_capped(target, states[s]);
			ft_fs_off_target(target, states[s]);
		}
	}
}

static void weigh(const struct ft_component_policy *components)
{
	const char *partition;

	ft_component_policy_weights(components, NULL);
	for (uint32_t i = 0;
	     (partition = ft_component_policy_partition(components, i)); i++)
		ft_component_policy_weights(components, partition);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++) {
		uint32_t at = 0;

		while (ft_component_policy_next(
			components, (enum ft_credential_kind) kind, &at))
			;
	}
	ft_component_policy_active(components);
	ft_component_policy_qos(components, "q");
	ft_component_policy_priority(components, FT_USER, "john", 1);
}

/* Members of the tree that have no members of their own vote. */
static uint32_t vote(const struct ft_quota_tree *tree,
		     struct ft_quota_job job[], uint32_t room)
{
	uint32_t count = 0;

	for (uint32_t i = 1; i < tree->list.count && count < room; i++)
		if (tree->list.vertex[i].leaf)
			job[count++] = (struct ft_quota_job){i, i, room - i};
	return count;
}

static void count_votes(const struct ft_quota_tree *policy)
{
	enum { JOBS = 8, ROOM = 40 };
	struct ft_quota_job job[JOBS];
	struct ft_quota_place place;
	struct ft_quota_tree tree;
	uint32_t order[JOBS], count;
	char label[ROOM], flags[ROOM];

	if (FUZZ_CODE(ft_quota_tree_init(&tree)))
		return;
	if (!FUZZ_CODE(ft_quota_tree_limit(&tree, policy))) {
		ft_quota_judge(&tree.list, tree.quota);
		count = vote(&tree, job, JOBS);
		if (!FUZZ_CODE(ft_quota_order(&tree.list, tree.quota, job,
					      count, order)) &&
		    !FUZZ_CODE(ft_quota_place_make(&tree.list, tree.quota, job,
						   count, order, &place))) {
			for (uint32_t i = 0; i < count; i++)
				ft_quota_place_of(&place, &tree.list,
						  tree.quota, job[i].job_id,
						  job[i].account);
			ft_quota_place_fini(&place);
		}
		ft_quota_tree_near(&tree, "/fy/nobody");
		for (uint32_t i = 0; i < tree.list.count; i++) {
			ft_quota_label(&tree.list, tree.quota, i, label, ROOM,
				       flags, ROOM);
			ft_quota_tree_path(&tree, i, label, ROOM);
			ft_quota_tree_near(&tree, label);
		}
	}
	ft_quota_tree_fini(&tree);
}

static void read_limits(char *text)
{
	struct ft_rule_list rules = {0};
	struct ft_err err;

	FUZZ_CODE(ft_statement_read(text, "limits", ft_rule_list_take, &rules,
				    &err));
	ft_rule_list_free(&rules);
}

void fuzz_policy(const char *data, size_t size)
{
	char *text = fuzz_copy(data, size), *limits = strstr(text, MARK);
	struct ft_site_policy policy;
	struct ft_err err;

	if (limits) {
		*limits = '\0';
		read_limits(limits + strlen(MARK));
	}
	if (!FUZZ_CODE(ft_site_policy_init(&policy))) {
		if (!FUZZ_CODE(
			    ft_site_policy_read(&policy, text, "file", &err)) &&
		    !FUZZ_CODE(ft_site_policy_close(&policy, "sched/reserve",
						    &err))) {
			ft_site_policy_advice(&policy);
			judge(&policy.goals);
			score(&policy.goals);
			weigh(policy.components);
			count_votes(&policy.quota);
		}
		ft_site_policy_fini(&policy);
	}
	fuzz_free(text);
}
