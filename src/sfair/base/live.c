/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See live.h.
 */
#define _GNU_SOURCE
#include "sfair/base/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "sfair/base/json_file.h"
#include "sfair/base/priority_site.h"

static const char usual_conf[] = "/etc/slurm/slurm.conf";

const char *sfair_live_conf(void)
{
	const char *named = getenv("SLURM_CONF");

	return named ? named : usual_conf;
}

int sfair_conf_read(const char *path, struct ft_conf **ret_conf,
		    struct ft_err *err)
{
	int rc = ft_conf_read(path, ret_conf, err);

	if (rc == -ENOENT && !strcmp(path, usual_conf) && access(path, F_OK))
		return ft_fail(err, rc,
			       "%s: %s: give --conf FILE, or set SLURM_CONF "
			       "(configless: /run/slurm/conf/slurm.conf)",
			       path, strerror(-rc));
	return rc;
}

static int _read_parameters(struct sfair_live *live, struct ft_err *err)
{
	const char *type = ft_conf_get(live->conf, "PriorityType", NULL);

	if (!type || strcasecmp(type, "priority/fairtree"))
		return ft_fail(err, -EINVAL,
			       "%s: PriorityType=%s: only priority/fairtree "
			       "keeps what is asked for",
			       live->path, type ? type : "priority/basic");
	live->site = sfair_priority_site(live->conf);
	live->parameters = ft_conf_get(live->conf, "PriorityParameters", NULL);
	live->state_dir = ft_conf_get(live->conf, "StateSaveLocation", NULL);
	if (!live->state_dir)
		live->state_dir = "/var/spool";
	return ft_priority_option_read(live->parameters, &live->site,
				       &live->option, err);
}

int sfair_live_read(const char *path, struct sfair_live *live,
		    struct ft_err *err)
{
	int rc;

	*live = (struct sfair_live){.path = path};
	rc = sfair_conf_read(path, &live->conf, err);
	if (!rc)
		rc = _read_parameters(live, err);
	if (rc)
		sfair_live_fini(live);
	return rc;
}

void sfair_live_fini(struct sfair_live *live)
{
	ft_conf_free(live->conf);
	*live = (struct sfair_live){0};
}

static int _parse_ledger(const char *path, struct ft_ledger_image *image,
			 struct ft_err *err)
{
	char *text = NULL;
	int rc = sfair_file_read(path, &text, err);

	if (rc == -ENOENT)
		return ft_fail(err, rc,
			       "%s: there is none: priority/fairtree writes it "
			       "once a job has run",
			       path);
	if (rc)
		return rc;
	if (ft_ledger_image_init(image))
		rc = ft_no_memory(err);
	else
		rc = ft_ledger_file_read(text, strlen(text), path, image, err);
	free(text);
	return rc;
}

int sfair_live_ledger(const struct sfair_live *live,
		      struct ft_ledger_image *image, struct ft_err *err)
{
	char *path;
	int rc;

	if (asprintf(&path, "%s/" FT_LEDGER_FILE_NAME, live->state_dir) < 0)
		return ft_no_memory(err);
	rc = _parse_ledger(path, image, err);
	free(path);
	return rc;
}
