/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See conf.h.
 */
#define _GNU_SOURCE
#include "core/base/conf.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/line.h"

enum { INCLUDE_DEPTH = 8, NUMBER_ROOM = 24 };

static const char blanks[] = " \t\v\f\r\n";

struct ft_conf {
	uint32_t count, room;
	struct ft_conf_line *entry;
};

static int _read_conf(struct ft_conf *conf, const char *path, int depth,
		      struct ft_err *err);

void ft_conf_free(struct ft_conf *conf)
{
	if (!conf)
		return;
	for (size_t i = 0; i < conf->count; i++) {
		free(conf->entry[i].key);
		free(conf->entry[i].value);
		free(conf->entry[i].where);
		free(conf->entry[i].rest);
	}
	free(conf->entry);
	free(conf);
}

char *ft_conf_beside(const char *conf, const char *name)
{
	const char *slash = conf ? strrchr(conf, '/') : NULL;
	size_t folder =
		name[0] == '/' || !slash ? 0 : (size_t) (slash - conf) + 1;
	size_t size = strlen(name) + 1;
	char *path = malloc(folder + size);

	if (!path)
		return NULL;
	if (folder)
		memcpy(path, conf, folder);
	memcpy(path + folder, name, size);
	return path;
}

const char *ft_conf_get(const struct ft_conf *conf, const char *key,
			const char **ret_where)
{
	for (size_t i = conf->count; i > 0; i--) {
		const struct ft_conf_line *entry = &conf->entry[i - 1];

		if (strcasecmp(entry->key, key))
			continue;
		if (ret_where)
			*ret_where = entry->where;
		return entry->value;
	}
	return NULL;
}

int ft_conf_each(const struct ft_conf *conf, const char *key,
		 int (*take)(void *context, const char *value, const char *rest,
			     const char *where),
		 void *context)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < conf->count; i++) {
		const struct ft_conf_line *entry = &conf->entry[i];

		if (!strcasecmp(entry->key, key))
			rc = take(context, entry->value, entry->rest,
				  entry->where);
	}
	return rc;
}

int ft_conf_lines(const struct ft_conf *conf,
		  int (*take)(void *context, const struct ft_conf_line *line),
		  void *context)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < conf->count; i++)
		rc = take(context, &conf->entry[i]);
	return rc;
}

bool ft_conf_word(const char *rest, const char *key, char *value, size_t room)
{
	size_t length = strlen(key), size;

	while (*rest) {
		rest += strspn(rest, " \t");
		size = strcspn(rest, " \t");
		if (!strncasecmp(rest, key, length) && rest[length] == '=') {
			rest += length + 1;
			size -= length + 1;
			size = size < room ? size : room - 1;
			memcpy(value, rest, size);
			value[size] = '\0';
			return true;
		}
		rest += size;
	}
	return false;
}

/* "PATH:LINE: KEY", or NULL if out of memory. */
static char *_where(const char *path, unsigned long line, const char *key)
{
	size_t room = strlen(path) + strlen(key) + NUMBER_ROOM + 4;
	char *where = malloc(room);

	if (where)
		snprintf(where, room, "%s:%lu: %s", path, line, key);
	return where;
}

static int _add_key(struct ft_conf *conf, const char *path, unsigned long line,
		    const char *key, const char *value, const char *rest,
		    bool lacks_value)
{
	struct ft_conf_line *entry;

	if (!FT_ARRAY_GROW(conf->entry, conf->count, conf->room))
		return -ENOMEM;
	entry = &conf->entry[conf->count];
	entry->key = strdup(key);
	entry->value = strdup(value);
	entry->rest = strdup(rest);
	entry->where = _where(path, line, key);
	entry->lacks_value = lacks_value;
	conf->count++;
	return entry->key && entry->value && entry->rest && entry->where
		       ? 0
		       : -ENOMEM;
}

/* Cuts blanks at both ends. */
static char *_trimmed(char *text)
{
	size_t len;

	while (isspace((unsigned char) *text))
		text++;
	len = strlen(text);
	while (len && isspace((unsigned char) text[len - 1]))
		text[--len] = '\0';
	return text;
}

