/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_files.h.
 */
#include "slurm/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <errno.h>

#include "slurm/config_file.h"
#include "slurm/priority_files.h"
#include "core/resource_group.h"

#define WHERE "slurm.conf: PriorityParameters: "

/* Lines of one file that are logged; the rest is only counted. */
enum { BAD_LINES = 20 };

static void _bad_line(void *context, const char *text)
{
	int *count = context;

	if ((*count)++ < BAD_LINES)
		error("priority/fairtree: %s", text);
}

static int _read(const char *key, const char *name,
		 struct fts_config_file *file, struct ft_err *err)
{
	int rc = fts_config_file_read(key, name, slurm_conf.slurm_conf,
				      slurm_conf.slurm_user_id, file, err);

	if (!rc)
		info("priority/fairtree: %s=%s: sha256 %s", key, file->path,
		     file->sha256);
	return rc;
}

static int _read_group(const struct ft_pbs_option *option,
		       struct ft_vertex_list *group, struct ft_err *err)
{
	struct fts_config_file file;
	int bad = 0;
	int rc = _read(WHERE "resource_group", option->resource_group, &file,
		       err);

	if (rc)
		return rc;
	rc = ft_resource_group_read(file.text, file.path,
				    (uint32_t) option->unknown_shares,
				    _bad_line, &bad, group, err);
	fts_config_file_fini(&file);
	return rc;
}

static int _read_policy(const struct ft_priority_option *option,
			const struct ft_priority_site *site,
			struct ft_site_policy *policy, struct ft_err *err)
{
	struct fts_config_file file;
	int rc = 0;

	if (ft_site_policy_init(policy))
		return ft_fail(err, -ENOMEM, "out of memory");
	if (ft_priority_option_file(option)) {
		rc = _read(WHERE "policy", option->policy, &file, err);
		if (rc)
			return rc;
		rc = ft_site_policy_read(policy, file.text, file.path, err);
		fts_config_file_fini(&file);
	}
	if (!rc)
		rc = ft_priority_option_policy(slurm_conf.priority_params, site,
					       policy, err);
	if (!rc && ft_site_policy_advice(policy))
		error("priority/fairtree: " WHERE "%s",
		      ft_site_policy_advice(policy));
	return rc;
}

static void _find_ids(struct fts_priority_files *files)
{
	const struct ft_component_policy *policy = files->policy.components;

	if (ft_component_policy_uses(policy, FT_CRED_USER))
		fts_id_priority_read(&files->users, policy, FT_USER);
	if (ft_component_policy_uses(policy, FT_CRED_GROUP))
		fts_id_priority_read(&files->groups, policy, FT_GROUP);
}

struct fts_priority_files *
fts_priority_files_read(const struct ft_priority_option *option,
			const struct ft_priority_site *site, struct ft_err *err)
{
	struct fts_priority_files *files = xmalloc(sizeof(*files));
	int rc = _read_policy(option, site, &files->policy, err);

	files->references = 1;
	if (!rc && ft_pbs_option_file(&option->pbs))
		rc = _read_group(&option->pbs, &files->group, err);
	if (rc) {
		fts_priority_files_free(files);
		return NULL;
	}
	_find_ids(files);
	return files;
}

void fts_priority_files_free(struct fts_priority_files *files)
{
	if (!files || --files->references > 0)
		return;
	fts_id_priority_fini(&files->users);
	fts_id_priority_fini(&files->groups);
	ft_vertex_fini(&files->group);
	ft_site_policy_fini(&files->policy);
	xfree(files);
}
