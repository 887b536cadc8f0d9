/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_fs_history - usage of credentials in windows of time, as Maui keeps it.
 *
 * Source: Maui, Fairshare (seed 000): FSINTERVAL, FSDEPTH, FSDECAY.  Usage is
 * charged to the window of its time; the newest window is number 0.  What
 * counts is the ratio of decayed sums over the newest `depth` windows, so
 * relative to what was delivered in them.  A window keeps its own start and
 * length when the interval changes.  Reads no clock.
 */
#ifndef FT_CORE_MAUI_FAIRSHARE_WINDOW_H
#define FT_CORE_MAUI_FAIRSHARE_WINDOW_H

#include "core/maui/credential.h"

enum { FT_FS_DEPTH_MAX = 256 };

struct ft_fs_window {
	int64_t start;	/* seconds since the epoch */
	int64_t length; /* seconds */
	double total;	/* delivered, in units of the policy */
	double *amount; /* of each credential below room */
	uint32_t room;
};

struct ft_fs_history {
	struct ft_credential_table credentials;
	struct ft_fs_window *window; /* the newest first */
	uint32_t count;
};

/* How the past counts. */
struct ft_fs_span {
	int64_t interval; /* seconds, 1 or more */
	uint32_t depth;	  /* windows, 1 to FT_FS_DEPTH_MAX */
	double decay;	  /* in (0, 1]: of each older window */
};

/* 0 or -ENOMEM. */
extern int ft_fs_history_init(struct ft_fs_history *history);
extern void ft_fs_history_fini(struct ft_fs_history *history);

/*
 * Adds a window, which must not overlap another (-EINVAL); windows may be
 * added in any order.  The pointer holds until the next one.
 */
extern int ft_fs_history_add(struct ft_fs_history *history, int64_t start,
			     int64_t length, struct ft_fs_window **ret_window);

/*
 * Makes the newest window the one that now falls into: its start is a
 * multiple of the interval since the epoch, or the end of the window before
 * if that is later.  Windows without usage stand for time without
 * charges; those beyond depth are dropped.  0 or -ENOMEM.
 */
extern int ft_fs_history_roll(struct ft_fs_history *history,
			      const struct ft_fs_span *span, int64_t now);

/*
 * The clock went back: what was charged in windows that begin after now is
 * added to the newest one that does not, or to one that now falls into.
 * 0, or -ENOMEM: some may be left.
 */
extern int ft_fs_history_fold(struct ft_fs_history *history, int64_t now);

/* Charges a credential in a window; the window's total is not changed. */
extern int ft_fs_window_charge(struct ft_fs_window *window, uint32_t credential,
			       double amount);
extern double ft_fs_window_amount(const struct ft_fs_window *window,
				  uint32_t credential);

/* Decayed sums over the newest depth windows. */
extern double ft_fs_usage(const struct ft_fs_history *history,
			  const struct ft_fs_span *span, uint32_t credential);
extern double ft_fs_total(const struct ft_fs_history *history,
			  const struct ft_fs_span *span);

/* What a window counts, 1 for the newest: decay^number. */
extern double ft_fs_weight(const struct ft_fs_span *span, uint32_t number);

#endif
