/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fleet - the kinds of nodes of a machine, and what a log asks of them.
 *
 * A file describes the kinds:
 *
 *	NODES[zewura] COUNT=20 PROCESSORS=80 MEMORY=512000 PROPERTIES=brno,nfs4
 *
 * with memory in MB of each node, and perhaps GPUS=4, the GPUs of each; a
 * kind's name is a property of it, too.  Some logs have behind a job's 18
 * numbers what it asked for, in the words of PBS: 2:ppn=4:brno:^zewura#excl,
 * two nodes with four processors on each that have the property brno and not
 * zewura, for itself alone.  Refuses names of single nodes and requests of
 * several parts (a+b): the first are not looked at, the latter are
 * processors anywhere.
 */
#ifndef FT_CORE_REPLAY_FLEET_H
#define FT_CORE_REPLAY_FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/statement.h"

enum { FT_FLEET_KINDS = 32 };

struct ft_fleet_kind {
	const char *name;
	const char *properties; /* separated by commas */
	int64_t count, processors, memory, gpus;
};

/* Everything zero is a fleet without nodes. */
struct ft_fleet {
	struct ft_arena *arena; /* owns the texts */
	struct ft_fleet_kind kind[FT_FLEET_KINDS];
	uint32_t count;
};

/* What one job asks for; gpus=2 is a word of it as ppn=4 is. */
struct ft_fleet_ask {
	uint32_t nodes; /* 0: processors, on any nodes */
	uint32_t each;	/* processors on each node */
	uint32_t gpus;	/* on each node */
	uint32_t kinds; /* bit k: nodes of kind k will do */
	bool alone;	/* it shares its nodes with no other */
	bool ignored;	/* it asks for more than is said here */
};

extern void ft_fleet_free(struct ft_fleet *fleet);

/* An ft_statement_take; context: the fleet. */
extern int ft_fleet_take(void *context, const struct ft_statement *statement,
			 struct ft_err *err);

/* After the last statement: 0, or -EINVAL for a fleet that is not whole. */
extern int ft_fleet_check(const struct ft_fleet *fleet, struct ft_err *err);

extern int64_t ft_fleet_nodes(const struct ft_fleet *fleet);
extern int64_t ft_fleet_processors(const struct ft_fleet *fleet);
extern int64_t ft_fleet_gpus(const struct ft_fleet *fleet);
/* The most processors of a node. */
extern int64_t ft_fleet_widest(const struct ft_fleet *fleet);

/* What the rest of a job's line asks for. */
extern struct ft_fleet_ask ft_fleet_read(const struct ft_fleet *fleet,
					 const char *text);

/*
 * Leaves of the ask's kinds those whose nodes can give it so much memory (MB,
 * of each node, or of each processor if it asks for processors).  Whether the
 * empty machine could run it, with so many processors in all.
 */
extern bool ft_fleet_fit(const struct ft_fleet *fleet, struct ft_fleet_ask *ask,
			 int64_t processors, int64_t memory);

#endif
