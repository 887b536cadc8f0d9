/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See event_watch.h.
 */
#include "slurm/reserve/cycle/event_watch.h"

#include <string.h>

#include "src/common/bitstring.h"
#include "src/slurmctld/licenses.h"
#include "src/slurmctld/slurmctld.h"
#include "slurm/common/change_time.h"
#include "slurm/common/lock.h"

enum {
	/* A client that submits many needs a millisecond for each. */
	GATHER_US = 5000,
	/* The nodes of a job that has ended are free once its epilog is over;
	 * before that there is only to do what hangs on limits. */
	END_US = 100000,
	/* So long nodes that complete are looked at often. */
	CLOSE_US = 2000000,
};

static struct fts_glance _glance(void)
{
	return (struct fts_glance){
		.submitted = FTS_PEEK(slurmctld_diag_stats.jobs_submitted),
		.ended = FTS_PEEK(slurmctld_diag_stats.jobs_completed) +
			 FTS_PEEK(slurmctld_diag_stats.jobs_failed) +
			 FTS_PEEK(slurmctld_diag_stats.jobs_canceled),
		.changed =
			{
				[FTS_CHANGED_JOBS] = FTS_PEEK(last_job_update),
				[FTS_CHANGED_NODES] =
					FTS_PEEK(last_node_update),
				[FTS_CHANGED_PARTITIONS] =
					FTS_PEEK(last_part_update),
				[FTS_CHANGED_RESERVATIONS] =
					FTS_PEEK(last_resv_update),
				[FTS_CHANGED_LICENCES] =
					FTS_PEEK(last_license_update),
				[FTS_CHANGED_CONF] =
					FTS_PEEK(slurm_conf.last_update),
			},
	};
}

bool fts_event_watch_is_new(const struct fts_event_watch *watch)
{
	struct fts_glance glance = _glance();

	return fts_exchange_called() ||
	       glance.submitted != watch->look.submitted ||
	       glance.ended != watch->look.ended ||
	       memcmp(glance.changed, watch->look.changed,
		      sizeof(glance.changed));
}

bool fts_event_watch_has_job(const struct fts_event_watch *watch)
{
	return FTS_PEEK(slurmctld_diag_stats.jobs_submitted) !=
	       watch->cycle.submitted;
}

static bool _has_submissions(const struct fts_events *events)
{
	return events->submitted || events->calls[FTS_CALL_SET];
}

static bool _has_ends(const struct fts_events *events)
{
	return events->ended || events->calls[FTS_CALL_END];
}

static void _take_calls(struct fts_event_watch *watch)
{
	uint32_t calls[FTS_CALL_KINDS];

	fts_exchange_take_calls(calls);
	for (int k = 0; k < FTS_CALL_KINDS; k++)
		watch->events.calls[k] += calls[k];
}

/* Bits that are set now and were not; of another size is other altogether. */
static bool _gained(bitstr_t *now, bitstr_t *before)
{
	return bit_size(now) != bit_size(before) || !bit_super_set(now, before);
}

/* Caller of these holds the lock of nodes. */
static bool _freed_node(const struct fts_event_watch *watch)
{
	return _gained(idle_node_bitmap, watch->idle) ||
	       _gained(avail_node_bitmap, watch->usable) ||
	       _gained(watch->completing, cg_node_bitmap);
}

static bool _has_nodes(void)
{
	return idle_node_bitmap && avail_node_bitmap && cg_node_bitmap;
}

static void _keep_nodes(struct fts_event_watch *watch)
{
	FREE_NULL_BITMAP(watch->idle);
	FREE_NULL_BITMAP(watch->usable);
	FREE_NULL_BITMAP(watch->completing);
	if (!_has_nodes())
		return;
	watch->idle = bit_copy(idle_node_bitmap);
	watch->usable = bit_copy(avail_node_bitmap);
	watch->completing = bit_copy(cg_node_bitmap);
}

