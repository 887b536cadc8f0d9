/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SchedulerParameters as sched/reserve reads it: a wrong bf_* key costs a
 * warning, a wrong rsv_* key is refused, other keys are nobody's business.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/queue/schedule_option.h"

struct warnings {
	int count;
	char last[FT_ERR_TEXT];
};

static void note(void *context, const char *text)
{
	struct warnings *warnings = context;

	warnings->count++;
	snprintf(warnings->last, sizeof(warnings->last), "%s", text);
}

static struct ft_schedule_options read_well(const char *text,
					    struct warnings *warnings)
{
	struct ft_schedule_options options;
	struct ft_err err = {0};

	memset(warnings, 0, sizeof(*warnings));
	cr_assert_eq(
		ft_schedule_options_read(text, &options, note, warnings, &err),
		0, "%s", err.text);
	return options;
}

Test(schedule_option, defaults)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(NULL, &warnings);

	cr_expect_eq(warnings.count, 0);
	cr_expect_eq(options.interval, 0);
	cr_expect_eq(options.window_minutes, 0);
	cr_expect_eq(options.max_job_test, 0);
	cr_expect_eq(options.max_job_array_resv, 20);
	cr_expect_eq(options.yield_interval_us, 2000000);
	cr_expect_eq(options.overrule, FT_OVERRULE_AUTO);
	cr_expect_not(options.one_resv_per_job);
}

Test(schedule_option, values_are_read_whole)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(
		"defer,sched_interval=-1,bf_window=10080,BF_Interval=30,"
		"bf_max_job_user_part=3,bf_max_job_user=7,bf_one_resv_per_job,"
		"max_rpc_count=150,rsv_overrule=1000",
		&warnings);

	cr_expect_eq(warnings.count, 0, "%s", warnings.last);
	cr_expect_eq(options.window_minutes, 10080);
	cr_expect_eq(options.interval, 30);
	cr_expect_eq(options.max_job_user_part, 3);
	cr_expect_eq(options.max_job_user, 7);
	cr_expect_eq(options.max_rpc_cnt, 150);
	cr_expect_eq(options.overrule, 1000);
	cr_expect(options.one_resv_per_job);
}

Test(schedule_option, wrong_value_is_told_and_the_default_taken)
{
	static const char *const wrong[] = {
		"bf_window=10x",      "bf_window=-1",	     "bf_window=43201",
		"bf_window",	      "bf_window=",	     "bf_interval=x",
		"bf_interval=-2",     "bf_max_job_start=-1", "max_rpc_cnt=1001",
		"bf_yield_interval=0"};
	struct warnings warnings;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct ft_schedule_options options =
			read_well(wrong[i], &warnings);

		cr_expect_eq(warnings.count, 1, "%s", wrong[i]);
		cr_expect(strstr(warnings.last, "not given"), "%s",
			  warnings.last);
		cr_expect_eq(options.window_minutes, 0, "%s", wrong[i]);
		cr_expect_eq(options.interval, 0, "%s", wrong[i]);
		cr_expect_eq(options.max_rpc_cnt, 0, "%s", wrong[i]);
	}
}

Test(schedule_option, one_wrong_value_spoils_no_other)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(
		"bf_max_job_user=5,bf_window=much,bf_interval=7", &warnings);

	cr_expect_eq(warnings.count, 1);
	cr_expect_eq(options.max_job_user, 5);
	cr_expect_eq(options.interval, 7);
	cr_expect_eq(options.window_minutes, 0);
}

Test(schedule_option, first_of_two_counts)
{
	struct warnings warnings;
	struct ft_schedule_options options =
		read_well("bf_window=60,bf_window=120", &warnings);

	cr_expect_eq(warnings.count, 1);
	cr_expect_eq(options.window_minutes, 60);
}

