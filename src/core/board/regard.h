/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_regard - which bookings count when a place is looked for: all that stand,
 * or only those that the job at hand may not displace.
 */
#ifndef FT_CORE_BOARD_REGARD_H
#define FT_CORE_BOARD_REGARD_H

#include "core/base/planted.h"
#include "core/board/state.h"

/* What a run leaves that is taken. */
enum ft_gone {
	FT_GONE_NOTHING,
	FT_GONE_CORES, /* it is suspended */
	FT_GONE_ALL
};

struct ft_regard {
	/* All bookings count; the other fields do not matter. */
	bool all;
	/* Bookings of jobs that do not run do not count; those of runs do,
	 * whatever the following fields say. */
	bool runs;
	/* Bookings that do not stand against a job that may displace keys above
	 * this do not count (ft_slip_stands). */
	uint64_t over;
	/* Bookings of this job do not count; FT_NO_INDEX: none. */
	uint32_t self;
	/* Bookings of jobs of lower tiers, but for runs, do not count, though
	 * they stand; 0: they do. */
	uint32_t tier;
	/* Bookings of jobs behind that begin at `since` (board seconds) or
	 * later do not count, though they stand. */
	bool above;
	int32_t since;
	/* Bookings of record n < gone_count do not count as far as gone[n] says
	 * that it leaves them. */
	const enum ft_gone *gone;
	uint32_t gone_count;
	/* Working memory for what a record that leaves its cores keeps. */
	int64_t *rest;
	/* The job at hand takes whole nodes: a record that leaves its cores
	 * leaves it all. */
	bool whole;
};

/* What the record leaves, to the job at hand. */
static inline enum ft_gone ft_regard_gone(const struct ft_regard *regard,
					  uint32_t record)
{
	enum ft_gone gone = record < regard->gone_count ? regard->gone[record]
							: FT_GONE_NOTHING;

	return (gone == FT_GONE_CORES) && regard->whole ? FT_GONE_ALL : gone;
}

/* Is it of a job of a lower tier? */
static inline bool ft_regard_below(const struct ft_board *board,
				   const struct ft_regard *regard,
				   const struct ft_slip *slip)
{
	const struct ft_record *record = &board->record[slip->job];

	return (record->tier < regard->tier) &&
	       (record->state != FT_RECORD_RUNNING);
}

/* Is it of a job that is behind? */
static inline bool ft_regard_behind(const struct ft_board *board,
				    const struct ft_regard *regard,
				    const struct ft_slip *slip)
{
	const struct ft_record *record;

	if (slip->start < regard->since)
		return false;
	if (slip->key) /* that of its record, which is in no cache */
		return slip->key > regard->over;
	record = &board->record[slip->job];
	return (record->key > regard->over) &&
	       (record->state != FT_RECORD_RUNNING);
}

/* Does that booking not count? */
static inline bool ft_regard_passes(const struct ft_board *board,
				    const struct ft_regard *regard,
				    const struct ft_slip *slip)
{
	if (regard->runs)
		return board->record[slip->job].state != FT_RECORD_RUNNING;
	if (FT_PLANTED(23) && slip->key)
		return true;
	return (slip->job == regard->self) ||
	       (ft_regard_gone(regard, slip->job) == FT_GONE_ALL) ||
	       !ft_slip_stands(board, slip, regard->over) ||
	       (regard->tier && ft_regard_below(board, regard, slip)) ||
	       (regard->above && ft_regard_behind(board, regard, slip));
}

/* What is free of the node between the times; valid until the next call. */
extern const struct ft_profile *ft_regard_node(struct ft_board *board,
					       const struct ft_regard *regard,
					       uint32_t node, int64_t from,
					       int64_t until);
/*
 * The first start in [from, limit] at which licences and limits suffice,
 * FT_NEVER if there is none.  Unless all bookings count, ft_regard_gather comes
 * first.
 */
extern int64_t ft_regard_start(struct ft_board *board,
			       const struct ft_regard *regard,
			       const struct ft_pattern *pattern, int64_t from,
			       int64_t limit);
/* The same by limits only. */
extern int64_t ft_regard_limits(struct ft_board *board,
				const struct ft_regard *regard,
				const struct ft_pattern *pattern, int64_t from,
				int64_t limit);
/* Sums up what of the pattern's limits is used. */
extern void ft_regard_gather(struct ft_board *board,
			     const struct ft_regard *regard,
			     const struct ft_pattern *pattern);
/* What is used of one limit, into the gauge. */
extern void ft_regard_limit(struct ft_board *board,
			    const struct ft_regard *regard, uint32_t cap,
			    struct ft_gauge *gauge);
/* What is free of one licence. */
extern const struct ft_profile *
ft_regard_licence(struct ft_board *board, const struct ft_regard *regard,
		  uint32_t licence);

#endif
