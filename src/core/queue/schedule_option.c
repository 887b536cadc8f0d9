/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_option.h.  Slurm finds its keys by substring and takes the
 * first; here a key is a whole token, and the first of its name counts.
 */
#include "core/queue/schedule_option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/list.h"

#define FIELD(name) offsetof(struct ft_schedule_options, name)

enum { WINDOW_LEAST = 1440, WINDOW_MOST = 43200 }; /* minutes */
enum { LIMITS_MOST = 1000 };			   /* time limits waited */

static const char usual_where[] = "slurm.conf: SchedulerParameters";

const struct ft_option ft_schedule_backfill_table[] = {
	{"bf_interval", FT_OPTION_INT, FIELD(interval), -1, 10800, NULL, "0",
	 "seconds", NULL,
	 "Least pause between two cycles; -1: never plan; without it, events "
	 "alone decide"},
	{"bf_window", FT_OPTION_INT, FIELD(window_minutes), 0, WINDOW_MOST,
	 NULL, "0", "minutes", NULL,
	 "How far ahead starts are planned; 0: twice the longest MaxTime"},
	{"bf_max_job_start", FT_OPTION_INT, FIELD(max_job_start), 0, 10000,
	 NULL, "0", "", NULL, "Starts in one cycle; 0: no limit"},
	{"bf_max_job_test", FT_OPTION_INT, FIELD(max_job_test), 0, 1e6, NULL,
	 "0", "", NULL, "Jobs planned in one cycle; 0: all"},
	{"bf_max_job_user", FT_OPTION_INT, FIELD(max_job_user), 0, INT32_MAX,
	 NULL, "0", "", NULL, "Jobs planned of one user; 0: all"},
	{"bf_max_job_part", FT_OPTION_INT, FIELD(max_job_part), 0, INT32_MAX,
	 NULL, "0", "", NULL, "Jobs planned in one partition; 0: all"},
	{"bf_max_job_assoc", FT_OPTION_INT, FIELD(max_job_assoc), 0, INT32_MAX,
	 NULL, "0", "", NULL,
	 "Jobs planned of one association; 0: all; overrides "
	 "bf_max_job_user"},
	{"bf_max_job_user_part", FT_OPTION_INT, FIELD(max_job_user_part), 0,
	 INT32_MAX, NULL, "0", "", NULL,
	 "Jobs planned of one user in one partition; 0: all"},
	{"bf_max_job_array_resv", FT_OPTION_INT, FIELD(max_job_array_resv), 0,
	 1000, NULL, "20", "", NULL, "Tasks of one job array that reserve"},
	{"bf_max_time", FT_OPTION_INT, FIELD(max_time), 1, 3600, NULL, "30",
	 "seconds", NULL,
	 "Processor time of a plan; other jobs follow in the next cycle"},
	{"bf_job_part_count_reserve", FT_OPTION_INT,
	 FIELD(job_part_count_reserve), 0, 100000, NULL, "0", "", NULL,
	 "Jobs of one partition that reserve; 0: all"},
	{"bf_min_age_reserve", FT_OPTION_INT, FIELD(min_age_reserve), 0,
	 2592000, NULL, "0", "seconds", NULL,
	 "Jobs that have waited less do not reserve"},
	{"bf_min_prio_reserve", FT_OPTION_INT, FIELD(min_prio_reserve), 0,
	 UINT32_MAX, NULL, "0", "", NULL,
	 "Jobs of less priority do not reserve"},
	{"bf_yield_interval", FT_OPTION_INT, FIELD(yield_interval_us), 1,
	 10000000, NULL, "2000000", "microseconds", NULL,
	 "Longest hold of slurmctld's locks that is aimed at"},
	{"bf_yield_sleep", FT_OPTION_INT, FIELD(yield_sleep_us), 1, 10000000,
	 NULL, "500000", "microseconds", NULL,
	 "Pause between holds while RPC threads wait"},
	{"max_rpc_cnt", FT_OPTION_INT, FIELD(max_rpc_cnt), 0, 1000, NULL, "0",
	 "", "max_rpc_count",
	 "RPC threads above which a cycle waits; 0: no limit"},
	{"bf_one_resv_per_job", FT_OPTION_FLAG, FIELD(one_resv_per_job), 0, 0,
	 NULL, "no", "", NULL,
	 "A job of several partitions reserves in one of them"},
	{"time_min_as_soft_limit", FT_OPTION_FLAG, FIELD(soft_limit), 0, 0,
	 NULL, "no", "", NULL,
	 "Plans count with --time-min, jobs keep their whole limit"},
	{"bf_busy_nodes", FT_OPTION_FLAG, FIELD(busy_nodes), 0, 0, NULL, "no",
	 "", NULL,
	 "Jobs planned for later take nodes in use rather than idle ones"},
	{"bf_topopt_enable", FT_OPTION_FLAG, FIELD(few_switches), 0, 0, NULL,
	 "no", "", NULL,
	 "Jobs of several nodes get those of the fewest leaf switches that "
	 "their start leaves"},
	{"reduce_completing_frag", FT_OPTION_FLAG, FIELD(completing_frag), 0, 0,
	 NULL, "no", "", NULL,
	 "With CompleteWait, jobs that complete delay only starts in "
	 "partitions that share nodes with theirs"},
	{"assoc_limit_stop", FT_OPTION_FLAG, FIELD(assoc_limit_stop), 0, 0,
	 NULL, "no", "", NULL,
	 "Jobs blocked by a limit of their association reserve too"},
	{.name = NULL},
};

