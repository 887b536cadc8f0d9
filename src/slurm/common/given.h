/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_given - does a field of slurmctld's records say something?
 *
 * 0, NO_VAL and INFINITE of its width do not.
 */
#ifndef FT_SLURM_COMMON_GIVEN_H
#define FT_SLURM_COMMON_GIVEN_H

#include <slurm/slurm.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool fts_given16(uint16_t value)
{
	return value && value != NO_VAL16 && value != INFINITE16;
}

static inline bool fts_given32(uint32_t value)
{
	return value && value != NO_VAL && value != INFINITE;
}

#endif
