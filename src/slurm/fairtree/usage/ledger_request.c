/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See ledger_request.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/fairtree/usage/ledger_request.h"
#include "slurm/common/state_file.h"

/* Gone before it is looked at: nothing is ever added twice. */
static int _read_request(const char *path, char **ret_data, size_t *ret_size)
{
	struct stat is;
	int rc;

	if (lstat(path, &is))
		return -errno;
	rc = fts_state_file_read(path, ret_data, ret_size);
	if (rc)
		error("priority/fairtree: %s cannot be read: %s; nothing is "
		      "imported: it must belong to SlurmUser",
		      path, strerror(-rc));
	if (unlink(path)) {
		error("priority/fairtree: %s cannot be removed: %s; nothing is "
		      "imported",
		      path, strerror(errno));
		if (!rc)
			free(*ret_data);
		return -EACCES;
	}
	if (!is.st_uid || is.st_uid == slurm_conf.slurm_user_id)
		return rc;
	error("priority/fairtree: %s belonged to user %u: only root and "
	      "SlurmUser may import usage",
	      path, (unsigned int) is.st_uid);
	if (!rc)
		free(*ret_data);
	return -EPERM;
}

bool fts_ledger_request_take(const char *state_dir,
			     struct ft_ledger_image *ret_image)
{
	char *path = xstrdup_printf("%s/" FT_LEDGER_IMPORT_NAME, state_dir);
	struct ft_err err = {0};
	char *data;
	size_t size;
	int rc = _read_request(path, &data, &size);

	if (!rc) {
		rc = ft_ledger_image_init(ret_image);
		if (!rc)
			rc = ft_ledger_file_read(data, size, path, ret_image,
						 &err);
		if (rc)
			error("priority/fairtree: %s; nothing is imported",
			      err.text[0] ? err.text : "out of memory");
		free(data);
	}
	xfree(path);
	return !rc;
}