const struct ft_option ft_schedule_reserve_table[] = {
	{"rsv_overrule", FT_OPTION_TEXT, FIELD(overrule_text), 0,
	 FT_OVERRULE_TEXT, NULL, "auto", "priority points", NULL,
	 "A shown start gives way to a job that is ahead by more; auto: half "
	 "of what fairshare is worth"},
	{"rsv_depth", FT_OPTION_TEXT, FIELD(depth.text), 0, FT_DEPTH_TEXT, NULL,
	 "all", "", "RESERVATIONDEPTH",
	 "Reservations that jobs hold together, in buckets by QOS"},
	{"rsv_policy", FT_OPTION_CHOICE, FIELD(hold), 0, 0, ft_hold_names,
	 "highest", "", "RESERVATIONPOLICY", "How long a reservation lasts"},
	{"rsv_compress", FT_OPTION_CHOICE, FIELD(compress), 0, 0,
	 ft_compress_names, "fill:priority", "", NULL,
	 "Who profits when something becomes free early"},
	{"rsv_order", FT_OPTION_CHOICE, FIELD(order), 0, 0, ft_order_names,
	 "priority", "", NULL, "In which order jobs are planned"},
	{"rsv_plan", FT_OPTION_CHOICE, FIELD(keep), 0, 0, ft_keep_names,
	 "board", "", NULL, "How a plan is kept from cycle to cycle"},
	{"rsv_patience", FT_OPTION_INT, FIELD(patience), 1, INT32_MAX, NULL,
	 "345600", "seconds", NULL,
	 "A job that has waited longer has a committed start and moves up in "
	 "turn, or comes first"},
	{"rsv_commit", FT_OPTION_INT, FIELD(commit), 0, INT32_MAX, NULL, "3600",
	 "seconds", NULL,
	 "A start that is as near is committed; 0: for no other reason than "
	 "patience"},
	{"rsv_reserve_from", FT_OPTION_REAL, FIELD(reserve_from), 0,
	 LIMITS_MOST, NULL, "0", "time limits", NULL,
	 "A job reserves once it has waited so many times its limit; 0: at "
	 "once"},
	{"rsv_backfill", FT_OPTION_CHOICE, FIELD(backfill), 0, 0,
	 ft_backfill_names, "firstfit", "", "BACKFILLPOLICY",
	 "How jobs without a reservation fill what is free now"},
	{"rsv_metric", FT_OPTION_CHOICE, FIELD(metric), 0, 0, ft_metric_names,
	 "procs", "", "BACKFILLMETRIC",
	 "What bestfit and greedy want to have most of"},
	{"rsv_backfill_depth", FT_OPTION_INT, FIELD(backfill_depth), 0, 1e6,
	 NULL, "0", "", "BACKFILLDEPTH",
	 "Jobs without a reservation that are looked at; 0: all"},
	{"rsv_predict", FT_OPTION_CHOICE, FIELD(predict), 0, 0,
	 ft_predict_names, "limit", "", NULL,
	 "Run times that order and estimates count with; never a promise"},
	{"rsv_disk", FT_OPTION_FLAG, FIELD(disk), 0, 0, NULL, "no", "", NULL,
	 "Disk that jobs ask for with --tmp is used up while they run"},
	{"rsv_boot", FT_OPTION_INT, FIELD(boot), 1, 86400, NULL, "600",
	 "seconds", NULL, "No boot lasts longer, whatever ResumeTimeout says"},
	{"rsv_show", FT_OPTION_CHOICE, FIELD(show), 0, 0, ft_show_names, "all",
	 "", NULL,
	 "Starts that are shown: also of jobs that hold none, or held ones"},
	{"rsv_publish", FT_OPTION_TEXT, FIELD(publish), 0, FT_PUBLISH_TEXT,
	 NULL, "plan.json", "", NULL,
	 "File that the plan is written to, for sfair; no: none"},
	{"rsv_publish_period", FT_OPTION_INT, FIELD(publish_period), 1, 3600,
	 NULL, "5", "seconds", NULL, "Least pause between two such files"},
	{"rsv_user_time", FT_OPTION_INT, FIELD(user_time), 0, 3600000, NULL,
	 "1000", "milliseconds", NULL,
	 "Of a plan, for one user's jobs while others wait; 0: any"},
	{"rsv_steps", FT_OPTION_INT, FIELD(steps), 1, INT32_MAX, NULL,
	 "1000000", "", NULL,
	 "Ways to spread parts of jobs that one plan looks at"},
	{"rsv_requests", FT_OPTION_INT, FIELD(requests), 2, 65536, NULL, "512",
	 "", NULL, "Ways to run one job that are planned"},
	{"rsv_memory", FT_OPTION_INT, FIELD(memory), 16, 1048576, NULL, "1024",
	 "MiB", NULL, "What the tables of one plan may take"},
	{.name = NULL},
};

