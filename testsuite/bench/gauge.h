/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gauge - what time passes and what memory is held, for the benchmarks.
 */
#ifndef FT_TESTSUITE_BENCH_GAUGE_H
#define FT_TESTSUITE_BENCH_GAUGE_H

#include <time.h>

extern double gauge_seconds(clockid_t clock);

/* A field of /proc/self/status, in MiB. */
extern double gauge_memory(const char *field);

/* VmHWM begins anew. */
extern void gauge_forget_peak(void);

#endif
