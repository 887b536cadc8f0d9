/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_option - Maui's fairshare as keys of PriorityParameters.
 *
 *	fspolicy=DEDICATEDPS,fsinterval=12:00:00,fsdepth=8,fsdecay=0.7,
 *	userfstarget=john:50+|paul:20,groupfstarget=DEFAULT:10
 *
 * What is said here goes before what the file says that policy= names.
 * Refuses FSENFORCEMENT, and targets where no usage is kept.
 */
#ifndef FT_CORE_MAUI_FAIRSHARE_OPTION_H
#define FT_CORE_MAUI_FAIRSHARE_OPTION_H

#include "core/maui/fairshare_goal.h"
#include "core/base/option.h"

enum { FT_FS_WORD = 32 };

struct ft_fs_option {
	char policy[FT_FS_WORD];      /* "none": as the file says */
	char enforcement[FT_FS_WORD]; /* "none", or it is refused */
};

/* Fields of struct ft_fs_option; the other keys are handed over. */
extern const struct ft_option ft_fs_option_table[];

/* An ft_option_take; context: struct ft_fs_goals.  Takes no entry of another
 * table.  0, -EINVAL or -ENOMEM. */
extern int ft_fs_option_take(void *context, const struct ft_option_entry *entry,
			     struct ft_err *err);

/*
 * What remains once all keys and the file are read: the policy, and whether
 * all fits together.  0, or -EINVAL with err that begins with where.
 */
extern int ft_fs_option_close(const struct ft_fs_option *option,
			      const char *where, struct ft_fs_goals *goals,
			      struct ft_err *err);

#endif