static const char hetjob_key[] = "bf_hetjob_prio";

/*
 * Keys of SchedulerParameters that are known but not read here: those of other
 * parts of slurmctld, those that are ignored (bf_continue), and those that are
 * read where they count: bf_hetjob_* in demand/het.c, pack_serial_at_end in
 * demand/request.c, bb_array_stage_cnt and correspond_after_task_cnt in
 * cycle/duties.c, preempt_youngest_first in preempt/preempt.c, defer and
 * defer_batch in promise/other_start.c, sched_interval in schedule_advice.c.
 */
const struct ft_option ft_schedule_slurm_table[] = {
	{.name = "bf_allow_magnetic_slot"},
	{.name = "bf_continue"},
	{.name = "bf_hetjob_immediate"},
	{.name = hetjob_key},
	{.name = "bf_licenses"},
	{.name = "bf_node_space_size"},
	{.name = "bf_resolution"},
	{.name = "bf_running_job_reserve"},
	{.name = "bf_topopt_iterations"},
	{.name = "bf_window_linear"},
	{.name = "bf_yield_rpc_cnt"},
	{.name = "bf_yield_rpc_count"},
	{.name = "allow_zero_lic"},
	{.name = "batch_sched_delay"},
	{.name = "bb_array_stage_cnt"},
	{.name = "build_queue_timeout"},
	{.name = "correspond_after_task_cnt"},
	{.name = "default_queue_depth"},
	{.name = "defer"},
	{.name = "defer_batch"},
	{.name = "delay_boot"},
	{.name = "disable_hetjob_steps"},
	{.name = "disable_job_shrink"},
	{.name = "enable_hetjob_steps"},
	{.name = "enable_job_state_cache"},
	{.name = "enable_user_top"},
	{.name = "extra_constraints"},
	{.name = "getrlimit"},
	{.name = "ignore_constraint_validation"},
	{.name = "ignore_prefer_validation"},
	{.name = "max_array_tasks"},
	{.name = "max_sched_time"},
	{.name = "max_script_size"},
	{.name = "max_submit_line_size"},
	{.name = "max_switch_wait"},
	{.name = "no_backup_scheduling"},
	{.name = "no_env_cache"},
	{.name = "nohold_on_prolog_fail"},
	{.name = "pack_serial_at_end"},
	{.name = "partition_job_depth"},
	{.name = "preempt_reorder_count"},
	{.name = "preempt_strict_order"},
	{.name = "preempt_youngest_first"},
	{.name = "requeue_delay"},
	{.name = "requeue_on_resume_failure"},
	{.name = "requeue_setup_env_fail"},
	{.name = "salloc_wait_nodes"},
	{.name = "sbatch_wait_nodes"},
	{.name = "sched_interval"},
	{.name = "sched_max_job_start"},
	{.name = "sched_min_interval"},
	{.name = "spec_cores_first"},
	{.name = "step_retry_count"},
	{.name = "step_retry_time"},
	{.name = "whole_hetjob"},
	{.name = NULL},
};

