/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_node_fault - what keeps a node from being used, in words.
 *
 * Says what slurmctld tells of the node, and nothing of jobs: a node that is
 * in use has no fault, and one that sleeps is woken for a job.
 */
#ifndef FT_SFAIR_OUTLOOK_NODE_FAULT_H
#define FT_SFAIR_OUTLOOK_NODE_FAULT_H

#include "sfair/outlook/scene.h"

enum { SFAIR_FAULT = 2 * SFAIR_SHOWN };

/* "drained", "not answering"; of a node that can be used, "booting". */
extern const char *sfair_node_fault(const node_info_t *node);
/* "drained: fan broken"; fills and returns text. */
extern const char *sfair_node_fault_why(char text[SFAIR_FAULT],
					const node_info_t *node);
/* "drained by root, today 07:07: fan broken"; fills and returns text. */
extern const char *sfair_node_fault_whole(char text[SFAIR_FAULT],
					  const node_info_t *node, int64_t now);

#endif
