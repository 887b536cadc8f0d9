/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_task_list - the tasks of an array as Slurm writes them: "1-9:2,12%3".
 */
#ifndef FT_SFAIR_BASE_TASK_LIST_H
#define FT_SFAIR_BASE_TASK_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* The n-th, from 0; UINT32_MAX: the list, which may be NULL, does not say. */
extern uint32_t sfair_task_nth(const char *tasks, uint32_t n);

/* Is that one of them?  Also where the list was cut short, "1-9,...". */
extern bool sfair_task_is_in(const char *tasks, uint32_t task);

#endif
