/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_trace_machine - the nodes of the running cluster as kinds, in the form
 * that core/replay/fleet.h reads.
 *
 * Nodes of one kind have the same processors, memory, partitions, and GPUs or
 * none.  Refuses more kinds than a replay takes.
 */
#ifndef FT_SFAIR_REPLAY_TRACE_MACHINE_H
#define FT_SFAIR_REPLAY_TRACE_MACHINE_H

#include "core/base/err.h"

/* The property of nodes that have GPUs. */
#define SFAIR_TRACE_GPU "with_gpus"

enum { SFAIR_TRACE_WORD = 128 };

/* A name as one word of a log: what is no letter, digit or one of "_-." becomes
 * "_".  Returns word. */
extern const char *sfair_trace_word(char word[SFAIR_TRACE_WORD],
				    const char *name);

/* Writes the file.  0 or -errno with err. */
extern int sfair_trace_machine(const char *path, struct ft_err *err);

#endif
