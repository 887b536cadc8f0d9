/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See node_fault.h.
 */
#include "ft_config.h"

#include "sfair/outlook/node_fault.h"

#include <pwd.h>
#include <stdio.h>

#include "sfair/base/moment_text.h"

static bool _is_unregistered(const node_info_t *node)
{
	return (node->node_state & NODE_STATE_BASE) == NODE_STATE_UNKNOWN;
}

const char *sfair_node_fault(const node_info_t *node)
{
	if (node->node_state & NODE_STATE_DRAIN)
		return "drained";
	if (!sfair_node_is_up(node) && sfair_node_is_silent(node))
		return _is_unregistered(node)
			       ? "not answering, and has not registered since "
				 "slurmctld started"
			       : "not answering";
	if (!sfair_node_is_up(node))
		return "down";
	return sfair_node_powers_down(node)
		       ? "powering down, and can be used when it has"
		       : "booting";
}

/* The reason of a node that is up is an old one. */
static const char *_told_fault(char text[SFAIR_SHOWN], const node_info_t *node)
{
	if (sfair_node_is_up(node) || !node->reason || !*node->reason)
		return NULL;
	return sfair_shown(text, node->reason);
}

const char *sfair_node_fault_why(char text[SFAIR_FAULT],
				 const node_info_t *node)
{
	char reason[SFAIR_SHOWN];
	const char *told = _told_fault(reason, node);

	snprintf(text, SFAIR_FAULT, "%s%s%s", sfair_node_fault(node),
		 told ? ": " : "", told ? told : "");
	return text;
}

const char *sfair_node_fault_whole(char text[SFAIR_FAULT],
				   const node_info_t *node, int64_t now)
{
	char reason[SFAIR_SHOWN], at[SFAIR_MOMENT];
	const char *told = _told_fault(reason, node);
	const struct passwd *user =
		node->reason_uid == NO_VAL ? NULL : getpwuid(node->reason_uid);

	if (!told || !node->reason_time || !user)
		return sfair_node_fault_why(text, node);
	snprintf(text, SFAIR_FAULT, "%s by %.64s, %s: %s",
		 sfair_node_fault(node), user->pw_name,
		 sfair_moment_text(at, node->reason_time, now), told);
	return text;
}
