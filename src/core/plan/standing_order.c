/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See standing_state.h: keys that say the order of a snapshot's jobs to a
 * board.
 *
 * The longest row of jobs that are still in the order of their keys keep them;
 * the others, and those that have come, get keys between their neighbours'.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/plan/standing_state.h"

/* Of the room between two neighbours a job takes the first part: behind the
 * last that came most come. */
enum { PARTS = 8 };

static uint64_t _old_key(const struct ft_standing *standing, uint32_t j)
{
	uint32_t number = standing->job_number[j];

	return number == FT_NO_INDEX ? 0 : standing->entry[number].key;
}

/* Is it placed for later? */
static bool _has_promise(const struct ft_standing *standing, uint32_t j)
{
	uint32_t number = standing->job_number[j];

	return (number != FT_NO_INDEX) &&
	       (standing->entry[number].placement.verdict == FT_PLACED);
}

/* Working memory for a longest rising row. */
struct row {
	uint32_t *last;	  /* of the best row of each length, its last job */
	uint32_t *before; /* of each job, the one before it in its row */
	uint32_t length;
};

/* Where the key goes among the last ones. */
static uint32_t _row_place(const struct ft_standing *standing,
			   const struct row *row, uint64_t key)
{
	uint32_t low = 0, high = row->length;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (_old_key(standing, row->last[middle]) < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* standing->key of those that keep theirs; of others 0. */
static int _keep_keys(struct ft_standing *standing, uint32_t jobs)
{
	struct row row = {0};
	uint32_t j;

	row.last = calloc((size_t) jobs + 1, sizeof(*row.last));
	row.before = calloc((size_t) jobs + 1, sizeof(*row.before));
	for (j = 0; row.last && row.before && (j < jobs); j++) {
		uint64_t key = _old_key(standing, j);
		uint32_t at;

		standing->key[j] = 0;
		if (!key)
			continue;
		at = _row_place(standing, &row, key);
		row.before[j] = at ? row.last[at - 1] : FT_NO_INDEX;
		row.last[at] = j;
		if (at == row.length)
			row.length++;
	}
	j = row.length ? row.last[row.length - 1] : FT_NO_INDEX;
	for (; j != FT_NO_INDEX; j = row.before[j])
		standing->key[j] = _old_key(standing, j);
	free(row.last);
	free(row.before);
	return row.last && row.before ? 0 : -ENOMEM;
}

/* What comes behind the last goes on in these steps. */
static const uint64_t behind = UINT64_C(1) << 40;

static int _give_keys(struct ft_standing *standing, uint32_t jobs,
		      struct ft_err *err)
{
	uint64_t low = 0, high = 0;
	uint32_t next = 0;

	for (uint32_t j = 0; j < jobs; j++) {
		if (standing->key[j]) {
			low = standing->key[j];
			continue;
		}
		if (next <= j) {
			next = j;
			while ((next < jobs) && !standing->key[next])
				next++;
			high = next < jobs ? standing->key[next] : UINT64_MAX;
		}
		if ((high - low < 2) ||
		    ((high == UINT64_MAX) && (high - low <= behind)))
			return ft_fail(err, -EAGAIN,
				       "no keys are left between two jobs");
		standing->key[j] =
			low + (high == UINT64_MAX   ? behind
			       : high - low < PARTS ? 1
						    : (high - low) / PARTS);
		low = standing->key[j];
	}
	return 0;
}

static void _find_risen(struct ft_standing *standing, uint32_t jobs)
{
	uint64_t least = UINT64_MAX; /* of those behind with a promise */

	for (uint32_t j = jobs; j-- > 0;) {
		uint64_t key = _old_key(standing, j);

		standing->risen[j] = key > least;
		if (key && (key < least) && _has_promise(standing, j))
			least = key;
	}
}

extern int ft_standing_order(struct ft_standing *standing,
			     const struct ft_snapshot *snapshot,
			     struct ft_err *err)
{
	int rc = _keep_keys(standing, snapshot->job_count);

	if (!rc)
		rc = _give_keys(standing, snapshot->job_count, err);
	if (!rc)
		_find_risen(standing, snapshot->job_count);
	return rc;
}
