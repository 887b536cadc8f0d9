/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See policy.h.
 */
#include "core/snapshot/policy.h"

#include <stddef.h>

const char *const ft_hold_names[] = {
	[FT_HOLD_HIGHEST] = "highest",
	[FT_HOLD_CURRENTHIGHEST] = "currenthighest",
	[FT_HOLD_NEVER] = "never",
	NULL,
};

const char *const ft_order_names[] = {
	[FT_ORDER_PRIORITY] = "priority",
	[FT_ORDER_SLOWDOWN] = "slowdown",
	NULL,
};

const char *const ft_keep_names[] = {
	[FT_KEEP_FRESH] = "fresh",
	[FT_KEEP_BOARD] = "board",
	NULL,
};

const char *const ft_show_names[] = {
	[FT_SHOW_ALL] = "all",
	[FT_SHOW_HELD] = "held",
	NULL,
};

const char *const ft_compress_names[] = {
	[FT_COMPRESS_ORDER] = "order",
	[FT_COMPRESS_PRIORITY] = "fill:priority",
	[FT_COMPRESS_SHORTEST] = "fill:shortest",
	[FT_COMPRESS_XFACTOR] = "fill:xfactor",
	[FT_COMPRESS_WFP3] = "fill:wfp3",
	NULL,
};

const char *const ft_backfill_names[] = {
	[FT_BACKFILL_FIRSTFIT] = "firstfit",
	[FT_BACKFILL_BESTFIT] = "bestfit",
	[FT_BACKFILL_GREEDY] = "greedy",
	[FT_BACKFILL_NONE] = "none",
	NULL,
};

const char *const ft_metric_names[] = {
	[FT_METRIC_PROCS] = "procs",
	[FT_METRIC_PROCSECONDS] = "procseconds",
	[FT_METRIC_SECONDS] = "seconds",
	[FT_METRIC_PE] = "pe",
	[FT_METRIC_PESECONDS] = "peseconds",
	NULL,
};
