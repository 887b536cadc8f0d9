/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See cycle/diag.h.
 */
#include "slurm/common/compat.h"

#include <inttypes.h>

#include "src/slurmctld/slurmctld.h"

#include "slurm/common/lock.h"
#include "slurm/reserve/cycle/diag.h"
#include "slurm/reserve/start/start.h"

void fts_schedule_diag(struct fts_hold *hold, const struct fts_cycle *cycle,
		       const struct fts_report *report,
		       const struct fts_spent *spent, time_t began_at)
{
	diag_stats_t *stats = &slurmctld_diag_stats;
	uint32_t took = (uint32_t) MIN(spent->cycle_us, UINT32_MAX);
	uint32_t jobs = cycle->snapshot->job_count;

	fts_hold_take(hold, "sdiag");
	stats->bf_when_last_cycle = began_at;
	stats->bf_cycle_counter++;
	stats->bf_cycle_last = took;
	stats->bf_cycle_sum += took;
	stats->bf_cycle_max = MAX(stats->bf_cycle_max, took);
	stats->bf_queue_len = cycle->pending;
	stats->bf_queue_len_sum += cycle->pending;
	stats->bf_last_depth = jobs;
	stats->bf_depth_sum += jobs;
	stats->bf_last_depth_try = report->placed;
	stats->bf_depth_try_sum += report->placed;
	stats->bf_table_size = cycle->schedule->table_size;
	stats->bf_table_size_sum += cycle->schedule->table_size;
	stats->backfilled_jobs += report->backfilled;
	stats->last_backfilled_jobs += report->backfilled;
	fts_count_end(stats);
	fts_hold_drop(hold);
}

/* "2 x Requested nodes are busy, 1 x ...", or NULL. */
static char *_describe_refusals(const struct fts_report *report)
{
	char *text = NULL;

	for (uint32_t i = 0; i < FTS_CODES_MAX && report->code[i].count; i++)
		xstrfmtcat(text, "%s%u x %s", i ? ", " : "",
			   report->code[i].count,
			   slurm_strerror(report->code[i].code));
	return text;
}

static uint64_t _moved_later(const struct fts_promise_book *book)
{
	uint64_t moved = 0;

	for (int d = 0; d < FTS_DELAY_COUNT; d++)
		moved += book->moved_later[d];
	return moved;
}

/* "n3:2 cores 500 MB,n4:whole", for the log. */
static char *_describe_plan(const struct fts_cycle *cycle,
			    const struct ft_placement *placement)
{
	char *text = NULL;

	for (uint32_t s = 0; s < placement->share_count && s < 16; s++) {
		const struct ft_share *share = &placement->share[s];

		xstrfmtcat(text, "%s%s", s ? "," : "",
			   cycle->node_name[share->node]);
		if (share->amount)
			xstrfmtcat(text, ":%" PRId64 " cores %" PRId64 " MB",
				   share->amount[FT_CORES],
				   share->amount[FT_MEMORY]);
	}
	if (placement->share_count > 16)
		xstrcat(text, ",...");
	return text;
}

void fts_schedule_log_refusal(const struct fts_cycle *cycle,
			      const struct fts_candidate *candidate,
			      const struct ft_placement *placement,
			      job_record_t *job, int code)
{
	char *plan = _describe_plan(cycle, placement);

	info("sched/reserve: %pJ: planned now in partition %s on %s (%s); "
	     "slurmctld: %s; it keeps its place",
	     job, candidate->partition[placement->request], plan,
	     candidate->unknown ? "whole nodes" : "exact",
	     slurm_strerror(code));
	xfree(plan);
}

void fts_schedule_count_code(struct fts_report *report, int code)
{
	if (fts_start_limited(code))
		report->limited++;
	else if (fts_start_postponed(code))
		report->postponed++;
	else
		report->refused++;
	for (uint32_t i = 0; i < FTS_CODES_MAX; i++) {
		if (report->code[i].count && report->code[i].code != code)
			continue;
		report->code[i].code = code;
		report->code[i].count++;
		return;
	}
}

