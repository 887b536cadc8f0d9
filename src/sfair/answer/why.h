/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_why - why jobs wait: what is known of them, as JSON, and its words.
 *
 * An answer is made as one JSON object; what people read is made from that, so
 * both always say the same.  A job's object is described in sfair(1).
 */
#ifndef FT_SFAIR_ANSWER_WHY_H
#define FT_SFAIR_ANSWER_WHY_H

#include <json-c/json.h>

#include "core/plan/outlook.h"
#include "sfair/outlook/outlook_any.h"
#include "sfair/base/paint.h"
#include "sfair/outlook/reason.h"
#include "sfair/outlook/scene.h"

struct sfair_limits;

struct sfair_why {
	struct sfair_scene scene;
	struct ft_outlook outlook;
	bool published; /* the outlook is sched/reserve's own; else made of
			 * what slurmctld tells all users */
	char note[SFAIR_NOTE]; /* what keeps it from being that; "": nothing */
	struct ft_id_map row;  /* of jobs: the first of each in outlook.job */
	bool verbose; /* with the planner's view, and all that was tried */
	bool never;   /* some job that was told of can never start as it is */
	/* while a job is told of: */
	bool beyond;		     /* it asks for more than a limit allows */
	char advice[SFAIR_NOTE];     /* the reason's help, with numbers; "": as
				      * the reason has it */
	struct sfair_limits *limits; /* NULL: not needed so far */
};

/* why_row.c: the job's row in the outlook, or NULL: it is not in the plan. */
extern const struct ft_outlook_job *sfair_why_row(const struct sfair_why *why,
						  const job_info_t *job);

/* No task of an array by its number. */
#define SFAIR_WHY_ANY UINT32_MAX

/* All about one job, as a new element of the list.  task: of an array, if it
 * was asked for by its number. */
extern void sfair_why_answer(struct sfair_why *why, const job_info_t *job,
			     uint32_t task, struct json_object *list);

/*
 * why_task.c: of tasks of an array that stand in one record: the place of one
 * among them, from 0 (SFAIR_WHY_ANY: slurmctld cuts its list before it); the
 * row of one, or the first if the plan has none for it; the number of the task
 * that a row is of, SFAIR_WHY_ANY of any other job; and what there is to say of
 * them.
 */
extern uint32_t sfair_why_nth(const job_info_t *job, uint32_t task);
extern const struct ft_outlook_job *
sfair_why_task_row(const struct sfair_why *why, const job_info_t *job,
		   uint32_t task);
extern uint32_t sfair_why_task_of(const job_info_t *job,
				  const struct ft_outlook_job *row);
extern void sfair_why_tasks(struct sfair_why *why, const job_info_t *job,
			    uint32_t task, const struct ft_outlook_job *row,
			    struct json_object *details);

/* why_wait.c: which runs, jobs and reservations are in its way; row: planned,
 * or NULL. */
extern void sfair_why_wait(struct sfair_why *why, const job_info_t *job,
			   const struct sfair_reason *reason,
			   const struct ft_outlook_job *row,
			   struct json_object *answer);

/* why_short.c: what is short of a job that waits for what runs. */
extern void sfair_why_short(struct sfair_why *why, const job_info_t *job,
			    const struct ft_outlook_job *row,
			    struct json_object *details);

/* why_limit.c: which limit keeps it, and how much of it is used. */
extern void sfair_why_limit(struct sfair_why *why, const job_info_t *job,
			    const struct sfair_reason *reason,
			    struct json_object *details);

/* why_fit.c: what would fit, as advice: into a limit, as a row of limits.h has
 * it, of which there is so much room; into the job's partition. */
extern void sfair_why_fit(struct sfair_why *why, const job_info_t *job,
			  const struct sfair_reason *reason,
			  struct json_object *row, double room);
extern void sfair_why_fit_partition(struct sfair_why *why,
				    const job_info_t *job,
				    const partition_info_t *partition);

/* why_node.c: nodes that it could have and that cannot be used now. */
extern void sfair_why_node(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row,
			   struct json_object *details);
/* Does it wait for a node that is planned for it to boot, or answer, and not
 * for what runs there? */
