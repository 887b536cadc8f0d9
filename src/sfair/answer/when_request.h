/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_when_request - what sbatch would ask for, from its options.
 *
 * Knows all options of sbatch up to 26.05.  Those that say nothing of what a
 * job needs are taken and forgotten; those that could let it start later, and
 * that no plan tells of, are noted for the answer; what makes no sense, or asks
 * for another cluster, is refused by name.  Knows nothing of the cluster.
 */
#ifndef FT_SFAIR_ANSWER_WHEN_REQUEST_H
#define FT_SFAIR_ANSWER_WHEN_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

enum {
	SFAIR_WHEN_GRES = 16,
	SFAIR_WHEN_WORD = 1024,
	SFAIR_WHEN_OPTIONS = 128,
};

/* What a number of a GRES is of. */
enum sfair_when_per {
	SFAIR_PER_NODE,
	SFAIR_PER_TASK,
	SFAIR_PER_SOCKET,
	SFAIR_PER_JOB,
};

struct sfair_when_gres {
	char kind[64];	/* as the plan names it: "gres/gpu" */
	char typed[64]; /* "gres/gpu:a100"; "": of any type */
	enum sfair_when_per per;
	int64_t count;
	uint32_t option; /* that it came with */
};

/* Numbers are 0, and words "", if they were not given. */
struct sfair_when_request {
	int64_t min_nodes, max_nodes;
	int64_t tasks, cpus_per_task, tasks_per_node, tasks_per_socket;
	int64_t tasks_per_core, tasks_per_gpu, cpus_per_gpu;
	int64_t least_cpus, sockets, cores, threads; /* of each node */
	int64_t threads_used;			     /* of each core; 0: all */
	int64_t limit, least;	 /* seconds: --time, --time-min */
	int64_t begin, deadline; /* times of day; 0: none */
	int64_t memory_node, memory_cpu, memory_gpu; /* MB; -1: not given */
	int64_t disk;				     /* MB of each node */
	int64_t priority, nice;
	int64_t segment;	       /* nodes of each */
	int64_t switches, switch_wait; /* wait: seconds; -1: not given */
	bool segments_apart, segments_joined;
	bool exclusive, contiguous, overcommit;
	struct sfair_when_gres gres[SFAIR_WHEN_GRES];
	uint32_t gres_count;
	char partition[SFAIR_WHEN_WORD]; /* "a,b" */
	char features[SFAIR_WHEN_WORD];	 /* as --constraint */
	char nodes[SFAIR_WHEN_WORD];	 /* all of these */
	char without[SFAIR_WHEN_WORD];	 /* none of these */
	char node_file[SFAIR_WHEN_WORD]; /* a file with further nodes */
	char reservation[SFAIR_WHEN_WORD];
	char dependency[SFAIR_WHEN_WORD];
	char licences[SFAIR_WHEN_WORD];
	char cluster[SFAIR_WHEN_WORD];
	char name[SFAIR_WHEN_WORD]; /* --job-name */
	char account[SFAIR_WHEN_WORD];
	char qos[SFAIR_WHEN_WORD];
	char unseen[SFAIR_WHEN_WORD]; /* "--switches, --bb": not looked at */
	/* By option: where it came from; command line, environment, script. */
	uint8_t source[SFAIR_WHEN_OPTIONS];
	uint8_t reads; /* the source that is read now */
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

/* sbatch's variables of the environment; what was read before stays. */
extern int sfair_when_request_environment(struct sfair_when_request *request,
					  struct ft_err *err);

/* The #SBATCH lines of a script; what was read before stays.  0 or -errno. */
extern int sfair_when_request_script(struct sfair_when_request *request,
				     const char *path, struct ft_err *err);

/* Refuses what sbatch refuses of all that was read together. */
extern int sfair_when_request_judge(const struct sfair_when_request *request,
				    struct ft_err *err);

/* Adds to what is not looked at, once. */
extern void sfair_when_unseen(struct sfair_when_request *request,
			      const char *what);

#endif
