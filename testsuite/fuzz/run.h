/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run - the harnesses' functions, one file each: see harness.h for their
 * shape, and each file for what it reads.
 */
#ifndef TESTSUITE_FUZZ_RUN_H
#define TESTSUITE_FUZZ_RUN_H

#include <stddef.h>

struct ft_planner;
struct story;

typedef void (*fuzz_take)(void *context, const char *data, size_t size);

extern void fuzz_promise(const char *data, size_t size);
extern void fuzz_promise_seed(fuzz_take take, void *context);
extern void fuzz_reserve(const char *data, size_t size);
extern void fuzz_reserve_seed(fuzz_take take, void *context);
extern void fuzz_ledger(const char *data, size_t size);
extern void fuzz_ledger_seed(fuzz_take take, void *context);
extern void fuzz_swf(const char *data, size_t size);
extern void fuzz_swf_seed(fuzz_take take, void *context);
extern void fuzz_policy(const char *data, size_t size);
extern void fuzz_policy_seed(fuzz_take take, void *context);
extern void fuzz_group(const char *data, size_t size);
extern void fuzz_group_seed(fuzz_take take, void *context);
extern void fuzz_conf(const char *data, size_t size);
extern void fuzz_conf_seed(fuzz_take take, void *context);
extern void fuzz_snapshot(const char *data, size_t size);
extern void fuzz_snapshot_seed(fuzz_take take, void *context);
extern void fuzz_board(const char *data, size_t size);
extern void fuzz_board_seed(fuzz_take take, void *context);
/* So many events of the story, each planned by the planner. */
extern void fuzz_live_story(struct ft_planner *planner, struct story *story,
			    int events);
/* For allocation.c alone. */
extern void fuzz_grown(const char *data, size_t size);
extern void fuzz_grown_seed(fuzz_take take, void *context);
extern void fuzz_replay(const char *data, size_t size);
extern void fuzz_replay_seed(fuzz_take take, void *context);

#endif
