/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_returns - when a node that cannot be used now comes back.
 *
 * By itself, that is: one that an administrator has to mend does not come back
 * as far as plans go.  A guess that turns out too early is doubled; if it moved
 * with the clock, every start behind it would move each second.
 */
#include "slurm/reserve/build/build.h"
#include "slurm/reserve/build/run_end.h"
#include "slurm/reserve/nodes/node_return.h"

#include "src/common/node_conf.h"

/* since + first, or twice as long, or four times, ... whatever is to come. */
static int64_t _guess_node(int64_t since, int64_t first, int64_t now)
{
	int64_t guess = MAX(first, 1);

	if (since <= 0)
		since = now;
	while (since + guess <= now)
		guess *= 2;
	return since + guess;
}

/* After a restart slurmctld counts it as available only once it registers. */
static bool _boots_node(const node_record_t *node)
{
	return IS_NODE_POWERING_UP(node) && !IS_NODE_DRAIN(node) &&
	       !IS_NODE_DOWN(node);
}

static bool _powers_down(const node_record_t *node)
{
	return IS_NODE_POWERING_DOWN(node) && !IS_NODE_DRAIN(node);
}

/* slurmctld started again, and has not heard yet of a node that it knew. */
static bool _registers(const node_record_t *node)
{
	return IS_NODE_UNKNOWN(node) && node->last_response &&
	       !IS_NODE_DRAIN(node) && !IS_NODE_FAIL(node);
}

/*
 * Told to boot, by scontrol or for features, and back in service after that.
 * Without ASAP it is no different from others until it is idle.
 */
static bool _reboots(const node_record_t *node)
{
	bool issued = IS_NODE_REBOOT_ISSUED(node);

	if (IS_NODE_FAIL(node) || (!issued && !IS_NODE_REBOOT_REQUESTED(node)))
		return false;
	if (node->next_state == NO_VAL)
		return !IS_NODE_DRAIN(node);
	return (node->next_state & NODE_STATE_BASE) != NODE_STATE_DOWN;
}

/* It drains: only what runs there keeps it from booting. */
static bool _reboots_asap(const node_record_t *node)
{
	return _reboots(node) && !IS_NODE_REBOOT_ISSUED(node) &&
	       IS_NODE_DRAIN(node);
}

uint32_t fts_reboot_time(const struct ft_schedule_options *options)
{
	return MIN(slurm_conf.resume_timeout, (uint32_t) options->boot);
}

static void _note_reboot(struct fts_build *build, const node_record_t *node)
{
	if (!build->rebooting)
		build->rebooting = ft_snapshot_set(build->snapshot);
	if (build->rebooting)
		ft_node_set_add(build->rebooting, node->index);
	else
		build->failed = true;
}

/* Of a node that is not available. */
static int64_t _comes_back(struct fts_build *build, const node_record_t *node)
{
	int64_t now = build->now;

	if (_reboots_asap(node)) {
		_note_reboot(build, node);
		return now + fts_reboot_time(build->options);
	}
	if (_reboots(node))
		return _guess_node(node->boot_req_time,
				   fts_reboot_time(build->options), now);
	if (_boots_node(node))
		return _guess_node(node->boot_req_time,
				   fts_node_boot(build->options, node), now);
	if (_registers(node))
		/* at once, as far as promises go */
		return _guess_node(MAX((int64_t) slurmctld_config.boot_time,
				       (int64_t) node->last_response),
				   2, now);
	if (_powers_down(node))
		return MAX((int64_t) node->power_save_req_time +
				   node->suspend_timeout,
			   now + 1);
	return FT_NEVER;
}

int64_t fts_build_returns(struct fts_build *build, const node_record_t *node)
{
	if (IS_NODE_FUTURE(node))
		return FT_NEVER;
	if (!bit_test(avail_node_bitmap, node->index))
		return _comes_back(build, node);
	if (IS_NODE_COMPLETING(node) || bit_test(cg_node_bitmap, node->index))
		return build->now + 1; /* fts_build_runs knows better */
	return 0;
}

void fts_build_reboot(struct fts_build *build, const struct ft_run *run)
{
	if (!build->rebooting || run->end == FT_NEVER)
		return;
	for (uint32_t s = 0; s < run->share_count; s++) {
		uint32_t n = run->share[s].node;
		struct ft_node *node = &build->snapshot->node[n];

		if (ft_node_set_has(build->rebooting, n))
			node->available_from =
				MAX(node->available_from,
				    run->end + fts_reboot_time(build->options));
	}
}
