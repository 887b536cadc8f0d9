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
	bool all;
	bool runs;     /* only runs count */
	uint64_t over; /* those that do not stand against it do not count, */
	uint32_t self; /* nor does what is the job's own, */
	uint32_t tier; /* nor what jobs of lower tiers have, though it stands */
	bool above;    /* nor what any job behind has, though it stands, */
	int32_t since; /* if that begins then or later, in board seconds; */
	const enum ft_gone *gone; /* nor what these leave, of the first */
	uint32_t gone_count;	  /* so many records */
	int64_t *rest; /* room for what one that leaves cores keeps; */
	bool whole;    /* to a job on whole nodes it leaves all */
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
