/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_tree_read - a fairshare tree out of a file: PBS's resource_group, or
 * JSON, told apart by the first character.
 *
 * Computes nothing.  Refuses a file with a mistake, naming file and place.
 */
#ifndef FT_SFAIR_TREE_TREE_FILE_H
#define FT_SFAIR_TREE_TREE_FILE_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/fairshare/vertex.h"

/*
 * Fills an empty list; *ret_pbs: it is a resource_group file, and has PBS's
 * unknown group.  0 or -errno with err.  Bad lines of a resource_group file
 * are printed to stderr, each.
 */
extern int sfair_tree_read(const char *path, uint32_t unknown_shares,
			   struct ft_vertex_list *list, bool *ret_pbs,
			   struct ft_err *err);

/*
 * Usage out of lines "name value".  pbs: names that no leaf has become leaves
 * below unknown, else they are refused.  0 or -errno with err.
 */
extern int sfair_tree_usage(const char *path, bool pbs,
			    struct ft_vertex_list *list, struct ft_err *err);

#endif