struct reader {
	const char *where; /* what messages begin with */
	struct ft_schedule_options *options;
	ft_schedule_warn warn;
	void *context;
	bool *seen; /* of each entry of the backfill table */
};

static bool _same_key(const char *name, const char *token, size_t length)
{
	return name && strlen(name) == length &&
	       !strncasecmp(name, token, length);
}

static void _complain_key(const struct reader *reader, const char *text)
{
	if (reader->warn)
		reader->warn(reader->context, text);
}

/* Its reader takes what begins with one of the three, as Slurm does. */
static void _judge_hetjob(const struct reader *reader, const char *token)
{
	const char *value = strchr(token, '=');
	struct ft_err err;

	if (value && (!strncasecmp(value + 1, "min", 3) ||
		      !strncasecmp(value + 1, "avg", 3) ||
		      !strncasecmp(value + 1, "max", 3)))
		return;
	ft_fail(&err, -EINVAL,
		"%s: %.400s: give one of min|avg|max; it counts as not given",
		reader->where, token);
	_complain_key(reader, err.text);
}

/* A bf_* key that no table has. */
static void _judge_unknown(const struct reader *reader, char *token,
			   size_t length)
{
	struct ft_err err;
	static const struct ft_option_group groups[] = {
		{ft_schedule_backfill_table, 0},
		{ft_schedule_slurm_table, 0},
		{NULL, 0}};
	const char *nearest;

	if (strncasecmp(token, "bf_", 3))
		return;
	if (_same_key(hetjob_key, token, length)) {
		_judge_hetjob(reader, token);
		return;
	}
	token[length] = '\0';
	if (ft_option_find(ft_schedule_slurm_table, token))
		return;
	nearest = ft_option_nearest_of(groups, token);
	ft_fail(&err, -ENOENT, "%s: unknown key %s is ignored%s%s%s",
		reader->where, token, nearest ? ": did you mean " : "",
		nearest ? nearest : "", nearest ? "?" : "");
	_complain_key(reader, err.text);
}

/* 0, whatever is wrong with it, or -ENOMEM. */
static int _read_backfill(const struct reader *reader, char *token,
			  struct ft_err *ret_err)
{
	const struct ft_option *table = ft_schedule_backfill_table;
	size_t length = strcspn(token, "="), i;
	struct ft_err err, told;
	int rc;

	for (i = 0; table[i].name; i++)
		if (_same_key(table[i].name, token, length) ||
		    _same_key(table[i].alias, token, length))
			break;
	if (!table[i].name) {
		_judge_unknown(reader, token, length);
		return 0;
	}
	if (reader->seen[i]) {
		ft_fail(&err, -EINVAL,
			"%s: %s is given twice; the first counts",
			reader->where, table[i].name);
		_complain_key(reader, err.text);
		return 0;
	}
	reader->seen[i] = true;
	rc = ft_option_parse(table, reader->where, NULL, token, reader->options,
			     sizeof(*reader->options), &err);
	if (rc == -ENOMEM) {
		*ret_err = err;
		return rc;
	}
	if (rc) {
		ft_fail(&told, err.code, "%.400s; it counts as not given",
			err.text);
		_complain_key(reader, told.text);
	}
	return 0;
}

