/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See option.h.
 */
#include "core/option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/number.h"

enum { KEY_MAX = 64 };

static const struct ft_option *_find(const struct ft_option *table,
				     const char *key)
{
	for (; table->name; table++)
		if (!strcasecmp(table->name, key) ||
		    (table->alias && !strcasecmp(table->alias, key)))
			return table;
	return NULL;
}

/* Levenshtein distance, cut off at KEY_MAX characters. */
static size_t _distance(const char *a, const char *b)
{
	size_t row[KEY_MAX + 1];
	size_t len = strnlen(b, KEY_MAX);

	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 0; a[i] && i < KEY_MAX; i++) {
		size_t diagonal = row[0];

		row[0] = i + 1;
		for (size_t j = 0; j < len; j++) {
			size_t best = diagonal + (a[i] != b[j]);

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
		size_t distance = _distance(key, table->name);

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

static int _set(const struct ft_option *option, const char *value,
		void *options)
{
	void *field = (char *) options + option->offset;

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
		int rc = _set(table, table->initial, options);

		if (rc)
			return ft_fail(err, rc, "default of %s is wrong",
				       table->name);
	}
	return 0;
}

/* One "key=value"; seen marks the options that were given before. */
static int _read_token(const struct ft_option *table, const char *where,
		       const char *prefix, char *token, void *options,
		       bool *seen, struct ft_err *err)
{
	const struct ft_option *option;
	char *value = strchr(token, '=');
	const char *nearest;
	int rc;

	if (value)
		*value++ = '\0';
	if (prefix && strncasecmp(token, prefix, strlen(prefix)))
		return 0;
	option = _find(table, token);
	if (!option) {
		nearest = ft_option_nearest(table, token);
		return ft_fail(err, -ENOENT, "%s: unknown key %s%s%s%s", where,
			       token, nearest ? ": did you mean " : "",
			       nearest ? nearest : "", nearest ? "?" : "");
	}
	if (seen[option - table])
		return ft_fail(err, -EINVAL, "%s: %s is given twice", where,
			       option->name);
	seen[option - table] = true;
	if (!value && option->type != FT_OPTION_FLAG)
		return ft_fail(err, -EINVAL, "%s: %s needs a value: %s=...",
			       where, option->name, option->name);
	rc = _set(option, value ? value : "", options);
	return rc ? _refuse_value(option, where, value, rc, err) : 0;
}

static int _read_list(const struct ft_option *table, const char *where,
		      const char *prefix, char *list, void *options, bool *seen,
		      struct ft_err *err)
{
	char *save = NULL;

	for (char *token = strtok_r(list, ",", &save); token;
	     token = strtok_r(NULL, ",", &save)) {
		int rc = _read_token(table, where, prefix, token, options, seen,
				     err);

		if (rc)
			return rc;
	}
	return 0;
}

int ft_option_parse(const struct ft_option *table, const char *where,
		    const char *prefix, const char *text, void *options,
		    size_t options_size, struct ft_err *err)
{
	size_t count = 0;
	bool *seen;
	char *list;
	void *work;
	int rc = -ENOMEM;

	if (!text || !text[0])
		return 0;
	while (table[count].name)
		count++;
	seen = calloc(count + 1, sizeof(*seen));
	list = strdup(text);
	work = malloc(options_size);
	if (!seen || !list || !work) {
		ft_fail(err, rc, "%s: out of memory", where);
		goto out;
	}
	memcpy(work, options, options_size);
	rc = _read_list(table, where, prefix, list, work, seen, err);
	if (!rc)
		memcpy(options, work, options_size);
out:
	free(work);
	free(list);
	free(seen);
	return rc;
}