Test(schedule_option, association_overrides_user)
{
	struct warnings warnings;
	struct ft_schedule_options options =
		read_well("bf_max_job_user=5,bf_max_job_assoc=6", &warnings);

	cr_expect_eq(warnings.count, 1);
	cr_expect_eq(options.max_job_user, 0);
	cr_expect_eq(options.max_job_assoc, 6);
}

Test(schedule_option, idle_keys_are_silent_and_unknown_ones_named)
{
	struct warnings warnings;

	read_well("bf_continue,bf_resolution=60,bf_licenses,bf_yield_rpc_cnt=9,"
		  "bf_yield_rpc_count=9",
		  &warnings);
	cr_expect_eq(warnings.count, 0, "%s", warnings.last);
	read_well("bf_windows=60", &warnings);
	cr_expect_eq(warnings.count, 1);
	cr_expect(strstr(warnings.last, "did you mean bf_window?"), "%s",
		  warnings.last);
	read_well("batch_sched_delay=20,preempt_youngest_first", &warnings);
	cr_expect_eq(warnings.count, 0, "%s", warnings.last);
}

Test(schedule_option, place_of_a_heterogeneous_job)
{
	struct warnings warnings;

	read_well("bf_hetjob_prio=AVG,bf_hetjob_immediate", &warnings);
	cr_expect_eq(warnings.count, 0, "%s", warnings.last);
	read_well("bf_hetjob_prio=foo", &warnings);
	cr_expect_eq(warnings.count, 1);
	cr_expect(strstr(warnings.last, "bf_hetjob_prio=foo: give one of min|"),
		  "%s", warnings.last);
	read_well("bf_hetjob_prio", &warnings);
	cr_expect_eq(warnings.count, 1);
}

Test(schedule_option, wrong_key_of_ours_is_refused)
{
	static const char *const wrong[] = {
		"rsv_overrul=5", "rsv_overrule", "rsv_overrule=much",
		"rsv_overrule=-1", "rsv_overrule=1,rsv_overrule=2"};
	struct ft_schedule_options options = {.overrule = 42};
	struct ft_err err;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		err.text[0] = '\0';
		cr_expect_lt(ft_schedule_options_read(wrong[i], &options, NULL,
						      NULL, &err),
			     0, "%s", wrong[i]);
		cr_expect(strstr(err.text, "rsv_overrul"), "%s", err.text);
		cr_expect_eq(options.overrule, 42);
	}
}

static uint32_t bucket(const struct ft_schedule_options *options,
		       const char *qos)
{
	return ft_depth_rule_bucket(&options->depth, qos);
}

Test(schedule_option, policies_have_defaults_that_change_nothing)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(NULL, &warnings);

	cr_expect_eq(options.depth.bucket_count, 0);
	cr_expect_eq(bucket(&options, "normal"), UINT32_MAX);
	cr_expect_eq(options.hold, FT_HOLD_HIGHEST);
	cr_expect_eq(options.compress, FT_COMPRESS_PRIORITY);
	cr_expect_eq(options.patience, 4 * 86400);
	cr_expect_eq(options.commit, 3600);
	cr_expect_eq(options.reserve_from, 0);
	cr_expect_eq(options.backfill, FT_BACKFILL_FIRSTFIT);
	cr_expect_eq(options.metric, FT_METRIC_PROCS);
	cr_expect_eq(options.backfill_depth, 0);
	cr_expect_not(options.disk);
	cr_expect_eq(options.boot, 600);
	cr_expect_eq(options.predict, FT_PREDICT_LIMIT);
}

Test(schedule_option, policies_are_read)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(
		"rsv_policy=CurrentHighest,rsv_compress=fill:wfp3,rsv_metric="
		"peseconds,rsv_backfill=greedy,rsv_backfill_depth=7,rsv_disk,"
		"rsv_predict=last2,rsv_boot=900,rsv_reserve_from=0.5",
		&warnings);

	cr_expect_eq(options.hold, FT_HOLD_CURRENTHIGHEST);
	cr_expect_eq(options.compress, FT_COMPRESS_WFP3);
	cr_expect_eq(options.reserve_from, 0.5);
	cr_expect_eq(options.backfill, FT_BACKFILL_GREEDY);
	cr_expect_eq(options.metric, FT_METRIC_PESECONDS);
	cr_expect_eq(options.backfill_depth, 7);
	cr_expect(options.disk);
	cr_expect_eq(options.boot, 900);
	cr_expect_eq(options.predict, FT_PREDICT_LAST2);
}