extern bool sfair_why_unready(const struct sfair_why *why,
			      const struct ft_outlook_job *row);
/* Is one of these on its way to sleep, and to be had after that? */
extern bool sfair_why_powers_down(struct sfair_why *why, const job_info_t *job,
				  const struct ft_outlook_job *row);
/* Does it only lack nodes that are out?  Then these are put beside as what it
 * does not start before. */
extern bool sfair_why_back(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row,
			   struct json_object *answer);
/* Nodes that its request may use, up or not, as far as that is known; to be
 * freed, NULL: out of memory. */
extern struct ft_node_set *sfair_why_suiting(struct sfair_why *why,
					     const job_info_t *job,
					     const struct ft_outlook_job *row);

/* why_suit.c: which nodes its request can use, if not all of its partition. */
extern void sfair_why_suit(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row,
			   struct json_object *answer);
/* That its reservation has no node in its partition, and which one has. */
extern void sfair_why_apart(struct sfair_why *why, const job_info_t *job,
			    struct json_object *answer);

/* why_help.c: what would let it start sooner; row may be NULL. */
extern void sfair_why_help(struct sfair_why *why, const job_info_t *job,
			   const struct ft_outlook_job *row,
			   struct json_object *answer);

/* Its deadline, and what it means to it; behind its details and help. */
extern void sfair_why_deadline(struct sfair_why *why, const job_info_t *job,
			       const struct ft_outlook_job *row,
			       struct json_object *answer);

/* why_reservation.c: the end of a job that would end then, or its reservation's
 * before that; and that it is cut short, by its row if it waits. */
extern int64_t sfair_why_end(struct sfair_why *why, const job_info_t *job,
			     int64_t end);
extern void sfair_why_cut(struct sfair_why *why, const job_info_t *job,
			  const struct ft_outlook_job *row,
			  struct json_object *details);
/* Lets the request into the job's reservation, if it has one.  False: that is
 * not known. */
extern bool sfair_why_enter(struct sfair_why *why, const job_info_t *job,
			    struct ft_request *request);

/* why_qos.c: which other QOS has room, of a job that its QOS keeps. */
extern void sfair_why_qos(struct sfair_why *why, const job_info_t *job,
			  struct json_object *answer);

/* why_dependency.c: the jobs that it depends on, and what they do. */
extern void sfair_why_dependency(struct sfair_why *why, const job_info_t *job,
				 struct json_object *details);
/* Until when these last at the latest, where that is known. */
extern void sfair_why_not_before(struct sfair_why *why, const job_info_t *job,
				 struct json_object *answer);

/* why_end.c: of a job that waits no more, what it does or how it ended. */
extern void sfair_why_run(struct sfair_why *why, const job_info_t *job,
			  struct json_object *answer);
/* "waiting", "running" or "ended". */
extern const char *sfair_why_state(const job_info_t *job);
/* "failed (exit code 1)", "was cancelled". */
enum { SFAIR_OUTCOME = 128 };
extern const char *sfair_why_outcome(const job_info_t *job,
				     char text[SFAIR_OUTCOME]);

/* why_plan.c: a job as the planner has it, and that in words. */
extern void sfair_why_plan(const struct sfair_why *why,
			   const struct ft_outlook_job *row,
			   struct json_object *answer);
extern void sfair_why_print_plan(struct json_object *plan,
				 const struct sfair_paint *paint);

/* What a start is worth is explained with the first that is worth so. */
struct sfair_why_explained {
	bool committed, expected, unheld, estimated;
};
/* why_print.c: in words. */
extern void sfair_why_print(struct json_object *answer, int64_t now,
			    const struct sfair_paint *paint,
			    struct sfair_why_explained *explained);
/* All reasons, how many jobs wait for each, and the next start. */
extern void sfair_why_print_sum(struct json_object *sums, int64_t now,
				bool header, const struct sfair_paint *paint);

/* why_detail.c: a line of the answer's details. */
extern void sfair_why_detail(struct json_object *details, const char *kind,
			     const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The names of nodes of a set, as Slurm writes them: to be freed, or NULL. */
extern char *sfair_why_nodes(const struct ft_outlook *outlook,
			     const struct ft_node_set *set);

#endif
