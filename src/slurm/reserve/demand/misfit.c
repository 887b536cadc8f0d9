/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/misfit.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/id_map.h"
#include "slurm/reserve/demand/misfit.h"

/* What ft_snapshot_sift found. */
struct sifted {
	struct fts_cycle *cycle;
	bool *out; /* of each job of before */
	bool failed;
};

/*
 * The check knows resources by number; a user, by name.  Of reason, where the
 * number stands and where the text goes on behind it; NULL: nowhere.
 */
static const char *_find_resource(const struct fts_cycle *cycle,
				  const char *reason, const char **ret_from,
				  const char **ret_to)
{
	static const char word[] = "resource ";
	unsigned long number;
	char *end;

	*ret_from = strstr(reason, word);
	if (!*ret_from)
		return NULL;
	number = strtoul(*ret_from + sizeof(word) - 1, &end, 10);
	*ret_to = end;
	return number < FT_NO_INDEX
		       ? fts_cycle_resource(cycle, (uint32_t) number)
		       : NULL;
}

static void _note_misfit(void *context, uint32_t job, const char *reason)
{
	struct sifted *sifted = context;
	struct fts_cycle *cycle = sifted->cycle;
	const char *from, *to, *name;
	struct fts_misfit *misfit = &cycle->misfit[cycle->misfit_count];
	size_t size = strlen(reason) + 1;

	name = _find_resource(cycle, reason, &from, &to);
	size += name ? strlen(name) : 0;
	sifted->out[job] = true;
	misfit->reason = ft_snapshot_alloc(cycle->snapshot, size);
	if (!misfit->reason) {
		sifted->failed = true;
		return;
	}
	if (name)
		snprintf(misfit->reason, size, "%.*s%s%s",
			 (int) (from - reason), reason, name, to);
	else
		snprintf(misfit->reason, size, "%s", reason);
	misfit->candidate = cycle->candidate[job];
	cycle->misfit_count++;
}

/* Candidate i goes with job i of the snapshot. */
static void _drop_misfits(struct fts_cycle *cycle, const bool *out,
			  uint32_t count)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < count; i++) {
		if (!out[i])
			cycle->candidate[left++] = cycle->candidate[i];
		else
			cycle->unmodelled -=
				cycle->candidate[i].unknown != NULL;
	}
}

int fts_misfits_sift(struct fts_cycle *cycle)
{
	uint32_t count = cycle->snapshot->job_count;
	struct sifted sifted = {
		.cycle = cycle,
		.out = calloc((size_t) count + 1, sizeof(*sifted.out)),
	};
	int rc = -ENOMEM;

	ft_snapshot_bound(cycle->snapshot);
	cycle->misfit = calloc((size_t) count + 1, sizeof(*cycle->misfit));
	if (sifted.out && cycle->misfit)
		rc = ft_snapshot_sift(cycle->snapshot, _note_misfit, &sifted);
	if (!rc && cycle->misfit_count)
		_drop_misfits(cycle, sifted.out, count);
	free(sifted.out);
	if (!cycle->misfit_count) {
		free(cycle->misfit);
		cycle->misfit = NULL;
	}
	return rc || sifted.failed ? -ENOMEM : 0;
}

/* What the misfits of a cycle asked for, by job. */
static struct ft_id_map _hashes(const struct fts_cycle *cycle)
{
	struct ft_id_map map = {0};

	/* without memory for one its line is written again: no harm */
	for (uint32_t i = 0; i < cycle->misfit_count; i++)
		(void) ft_id_map_put(
			&map, cycle->misfit[i].candidate.job_id,
			(uint32_t) cycle->misfit[i].candidate.hash);
	return map;
}

void fts_misfits_log(const struct fts_cycle *cycle,
		     const struct fts_cycle *last)
{
	struct ft_id_map known;
	uint32_t said = 0; /* no job has this id */

	if (!cycle->misfit_count)
		return;
	known = _hashes(last);
	for (uint32_t i = 0; i < cycle->misfit_count; i++) {
		const struct fts_candidate *candidate =
			&cycle->misfit[i].candidate;
		uint32_t hash;

		if (candidate->job_id == said ||
		    (ft_id_map_get(&known, candidate->job_id, &hash) &&
		     hash == (uint32_t) candidate->hash))
			continue;
		said = candidate->job_id;
		error("sched/reserve: JobId=%u cannot be planned, and is left "
		      "out until it is changed: %s",
		      said, cycle->misfit[i].reason);
	}
	ft_id_map_fini(&known);
}
