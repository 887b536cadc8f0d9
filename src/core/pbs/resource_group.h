/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_resource_group - the file of PBS Professional that defines a fairshare
 * tree: one vertex a line, "name fairshare-id parent shares".
 *
 * Source: Altair, "Fairshare management for PBS Professional", seed 003.
 * Names are case-sensitive and unique in the tree; a parent stands before its
 * children; "root" is another name of TREEROOT; what follows a '#' is a
 * comment.  The fairshare id is a label, usage belongs to names.  "unknown"
 * is there already, for entities that the file does not name.  Refuses a file
 * with a bad line, after every bad line was named.  Does no input itself.
 */
#ifndef FT_CORE_PBS_RESOURCE_GROUP_H
#define FT_CORE_PBS_RESOURCE_GROUP_H

#include "core/base/err.h"
#include "core/fairshare/vertex.h"

#define FT_PBS_ROOT "TREEROOT"
#define FT_PBS_UNKNOWN "unknown"

enum { FT_PBS_UNKNOWN_INDEX = 1 }; /* of the list that is read */

/* Gets each bad line: "FILE:LINE: what is wrong with it". */
typedef void (*ft_resource_group_report)(void *context, const char *text);

/*
 * Reads text (which is changed) into an empty list.  name: of the file, for
 * messages.  report may be NULL.  0, -EINVAL (err has the first bad line and
 * how many there are) or -ENOMEM; then the list is empty.
 */
extern int ft_resource_group_read(char *text, const char *name,
				  uint32_t unknown_shares,
				  ft_resource_group_report report,
				  void *context, struct ft_vertex_list *list,
				  struct ft_err *err);

/*
 * Usage of an entity: of the leaf of that name, or else of a new leaf of one
 * share below unknown.  Sets *ret_index.  0, -ENOMEM, or -EINVAL (the name is
 * that of a vertex with children, which owns no jobs).
 */
extern int ft_resource_group_entity(struct ft_vertex_list *list,
				    const char *name, uint32_t *ret_index);

#endif
