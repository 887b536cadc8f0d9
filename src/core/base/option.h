/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_option - one table describes each option once; parsing, checking, help
 * and completion all read that table.
 *
 * Reads "key=value,key=value,flag", the form of PriorityParameters and
 * SchedulerParameters.  Refuses unknown keys (naming the nearest known one),
 * repeated keys, values out of range; on any error nothing is changed.  Keys
 * of other programs are skipped by the caller's prefix.
 *
 * Two kinds of options have no place in a struct of fixed size, and each of
 * their values is handed to the caller: "key:SCOPE=value" for one partition,
 * and lists "key=NAME:VALUE|NAME:VALUE".
 */
#ifndef FT_CORE_BASE_OPTION_H
#define FT_CORE_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

enum ft_option_type {
	FT_OPTION_FLAG,	  /* bool: "key", "key=yes|no" */
	FT_OPTION_INT,	  /* int64_t in [min, max] */
	FT_OPTION_REAL,	  /* double in [min, max] */
	FT_OPTION_SPAN,	  /* int64_t seconds in [min, max] */
	FT_OPTION_CHOICE, /* int: index into choices */
	FT_OPTION_TEXT,	  /* char[max], not empty; the caller judges it */
	/* Handed to ft_option_take, with no field of their own: */
	FT_OPTION_SCOPED,      /* real in [min, max], perhaps for one scope */
	FT_OPTION_SCOPED_SPAN, /* the same, a time in seconds */
	FT_OPTION_LIST,	       /* names and their values; the caller judges */
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

/* What an option says that has no field. */
struct ft_option_entry {
	const struct ft_option *option;
	const char *scope; /* FT_OPTION_SCOPED*: the partition; NULL: all */
	const char *name;  /* FT_OPTION_LIST: the name before ":"; else NULL */
	const char *value; /* as it was written */
	double number;	   /* FT_OPTION_SCOPED*: the value */
};

/* 0, or -errno with err, which need not name the place. */
typedef int (*ft_option_take)(void *context,
			      const struct ft_option_entry *entry,
			      struct ft_err *err);

/* A table whose fields start at offset in the struct of all options. */
struct ft_option_group {
	const struct ft_option *table; /* NULL ends an array of groups */
	size_t offset;
};

/* How a text is read; see ft_option_parse() for where and prefix. */
struct ft_option_reader {
	const struct ft_option_group *groups;
	const char *where, *prefix;
	ft_option_take take; /* NULL: entries are judged and dropped */
	void *context;
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

/* The same for options that stand in several tables. */
extern int ft_option_read(const struct ft_option_reader *reader,
			  const char *text, void *options, size_t options_size,
			  struct ft_err *err);

/* The option of this name or alias, in any case; NULL: none. */
extern const struct ft_option *ft_option_find(const struct ft_option *table,
					      const char *name);

/*
 * The number that a FT_OPTION_SCOPED* has as text.  0, -EINVAL or -ERANGE,
 * with a message that names where, option and remedy.
 */
extern int ft_option_number(const struct ft_option *option, const char *where,
			    const char *text, double *ret_number,
			    struct ft_err *err);

/* Letters to add, drop or change to make one of the other, whatever their case:
 * Levenshtein's distance, of 64 characters at most. */
extern size_t ft_option_distance(const char *a, const char *b);

/* The name of the table nearest to key, or NULL if none is near. */
extern const char *ft_option_nearest(const struct ft_option *table,
				     const char *key);

/* The same of several tables. */
extern const char *ft_option_nearest_of(const struct ft_option_group *groups,
					const char *key);

#endif
