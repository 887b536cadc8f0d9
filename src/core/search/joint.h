/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_joint - looks at every way to spread parts over nodes.
 *
 * Goes from node to node; what it remembers of those behind it is how many
 * nodes and tasks each part has got.  Refuses to choose well: the first way
 * that does is taken.
 */
#ifndef FT_CORE_SEARCH_JOINT_H
#define FT_CORE_SEARCH_JOINT_H

#include "core/search/parts.h"

/*
 * Is there a way for all parts to start at parts->found?  Each can alone, and
 * licences suffice for all.  Fills parts->picks.
 */
extern bool ft_joint_find(struct ft_parts *parts);

#endif
