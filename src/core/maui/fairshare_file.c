/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_file.h.
 */
#include "core/maui/fairshare_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/name_code.h"
#include "core/base/number.h"
#include "core/base/text.h"

#define PREFIX "FS."
#define DURATION "Duration:"
#define AMOUNT_MAX 1e18

static const char *const words[2][FT_CREDENTIAL_KINDS] = {
	[FT_FS_MANUAL] = {"User", "Group", "Account", "QOS", "Class"},
	[FT_FS_332] = {"user", "group", "acct", "qos", "class"},
};

struct reader {
	const char *name;
	uint32_t line;
	struct ft_fs_history *history;
	struct ft_fs_window *window;
	bool total; /* it was given */
	struct ft_err *err;
};

int64_t ft_fs_file_start(const char *name)
{
	int64_t start;

	if (strncmp(name, PREFIX, strlen(PREFIX)) ||
	    ft_number_int(name + strlen(PREFIX), 0, INT64_MAX / 2, &start))
		return -1;
	return start;
}

static int _refuse_file(const struct reader *reader, const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s:%" PRIu32 ": %s", reader->name,
		       reader->line, why);
}

static int _file_total(struct reader *reader, double amount)
{
	if (reader->total)
		return _refuse_file(reader, "a second total");
	reader->total = true;
	reader->window->total = amount;
	return 0;
}

static int _credential(struct reader *reader, const char *word, char *name,
		       double amount)
{
	enum ft_credential_kind kind = ft_credential_kind_of(word);
	uint32_t credential;

	if (kind == FT_CREDENTIAL_KINDS)
		return _refuse_file(reader, "a line begins with User, Group, "
					    "Account, QOS, Class or TOTAL");
	ft_name_decode(name);
	credential =
		ft_credential_add(&reader->history->credentials, kind, name);
	if (credential == FT_CREDENTIAL_NONE ||
	    ft_fs_window_charge(reader->window, credential, amount))
		return ft_no_memory(reader->err);
	return 0;
}

static int _file_line(struct reader *reader, char *line)
{
	char *rest = NULL;
	char *word = strtok_r(line, " \t\r", &rest);
	char *name = strtok_r(NULL, " \t\r", &rest);
	char *value = strtok_r(NULL, " \t\r", &rest);
	bool total;
	double amount;

	/* The sample of the manual stands between two rulers. */
	if (!word || *word == '#' || !strncmp(word, "---", 3))
		return 0;
	total = !strcasecmp(word, "TOTAL");
	if (total && !value) {
		value = name;
		name = word;
	}
	if (!value || strtok_r(NULL, " \t\r", &rest) ||
	    ft_number_real(value, 0, AMOUNT_MAX, &amount))
		return _refuse_file(
			reader,
			"give a kind, a name and an amount of 0 or more");
	if (total || !strcasecmp(word, "sched"))
		return _file_total(reader, amount);
	return _credential(reader, word, name, amount);
}

/* What the header says of the window's length, or else interval. */
static int64_t _file_length(const char *text, int64_t interval)
{
	const char *at = strstr(text, DURATION);
	long long seconds;

	if (!at)
		return interval;
	seconds = strtoll(at + strlen(DURATION), NULL, 10);
	return seconds > 0 && seconds < INT32_MAX ? seconds : interval;
}

/* Without a total, what was delivered is what the users got. */
static void _add_total(const struct reader *reader)
{
	const struct ft_credential_table *table = &reader->history->credentials;

	for (uint32_t i = 0; i < table->count; i++)
		if (table->entry[i].kind == FT_USER)
			reader->window->total +=
				ft_fs_window_amount(reader->window, i);
}

int ft_fs_file_read(char *text, const char *name, int64_t start,
		    int64_t interval, struct ft_fs_history *history,
		    struct ft_err *err)
{
	struct reader reader = {.name = name, .history = history, .err = err};
	char *line;
	int rc = ft_fs_history_add(history, start, _file_length(text, interval),
				   &reader.window);

	if (rc == -EINVAL)
		return ft_fail(err, rc,
			       "%s: its window overlaps that of another file",
			       name);
	if (rc)
		return ft_fail(err, rc, "out of memory");
	while (!rc && (line = strsep(&text, "\n"))) {
		reader.line++;
		rc = _file_line(&reader, line);
	}
	if (!rc && !reader.total)
		_add_total(&reader);
	return rc;
}

/* A name as one word, which Maui's own names are. */
static void _put_padded(struct ft_text *text, const char *name)
{
	enum { WIDTH = 16 };
	size_t from = text->size;

	ft_name_put(text, name);
	while (!text->failed && text->size - from < WIDTH)
		ft_text_add(text, " ");
}

static void _put_credentials(struct ft_text *text,
			     const struct ft_fs_history *history,
			     const struct ft_fs_window *window,
			     const char *word, enum ft_credential_kind kind)
{
	const struct ft_credential_table *table = &history->credentials;

	for (uint32_t i = 0; i < table->count; i++) {
		double amount = ft_fs_window_amount(window, i);

		if (table->entry[i].kind != kind || amount <= 0)
			continue;
		ft_text_put(text, "%-8s ", word);
		_put_padded(text, table->entry[i].name);
		ft_text_put(text, " %.3f\n", amount);
	}
}

char *ft_fs_file_text(const struct ft_fs_history *history, uint32_t window,
		      enum ft_fs_spelling spelling, const char *starting)
{
	const struct ft_fs_window *own = &history->window[window];
	struct ft_text text = {0};

	ft_text_put(&text,
		    "# Fairshare Data File (Duration: %" PRId64
		    " Seconds) Starting: %s\n\n",
		    own->length, starting);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		_put_credentials(&text, history, own, words[spelling][kind],
				 (enum ft_credential_kind) kind);
	if (spelling == FT_FS_332)
		ft_text_put(&text, "%-8s %-16s %.3f\n", "sched", "TOTAL",
			    own->total);
	else
		ft_text_put(&text, "%-8s %.3f\n", "TOTAL", own->total);
	return ft_text_take(&text);
}
