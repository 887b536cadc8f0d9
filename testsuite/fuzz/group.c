/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * group - trees of accounts as other programs write them.  The first byte says
 * what it is: 'g' a resource_group file of PBS Professional, 'f' a window of
 * Maui's fairshare files, 't' a tree and 'q' accounts with quotas in JSON.
 *
 * The tree is then judged by every fairshare model.
 */
#include "harness.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "core/maui/fairshare_file.h"
#include "core/ledger/pbs_standing.h"
#include "core/pbs/pbs_cycle.h"
#include "core/pbs/resource_group.h"
#include "sfair/tree/quota_file.h"
#include "sfair/tree/tree_file.h"

static const char *const sound[] = {
	"ggrp1 50 root 60\ngrp2 51 TREEROOT 40\nusr1 60 grp1 30 # one\n"
	"usr2 61 grp1 20\nusr3 62 grp2 1\n",
	"f# Fairshare Data File (Duration: 172800 Seconds) Starting: Fri\n"
	"User   USERA  150000.000\nacct bob 3e2\nclass b 7\nTOTAL  600000.0\n",
	"fsched 600000.000 1.0\nuser USERA 1\n",
	"t{\"name\": \"root\", \"children\": [{\"name\": \"A\", \"shares\": 40,"
	" \"children\": [{\"name\": \"U1\", \"user\": true, \"shares\": 1, "
	"\"usage\": 0.2}]}, {\"name\": \"D\", \"shares\": \"parent\", "
	"\"children\": [{\"name\": \"U2\", \"user\": true}]}]}",
	"q{\"accounts\": [{\"path\": \"/fy\", \"quota\": {\"cpu_h\": 1000}}, "
	"{\"path\": \"/fy/t\", \"usage\": {\"mem_mb_h\": 5}}], \"jobs\": [{"
	"\"job_id\": 1, \"account\": \"/fy/t\", \"submit\": 10}]}",
};

void fuzz_group_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

static void judge(const struct ft_vertex_list *list)
{
	struct ft_fairshare_policy policy = {.damping = 1};
	struct ft_share_tree tree;

	for (int model = FT_MODEL_EFFECTIVE; model <= FT_MODEL_PBS; model++) {
		policy.model = (enum ft_model) model;
		policy.enforce_no_shares = model == FT_MODEL_PBS;
		ft_share_tree_init(&tree);
		if (!FUZZ_CODE(ft_vertex_tree(
			    list, ft_fairshare_level(policy.model), &tree)))
			FUZZ_CODE(ft_fairshare_compute(&tree, &policy));
		ft_share_tree_fini(&tree);
	}
}

static void stand(const struct ft_vertex_list *list)
{
	const struct ft_fairshare_policy policy = {.model = FT_MODEL_PBS,
						   .damping = 1};
	const struct ft_pbs_usage usage[] = {{"usr1", 10}, {"stranger", 5}};
	struct ft_pbs_job job[2] = {{.job_id = 1, .cost = 1},
				    {.job_id = 2, .cost = 2}};
	struct ft_pbs_standing standing;
	uint32_t order[2], users = 0;

	if (FUZZ_CODE(ft_pbs_standing_make(list, &policy, usage, 2, &standing)))
		return;
	ft_pbs_standing_find(&standing, "stranger");
	for (uint32_t n = 0; n < standing.tree.count; n++)
		if (standing.tree.node[n].user)
			job[users++ % 2].node = n;
	if (users > 1)
		FUZZ_CODE(ft_pbs_cycle_order(&standing.tree, job, 2, order));
	ft_pbs_standing_knows(list, "usr1");
	FUZZ_CODE(ft_pbs_standing_again(&standing, &policy));
	ft_pbs_standing_fini(&standing);
}

static void name_entities(struct ft_vertex_list *list)
{
	uint32_t index;

	FUZZ_CODE(ft_resource_group_entity(list, "stranger", &index));
	FUZZ_CODE(ft_resource_group_entity(list, "stranger", &index));
	FUZZ_CODE(ft_resource_group_entity(list, FT_PBS_ROOT, &index));
}

static void read_group(char *text)
{
	struct ft_vertex_list list = {0};
	struct ft_err err;

	if (FUZZ_CODE(ft_resource_group_read(text, "file", 10, NULL, NULL,
					     &list, &err)))
		return;
	judge(&list);
	stand(&list);
	name_entities(&list);
	ft_vertex_fini(&list);
}

static void read_window(char *text)
{
	struct ft_fs_history history;
	struct ft_err err;

	ft_fs_file_start("FS.1700000000");
	ft_fs_file_start("FS.x");
	ft_fs_file_start("F");
	if (FUZZ_CODE(ft_fs_history_init(&history)))
		return;
	if (!FUZZ_CODE(ft_fs_file_read(text, "FS.1700000000", 1700000000, 3600,
				       &history, &err))) {
		fuzz_free(FUZZ_MADE(
			ft_fs_file_text(&history, 0, FT_FS_332, "Fri")));
		fuzz_free(FUZZ_MADE(
			ft_fs_file_text(&history, 0, FT_FS_MANUAL, "Fri")));
	}
	ft_fs_history_fini(&history);
}

/* The command's own files: what json-c cannot have for want of memory it
 * calls bad JSON, so their codes are not judged. */
static void read_tree(const char *data, size_t size)
{
	struct ft_vertex_list list = {0};
	struct ft_err err;
	bool pbs;

	if (sfair_tree_read(fuzz_path(data, size), 10, &list, &pbs, &err))
		return;
	judge(&list);
	ft_vertex_fini(&list);
}

static void read_quotas(const char *data, size_t size)
{
	struct sfair_quotas quotas = {0};
	uint32_t *order;
	struct ft_err err;

	if (!sfair_quota_read(fuzz_path(data, size), &quotas, &err)) {
		ft_quota_judge(&quotas.tree.list, quotas.tree.quota);
		order = calloc(quotas.job_count + 1, sizeof(*order));
		if (order)
			FUZZ_CODE(ft_quota_order(&quotas.tree.list,
						 quotas.tree.quota, quotas.job,
						 quotas.job_count, order));
		free(order);
	}
	sfair_quota_free(&quotas);
}

void fuzz_group(const char *data, size_t size)
{
	char *text;

	if (!size)
		return;
	text = fuzz_copy(data + 1, size - 1);
	if (*data == 'g')
		read_group(text);
	else if (*data == 'f')
		read_window(text);
	else if (*data == 't' && *text == '{')
		read_tree(text, size - 1);
	else if (*data == 'q')
		read_quotas(text, size - 1);
	fuzz_free(text);
}
