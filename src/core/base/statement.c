/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See statement.h.
 */
#include "core/base/statement.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BLANKS " \t\r"

/* Cuts "name[index]" in two. */
static int _split_index(char *name, struct ft_statement *statement,
			struct ft_err *err)
{
	char *open = strchr(name, '[');
	size_t size;

	statement->name = name;
	statement->index = NULL;
	if (!open)
		return 0;
	size = strlen(open);
	if (open == name || size < 3 || open[size - 1] != ']')
		return ft_fail(err, -EINVAL,
			       "%s: write the name, then an index in brackets",
			       name);
	*open = open[size - 1] = '\0';
	statement->index = open + 1;
	return 0;
}

static int _take_value(char *token, bool alone, struct ft_statement *statement,
		       struct ft_err *err)
{
	char *equals = strchr(token, '=');

	if (!equals && !alone)
		return ft_fail(err, -EINVAL, "%s: %s has no '='",
			       statement->name, token);
	if (equals)
		*equals++ = '\0';
	statement->key = equals ? token : NULL;
	statement->value = equals ? equals : token;
	if (equals && (!*token || !*equals))
		return ft_fail(err, -EINVAL, "%s: give KEY=VALUE",
			       statement->name);
	return 0;
}

static int _statement_line(char *line, ft_statement_take take, void *context,
			   struct ft_err *err)
{
	struct ft_statement statement;
	char *rest = NULL, *token, *next;
	bool alone;
	int rc;

	line[strcspn(line, "#")] = '\0';
	token = strtok_r(line, BLANKS, &rest);
	if (!token)
		return 0;
	rc = _split_index(token, &statement, err);
	token = strtok_r(NULL, BLANKS, &rest);
	if (!rc && !token)
		rc = ft_fail(err, -EINVAL, "%s: there is no value",
			     statement.name);
	alone = true;
	while (!rc && token) {
		next = strtok_r(NULL, BLANKS, &rest);
		rc = _take_value(token, alone && !next, &statement, err);
		if (!rc)
			rc = take(context, &statement, err);
		alone = false;
		token = next;
	}
	return rc;
}

int ft_statement_read(char *text, const char *file, ft_statement_take take,
		      void *context, struct ft_err *err)
{
	struct ft_err why = {0};
	uint32_t number = 0;
	char *line;
	int rc = 0;

	while (!rc && (line = strsep(&text, "\n"))) {
		number++;
		rc = _statement_line(line, take, context, &why);
	}
	return rc ? ft_fail(err, rc, "%s:%" PRIu32 ": %.400s", file, number,
			    why.text)
		  : 0;
}
