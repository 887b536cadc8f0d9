/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_scene - what slurmctld tells the user that asks.
 *
 * Asked for when it is first needed, and once.  Honours whatever is private:
 * a job that slurmctld does not tell of is not there.
 */
#ifndef FT_SFAIR_OUTLOOK_SCENE_H
#define FT_SFAIR_OUTLOOK_SCENE_H

#include <slurm/slurm.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/id_map.h"
#include "sfair/base/shown.h"

struct sfair_scene {
	int64_t now;
	slurm_conf_t *conf;
	job_info_msg_t **answer; /* owns the jobs */
	uint32_t answer_count;
	const job_info_t **job;
	uint32_t job_count;
	struct ft_id_map index; /* of job, by id */
	bool complete;		/* all jobs that slurmctld tells of are there */
	bool hidden;		/* and others' are not, PrivateData=jobs */
	node_info_msg_t *nodes;
	partition_info_msg_t *partitions;
	reserve_info_msg_t *reservations;
	license_info_msg_t *licences;
};

/* conf: of slurm.conf; NULL: as Slurm's commands.  0 or -errno with err. */
extern int sfair_scene_open(struct sfair_scene *scene, const char *conf,
			    struct ft_err *err);
extern void sfair_scene_close(struct sfair_scene *scene);

/* All jobs.  0 or -errno with err. */
extern int sfair_scene_load_jobs(struct sfair_scene *scene, struct ft_err *err);
/*
 * The records of one job, or of an array.  0, -ENOENT (slurmctld knows none) or
 * -errno, with err.
 */
extern int sfair_scene_load_job(struct sfair_scene *scene, uint32_t job_id,
				struct ft_err *err);

/* The job, asked for if need be; NULL: slurmctld does not tell of it. */
extern const job_info_t *sfair_scene_job(struct sfair_scene *scene,
					 uint32_t job_id);

/* SchedulerType, as slurmctld has it. */
extern const char *sfair_scene_scheduler(const struct sfair_scene *scene);
/* Is that sched/reserve, which publishes plans and keeps starts? */
extern bool sfair_scene_reserves(const struct sfair_scene *scene);

/* Lists; NULL: slurmctld does not tell. */
extern const node_info_msg_t *sfair_scene_nodes(struct sfair_scene *scene);
extern const partition_info_msg_t *
sfair_scene_partitions(struct sfair_scene *scene);
extern const reserve_info_msg_t *
sfair_scene_reservations(struct sfair_scene *scene);
extern const license_info_msg_t *
sfair_scene_licences(struct sfair_scene *scene);

/* -EIO: what could not be had of slurmctld, and why (errno). */
extern int sfair_no_answer(const char *what, struct ft_err *err);

/* Of that name, or NULL. */
extern const partition_info_t *sfair_scene_partition(struct sfair_scene *scene,
						     const char *name);
extern const reserve_info_t *sfair_scene_reservation(struct sfair_scene *scene,
						     const char *name);

/* 0; -ENOENT with err: one of the list, which may be NULL, is not there. */
extern int sfair_scene_has_partitions(struct sfair_scene *scene,
				      const char *list, struct ft_err *err);

/* Seconds of jobs in it that say no limit; SFAIR_ENDLESS: they have none. */
extern int64_t sfair_partition_limit(const partition_info_t *partition);
/* Is it up, for all, and for jobs of that limit (in seconds) and size? */
extern bool sfair_partition_takes(const partition_info_t *partition,
				  int64_t limit, int64_t nodes);

/* Its number as squeue writes it: "12", "12_3", "12_[4-9%2]", "12+1". */
enum { SFAIR_JOB_ID = 128 };
extern const char *sfair_scene_id(const job_info_t *job,
				  char text[SFAIR_JOB_ID]);

/* Its user's name, or number. */
extern const char *sfair_scene_user(const job_info_t *job,
				    char text[SFAIR_SHOWN]);

/* Seconds of its limit, the partition's if it says none; or SFAIR_ENDLESS. */
extern int64_t sfair_scene_limit(struct sfair_scene *scene,
				 const job_info_t *job);

/* It was asked and has not answered, or never did; one that sleeps or boots is
 * not expected to. */
static inline bool sfair_node_is_silent(const node_info_t *node)
{
	uint32_t base = node->node_state & NODE_STATE_BASE;

	return !(node->node_state &
		 (NODE_STATE_POWERING_UP | NODE_STATE_POWERED_DOWN |
		  NODE_STATE_POWERING_DOWN)) &&
	       (base == NODE_STATE_UNKNOWN ||
		node->node_state & NODE_STATE_NO_RESPOND);
}

/* No job gets it until it is down, and can be woken. */
static inline bool sfair_node_powers_down(const node_info_t *node)
{
	return node->node_state &
	       (NODE_STATE_POWERING_DOWN | NODE_STATE_POWER_DOWN);
}

static inline bool sfair_node_is_up(const node_info_t *node)
{
	uint32_t base = node->node_state & NODE_STATE_BASE;

	return base != NODE_STATE_DOWN && base != NODE_STATE_ERROR &&
	       base != NODE_STATE_FUTURE && !sfair_node_is_silent(node) &&
	       !(node->node_state & (NODE_STATE_DRAIN | NODE_STATE_FAIL));
}

/* Is it in one of these ranges of nodes, as slurmctld tells them?  NULL has
 * none. */
static inline bool sfair_node_in(const int32_t *range, uint32_t node)
{
	for (int i = 0; range && range[i] >= 0; i += 2)
		if ((int64_t) node >= range[i] &&
		    (int64_t) node <= range[i + 1])
			return true;
	return false;
}

static inline bool sfair_job_waits(const job_info_t *job)
{
	return (job->job_state & JOB_STATE_BASE) == JOB_PENDING;
}

static inline bool sfair_job_runs(const job_info_t *job)
{
	uint32_t state = job->job_state & JOB_STATE_BASE;

	return state == JOB_RUNNING || state == JOB_SUSPENDED ||
	       (job->job_state & JOB_COMPLETING);
}

#endif
