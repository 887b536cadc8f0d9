/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_files.h.
 */
#include "slurm/common/compat.h"

#include "src/common/slurm_protocol_api.h"

#include <errno.h>

#include "slurm/common/config_file.h"
#include "slurm/fairtree/config/priority_files.h"
#include "slurm/fairtree/config/usage_formula.h"
#include "core/priority/priority_rule.h"
#include "core/base/scheduler_name.h"

#define WHERE "slurm.conf: PriorityParameters: "

/* Lines of one file that are logged; the rest is only counted. */
enum { BAD_LINES = 20 };

static void _bad_line(void *context, const char *text)
{
	int *count = context;

	if ((*count)++ < BAD_LINES)
		error("priority/fairtree: %s", text);
}

static int _read_file(void *context, const char *key, const char *name,
		      struct ft_rule_file *ret_file, struct ft_err *err)
{
	struct fts_config_file file;
	int rc = fts_config_file_read(key, name, slurm_conf.slurm_conf,
				      slurm_conf.slurm_user_id, &file, err);

	if (rc)
		return rc;
	info("priority/fairtree: %s=%s: sha256 %s", key, file.path,
	     file.sha256);
	*ret_file = (struct ft_rule_file){.path = file.path, .text = file.text};
	return 0;
}

static bool _file_counts(void *context, const char *name)
{
	return fts_usage_formula_place(name) >= 0;
}

static void _find_ids(struct fts_priority_files *files)
{
	const struct ft_component_policy *policy = files->policy.components;

	if (ft_component_policy_uses(policy, FT_CRED_USER))
		fts_id_priority_read(&files->users, policy, FT_USER);
	if (ft_component_policy_uses(policy, FT_CRED_GROUP))
		fts_id_priority_read(&files->groups, policy, FT_GROUP);
}

static struct ft_priority_site _site(void)
{
	uint32_t flags = slurm_conf.priority_flags;

	return (struct ft_priority_site){
		.fair_tree = flags & PRIORITY_FLAGS_FAIR_TREE,
		.depth_oblivious = flags & PRIORITY_FLAGS_DEPTH_OBLIVIOUS,
		.incr_only = flags & PRIORITY_FLAGS_INCR_ONLY,
		.calculate_running = flags & PRIORITY_FLAGS_CALCULATE_RUNNING,
		.scheduler = ft_scheduler_name(slurm_conf.schedtype,
					       slurm_conf.plugindir),
	};
}

struct fts_priority_files *
fts_priority_files_read(bool slurmdbd, struct ft_priority_option *ret_option,
			struct ft_err *err)
{
	int bad = 0;
	const struct ft_priority_case site = {
		.parameters = slurm_conf.priority_params,
		.tres_weights = slurm_conf.priority_weight_tres,
		.site = _site(),
		.slurmdbd = slurmdbd,
		/* Programs that load the plugin alone have none. */
		.counts = fts_tres_count() > 0 ? _file_counts : NULL,
		.read = _read_file,
		.bad_line = _bad_line,
		.context = &bad,
	};
	struct ft_priority_rules rules;
	struct fts_priority_files *files;

	if (ft_priority_rules_read(&site, &rules, err))
		return NULL;
	if (ft_site_policy_advice(&rules.policy))
		error("priority/fairtree: " WHERE "%s",
		      ft_site_policy_advice(&rules.policy));
	*ret_option = rules.option;
	files = xmalloc(sizeof(*files));
	files->references = 1;
	files->policy = rules.policy;
	files->group = rules.group;
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
