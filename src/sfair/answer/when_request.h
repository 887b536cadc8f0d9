/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_request - what sbatch would ask for, from its options.
 *
 * Options that say nothing about what a job needs are taken and ignored; those
 * that do, and that are not understood here, are refused by name: a start for
 * another request would be worse than none.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_REQUEST_H
#define FT_SFAIR_ANSWER_WHEN_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

struct sfair_when_request {
	int64_t min_nodes, max_nodes; /* 0: not given */
	int64_t tasks, cpus_per_task, tasks_per_node;
	int64_t limit;			    /* seconds; 0: not given */
	int64_t memory_node, memory_cpu;    /* MB; -1: not given */
	int64_t gpus_node, gpus_task, gpus; /* gpus: of all nodes */
	int64_t begin;			    /* not before; 0: at once */
	bool exclusive;
	char partition[256]; /* "": the default one */
	char features[256];  /* "a&b" */
	char nodes[1024];    /* all of these, as Slurm writes lists */
	char without[1024];  /* none of these */
};

extern void sfair_when_request_init(struct sfair_when_request *request);

/*
 * Reads options as sbatch takes them; argv[0] is not looked at, and argv[argc]
 * is NULL.  *ret_script: the first word that is no option, or NULL.  0 or
 * -EINVAL with err.
 */
extern int sfair_when_request_read(struct sfair_when_request *request, int argc,
				   char **argv, const char **ret_script,
				   struct ft_err *err);

/* The #SBATCH lines of a script; what is set already stays.  0 or -errno. */
extern int sfair_when_request_script(struct sfair_when_request *request,
				     const char *path, struct ft_err *err);

#endif