Test(schedule_option, depth_has_buckets_by_qos)
{
	struct warnings warnings;
	struct ft_schedule_options options = read_well(
		"rsv_depth=1|special:8|all:long|4:interactive:high", &warnings);
	const struct ft_depth_rule *rule = &options.depth;
	const char *name;
	int names = 0;

	cr_assert_eq(rule->bucket_count, 4);
	cr_expect_eq(rule->depth[0], 1);
	cr_expect_eq(rule->depth[1], 8);
	cr_expect_eq(rule->depth[2], FT_DEPTH_ALL);
	cr_expect_eq(rule->depth[3], 4);
	cr_expect_eq(bucket(&options, "normal"), 0);
	cr_expect_eq(bucket(&options, NULL), 0);
	cr_expect_eq(bucket(&options, "special"), 1);
	cr_expect_eq(bucket(&options, "Long"), 2);
	cr_expect_eq(bucket(&options, "interactive"), 3);
	cr_expect_eq(bucket(&options, "high"), 3);
	for (name = NULL; (name = ft_depth_rule_name(rule, name));)
		names++;
	cr_expect_eq(names, 4);
	options = read_well("rsv_depth=special:8", &warnings);
	cr_expect_eq(bucket(&options, "normal"), UINT32_MAX);
	cr_expect_eq(bucket(&options, "special"), 0);
	options = read_well("rsv_depth=all|all:long", &warnings);
	cr_expect_eq(options.depth.bucket_count, 0);
	options = read_well("rsv_depth=0", &warnings);
	cr_expect_eq(bucket(&options, "normal"), 0);
	cr_expect_eq(options.depth.depth[0], 0);
}

Test(schedule_option, a_wrong_policy_is_refused)
{
	static const struct {
		const char *text, *said;
	} wrong[] = {
		{"rsv_depth=", "1 to 1023 characters"},
		{"rsv_depth=special", "no depth"},
		{"rsv_depth=1|2", "all other QOS"},
		{"rsv_depth=1:2", "one depth"},
		{"rsv_depth=a:1:b", "first or last"},
		{"rsv_depth=a:1|a:2", "QOS a is named twice"},
		{"rsv_depth=1|a:1|b:2:A", "first or last"},
		{"rsv_depth=1||a:2", "name is empty"},
		{"rsv_depth=a::1", "name is empty"},
		{"rsv_depth=-1", "-1 is no depth"},
		{"rsv_depth=1000001", "1000001 is no depth"},
		{"rsv_policy=lowest", "highest|currenthighest|never"},
		{"rsv_compress=fill", "order|fill:priority|fill:shortest"},
		{"rsv_backfill=worstfit", "firstfit|bestfit|greedy|none"},
		{"rsv_metric=nodes", "procs|procseconds|seconds|pe|peseconds"},
		{"rsv_backfill_depth=-1", "number from 0"},
		{"rsv_disk=much", "yes or no"},
		{"rsv_boot=0", "rsv_boot"},
		{"rsv_publish=", "1 to 1023 characters"},
		{"rsv_publish=some/plan.json", "begins with /"},
		{"rsv_publish=/shared/", "is no folder"},
		{"rsv_publish=..", "a name in StateSaveLocation"},
		{"rsv_publish_period=0", "number from 1"},
	};
	struct ft_schedule_options options;
	struct ft_err err;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		cr_expect_lt(ft_schedule_options_read(wrong[i].text, &options,
						      NULL, NULL, &err),
			     0, "%s", wrong[i].text);
		cr_expect(strstr(err.text, wrong[i].said), "%s: %s",
			  wrong[i].text, err.text);
		cr_expect(strstr(err.text, "slurm.conf: SchedulerParameters"));
	}
}

