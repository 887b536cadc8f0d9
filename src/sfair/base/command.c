/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See command.h.
 */
#include "sfair/base/command.h"

#include <getopt.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/number.h"
#include "sfair/base/sfair.h"

enum { OPTIONS = 24, HELP = 'H' << 8 };

/* Short options: the same for the same in every subcommand. */
static const struct {
	const char *name;
	char letter;
} letters[] = {
	{"account", 'A'},   {"constraint", 'C'}, {"job", 'j'},
	{"jobs", 'j'},	    {"name", 'n'},	 {"noheader", 'h'},
	{"partition", 'p'}, {"qos", 'q'},	 {"states", 't'},
	{"user", 'u'},	    {"verbose", 'v'},
};

/* The letter of an option; 0: it has none. */
static char _letter_of(const char *name)
{
	for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++)
		if (!strcmp(letters[i].name, name))
			return letters[i].letter;
	return 0;
}

/* What getopt_long() takes for them: each returns its index. */
static void _list_options(const struct sfair_command_option *option,
			  struct option *ret_long, char *ret_short)
{
	int count = 0;

	for (; count < OPTIONS && option[count].name; count++) {
		ret_long[count] = (struct option){
			.name = option[count].name,
			.has_arg = option[count].text ? required_argument
						      : no_argument,
			.val = 256 + count,
		};
		if (!_letter_of(option[count].name))
			continue;
		*ret_short++ = _letter_of(option[count].name);
		if (option[count].text)
			*ret_short++ = ':';
	}
	ret_long[count] = (struct option){.name = "help", .val = HELP};
	*ret_short = '\0';
}

static const struct sfair_command_option *
_option_of(const struct sfair_command_option *option, int c)
{
	if (c >= 256)
		return &option[c - 256];
	while (option->name && _letter_of(option->name) != c)
		option++;
	return option->name ? option : NULL;
}

bool sfair_command_read(int argc, char **argv, const char *usage,
			const struct sfair_command_option *option,
			int *ret_status)
{
	struct option all[OPTIONS + 2] = {{NULL}};
	char shorts[2 * OPTIONS + 1];
	int c;

	_list_options(option, all, shorts);
	while ((c = getopt_long(argc, argv, shorts, all, NULL)) != -1) {
		const struct sfair_command_option *one =
			c == HELP ? NULL : _option_of(option, c);

		if (one && one->text)
			*one->text = optarg;
		else if (one)
			*one->flag = true;
		else {
			if (c == HELP)
				puts(usage);
			else
				fprintf(stderr, "%s --help names all options\n",
					argv[0]);
			*ret_status = c == HELP ? SFAIR_DONE : SFAIR_USAGE;
			return false;
		}
	}
	*ret_status = SFAIR_DONE;
	return true;
}

/* How many words the option at word takes: 0, 1 or 2. */
static int _own_words(const char *word,
		      const struct sfair_command_option *option)
{
	if (!strcmp(word, "--help"))
		return 1;
	for (; option->name; option++) {
		size_t size = strlen(option->name);

		char letter = _letter_of(option->name);

		if (letter && word[0] == '-' && word[1] == letter && !word[2])
			return option->text ? 2 : 1;
		if (strncmp(word, "--", 2) ||
		    strncmp(word + 2, option->name, size))
			continue;
		if (!word[2 + size])
			return option->text ? 2 : 1;
		if (word[2 + size] == '=' && option->text)
			return 1;
	}
	return 0;
}

int sfair_command_own(int argc, char **argv,
		      const struct sfair_command_option *option)
{
	int at = 1, words;

	while (at < argc && (words = _own_words(argv[at], option)) &&
	       at + words <= argc)
		at += words;
	return at;
}

int sfair_command_color(const char *command, const char *mode,
			struct sfair_paint *ret_paint)
{
	if (sfair_paint_read(mode, ret_paint))
		return SFAIR_DONE;
	fprintf(stderr, "sfair %s: --color=%s: give auto, always or never\n",
		command, mode);
	return SFAIR_USAGE;
}

int sfair_command_job(const char *command, const char *text, uint32_t *ret_id)
{
	int64_t id = 0;

	if (text && ft_number_int(text, 1, UINT32_MAX - 2, &id)) {
		fprintf(stderr, "sfair %s: %s is no number of a job\n", command,
			text);
		return SFAIR_USAGE;
	}
	*ret_id = (uint32_t) id;
	return SFAIR_DONE;
}

int sfair_command_end(const char *command, const char *word)
{
	if (!word)
		return SFAIR_DONE;
	fprintf(stderr, "sfair %s: %s: it takes options only\n", command, word);
	return SFAIR_USAGE;
}

const char *sfair_command_user(char name[256])
{
	const struct passwd *self = getpwuid(getuid());

	if (self)
		snprintf(name, 256, "%s", self->pw_name);
	else
		snprintf(name, 256, "%u", (unsigned int) getuid());
	return name;
}
