/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_option.h.
 */
#include "core/priority_option.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define WHERE "slurm.conf: PriorityParameters"
#define FIELD(name) offsetof(struct ft_priority_option, name)

const struct ft_option ft_priority_option_table[] = {
	{"model", FT_OPTION_CHOICE, FIELD(model), 0, 0, ft_model_names, "auto",
	 "", NULL,
	 "The fairshare model; auto follows PriorityFlags, any other value "
	 "must agree with them; simple counts own usage alone."},
	{"ties", FT_OPTION_CHOICE, FIELD(ties), 0, 0, ft_ties_names, "compat",
	 "", NULL,
	 "How Fair Tree ranks accounts of equal level_fs: compat as "
	 "priority/multifactor does, strict as Slurm documents it."},
	{"bypassweight", FT_OPTION_INT, FIELD(service.bypass_weight), 0,
	 INT32_MAX, NULL, "0", "points", NULL,
	 "Priority for each time that a job behind was started first; needs "
	 "SchedulerType=sched/reserve."},
	{"bypasscap", FT_OPTION_INT, FIELD(service.bypass_cap), 0, UINT32_MAX,
	 NULL, "0", "bypasses", NULL,
	 "Bypasses that bypassweight counts at most; 0: all."},
	{.name = NULL},
};

/* Which line says otherwise, for the message. */
static int _agree(struct ft_priority_option *options,
		  const struct ft_priority_site *site, struct ft_err *err)
{
	const char *model = ft_model_names[options->model];

	if (options->model == FT_MODEL_AUTO) {
		options->model = site->fair_tree ? FT_MODEL_FAIRTREE
						 : FT_MODEL_EFFECTIVE;
		return 0;
	}
	if (options->model == FT_MODEL_PBS || options->model == FT_MODEL_QUOTA)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=%s: sfair computes it, the "
				     "plugin does not yet: give auto, "
				     "effective, fairtree or simple",
			       model);
	if (site->fair_tree && options->model != FT_MODEL_FAIRTREE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=%s contradicts PriorityFlags, "
				     "which select Fair Tree: add "
				     "NO_FAIR_TREE to PriorityFlags or give "
				     "model=fairtree",
			       model);
	if (!site->fair_tree && options->model == FT_MODEL_FAIRTREE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=fairtree contradicts "
				     "PriorityFlags, which have NO_FAIR_TREE "
				     "or DEPTH_OBLIVIOUS: remove that flag or "
				     "give model=effective");
	if (site->depth_oblivious && options->model == FT_MODEL_SIMPLE)
		return ft_fail(err, -EINVAL,
			       WHERE ": model=simple looks at no account, so "
				     "DEPTH_OBLIVIOUS in PriorityFlags has no "
				     "meaning: give NO_FAIR_TREE instead");
	return 0;
}

/* Nobody but sched/reserve counts bypasses: the weight would do nothing. */
static int _countable(const struct ft_priority_option *options,
		      const char *scheduler, struct ft_err *err)
{
	if (!options->service.bypass_weight ||
	    (scheduler && !strcmp(scheduler, "sched/reserve")))
		return 0;
	return ft_fail(err, -EINVAL,
		       WHERE ": bypassweight=%" PRId64
			     ": SchedulerType=%s counts no bypasses: give "
			     "SchedulerType=sched/reserve or remove "
			     "bypassweight",
		       options->service.bypass_weight,
		       scheduler ? scheduler : "sched/backfill");
}

int ft_priority_option_read(const char *text,
			    const struct ft_priority_site *site,
			    struct ft_priority_option *options,
			    struct ft_err *err)
{
	struct ft_priority_option next;
	int rc;

	rc = ft_option_defaults(ft_priority_option_table, &next, err);
	if (!rc)
		rc = ft_option_parse(ft_priority_option_table, WHERE, NULL,
				     text, &next, sizeof(next), err);
	if (!rc)
		rc = _agree(&next, site, err);
	if (!rc)
		rc = _countable(&next, site->scheduler, err);
	if (!rc)
		*options = next;
	return rc;
}