/*
 * How long a value is, with its quotes: they are some only where a blank or the
 * end of the line stands behind the second one.
 */
static size_t _value_size(const char *text, bool *ret_quoted)
{
	const char *end = text[0] == '"' ? strchr(text + 1, '"') : NULL;

	*ret_quoted = end && (!end[1] || isspace((unsigned char) end[1]));
	return *ret_quoted ? (size_t) (end - text) + 1 : strcspn(text, blanks);
}

/*
 * Takes the quotes off, or cuts an unquoted value at the first blank; *ret_rest
 * is what stands behind.
 */
static char *_cut_value(char *text, char **ret_rest)
{
	bool quoted;
	char *end = text + _value_size(text, &quoted);

	*ret_rest = *end ? end + 1 : end;
	*end = '\0';
	if (!quoted)
		return text;
	end[-1] = '\0';
	return text + 1;
}

/* Behind KEY=VALUE, NULL: text does not begin with it. */
static const char *_pair_end(const char *text)
{
	const char *at = text;
	size_t size;
	bool quoted;

	while (isalnum((unsigned char) *at) || *at == '_' || *at == '.')
		at++;
	if (at == text)
		return NULL;
	at += strspn(at, blanks);
	if (*at && strchr("-+*/", *at))
		at++;
	if (*at++ != '=')
		return NULL;
	at += strspn(at, blanks);
	size = _value_size(at, &quoted);
	return size ? at + size : NULL;
}

const char *ft_conf_stray(const char *rest)
{
	const char *end;

	while (*(rest += strspn(rest, blanks))) {
		end = _pair_end(rest);
		if (!end)
			return rest;
		rest = end;
	}
	return NULL;
}

/* Each "%c" is the cluster's name in small letters; to may be NULL. */
static size_t _write_include(char *to, const char *name, const char *cluster)
{
	size_t size = 0;

	while (*name) {
		bool mark = name[0] == '%' && name[1] == 'c';

		for (const char *at = cluster; mark && *at; at++, size++)
			if (to)
				to[size] = (char) tolower((unsigned char) *at);
		if (!mark && to)
			to[size] = *name;
		size += !mark;
		name += mark ? 2 : 1;
	}
	if (to)
		to[size] = '\0';
	return size;
}

/* An Include's path is relative to the folder of the file that names it. */
static int _include(struct ft_conf *conf, const char *path, const char *name,
		    int depth, struct ft_err *err)
{
	const char *slash = strrchr(path, '/');
	const char *cluster = ft_conf_get(conf, "ClusterName", NULL);
	size_t folder = slash ? (size_t) (slash - path) + 1 : 0;
	char *full;
	int rc;

	if (strstr(name, "%c") && !cluster)
		return ft_fail(err, -EINVAL,
			       "%s: Include %s: %%c is the ClusterName, which "
			       "has to stand before it",
			       path, name);
	if (name[0] == '/')
		folder = 0;
	if (!cluster)
		cluster = "";
	full = malloc(folder + _write_include(NULL, name, cluster) + 1);
	if (!full)
		return -ENOMEM;
	memcpy(full, path, folder);
	_write_include(full + folder, name, cluster);
	rc = _read_conf(conf, full, depth + 1, err);
	free(full);
	return rc;
}

static int _read_statement(struct ft_conf *conf, const char *path,
			   unsigned long number, char *line, int depth,
			   struct ft_err *err)
{
	char *equals, *value, *rest, *key = _trimmed(line);
	bool lacks_value;
	size_t len;

