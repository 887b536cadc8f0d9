/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * conf - a slurm.conf, and of it what both plugins read: SchedulerParameters,
 * PriorityParameters with the files that it names, PriorityWeightTRES.
 *
 * What stands behind a line "%%" is the file that policy= or resource_group=
 * names, whatever its name.
 */
#include "harness.h"
#include "run.h"

#include <errno.h>
#include <string.h>

#include "core/base/conf.h"
#include "core/priority/priority_rule.h"
#include "core/queue/schedule_advice.h"
#include "core/queue/schedule_option.h"
#include "sfair/base/priority_site.h"

#define MARK "%%\n"

static const char *const sound[] = {
	"SchedulerType=sched/reserve\n"
	"SchedulerParameters=defer,sched_interval=-1,bf_window=1440,"
	"bf_interval=30,rsv_policy=currenthighest,rsv_depth=4|special:8,"
	"rsv_backfill=bestfit,rsv_metric=procs,rsv_order=slowdown,"
	"rsv_compress=fill:xfactor,rsv_patience=86400,rsv_memory=512,"
	"rsv_predict=similar,bf_licenses,max_rpc_cnt=10\n"
	"NodeName=n[1-4] CPUs=4 Weight=3\nPartitionName=p Nodes=ALL LLN=YES\n",
	"priorityTYPE=priority/fairtree # here\n"
	"PriorityFlags=NO_FAIR_TREE,\\\nCALCULATE_RUNNING\n"
	"PriorityParameters=fspolicy=DEDICATEDPS,fsinterval=24:00:00,fsdepth=7,"
	"fsdecay=0.8,userfstarget=DEFAULT:10-|john:50+,fsuserweight=10,"
	"fsweight=100,queuetimeweight:gpu=5,classpriority=short:100,"
	"policy=maui.cfg\nPriorityWeightTRES=CPU=5,mem=1,gres/gpu=3\n"
	"AccountingStorageTRES=gres/gpu\n%%\nUSERCFG[x] PRIORITY=5\n",
	"PriorityFlags=CALCULATE_RUNNING\nPriorityParameters=model=pbs,"
	"resource_group=rg,fairshare_entity=euser,"
	"unknown_shares=5,fairshare_decay_time=24:00:00,"
	"fairshare_decay_factor=0.5,fairshare_usage_res=cpu\n%%\n"
	"a 1 root 5\nb 2 a 3\n",
	"PriorityParameters=model=quota,policy=q\n%%\n"
	"QUOTA[/fy] CPUH=5\n",
	"PriorityFlags=INCR_ONLY\nPriorityParameters=model=quota\n",
	"PriorityParameters=policy=q\n%%\nQUOTA[/fy] CPUH=5\n",
	"PriorityFlags=NO_FAIR_TREE\nPriorityParameters=model=fairtree\n",
	"PriorityParameters=model=simple\n",
	"Include nothing.conf\n",
	"PriorityFlags=DEPTH_OBLIVIOUS\nPriorityParameters=model=simple\n",
	"PriorityFlags=NO_FAIR_TREE\nPriorityParameters=model=effective,"
	"ties=slurm\n",
	"PriorityParameters=model=pbs,fairshare_entity=egroup:euser,"
	"fairshare_usage_res=cpu:1|mem:0.25|gres/gpu:20|cpu:2,"
	"fairshare_order=cycle,fairshare_enforce_no_shares=no\n",
	"AccountingStorageTRES=gres/gpu,license/x\nPriorityParameters=model="
	"pbs,resource_group=rg,fairshare_order=cycle,fairshare_usage_res="
	"cput|mem:0.25|gres/gpu:20,fairshare_enforce_no_shares=0\n%%\n"
	"a 1 root 5\n",
	"SchedulerParameters=bf_max_job_assoc=5,bf_max_job_user=6,bf_window=x,"
	"bf_nothing,rsv_depth=-1|a:2|a:3,bf_max_time=,rsv_disk=no,bf_"
	"continue\n",
	"SchedulerParameters=rsv_disk=true,rsv_depth=1|2,rsv_policy\n",
	"SchedulerParameters=rsv_disk=false,rsv_depth=a:1|:2\n",
	"PriorityParameters=fsqosweight:p=5,fsweight:=3,fspolicy=none,"
	"fsenforcement=x,ledger=no\n",
	"PriorityParameters=fspolicy=UTILIZEDPS,ledger,ledger=yes\n",
	"PriorityParameters=bypassweight=1,swapweight=2,bypassweight:p=2\n"
	"SchedulerType=sched/backfill\nPluginDir=/x:/y\n",
	"PriorityWeightTRES=cpu=5x,mem=,nothing=3,=4\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"cpu:1|mem:0.25|gres/gpu:20\n%%\na 1 root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"cpu|cpu\n%%\na 1 root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"cpu:x\n%%\na 1 root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"cpu:0|mem:0\n%%\na 1 root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"a0|a1|a2|a3|a4|a5|a6|a7|a8|a9|a10|a11|a12|a13|a14|a15|a16\n%%\na 1 "
	"root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"cpu:1111111111111111111111111111111111111111\n%%\na 1 root 5\n",
	"AccountingStorageTRES=gres/"
	"gpu\nPriorityParameters=model=pbs,resource_group=rg,fairshare_usage_"
	"res="
	"nothing\n%%\na 1 root 5\n",
	"SchedulerParameters=max_rpc_cnt=5,rsv_order=slowdown,bf_busy_nodes,"
	"rsv_published=a/b/,rsv_publish=/tmp/x\n",
	"PriorityParameters=model=quota,jobprioaccrualpolicy=fullpolicy\n"};

