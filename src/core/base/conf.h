/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_conf - looks up keys of a slurm.conf, offline.
 *
 * Reads as Slurm does: keys in any case, '#' starts a comment to the end of
 * its line, a '\' at the end outside of comments continues a line (the first of
 * such lines names it), "Include FILE" is followed (%c being the ClusterName,
 * which stands before that), the last of a repeated key wins, "+=" acts as "=".
 * Knows nothing of what a key means, and refuses Include loops and lines
 * without '='.
 */
#ifndef FT_CORE_BASE_CONF_H
#define FT_CORE_BASE_CONF_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"

struct ft_conf;

/* What is set in a line, or in several that continue each other. */
struct ft_conf_line {
	char *key, *value;
	char *rest;	  /* what stands behind the value */
	char *where;	  /* "FILE:LINE: KEY", for messages */
	bool lacks_value; /* not even "" */
};

/* 0, -ENOENT and other errors of opening, -EINVAL, -ELOOP, -ENOMEM. */
extern int ft_conf_read(const char *path, struct ft_conf **ret_conf,
			struct ft_err *err);
extern void ft_conf_free(struct ft_conf *conf);

/*
 * The path of a file that a slurm.conf names: name itself if it begins at the
 * root, else beside conf (may be NULL).  To be freed; NULL: out of memory.
 */
extern char *ft_conf_beside(const char *conf, const char *name);

/*
 * The value of key, NULL if it is not given.  ret_where (may be NULL) gets
 * "FILE:LINE: KEY", for messages.  Both live as long as conf.
 */
extern const char *ft_conf_get(const struct ft_conf *conf, const char *key,
			       const char **ret_where);

/*
 * Calls take for each line of key, in order, until it returns other than 0,
 * which is returned: with the value, and with what stands behind it, as in
 * "PartitionName=VALUE REST".
 */
extern int ft_conf_each(const struct ft_conf *conf, const char *key,
			int (*take)(void *context, const char *value,
				    const char *rest, const char *where),
			void *context);

/* The same of all lines, whatever their keys are. */
extern int ft_conf_lines(const struct ft_conf *conf,
			 int (*take)(void *context,
				     const struct ft_conf_line *line),
			 void *context);

/* Where a rest, or a line, has something that is no KEY=VALUE; NULL: nowhere.
 */
extern const char *ft_conf_stray(const char *rest);

/*
 * Copies the value of key out of such a rest, cut to room; false: it is not
 * there.
 */
extern bool ft_conf_word(const char *rest, const char *key, char *value,
			 size_t room);

#endif
