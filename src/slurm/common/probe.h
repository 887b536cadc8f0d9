/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FTS_PROBE - trace points for bpftrace, perf and SystemTap (USDT).
 *
 * Where configure found <sys/sdt.h>, each is a note in the plugin and
 * one instruction that does nothing until a tracer asks for it; elsewhere it
 * is nothing at all.  Refuses to compute: arguments are two numbers at hand.
 * What they are: doc/internals/debugging.md.
 */
#ifndef FT_SLURM_COMMON_PROBE_H
#define FT_SLURM_COMMON_PROBE_H

#ifdef FT_HAVE_SDT
#include <sys/sdt.h>

#define FTS_PROBE(name, one, two) DTRACE_PROBE2(sched_reserve, name, one, two)
#else
#define FTS_PROBE(name, one, two) ((void) (one), (void) (two))
#endif

#endif
