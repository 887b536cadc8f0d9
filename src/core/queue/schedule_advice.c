/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See schedule_advice.h.
 */
#include "core/queue/schedule_advice.h"

#include <stdio.h>
#include <string.h>

#include "core/base/err.h"
#include "core/base/list.h"

struct ft_schedule_advice {
	const char *key;  /* of slurm.conf: "SchedulerParameters" */
	const char *word; /* one of its list, as Slurm knows it */
	bool loop; /* so only where sched_interval=-1 stops the main loop */
	const char *text; /* behind "KEY: WORD " */
};

#define SCHEDULER "SchedulerParameters"
#define PREEMPT "PreemptParameters"
#define LOOP                                                                   \
	"belongs to Slurm's main loop, which sched_interval=-1 stops: leave "  \
	"it out"
#define VICTIMS "has no effect: the plan takes as few victims as it can"

static const struct ft_schedule_advice advice_table[] = {
	{SCHEDULER, "batch_sched_delay", true, LOOP},
	{SCHEDULER, "build_queue_timeout", true, LOOP},
	{SCHEDULER, "default_queue_depth", true, LOOP},
	{SCHEDULER, "max_sched_time", true, LOOP},
	{SCHEDULER, "partition_job_depth", true,
	 LOOP "; bf_max_job_part is what bounds the plan"},
	{SCHEDULER, "sched_max_job_start", true,
	 LOOP "; bf_max_job_start is what bounds starts"},
	{SCHEDULER, "sched_min_interval", true,
	 LOOP "; bf_interval is what bounds the pace"},
	{SCHEDULER, "bf_topopt_enable", false,
	 "puts no start off for better nodes: with topology/tree a job of a "
	 "fixed number of nodes gets those of the fewest leaf switches that "
	 "are free at its start"},
	{SCHEDULER, "bf_topopt_iterations", false,
	 "has no effect: no start is put off for nodes that would leave fewer "
	 "fragments"},
	{PREEMPT, "reorder_count", false, VICTIMS},
	{PREEMPT, "strict_order", false, VICTIMS},
	/* as 22.05 spells them */
	{SCHEDULER, "preempt_reorder_count", false, VICTIMS},
	{SCHEDULER, "preempt_strict_order", false, VICTIMS},
	{.key = NULL},
};

/* Is word one of those that commas separate, perhaps with a value? */
static bool _has_advised_word(const char *list, const char *word)
{
	size_t size;

	return ft_list_has_key(list, word) || ft_list_value(list, word, &size);
}

bool ft_schedule_loop_stops(const char *parameters)
{
	size_t size = 0;
	const char *value = ft_list_value(parameters, "sched_interval", &size);

	return value && size == 2 && !strncmp(value, "-1", size);
}

void ft_schedule_advice_give(ft_schedule_value value, ft_schedule_advise advise,
			     void *context)
{
	const struct ft_schedule_advice *row = advice_table;
	bool off = ft_schedule_loop_stops(value(context, SCHEDULER));
	char text[FT_ERR_TEXT];

	for (; row->key; row++) {
		if ((row->loop && !off) ||
		    !_has_advised_word(value(context, row->key), row->word))
			continue;
		snprintf(text, sizeof(text), "%s: %s %s", row->key, row->word,
			 row->text);
		advise(context, row->key, text);
	}
}
