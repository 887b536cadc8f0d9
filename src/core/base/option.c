/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See option.h.
 */
#include "core/base/option.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/list.h"
#include "core/base/number.h"

enum { KEY_MAX = 64 };

const struct ft_option *ft_option_find(const struct ft_option *table,
				       const char *key)
{
	for (; table->name; table++)
		if (!strcasecmp(table->name, key) ||
		    (table->alias && !strcasecmp(table->alias, key)))
			return table;
	return NULL;
}

size_t ft_option_distance(const char *a, const char *b)
{
	size_t row[KEY_MAX + 1];
	size_t len = strnlen(b, KEY_MAX);

	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 0; i < KEY_MAX && a[i]; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < len; j++) {
			size_t best =
				diagonal + (tolower((unsigned char) a[i]) !=
					    tolower((unsigned char) b[j]));

			diagonal = row[j + 1];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (diagonal + 1 < best)
				best = diagonal + 1;
			row[j + 1] = best;
		}
	}
	return row[len];
}

const char *ft_option_nearest(const struct ft_option *table, const char *key)
{
	const char *best = NULL;
	size_t least = strnlen(key, KEY_MAX) / 2 + 1;

	for (; table->name; table++) {
		size_t distance = ft_option_distance(key, table->name);

		if (distance < least) {
			least = distance;
			best = table->name;
		}
	}
	return best;
}

static int _set_flag(const char *value, bool *field)
{
	if (!value[0] || !strcasecmp(value, "yes") ||
	    !strcasecmp(value, "true") || !strcmp(value, "1"))
		*field = true;
	else if (!strcasecmp(value, "no") || !strcasecmp(value, "false") ||
		 !strcmp(value, "0"))
		*field = false;
	else
		return -EINVAL;
	return 0;
}

static int _set_choice(const char *const *choices, const char *value,
		       int *field)
{
	for (int i = 0; choices[i]; i++)
		if (!strcasecmp(choices[i], value)) {
			*field = i;
			return 0;
		}
	return -EINVAL;
}

static int _set_text(const char *value, size_t size, char *field)
{
	size_t length = strlen(value);

	if (!length)
		return -EINVAL;
	if (length >= size)
		return -ERANGE;
	memcpy(field, value, length + 1);
	return 0;
}

static int _read_number(const struct ft_option *option, const char *value,
			double *ret_number)
{
	int64_t seconds = 0;
	int rc;

	if (option->type == FT_OPTION_SCOPED)
		return ft_number_real(value, option->min, option->max,
				      ret_number);
	rc = ft_number_span(value, (int64_t) option->min, (int64_t) option->max,
			    &seconds);
	if (!rc)
		*ret_number = (double) seconds;
	return rc;
}

static int _set_option(const struct ft_option *option, const char *value,
		       void *options)
{
	/* An option that is handed over has no offset. */
	bool handed = option->type >= FT_OPTION_SCOPED;
	void *field = handed ? NULL : (char *) options + option->offset;
	double number;

	switch (option->type) {
	case FT_OPTION_FLAG:
		return _set_flag(value, field);
	case FT_OPTION_INT:
		return ft_number_int(value, (int64_t) option->min,
				     (int64_t) option->max, field);
	case FT_OPTION_REAL:
		return ft_number_real(value, option->min, option->max, field);
	case FT_OPTION_SPAN:
		return ft_number_span(value, (int64_t) option->min,
				      (int64_t) option->max, field);
	case FT_OPTION_CHOICE:
		return _set_choice(option->choices, value, field);
	case FT_OPTION_TEXT:
		return _set_text(value, (size_t) option->max, field);
	case FT_OPTION_SCOPED:
	case FT_OPTION_SCOPED_SPAN:
		return _read_number(option, value, &number);
	case FT_OPTION_LIST:
		return 0;
	}
	return -EINVAL;
}

