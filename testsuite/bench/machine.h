/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine - the large, mixed machine and its queue that benchmarks plan.
 *
 * A function of its setup.  Ends the program if out of memory.
 */
#ifndef TESTSUITE_BENCH_MACHINE_H
#define TESTSUITE_BENCH_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/snapshot/snapshot.h"

enum {
	MACHINE_KINDS = 4,
	MACHINE_PARTITIONS = 8,
	MACHINE_CLOSURES = 50,
	MACHINE_LICENCES = 3,
	MACHINE_RESOURCES = 3,
};

struct machine_setup {
	int64_t nodes, running, pending, shapes, seed;
	int64_t window; /* seconds; 0: none */
	int64_t block;	/* nodes of a leaf, on one of which a job is, or each
			 * part of it of so many nodes; 0: there are none */
	bool shared;	/* jobs share nodes by cores, memory and GPUs */
	bool uniform;	/* the easier case: nodes of one kind, one partition,
			 * no closures and licences, running jobs everywhere */
};

struct machine {
	struct machine_setup setup;
	struct ft_snapshot *snapshot;
	struct ft_request *shape; /* setup.shapes; jobs point into it */
	struct ft_node_set *kind[MACHINE_KINDS];
	struct ft_node_set *partition[MACHINE_PARTITIONS];
	uint64_t state;
};

extern void machine_make(struct machine *machine,
			 const struct machine_setup *setup);
extern void machine_free(struct machine *machine);

/* Random numbers, in sequence with those that made the machine. */
extern uint64_t machine_draw(struct machine *machine);
extern double machine_uniform(struct machine *machine); /* in [0, 1) */
extern uint32_t machine_below(struct machine *machine, uint32_t count);

#endif
