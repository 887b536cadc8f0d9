/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_state.h.
 */
#include "slurm/common/compat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "slurm/fairtree/usage/ledger_state.h"
#include "slurm/common/state_file.h"

static void _reject_ledger(const char *path, const char *why)
{
	int rc = fts_state_file_set_aside(path);

	if (rc)
		error("priority/fairtree: %s; it cannot be set aside: %s", why,
		      strerror(-rc));
	else
		error("priority/fairtree: %s; it is set aside as %s.damaged",
		      why, path);
}

/* 0, -ENOENT, or another -errno after a message. */
static int _read_ledger(const char *path, struct ft_ledger_image *image,
			struct ft_ledger_clock *clock)
{
	struct ft_err err;
	size_t size;
	char *data;
	int rc = fts_state_file_read(path, &data, &size);

	if (rc == -ENOENT)
		return rc;
	if (rc) {
		error("priority/fairtree: %s cannot be read: %s", path,
		      strerror(-rc));
		return rc;
	}
	rc = ft_ledger_clock_read(data, size, path, image, clock, &err);
	free(data);
	if (rc == -EINVAL)
		_reject_ledger(path, err.text);
	else if (rc)
		error("priority/fairtree: %s", err.text);
	return rc && ft_ledger_image_init(image) ? -ENOMEM : rc;
}

bool fts_ledger_state_read(const char *dir, struct ft_ledger_image *image,
			   struct ft_ledger_clock *clock)
{
	char *path, *old;
	int rc;

	if (!xstrcmp(dir, "/dev/null"))
		return true;
	path = xstrdup_printf("%s/" FT_LEDGER_FILE_NAME, dir);
	old = xstrdup_printf("%s.old", path);
	rc = _read_ledger(path, image, clock);
	if (rc && rc != -ENOMEM)
		rc = _read_ledger(old, image, clock) ? -ENOENT : 1;
	if (rc > 0)
		error("priority/fairtree: the ledger is that of %s, of %" PRId64
		      "; what jobs that are gone have used since is lost",
		      old, image->until);
	else if (rc == -ENOENT)
		info("priority/fairtree: no ledger in %s: usage is kept from "
		     "now on",
		     dir);
	xfree(old);
	xfree(path);
	return rc != -ENOMEM;
}

bool fts_ledger_state_write(const char *dir,
			    const struct ft_ledger_image *image,
			    const struct ft_ledger_clock *clock)
{
	char *path, *text;
	size_t size;
	int rc = -ENOMEM;

	if (!xstrcmp(dir, "/dev/null"))
		return true;
	path = xstrdup_printf("%s/" FT_LEDGER_FILE_NAME, dir);
	text = ft_ledger_clock_text(image, clock, &size);
	if (text) {
		fts_state_file_keep(path);
		rc = fts_state_file_write(path, text, size);
	}
	if (rc)
		error("priority/fairtree: cannot write %s: %s; the file of "
		      "before stays",
		      path, strerror(-rc));
	free(text);
	xfree(path);
	return !rc;
}