static int _refuse_value(const struct ft_option *option, const char *where,
			 const char *value, int code, struct ft_err *err)
{
	char list[FT_ERR_TEXT / 2] = "";
	size_t used = 0;

	if (option->type == FT_OPTION_FLAG)
		return ft_fail(err, code, "%s: %s=%s: give yes or no", where,
			       option->name, value);
	if (option->type == FT_OPTION_TEXT)
		return ft_fail(err, code,
			       "%s: %s=%s: give 1 to %.15g characters", where,
			       option->name, value, option->max - 1);
	if (option->type != FT_OPTION_CHOICE)
		return ft_fail(
			err, code,
			"%s: %s=%s: give a number from %.15g to %.15g%s%s",
			where, option->name, value, option->min, option->max,
			option->unit[0] ? " " : "", option->unit);
	for (int i = 0; option->choices[i]; i++) {
		size_t len = strlen(option->choices[i]);

		if (used + len + 2 > sizeof(list))
			break;
		if (i)
			list[used++] = '|';
		memcpy(list + used, option->choices[i], len + 1);
		used += len;
	}
	return ft_fail(err, code, "%s: %s=%s: give one of %s", where,
		       option->name, value, list);
}

int ft_option_defaults(const struct ft_option *table, void *options,
		       struct ft_err *err)
{
	for (; table->name; table++) {
		int rc = _set_option(table, table->initial, options);

		if (rc)
			return ft_fail(err, rc, "default of %s is wrong",
				       table->name);
	}
	return 0;
}

int ft_option_number(const struct ft_option *option, const char *where,
		     const char *text, double *ret_number, struct ft_err *err)
{
	int rc = _read_number(option, text, ret_number);

	return rc ? _refuse_value(option, where, text, rc, err) : 0;
}

/* The state of one call of ft_option_read(). */
struct reading {
	const struct ft_option_reader *reader;
	void *options;
	bool *seen; /* of each option of each group: it was given */
	struct ft_err *err;
};

static int _give_entry(const struct reading *reading,
		       const struct ft_option_entry *entry)
{
	const struct ft_option_reader *reader = reading->reader;
	struct ft_err why = {0};
	int rc = 0;

	if (reader->take)
		rc = reader->take(reader->context, entry, &why);
	return rc ? ft_fail(reading->err, rc, "%s: %.400s", reader->where,
			    why.text)
		  : 0;
}

/* "NAME:VALUE|NAME:VALUE" */
static int _read_entries(const struct reading *reading,
			 const struct ft_option *option, char *list)
{
	char *token;
	int rc = 0;

	while (!rc && (token = strsep(&list, "|"))) {
		struct ft_option_entry entry = {.option = option,
						.name = token};
		char *colon = strchr(token, ':');

		if (!colon || colon == token || !colon[1])
			return ft_fail(reading->err, -EINVAL,
				       "%s: %s=%s: write NAME:VALUE, and '|' "
				       "before the next NAME:VALUE",
				       reading->reader->where, option->name,
				       token);
		*colon = '\0';
		entry.value = colon + 1;
		rc = _give_entry(reading, &entry);
	}
	return rc;
}

static int _read_value(const struct reading *reading,
		       const struct ft_option *option, size_t offset,
		       const char *scope, char *value)
{
	struct ft_option_entry entry = {
		.option = option, .scope = scope, .value = value};
	const char *where = reading->reader->where;
	int rc;

	if (option->type == FT_OPTION_LIST)
		return _read_entries(reading, option, value);
	if (option->type == FT_OPTION_SCOPED ||
	    option->type == FT_OPTION_SCOPED_SPAN) {
		rc = ft_option_number(option, where, value, &entry.number,
				      reading->err);
		return rc ? rc : _give_entry(reading, &entry);
	}
	rc = _set_option(option, value ? value : "",
			 (char *) reading->options + offset);
	return rc ? _refuse_value(option, where, value, rc, reading->err) : 0;
}

/* Where key stands; *ret_seen counts options through all groups. */
static const struct ft_option *_find_option(const struct reading *reading,
					    const char *key, size_t *ret_offset,
					    bool **ret_seen)
{
	const struct ft_option_group *group = reading->reader->groups;
	const struct ft_option *option;
	bool *seen = reading->seen;

	for (; group->table; group++) {
		option = ft_option_find(group->table, key);
		if (option) {
			*ret_offset = group->offset;
			*ret_seen = seen + (option - group->table);
			return option;
		}
		for (option = group->table; option->name; option++)
			seen++;
	}
	return NULL;
}