/* What is wrong only together or at one value. */
static void _judge_whole(const struct reader *reader)
{
	struct ft_schedule_options *options = reader->options;
	struct ft_err err;

	if (options->max_job_assoc && options->max_job_user) {
		ft_fail(&err, -EINVAL,
			"%s: both bf_max_job_user and bf_max_job_assoc are "
			"set; bf_max_job_assoc counts",
			reader->where);
		_complain_key(reader, err.text);
		options->max_job_user = 0;
	}
}

uint32_t ft_schedule_overrule(const struct ft_schedule_options *options,
			      uint32_t fairshare)
{
	if (options->order != FT_ORDER_PRIORITY)
		return UINT32_MAX;
	if (options->overrule != FT_OVERRULE_AUTO)
		return (uint32_t) options->overrule;
	return options->reserve_from > 0 ? UINT32_MAX : fairshare;
}

int64_t ft_schedule_window(const struct ft_schedule_options *options,
			   int64_t longest_minutes)
{
	if (options->window_minutes)
		return options->window_minutes;
	if (longest_minutes >= WINDOW_MOST / 2)
		return WINDOW_MOST;
	return longest_minutes > WINDOW_LEAST / 2 ? 2 * longest_minutes
						  : WINDOW_LEAST;
}

/* A name of a file in StateSaveLocation, or a path from the root on. */
static int _judge_publish(const char *path, const char *where,
			  struct ft_err *err)
{
	size_t size = strlen(path);

	if ((*path == '/' || !strchr(path, '/')) && path[size - 1] != '/' &&
	    strcmp(path, ".") && strcmp(path, ".."))
		return 0;
	return ft_fail(err, -EINVAL,
		       "%s: rsv_publish=%s: give a path that begins with / and "
		       "is no folder, a name in StateSaveLocation, or no",
		       where, path);
}

static int _key_defaults(struct ft_schedule_options *options,
			 struct ft_err *err)
{
	int rc = ft_option_defaults(ft_schedule_backfill_table, options, err);

	return rc ? rc
		  : ft_option_defaults(ft_schedule_reserve_table, options, err);
}

int ft_schedule_options_read(const char *parameters,
			     struct ft_schedule_options *options,
			     ft_schedule_warn warn, void *context,
			     struct ft_err *err)
{
	return ft_schedule_options_given(usual_where, parameters, options, warn,
					 context, err);
}

int ft_schedule_options_given(const char *where, const char *parameters,
			      struct ft_schedule_options *options,
			      ft_schedule_warn warn, void *context,
			      struct ft_err *err)
{
	bool seen[sizeof(ft_schedule_backfill_table) /
		  sizeof(ft_schedule_backfill_table[0])] = {false};
	struct ft_schedule_options work = {0};
	struct reader reader = {where, &work, warn, context, seen};
	struct ft_err why;
	char *list, *save = NULL;
	int rc = _key_defaults(&work, err);

	if (!rc)
		rc = ft_option_parse(ft_schedule_reserve_table, where, "rsv_",
				     parameters, &work, sizeof(work), err);
	if (!rc)
		rc = ft_depth_rule_parse(&work.depth, where, err);
	if (!rc)
		rc = _judge_publish(work.publish, where, err);
	if (!rc)
		rc = ft_overrule_parse(work.overrule_text, where,
				       &work.overrule, err);
	if (rc)
		return rc;
	list = strdup(parameters ? parameters : "");
	if (!list)
		return ft_no_memory_for(err, where);
	for (char *token = strtok_r(list, ",", &save); !rc && token;
	     token = strtok_r(NULL, ",", &save))
		rc = _read_backfill(&reader, ft_list_trim(token), &why);
	free(list);
	if (rc)
		return ft_fail(err, rc, "%s", why.text);
	_judge_whole(&reader);
	*options = work;
	return 0;
}
