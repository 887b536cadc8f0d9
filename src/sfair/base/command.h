/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_command - what subcommands read of a call in the same way.
 *
 * Each says on standard error what is wrong, with the subcommand's name, and
 * returns SFAIR_DONE or SFAIR_USAGE.  Refuses to know any subcommand.
 */
#ifndef FT_SFAIR_BASE_COMMAND_H
#define FT_SFAIR_BASE_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "sfair/base/paint.h"

/* An option: text, which takes a value, or flag, which takes none.  Its letter
 * follows from its name, and is squeue's. */
struct sfair_command_option {
	const char *name;
	const char **text;
	bool *flag;
};

/*
 * Reads the options of a list that ends with an empty one; optind is then that
 * of the first word that is none.  --help prints usage.  True: go on; false:
 * the subcommand ends, with *ret_status.
 */
extern bool sfair_command_read(int argc, char **argv, const char *usage,
			       const struct sfair_command_option *option,
			       int *ret_status);

/*
 * How many words of argv, with argv[0], are options of the list and their
 * values: for a subcommand that hands further words to another program.  A
 * short option counts by itself only; --help counts.
 */
extern int sfair_command_own(int argc, char **argv,
			     const struct sfair_command_option *option);

/* mode: of --color; NULL: as without it. */
extern int sfair_command_color(const char *command, const char *mode,
			       struct sfair_paint *ret_paint);

/* The number of a job; text NULL: 0. */
extern int sfair_command_job(const char *command, const char *text,
			     uint32_t *ret_id);

/* Refuses a word behind the options. */
extern int sfair_command_end(const char *command, const char *word);

/* The user's own name, or number. */
extern const char *sfair_command_user(char name[256]);

#endif