void fuzz_conf_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

struct site {
	const struct ft_conf *conf;
	const char *file;
};

static int read_file(void *context, const char *key, const char *name,
		     struct ft_rule_file *ret_file, struct ft_err *err)
{
	struct site *site = context;

	if (!site->file)
		return ft_fail(err, -ENOENT, "%s=%s: there is none", key, name);
	ret_file->path = fuzz_copy(name, strlen(name));
	ret_file->text = fuzz_copy(site->file, strlen(site->file));
	return 0;
}

static void drop(void *context, const char *text)
{
	(void) context;
	(void) text;
}

static void advise(void *context, const char *key, const char *text)
{
	(void) key;
	drop(context, text);
}

static bool counts(void *context, const char *name)
{
	struct site *site = context;

	return ft_tres_listed(
		ft_conf_get(site->conf, "AccountingStorageTRES", NULL), name);
}

static const char *value(void *context, const char *key)
{
	struct site *site = context;

	return ft_conf_get(site->conf, key, NULL);
}

static int line(void *context, const char *name, const char *rest,
		const char *where)
{
	enum { ROOM = 16 };
	char word[ROOM];

	(void) where;
	drop(context, name);
	ft_conf_word(rest, "LLN", word, ROOM);
	ft_conf_stray(rest);
	return 0;
}

static void schedule(struct site *site)
{
	struct ft_schedule_options options;
	struct ft_err err;

	if (!FUZZ_CODE(ft_schedule_options_read(
		    value(site, "SchedulerParameters"), &options,
		    site->file ? NULL : drop, NULL, &err))) {
		ft_schedule_window(&options, 60);
		ft_schedule_overrule(
			&options,
			ft_overrule_auto(value(site, "PriorityType"), 1000,
					 value(site, "PriorityParameters")));
		ft_schedule_window(&options, 1 << 20);
		ft_schedule_window(&options, INT64_MAX);
		ft_depth_rule_bucket(&options.depth, "special");
		for (const char *name = NULL;
		     (name = ft_depth_rule_name(&options.depth, name));)
			ft_depth_rule_bucket(&options.depth, name);
	}
	ft_schedule_advice_give(value, advise, site);
	ft_conf_each(site->conf, "PartitionName", line, NULL);
}

static void prioritise(struct site *site)
{
	struct ft_priority_case asked = {
		.parameters = value(site, "PriorityParameters"),
		.tres_weights = value(site, "PriorityWeightTRES"),
		.site = sfair_priority_site(site->conf),
		.slurmdbd = true,
		.counts = counts,
		.read = read_file,
		.bad_line = drop,
		.context = site,
	};
	char *path = FUZZ_MADE(ft_conf_beside("/etc/slurm/slurm.conf", "a"));
	struct ft_priority_rules rules;
	struct ft_err err;

	if (!FUZZ_CODE(ft_priority_rules_read(&asked, &rules, &err)))
		ft_priority_rules_fini(&rules);
	/* A program that knows of no slurmdbd and no TRES. */
	asked.slurmdbd = false;
	asked.counts = NULL;
	if (!FUZZ_CODE(ft_priority_rules_read(&asked, &rules, &err)))
		ft_priority_rules_fini(&rules);
	fuzz_free(path);
	path = FUZZ_MADE(ft_conf_beside(NULL, "/a"));
	fuzz_free(path);
}

void fuzz_conf(const char *data, size_t size)
{
	char *text = fuzz_copy(data, size), *file = strstr(text, MARK);
	size_t length = file ? (size_t) (file - text) : size;
	struct site site = {.file = file ? file + strlen(MARK) : NULL};
	struct ft_conf *conf = NULL;
	struct ft_err err;

	/* Devices do not end. */
	if (!memchr(data, '\0', size) && !strstr(text, "/dev") &&
	    !strstr(text, "/proc") &&
	    !FUZZ_CODE(ft_conf_read(fuzz_path(text, length), &conf, &err))) {
		site.conf = conf;
		schedule(&site);
		prioritise(&site);
	}
	ft_conf_free(conf);
	fuzz_free(text);
}