/* Jobs of which the same is not modelled. */
struct unknown {
	const char *why;
	uint32_t count; /* array heads: 1 */
	char *jobs;	/* their numbers, as far as they are named */
};

enum { UNKNOWN_MAX = 32, NAMED_MAX = 20 };

static void _add_unknown(struct unknown *list, uint32_t *count,
			 const struct fts_candidate *candidate)
{
	uint32_t i = 0;

	while (i < *count && xstrcmp(list[i].why, candidate->unknown))
		i++;
	if (i == UNKNOWN_MAX)
		return;
	if (i == *count)
		list[(*count)++] = (struct unknown){.why = candidate->unknown};
	if (list[i].count++ < NAMED_MAX)
		xstrfmtcat(list[i].jobs, "%s%u", list[i].jobs ? "," : "",
			   candidate->job_id);
}

/* What of which waiting jobs' requests is not modelled, for DebugFlags. */
static void _log_unknown(const struct fts_cycle *cycle)
{
	struct unknown list[UNKNOWN_MAX];
	uint32_t count = 0;

	if (!(slurm_conf.debug_flags & DEBUG_FLAG_BACKFILL))
		return;
	for (uint32_t i = 0; i < cycle->snapshot->job_count; i++)
		if (cycle->candidate[i].unknown && !cycle->candidate[i].copy)
			_add_unknown(list, &count, &cycle->candidate[i]);
	for (uint32_t i = 0; i < count; i++) {
		log_flag(BACKFILL, "not modelled of %u jobs: %s (JobId=%s%s)",
			 list[i].count, list[i].why, list[i].jobs,
			 list[i].count > NAMED_MAX ? ",..." : "");
		xfree(list[i].jobs);
	}
}

void fts_schedule_log(const struct fts_cycle *cycle,
		      const struct fts_report *report,
		      const struct fts_spent *spent,
		      const struct fts_board_report *board,
		      const struct fts_promise_book *book)
{
	struct fts_holds holds;
	char *refusals, *held;

	_log_unknown(cycle);
	if (get_log_level() < LOG_LEVEL_DEBUG)
		return;
	fts_holds_take(&holds);
	held = fts_holds_text(&holds);
	refusals = _describe_refusals(report);
	debug("sched/reserve: cycle: pending=%u jobs=%u planned=%u started=%u "
	      "backfilled=%u bypassed=%u preempting=%u refused=%u limited=%u "
	      "postponed=%u stale=%u unstarted=%u unmodelled=%u trials=%u "
	      "by_trial=%u displaced=%u unseen=%u written=%u "
	      "moved_later=%" PRIu64 " board=%d "
	      "declined=%" PRIu64 " differed=%" PRIu64 " guests=%u"
	      " table=%u duties=%" PRId64 "us snapshot=%" PRId64
	      "us plan=%" PRId64 "us apply=%" PRId64 "us cycle=%" PRId64
	      "us starts=%" PRId64 "us %s%s%s%s%s",
	      cycle->pending, cycle->snapshot->job_count, report->placed,
	      report->started, report->backfilled, report->bypassed,
	      report->preempting, report->refused, report->limited,
	      report->postponed, report->stale, report->unstarted,
	      cycle->unmodelled, report->trials, report->by_trial,
	      report->displaced, cycle->schedule->unseen, report->written,
	      _moved_later(book), board->on_board, board->count.declined,
	      board->count.differed, board->on_board ? board->count.guests : 0,
	      cycle->schedule->table_size, spent->duties_us, spent->snapshot_us,
	      spent->plan_us, spent->apply_us, spent->cycle_us,
	      report->start_us, held,
	      *board->why_not ? "; not on the board: " : "", board->why_not,
	      refusals ? "; not started: " : "", refusals ? refusals : "");
	xfree(held);
	xfree(refusals);
}
