/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_folder.h.
 */
#define _GNU_SOURCE
#include "sfair/tree/fairshare_folder.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sfair/base/json_file.h"

static int _read_file(const char *folder, const char *name, int64_t interval,
		      struct ft_fs_history *history, struct ft_err *err)
{
	char *path = NULL, *text = NULL;
	int rc;

	if (asprintf(&path, "%s/%s", folder, name) < 0)
		return ft_no_memory(err);
	rc = sfair_file_read(path, &text, err);
	if (!rc)
		rc = ft_fs_file_read(text, path, ft_fs_file_start(name),
				     interval, history, err);
	free(text);
	free(path);
	return rc;
}

static int _is_window(const struct dirent *entry)
{
	return ft_fs_file_start(entry->d_name) >= 0;
}

int sfair_fs_folder_read(const char *folder, int64_t interval,
			 struct ft_fs_history *history, struct ft_err *err)
{
	struct dirent **entry = NULL;
	int count = scandir(folder, &entry, _is_window, versionsort);
	int rc = 0;

	if (count < 0)
		return ft_fail(err, -errno, "%s: %s", folder, strerror(errno));
	if (!count)
		rc = ft_fail(err, -ENOENT,
			     "%s: there is no file FS.<epoch> in it", folder);
	for (int i = 0; i < count; i++) {
		if (!rc)
			rc = _read_file(folder, entry[i]->d_name, interval,
					history, err);
		free(entry[i]);
	}
	free(entry);
	return rc;
}

static int _write_text(const char *path, const char *text, struct ft_err *err)
{
	FILE *file = fopen(path, "wxe");
	int rc = file ? 0 : -errno;

	if (file && fputs(text, file) == EOF)
		rc = -EIO;
	if (file && fclose(file) && !rc)
		rc = -errno;
	return rc ? ft_fail(err, rc, "%s: %s", path, strerror(-rc)) : 0;
}

static int _write_window(const char *folder,
			 const struct ft_fs_history *history, uint32_t number,
			 enum ft_fs_spelling spelling, struct ft_err *err)
{
	int64_t start = history->window[number].start;
	time_t time = (time_t) start;
	char words[64], *path = NULL, *text;
	struct tm tm;
	int rc;

	if (!localtime_r(&time, &tm) ||
	    !strftime(words, sizeof(words), "%a %b %e %H:%M:%S %Y", &tm))
		words[0] = '\0';
	text = ft_fs_file_text(history, number, spelling, words);
	if (!text || asprintf(&path, "%s/FS.%" PRId64, folder, start) < 0)
		rc = ft_no_memory(err);
	else
		rc = _write_text(path, text, err);
	free(path);
	free(text);
	return rc;
}

int sfair_fs_folder_write(const char *folder,
			  const struct ft_fs_history *history,
			  enum ft_fs_spelling spelling, struct ft_err *err)
{
	int rc = 0;

	for (uint32_t i = 0; !rc && i < history->count; i++)
		rc = _write_window(folder, history, i, spelling, err);
	return rc;
}
