/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See outlook_file.h.
 */
#define _GNU_SOURCE
#include "sfair/outlook/outlook_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/queue/schedule_option.h"
#include "sfair/base/json_file.h"

char *sfair_outlook_path(const char *parameters, const char *state_dir)
{
	struct ft_schedule_options options;
	struct ft_err err;
	char *path = NULL;

	if (ft_schedule_options_read(parameters, &options, NULL, NULL, &err) ||
	    !strcmp(options.publish, "no"))
		return NULL;
	if (*options.publish == '/')
		return strdup(options.publish);
	if (asprintf(&path, "%s/%s", state_dir, options.publish) < 0)
		return NULL;
	return path;
}

int sfair_outlook_read(const char *path, struct ft_outlook *outlook,
		       struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (rc)
		return rc;
	rc = ft_outlook_read(text, strlen(text), path, outlook, err);
	free(text);
	return rc;
}
