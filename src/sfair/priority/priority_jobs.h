/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_jobs - jobs whose priority is to be explained, and what a slurm.conf
 * makes of them.
 *
 * The source of the list (a JSON file, or slurmctld) gives names and values;
 * computing and printing are the same for all.  Refuses a file with a mistake,
 * naming file and job.
 */
#ifndef FT_SFAIR_PRIORITY_PRIORITY_JOBS_H
#define FT_SFAIR_PRIORITY_PRIORITY_JOBS_H

#include "core/priority/column.h"
#include "core/base/conf.h"
#include "core/priority/priority_option.h"

/* Stock's factors, each in [0, 1]. */
enum sfair_stock {
	SFAIR_AGE,
	SFAIR_ASSOC,
	SFAIR_FAIRSHARE,
	SFAIR_JOB_SIZE,
	SFAIR_PARTITION,
	SFAIR_QOS,
	SFAIR_TRES,
	SFAIR_STOCK
};

struct sfair_job {
	int64_t id;
	char *credential[FT_CREDENTIAL_KINDS]; /* NULL: none */
	struct ft_component_job values;	   /* all but what names stand for */
	double usage[FT_CREDENTIAL_KINDS]; /* percent of what was delivered */
	bool has_usage;
	double factor[SFAIR_STOCK];
	int64_t site, nice;
	/* Of a job in a running slurmctld: */
	bool is_live, direct; /* direct: an administrator set its priority */
	uint32_t priority;
	double partition_factor; /* PriorityJobFactor */
	struct ft_columns shown; /* by sprio */
	bool has_tres;		 /* sprio shows TRES */
	double shown_tres;	 /* the sum of its TRES column */
	/* computed: */
	struct ft_component_result result;
	double stock[SFAIR_STOCK];
	struct ft_columns columns;
};

struct sfair_jobs {
	struct ft_component_system system;
	struct sfair_job *job;
	size_t count;
};

/* What counts: a slurm.conf, read. */
struct sfair_priority_policy {
	struct ft_conf *conf; /* NULL: none */
	struct ft_priority_option option;
	struct ft_site_policy site;
	double weight[SFAIR_STOCK]; /* PriorityWeight* */
	struct ft_credential_table partitions;
	double *partition_factor; /* PriorityJobFactor of each */
	uint32_t partition_room;
};

/* "age", "assoc", "fairshare", "job_size", "partition", "qos", "tres" */
extern const char *const sfair_stock_words[SFAIR_STOCK];

/* 0 or -errno with err; free after an error as well. */
extern int sfair_jobs_read(const char *path, struct sfair_jobs *jobs,
			   struct ft_err *err);
/*
 * The queue of a running slurmctld, as sprio shows it; conf: NULL for
 * libslurm's default.  Else as sfair_jobs_read().
 */
extern int sfair_jobs_live(const struct sfair_priority_policy *policy,
			   const char *conf, struct sfair_jobs *jobs,
			   struct ft_err *err);
extern void sfair_jobs_free(struct sfair_jobs *jobs);

/*
 * conf: path of a slurm.conf, NULL for none.  parameters: in place of its
 * PriorityParameters, NULL for these.  0 or -errno with err; free after an
 * error as well.
 */
extern int sfair_priority_policy_read(const char *conf, const char *parameters,
				      struct sfair_priority_policy *policy,
				      struct ft_err *err);
extern void sfair_priority_policy_free(struct sfair_priority_policy *policy);

/* A partition's PriorityJobFactor; Slurm's default if none is known. */
#define SFAIR_PARTITION_FACTOR 1
extern double sfair_partition_factor(const struct sfair_priority_policy *policy,
				     const char *partition);

/* Sets result, stock and columns of each job. */
extern void sfair_jobs_compute(const struct sfair_priority_policy *policy,
			       struct sfair_jobs *jobs);

extern void sfair_jobs_print(const struct sfair_priority_policy *policy,
			     const struct sfair_jobs *jobs);
/* 0 or -ENOMEM. */
extern int sfair_jobs_print_json(const struct sfair_priority_policy *policy,
				 const struct sfair_jobs *jobs);

#endif