	if (!*key)
		return 0;
	if (!strncasecmp(key, "include", 7) &&
	    isspace((unsigned char) key[7])) {
		if (key == line)
			return _include(conf, path, _trimmed(key + 7), depth,
					err);
		return ft_fail(
			err, -EINVAL,
			"%s:%lu: \"%s\" has blanks before it, with which "
			"slurmctld does not start: take them away",
			path, number, key);
	}
	equals = strchr(key, '=');
	if (!equals || equals == key)
		return ft_fail(err, -EINVAL,
			       "%s:%lu: \"%s\" is no KEY=VALUE line", path,
			       number, key);
	*equals++ = '\0';
	len = strlen(key);
	if (key[len - 1] == '+')
		key[len - 1] = '\0';
	equals = _trimmed(equals);
	lacks_value = !*equals;
	value = _cut_value(equals, &rest);
	if (_add_key(conf, path, number, _trimmed(key), value, rest,
		     lacks_value))
		return ft_no_memory_for(err, path);
	return 0;
}

/* Cuts an unescaped '#' and all behind it. */
static void _cut_comment(char *line)
{
	bool escaped = false;

	for (; *line && (*line != '#' || escaped); line++)
		escaped = *line == '\\' && !escaped;
	*line = '\0';
}

/*
 * The length of line without the '\' that continues it, behind which blanks may
 * stand; false: there is none.
 */
static bool _is_continued(const char *line, size_t *len)
{
	size_t end = *len, slashes = 0;

	while (end && isspace((unsigned char) line[end - 1]))
		end--;
	while (slashes < end && line[end - 1 - slashes] == '\\')
		slashes++;
	if (slashes % 2 == 0)
		return false;
	*len = end - 1;
	return true;
}

/*
 * Appends line to *all without its end; true if the next continues it.  A
 * comment ends with its line, whatever that ends with.
 */
static bool _add_part(char **all, size_t *all_len, char *line, bool *failed)
{
	size_t len;
	bool more;
	char *grown;

	line[strcspn(line, "\r\n")] = '\0';
	_cut_comment(line);
	len = strlen(line);
	more = _is_continued(line, &len);
	grown = realloc(*all, *all_len + len + 1);
	if (!grown) {
		*failed = true;
		return false;
	}
	memcpy(grown + *all_len, line, len);
	*all_len += len;
	grown[*all_len] = '\0';
	*all = grown;
	return more;
}

static int _read_stream(struct ft_conf *conf, const char *path, FILE *file,
			int depth, struct ft_err *err)
{
	char *line = NULL, *all = NULL;
	size_t room = 0, all_len = 0;
	unsigned long number = 0, first = 1;
	bool failed = false;
	int rc = 0, got = 0;

	while (!rc &&
	       (got = ft_line_read(file, &line, &room, FT_LINE_MAX)) > 0) {
		number++;
		if (_add_part(&all, &all_len, line, &failed))
			continue;
		rc = failed ? ft_no_memory_for(err, path)
			    : _read_statement(conf, path, first, all, depth,
					      err);
		all_len = 0;
		first = number + 1;
	}
	if (!rc && !got && all_len)
		rc = _read_statement(conf, path, first, all, depth, err);
	if (!rc && got < 0)
		rc = ft_line_fail(err, got, path, number);
	free(line);
	free(all);
	return rc;
}

static int _read_conf(struct ft_conf *conf, const char *path, int depth,
		      struct ft_err *err)
{
	FILE *file;
	int rc;

	if (depth > INCLUDE_DEPTH)
		return ft_fail(err, -ELOOP,
			       "%s: Include is nested more than %d deep", path,
			       INCLUDE_DEPTH);
	file = fopen(path, "re");
	if (!file) {
		rc = -errno;
		return ft_fail(err, rc, "%s: %s", path, strerror(-rc));
	}
	rc = _read_stream(conf, path, file, depth, err);
	fclose(file);
	return rc;
}

int ft_conf_read(const char *path, struct ft_conf **ret_conf,
		 struct ft_err *err)
{
	struct ft_conf *conf = calloc(1, sizeof(*conf));
	int rc;

	if (!conf)
		return ft_no_memory_for(err, path);
	rc = _read_conf(conf, path, 0, err);
	if (rc) {
		ft_conf_free(conf);
		return rc;
	}
	*ret_conf = conf;
	return 0;
}
