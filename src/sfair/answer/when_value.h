/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_value - values of sbatch's options.
 *
 * Each returns 0 or -EINVAL and changes its output only on success.  Refuses
 * what sbatch refuses.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_VALUE_H
#define FT_SFAIR_ANSWER_WHEN_VALUE_H

#include <stdint.h>

#include "sfair/answer/when_request.h"

/* "90" (minutes), "1:30", "1:00:00", "1-2", "1-2:30", "UNLIMITED": seconds,
 * or SFAIR_ENDLESS. */
extern int sfair_when_limit(const char *text, int64_t *ret_seconds);
/* "4000", "4G": MB. */
extern int sfair_when_memory(const char *text, int64_t *ret_mb);
/* "now+2hours", "16:00", "tomorrow", "2026-11-24T08:00", "11/24": an instant
 * that is not before now but where a date says so. */
extern int sfair_when_moment(const char *text, int64_t now,
			     int64_t *ret_moment);
/* "gpu:a100:2,shard:3", or where name is given "a100:2" or "2" of it. */
extern int sfair_when_gres(struct sfair_when_request *request, const char *text,
			   const char *name, enum sfair_when_per per,
			   uint32_t option);

#endif
