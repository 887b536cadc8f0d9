/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_gauge - what is used of one limit over time.
 *
 * From a step's time to the next one's the use begins at its level and falls
 * by so much each second; the last step holds for ever and does not fall.
 * What is used rises only where something begins.  An unused gauge
 * takes no memory of its own.  Refuses to judge: running jobs may use more
 * than the limit allows.
 */
#ifndef FT_CORE_TIMELINE_GAUGE_H
#define FT_CORE_TIMELINE_GAUGE_H

#include "core/snapshot/snapshot.h"

struct ft_gauge_step {
	int64_t time;
	int64_t level;
	int64_t fall; /* per second; 0 or more */
};

struct ft_gauge {
	struct ft_gauge_step *step; /* NULL: nothing was ever used */
	uint32_t count, size;
};

/* Times beyond this from a start count as this: 68 years. */
#define FT_GAUGE_LONGEST (INT64_C(1) << 31)

/* A taker of count from start to end (FT_NEVER: for ever). */
struct ft_gauge_use {
	enum ft_limit_kind kind;
	int64_t start, end;
	int64_t count;
};

/* 0 or -ENOMEM (then nothing has changed).  give undoes take. */
extern int ft_gauge_take(struct ft_gauge *gauge,
			 const struct ft_gauge_use *use);
extern int ft_gauge_give(struct ft_gauge *gauge,
			 const struct ft_gauge_use *use);
/* The gauge becomes what they use together, of one kind. */
extern int ft_gauge_sum(struct ft_gauge *gauge, const struct ft_gauge_use *use,
			uint32_t count);
extern int ft_gauge_copy(struct ft_gauge *gauge, const struct ft_gauge *from);
extern void ft_gauge_fini(struct ft_gauge *gauge);

/* Can a job of that duration take count of a limit that is not used? */
static inline bool ft_gauge_possible(const struct ft_limit *limit,
				     int64_t count, int64_t duration)
{
	if (limit->kind != FT_LIMIT_FALLS)
		return count <= limit->total;
	return (duration <= FT_GAUGE_LONGEST) &&
	       (count <= limit->total / duration);
}

/*
 * The earliest start, `from` or later, from which on a job of that duration
 * can take count within the limit for as long as it counts; FT_NEVER if there
 * is none.
 */
extern int64_t ft_gauge_start(const struct ft_gauge *gauge,
			      const struct ft_limit *limit, int64_t count,
			      int64_t duration, int64_t from);
/* The same up to that last start: FT_NEVER if there is none until then. */
extern int64_t ft_gauge_start_by(const struct ft_gauge *gauge,
				 const struct ft_limit *limit, int64_t count,
				 int64_t duration, int64_t from, int64_t last);

#endif
