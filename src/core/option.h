/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_option - one table describes each option once; parsing, checking, help
 * and completion all read that table.
 *
 * Reads "key=value,key=value,flag", the form of PriorityParameters and
 * SchedulerParameters.  Refuses unknown keys (naming the nearest known one),
 * repeated keys, values out of range; on any error nothing is changed.  Keys
 * that belong to somebody else are skipped by the caller's prefix.
 */
#ifndef FT_CORE_OPTION_H
#define FT_CORE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/err.h"

enum ft_option_type {
	FT_OPTION_FLAG,	  /* bool: "key", "key=yes|no" */
	FT_OPTION_INT,	  /* int64_t in [min, max] */
	FT_OPTION_REAL,	  /* double in [min, max] */
	FT_OPTION_SPAN,	  /* int64_t seconds in [min, max] */
	FT_OPTION_CHOICE, /* int: index into choices */
	FT_OPTION_TEXT,	  /* char[max], not empty; the caller judges it */
};

struct ft_option {
	const char *name;
	enum ft_option_type type;
	size_t offset; /* of the field in the options struct */
	double min, max;
	const char *const *choices; /* NULL-terminated, FT_OPTION_CHOICE */
	const char *initial; /* default, read by the same parser; never NULL */
	const char *unit;    /* "" if none */
	const char *alias;   /* Maui's or PBS's name, NULL if none */
	const char *help;    /* one sentence */
};

/* Sets every option of the table (ended by a NULL name) to its default. */
extern int ft_option_defaults(const struct ft_option *table, void *options,
			      struct ft_err *err);

/*
 * Reads text (may be NULL: nothing) into options, which hold defaults.
 * prefix: only keys that start with it are ours, others are skipped; NULL:
 * every key is ours.  where: "slurm.conf: PriorityParameters", for messages.
 * Returns 0, -EINVAL, -ERANGE, -ENOENT (unknown key) or -ENOMEM.
 */
extern int ft_option_parse(const struct ft_option *table, const char *where,
			   const char *prefix, const char *text, void *options,
			   size_t options_size, struct ft_err *err);

/* The name of the table nearest to key, or NULL if none is near. */
extern const char *ft_option_nearest(const struct ft_option *table,
				     const char *key);

#endif
