/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_target - how much of the machine a credential should get, and how far
 * it is from that.
 *
 * Source: Maui, Fairshare and Priority (seeds 000 and 001).  A target is a
 * percentage of what was delivered: "50" raises and lowers priority, "50+" is
 * a floor that only raises it, "50-" a ceiling that only lowers it.  "10^"
 * (units of the policy) and "10%" (of what was delivered) are hard caps: they
 * do not touch priority, but a job whose credential has reached or exceeded
 * one does not run.
 */
#ifndef FT_CORE_MAUI_FAIRSHARE_TARGET_H
#define FT_CORE_MAUI_FAIRSHARE_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"

enum ft_fs_target_type {
	FT_FS_NO_TARGET,
	FT_FS_TARGET,
	FT_FS_FLOOR,
	FT_FS_CEILING,
	FT_FS_CAP_ABSOLUTE, /* in units of the policy, decayed windows */
	FT_FS_CAP_RELATIVE, /* percent of what was delivered */
};

struct ft_fs_target {
	enum ft_fs_target_type type;
	double value;
};

/* Decayed usage of a credential and of all. */
struct ft_fs_state {
	double usage, total;
};

/* Reads "50.0", "50+", "50-", "50^", "50%".  0 or -EINVAL with err. */
extern int ft_fs_target_read(const char *text, struct ft_fs_target *target,
			     struct ft_err *err);

/* Writes it back, cut to room. */
extern void ft_fs_target_text(struct ft_fs_target target, char *text,
			      size_t room);

/* Percent of what was delivered; 0 if nothing was. */
extern double ft_fs_percent(struct ft_fs_state state);

/*
 * What it adds to priority, before weight and cap: percentage points below
 * (positive) or above the target, or with ratio 1 - usage/target.  0 if
 * nothing was delivered yet, without a target, and for hard caps.
 */
extern double ft_fs_delta(struct ft_fs_target target, struct ft_fs_state state,
			  bool ratio);

/* Whether a hard cap is reached or exceeded; never if nothing was delivered. */
extern bool ft_fs_capped(struct ft_fs_target target, struct ft_fs_state state);

/* Below a floor, above a ceiling, or off a target by more than 5 points. */
extern bool ft_fs_off_target(struct ft_fs_target target,
			     struct ft_fs_state state);

#endif
