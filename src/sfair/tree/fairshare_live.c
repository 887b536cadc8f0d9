/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_live.h.
 */
#define _GNU_SOURCE
#include "sfair/tree/fairshare_live.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sfair/base/live.h"
#include "sfair/base/policy_file.h"

static const char *_conf(const char *conf)
{
	return conf ? conf : sfair_live_conf();
}

void sfair_fs_live_fini(struct sfair_fs_live *live)
{
	ft_ledger_image_fini(&live->image);
	ft_site_policy_fini(&live->policy);
	*live = (struct sfair_fs_live){0};
}

static int _read_request(const struct sfair_live *site,
			 struct sfair_fs_live *live, struct ft_err *err)
{
	int rc;

	if (ft_site_policy_init(&live->policy))
		return ft_no_memory(err);
	rc = sfair_policy_read(site->path, site->parameters, &site->site,
			       &site->option, &live->policy, err);
	return rc ? rc : sfair_live_ledger(site, &live->image, err);
}

int sfair_fs_live_read(const char *conf, struct sfair_fs_live *live,
		       struct ft_err *err)
{
	struct sfair_live site;
	int rc = sfair_live_read(_conf(conf), &site, err);

	*live = (struct sfair_fs_live){0};
	if (rc)
		return rc;
	rc = _read_request(&site, live, err);
	sfair_live_fini(&site);
	if (rc)
		sfair_fs_live_fini(live);
	return rc;
}

static int _write_request(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0)
			return -errno;
		text += n;
		size -= (size_t) n;
	}
	return 0;
}

/* slurmctld reads it as SlurmUser, whose folder that is. */
static int _give_request(int fd, const char *dir)
{
	struct stat folder;

	if (geteuid())
		return 0;
	if (stat(dir, &folder) || fchown(fd, folder.st_uid, folder.st_gid))
		return -errno;
	return 0;
}

/* Never over another request: that one is not taken yet. */
static int _request(const char *dir, const char *text, size_t size,
		    struct ft_err *err)
{
	char *path = NULL, *next = NULL;
	int fd = -1, rc = -ENOMEM;

	if (asprintf(&path, "%s/" FT_LEDGER_IMPORT_NAME, dir) >= 0 &&
	    asprintf(&next, "%s.%d", path, (int) getpid()) >= 0) {
		fd = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		rc = fd < 0 ? -errno : _give_request(fd, dir);
		if (!rc)
			rc = _write_request(fd, text, size);
	}
	if (fd >= 0 && close(fd) && !rc)
		rc = -errno;
	if (!rc && link(next, path))
		rc = -errno;
	if (fd >= 0)
		(void) unlink(next);
	if (rc == -EEXIST)
		(void) ft_fail(err, rc,
			       "%s: the request of before is not taken yet: "
			       "wait for the next pass",
			       path);
	else if (rc)
		(void) ft_fail(err, rc, "%s: %s", path ? path : dir,
			       strerror(-rc));
	free(next);
	free(path);
	return rc;
}

int sfair_fs_live_import(const char *conf, const struct ft_fs_history *history,
			 struct ft_err *err)
{
	struct ft_ledger_image image;
	struct sfair_live site;
	char *text = NULL;
	size_t size;
	int rc = sfair_live_read(_conf(conf), &site, err);

	if (rc)
		return rc;
	rc = ft_ledger_image_init(&image);
	if (!rc)
		rc = ft_ledger_import(&image.ledger, history);
	if (!rc)
		text = ft_ledger_file_text(&image, &size);
	if (text)
		rc = _request(site.state_dir, text, size, err);
	else
		rc = ft_no_memory(err);
	free(text);
	ft_ledger_image_fini(&image);
	sfair_live_fini(&site);
	return rc;
}