Test(schedule_option, the_window_is_twice_the_longest_limit)
{
	struct ft_schedule_options options = {0};

	cr_expect_eq(ft_schedule_window(&options, 0), 1440);
	cr_expect_eq(ft_schedule_window(&options, 720), 1440);
	cr_expect_eq(ft_schedule_window(&options, 721), 1442);
	cr_expect_eq(ft_schedule_window(&options, 21599), 43198);
	cr_expect_eq(ft_schedule_window(&options, 21600), 43200);
	cr_expect_eq(ft_schedule_window(&options, INT64_MAX), 43200);
	options.window_minutes = 60;
	cr_expect_eq(ft_schedule_window(&options, INT64_MAX), 60);
}

Test(schedule_option, overrule_is_a_number_or_auto)
{
	struct warnings warnings;
	struct ft_schedule_options options =
		read_well("rsv_overrule=AUTO", &warnings);

	cr_expect_eq(ft_schedule_overrule(&options, 700), 700);
	options = read_well("rsv_overrule=4294967295", &warnings);
	cr_expect_eq(ft_schedule_overrule(&options, 700), UINT32_MAX);
	options = read_well("rsv_overrule=0", &warnings);
	cr_expect_eq(ft_schedule_overrule(&options, 700), 0);
	options = read_well("rsv_reserve_from=4", &warnings);
	cr_expect_eq(ft_schedule_overrule(&options, 700), UINT32_MAX,
		     "what was waited for is kept");
	options = read_well("rsv_reserve_from=4,rsv_overrule=9", &warnings);
	cr_expect_eq(ft_schedule_overrule(&options, 700), 9);
	options = read_well("rsv_order=slowdown,rsv_overrule=5", &warnings);
	cr_expect_eq(ft_schedule_overrule(&options, 700), UINT32_MAX);
}

Test(schedule_option, auto_is_half_of_what_fairshare_is_worth)
{
	static const char ours[] = "priority/fairtree";

	cr_expect_eq(ft_overrule_auto(NULL, 1000, NULL), 0);
	cr_expect_eq(ft_overrule_auto("priority/basic", 1000, NULL), 0);
	cr_expect_eq(ft_overrule_auto("priority/multifactor", 1001, NULL), 500);
	cr_expect_eq(ft_overrule_auto(ours, 0, NULL), 0);
	cr_expect_eq(ft_overrule_auto(ours, 1000, "model=classic"), 500);
	/* Maui's component adds to it, or stands alone. */
	cr_expect_eq(ft_overrule_auto(ours, 1000, "fsuserweight=10"), 1000);
	cr_expect_eq(ft_overrule_auto(ours, 1000, "sum=maui"), 0);
	cr_expect_eq(ft_overrule_auto(ours, 1000,
				      "sum=maui,FSWeight=10,fsuserweight=2,"
				      "fsuserweight:gpu=4,fsqosweight=1"),
		     2500);
	cr_expect_eq(ft_overrule_auto(ours, 0,
				      "fsweight=10,fsuserweight=2,fscap=50"),
		     250);
	/* Keys that only begin alike, and what is no weight. */
	cr_expect_eq(ft_overrule_auto(ours, 0,
				      "fsuserweights=9,fsuserweight=-3,"
				      "fsgroupweight=x,fsgroupcap=40"),
		     0);
	cr_expect_eq(ft_overrule_auto(ours, UINT32_MAX, "fsuserweight=1e300"),
		     UINT32_MAX);
	/* Another plugin's weights are not read. */
	cr_expect_eq(
		ft_overrule_auto("priority/multifactor", 0, "fsuserweight=10"),
		0);
}