const char *ft_option_nearest_of(const struct ft_option_group *groups,
				 const char *key)
{
	size_t least = SIZE_MAX, distance;
	const char *nearest = NULL, *name;

	for (; groups->table; groups++) {
		name = ft_option_nearest(groups->table, key);
		distance = name ? ft_option_distance(key, name) : SIZE_MAX;
		if (distance < least) {
			least = distance;
			nearest = name;
		}
	}
	return nearest;
}

static int _refuse_key(const struct reading *reading, const char *key)
{
	const char *nearest =
		ft_option_nearest_of(reading->reader->groups, key);

	return ft_fail(reading->err, -ENOENT, "%s: unknown key %s%s%s%s",
		       reading->reader->where, key,
		       nearest ? ": did you mean " : "", nearest ? nearest : "",
		       nearest ? "?" : "");
}

/* Cuts "key:scope" in two; NULL if there is no scope. */
static char *_cut_scope(char *key)
{
	char *colon = strchr(key, ':');

	if (colon)
		*colon++ = '\0';
	return colon;
}

/* What does not go together with this option. */
static int _judge_form(const struct reading *reading,
		       const struct ft_option *option, const char *scope,
		       const char *value, bool *seen)
{
	const char *where = reading->reader->where;
	bool scoped = option->type == FT_OPTION_SCOPED ||
		      option->type == FT_OPTION_SCOPED_SPAN;

	if (scope && (!scoped || !*scope))
		return ft_fail(reading->err, -EINVAL, "%s: %s:%s: %s", where,
			       option->name, scope,
			       scoped ? "name a partition behind the ':'"
				      : "this key counts for all partitions");
	if (*seen && !scope)
		return ft_fail(reading->err, -EINVAL, "%s: %s is given twice",
			       where, option->name);
	*seen |= !scope;
	if (!value && option->type != FT_OPTION_FLAG)
		return ft_fail(reading->err, -EINVAL,
			       "%s: %s needs a value: %s=...", where,
			       option->name, option->name);
	return 0;
}

/* One "key=value" or "key:scope=value". */
static int _read_token(const struct reading *reading, char *token)
{
	const char *prefix = reading->reader->prefix;
	const struct ft_option *option;
	char *scope, *value = strchr(token, '=');
	size_t offset;
	bool *seen;
	int rc;

	if (value)
		*value++ = '\0';
	if (prefix && strncasecmp(token, prefix, strlen(prefix)))
		return 0;
	scope = _cut_scope(token);
	option = _find_option(reading, token, &offset, &seen);
	if (!option)
		return _refuse_key(reading, token);
	rc = _judge_form(reading, option, scope, value, seen);
	return rc ? rc : _read_value(reading, option, offset, scope, value);
}

static int _read_list(const struct reading *reading, char *list)
{
	char *save = NULL;
	int rc = 0;

	for (char *token = strtok_r(list, ",", &save); !rc && token;
	     token = strtok_r(NULL, ",", &save))
		rc = _read_token(reading, ft_list_trim(token));
	return rc;
}

int ft_option_read(const struct ft_option_reader *reader, const char *text,
		   void *options, size_t options_size, struct ft_err *err)
{
	struct reading reading = {.reader = reader, .err = err};
	const struct ft_option_group *group = reader->groups;
	size_t count = 0;
	char *list;
	int rc = -ENOMEM;

	if (!text || !text[0])
		return 0;
	for (; group->table; group++)
		for (size_t i = 0; group->table[i].name; i++)
			count++;
	reading.seen = calloc(count + 1, sizeof(*reading.seen));
	reading.options = malloc(options_size);
	list = strdup(text);
	if (!reading.seen || !list || !reading.options) {
		ft_fail(err, rc, "%s: out of memory", reader->where);
		goto out;
	}
	memcpy(reading.options, options, options_size);
	rc = _read_list(&reading, list);
	if (!rc)
		memcpy(options, reading.options, options_size);
out:
	free(reading.options);
	free(list);
	free(reading.seen);
	return rc;
}

int ft_option_parse(const struct ft_option *table, const char *where,
		    const char *prefix, const char *text, void *options,
		    size_t options_size, struct ft_err *err)
{
	const struct ft_option_group groups[] = {{table, 0}, {NULL, 0}};
	const struct ft_option_reader reader = {
		.groups = groups, .where = where, .prefix = prefix};

	return ft_option_read(&reader, text, options, options_size, err);
}
