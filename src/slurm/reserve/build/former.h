/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_former - how a waiting job was planned in the last cycle, for files
 * that build the next one and know nothing of promises.
 */
#ifndef FT_SLURM_RESERVE_BUILD_FORMER_H
#define FT_SLURM_RESERVE_BUILD_FORMER_H

#include <stdint.h>

struct fts_candidate;
struct fts_late;

struct fts_former {
	const struct fts_late *late; /* jobs that are taken to have started
				      * when they were planned */
	const void *book;
	/* The job, and which of its requests has the promise; NULL: none. */
	const struct fts_candidate *(*find)(const void *book, uint32_t job_id,
					    uint32_t *ret_request);
};

#endif
