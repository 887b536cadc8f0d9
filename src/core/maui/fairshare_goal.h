/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_goals - the targets of all credentials, and how usage is measured
 * against them.
 *
 * Source: Maui's FSPOLICY, FSINTERVAL, FSDEPTH, FSDECAY and the FSTARGET of
 * USERCFG, GROUPCFG, ACCOUNTCFG, QOSCFG and CLASSCFG.  Holds no usage.
 */
#ifndef FT_CORE_MAUI_FAIRSHARE_GOAL_H
#define FT_CORE_MAUI_FAIRSHARE_GOAL_H

#include "core/base/err.h"
#include "core/maui/fairshare_target.h"
#include "core/maui/fairshare_window.h"
#include "core/base/statement.h"

enum ft_fs_metric {
	FT_FS_NONE,	    /* usage is not tracked */
	FT_FS_DEDICATEDPS,  /* processors * seconds */
	FT_FS_DEDICATEDPES, /* processor equivalents * seconds */
	FT_FS_UTILIZEDPS,   /* processor-seconds that were really used */
};

struct ft_fs_goals {
	struct ft_fs_span span;
	enum ft_fs_metric metric;
	bool ratio; /* FSPOLICY ends with '%' */
	struct ft_credential_table credentials;
	struct ft_fs_target *target; /* of each, without DEFAULT's */
	uint32_t room;
	bool overrides; /* a target may replace one that was read before */
};

/* Maui's defaults: no policy, windows of 12 hours, 8 of them, no decay. */
extern int ft_fs_goals_init(struct ft_fs_goals *goals);
extern void ft_fs_goals_fini(struct ft_fs_goals *goals);

/* "DEDICATEDPS%", in any case; "true" is DEDICATEDPS.  0 or -EINVAL. */
extern int ft_fs_goals_policy(struct ft_fs_goals *goals, const char *text,
			      struct ft_err *err);

/* 0 or -ENOMEM. */
extern int ft_fs_goals_set(struct ft_fs_goals *goals,
			   enum ft_credential_kind kind, const char *name,
			   struct ft_fs_target target);

/* Its own target, or that of DEFAULT, or none. */
extern struct ft_fs_target ft_fs_goals_get(const struct ft_fs_goals *goals,
					   enum ft_credential_kind kind,
					   const char *name);

/*
 * Takes FSPOLICY, FSINTERVAL, FSDEPTH, FSDECAY and FSTARGET of a *CFG line,
 * and refuses FSENFORCEMENT with the reason;
 * *ret_taken says whether the statement was one of them.  0, -EINVAL or
 * -ENOMEM.
 */
extern int ft_fs_goals_take(struct ft_fs_goals *goals,
			    const struct ft_statement *statement,
			    bool *ret_taken, struct ft_err *err);

/* "DEDICATEDPS" and so on. */
extern const char *ft_fs_metric_word(enum ft_fs_metric metric);

#endif
