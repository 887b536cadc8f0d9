/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trim_request.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/fairtree/usage/trim_request.h"
#include "core/pbs/pbs_option.h"

bool fts_trim_request_take(const char *state_dir)
{
	char *path = xstrdup_printf("%s/" FT_PBS_TRIM, state_dir);
	struct stat is;
	bool taken = false;

	if (lstat(path, &is)) {
		/* It is not asked for. */
	} else if (unlink(path)) {
		error("priority/fairtree: %s cannot be removed: %s; nothing is "
		      "trimmed",
		      path, strerror(errno));
	} else if (is.st_uid && is.st_uid != slurm_conf.slurm_user_id) {
		error("priority/fairtree: %s belonged to user %u: only root "
		      "and SlurmUser may trim the tree",
		      path, (unsigned int) is.st_uid);
	} else {
		taken = true;
	}
	xfree(path);
	return taken;
}
