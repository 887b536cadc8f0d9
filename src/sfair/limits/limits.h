/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_limits - which limits hold for users and jobs, what is used of them and
 * by which jobs, and which of them keep jobs waiting.
 *
 * An answer is made as one JSON object; what people read is made from that.
 * Its members are described in sfair(1).  Says nothing of what slurmctld does
 * not tell the caller.
 */
#ifndef FT_SFAIR_LIMITS_LIMITS_H
#define FT_SFAIR_LIMITS_LIMITS_H

#include <json-c/json.h>

#include "core/base/id_map.h"
#include "sfair/base/paint.h"
#include "sfair/outlook/reason.h"
#include "sfair/outlook/scene.h"
#include "slurm/common/compat_client.h"

/* All associations and QOS that slurmctld tells of. */
struct sfair_limits {
	struct sfair_scene *scene;
	assoc_mgr_info_msg_t *answer; /* owns the records */
	const slurmdb_assoc_rec_t **assoc;
	uint32_t assoc_count;
	struct ft_id_map index; /* of assoc, by id */
	bool hidden;		/* an account above is not told of */
	bool nameless;		/* rows name no jobs */
};

/* Whose limits: an association, or a QOS as far as a user or an account has
 * some of it. */
struct sfair_limit_owner {
	const slurmdb_assoc_rec_t *assoc; /* or */
	const slurmdb_qos_rec_t *qos;
	enum { SFAIR_QOS_WHOLE, SFAIR_QOS_USER, SFAIR_QOS_ACCOUNT } of;
	uint32_t user;	     /* of SFAIR_QOS_USER */
	const char *account; /* of SFAIR_QOS_ACCOUNT */
};

/*
 * limits_load.c: opens the scene, which is closed with the limits.  0 or
 * -errno with err; free after an error as well.
 */
extern int sfair_limits_load(struct sfair_limits *limits,
			     struct sfair_scene *scene, const char *conf,
			     struct ft_err *err);
extern void sfair_limits_free(struct sfair_limits *limits);
/* The same with a scene that is there already, and whose owner keeps it: of
 * which all jobs are loaded, unless rows are to name none.  NULL: slurmctld
 * does not tell. */
extern struct sfair_limits *sfair_limits_lend(struct sfair_scene *scene);
extern void sfair_limits_return(struct sfair_limits *limits);
/* Of that number, or name; NULL: not told of. */
extern const slurmdb_assoc_rec_t *
sfair_limits_assoc(const struct sfair_limits *limits, uint32_t id);
extern const slurmdb_qos_rec_t *
sfair_limits_qos(const struct sfair_limits *limits, const char *name,
		 uint32_t id);
/* Does the job count for the owner? */
extern bool sfair_limits_counts(struct sfair_limits *limits,
				const struct sfair_limit_owner *owner,
				const job_info_t *job);

/*
 * limits_row.c: all limits of an owner that are set, as elements of the list.
 * job: whose request is told beside limits of one job; may be NULL.
 */
extern void sfair_limits_rows(struct sfair_limits *limits,
			      const struct sfair_limit_owner *owner,
			      const job_info_t *job, struct json_object *list);
/* Is it the TRES that a reason names ("gres": any "gres/..."; NULL: each)? */
extern bool sfair_limits_name_tres(const char *word, const char *tres);

/* limits_set.c: the same of a QOS as a whole, and as far as the owner's user
 * and account have some of it (of_qos->of does not matter; without a QOS
 * nothing). */
extern void sfair_limits_qos_rows(struct sfair_limits *limits,
				  const struct sfair_limit_owner *of_qos,
				  const job_info_t *job,
				  struct json_object *list);
/* And of the association and all above it.  Sets limits->hidden if one of these
 * is not told of. */
extern void sfair_limits_account_rows(struct sfair_limits *limits,
				      const slurmdb_assoc_rec_t *assoc,
				      const job_info_t *job,
				      struct json_object *list);
/* Has a QOS whose rows stand before it the same limit?  Then that one counts,
 * for jobs of both. */
extern bool sfair_limits_overruled(struct json_object *list, size_t index);
/* May the reason mean the row's limit? */
extern bool sfair_limits_mean(const struct sfair_reason *reason,
			      struct json_object *row);

/* limits_print.c: in words. */
extern void sfair_limits_print(struct json_object *subject, bool header,
			       const struct sfair_paint *paint);

#endif