/* A node that is taken now and free later was freed, whatever it was before. */
static void _follow_nodes(struct fts_event_watch *watch)
{
	if (!watch->idle || !_has_nodes())
		return;
	if (_freed_node(watch)) {
		watch->events.freed = true;
		return;
	}
	bit_and(watch->idle, idle_node_bitmap);
	bit_and(watch->usable, avail_node_bitmap);
	bit_or(watch->completing, cg_node_bitmap);
}

static void _note_completing(struct fts_event_watch *watch)
{
	bool is = cg_node_bitmap && bit_ffs(cg_node_bitmap) >= 0;

	if (is && !watch->is_completing)
		watch->completing_since = fts_moment_now();
	watch->is_completing = is;
}

static void _look_at_nodes(struct fts_event_watch *watch)
{
	static const slurmctld_lock_t node_read = {.node = READ_LOCK};
	time_t now = time(NULL);

	/* Within a second the time of change says no more. */
	if (FTS_PEEK(last_node_update) < watch->nodes_at &&
	    now >= watch->nodes_at)
		return;
	fts_lock_take(node_read, "nodes");
	_follow_nodes(watch);
	_note_completing(watch);
	watch->nodes_at = now;
	fts_lock_drop(node_read);
}

void fts_event_watch_look(struct fts_event_watch *watch)
{
	const struct fts_events before = watch->events;
	struct fts_events *events = &watch->events;

	watch->look = _glance();
	events->submitted |= watch->look.submitted != watch->cycle.submitted;
	events->ended |= watch->look.ended != watch->cycle.ended;
	_take_calls(watch);
	_look_at_nodes(watch);
	if (_has_submissions(events) && !_has_submissions(&before))
		watch->submitted_at = fts_moment_now();
	if (_has_ends(events) && !_has_ends(&before))
		watch->ended_at = fts_moment_now();
	if (events->freed && !before.freed)
		watch->freed_at = fts_moment_now();
}

/* What a submission waits for: others of a burst, or for the nodes that became
 * free with these. */
static int64_t _submission_pause(const struct fts_event_watch *watch, bool calm)
{
	return calm && !watch->events.freed
		       ? 0
		       : fts_moment_left(&watch->submitted_at, GATHER_US);
}

int64_t fts_event_watch_pause(const struct fts_event_watch *watch, bool calm)
{
	const struct fts_events *events = &watch->events;
	int64_t pause_us = INT64_MAX;

	if (events->freed)
		pause_us = fts_moment_left(&watch->freed_at, GATHER_US);
	if (_has_submissions(events))
		pause_us = MIN(pause_us, _submission_pause(watch, calm));
	if (_has_ends(events))
		pause_us = MIN(pause_us,
			       fts_moment_left(&watch->ended_at, END_US));
	return pause_us == INT64_MAX ? -1 : pause_us;
}

bool fts_event_watch_is_close(const struct fts_event_watch *watch)
{
	return watch->is_completing &&
	       fts_moment_left(&watch->completing_since, CLOSE_US);
}

struct fts_events fts_event_watch_begin(struct fts_event_watch *watch)
{
	/* A submission's call and its count lie in one hold of jobs. */
	static const slurmctld_lock_t locks = {.job = READ_LOCK,
					       .node = READ_LOCK};
	struct fts_events events;

	fts_lock_take(locks, "nodes");
	_take_calls(watch);
	watch->look = watch->cycle = _glance();
	_keep_nodes(watch);
	_note_completing(watch);
	watch->nodes_at = time(NULL);
	fts_lock_drop(locks);
	events = watch->events;
	watch->events = (struct fts_events){0};
	return events;
}

void fts_event_watch_fini(struct fts_event_watch *watch)
{
	FREE_NULL_BITMAP(watch->idle);
	FREE_NULL_BITMAP(watch->usable);
	FREE_NULL_BITMAP(watch->completing);
	*watch = (struct fts_event_watch){0};
}
