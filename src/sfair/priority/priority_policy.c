/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See priority_jobs.h: what a slurm.conf says of priorities.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"
#include "sfair/base/live.h"
#include "sfair/base/policy_file.h"
#include "sfair/priority/priority_jobs.h"
#include "sfair/base/priority_site.h"

#define COUNTER "sched/reserve"

enum { WORD = 32 };

static const char *const weight_keys[SFAIR_STOCK] = {
	[SFAIR_AGE] = "PriorityWeightAge",
	[SFAIR_ASSOC] = "PriorityWeightAssoc",
	[SFAIR_FAIRSHARE] = "PriorityWeightFairshare",
	[SFAIR_JOB_SIZE] = "PriorityWeightJobSize",
	[SFAIR_PARTITION] = "PriorityWeightPartition",
	[SFAIR_QOS] = "PriorityWeightQOS",
	[SFAIR_TRES] = NULL, /* one for each TRES */
};

/* The state of reading lines "PartitionName=..". */
struct reading {
	struct sfair_priority_policy *policy;
	double standard; /* what PartitionName=DEFAULT says */
	struct ft_err *err;
};

void sfair_priority_policy_free(struct sfair_priority_policy *policy)
{
	ft_conf_free(policy->conf);
	ft_site_policy_fini(&policy->site);
	ft_credential_fini(&policy->partitions);
	free(policy->partition_factor);
	*policy = (struct sfair_priority_policy){0};
}

double sfair_partition_factor(const struct sfair_priority_policy *policy,
			      const char *partition)
{
	uint32_t at = FT_CREDENTIAL_NONE;

	if (partition && policy->partitions.count)
		at = ft_credential_find(&policy->partitions, FT_CLASS,
					partition);
	return at == FT_CREDENTIAL_NONE ? SFAIR_PARTITION_FACTOR
					: policy->partition_factor[at];
}

static int _put_partition(struct sfair_priority_policy *policy,
			  const char *name, double factor, struct ft_err *err)
{
	uint32_t at = ft_credential_add(&policy->partitions, FT_CLASS, name);
	uint32_t room = 2 * policy->partitions.count;
	double *array = policy->partition_factor;

	if (at != FT_CREDENTIAL_NONE && at >= policy->partition_room) {
		array = realloc(array, room * sizeof(*array));
		if (array) {
			policy->partition_factor = array;
			policy->partition_room = room;
		}
	}
	if (at == FT_CREDENTIAL_NONE || !array)
		return ft_no_memory(err);
	array[at] = factor;
	return 0;
}

static int _take_partition(void *context, const char *value, const char *rest,
			   const char *where)
{
	struct reading *reading = context;
	double factor = reading->standard;
	char word[WORD];

	if ((ft_conf_word(rest, "PriorityJobFactor", word, sizeof(word)) ||
	     ft_conf_word(rest, "Priority", word, sizeof(word))) &&
	    ft_number_real(word, 0, UINT16_MAX, &factor))
		return ft_fail(reading->err, -EINVAL,
			       "%s=%s: PriorityJobFactor=%s: give a number "
			       "from 0 to 65535",
			       where, value, word);
	if (!strcasecmp(value, "DEFAULT")) {
		reading->standard = factor;
		return 0;
	}
	return _put_partition(reading->policy, value, factor, reading->err);
}

static int _read_weights(struct sfair_priority_policy *policy,
			 struct ft_err *err)
{
	for (int i = 0; i < SFAIR_TRES; i++) {
		const char *where;
		const char *value =
			ft_conf_get(policy->conf, weight_keys[i], &where);

		if (value &&
		    ft_number_real(value, 0, UINT32_MAX, &policy->weight[i]))
			return ft_fail(err, -EINVAL,
				       "%s=%s: give a number from 0 to "
				       "4294967295",
				       where, value);
	}
	return 0;
}

static int _read_site(const char *path, struct sfair_priority_policy *policy,
		      struct ft_err *err)
{
	struct reading reading = {policy, SFAIR_PARTITION_FACTOR, err};
	int rc = sfair_conf_read(path, &policy->conf, err);

	if (!rc)
		rc = _read_weights(policy, err);
	if (!rc)
		rc = ft_conf_each(policy->conf, "PartitionName",
				  _take_partition, &reading);
	return rc;
}

/*
 * Bypasses and usage are given, so that it does not matter what would count
 * them: sfair check judges that.
 */
int sfair_priority_policy_read(const char *conf, const char *parameters,
			       struct sfair_priority_policy *policy,
			       struct ft_err *err)
{
	struct ft_priority_site site = {.fair_tree = true};
	int rc = 0;

	*policy = (struct sfair_priority_policy){0};
	if (ft_site_policy_init(&policy->site) ||
	    ft_credential_init(&policy->partitions))
		return ft_no_memory(err);
	policy->site.goals.metric = FT_FS_DEDICATEDPS;
	if (conf)
		rc = _read_site(conf, policy, err);
	if (rc)
		return rc;
	if (policy->conf) {
		site = sfair_priority_site(policy->conf);
		if (!parameters)
			parameters = ft_conf_get(policy->conf,
						 "PriorityParameters", NULL);
	}
	site.scheduler = COUNTER;
	rc = ft_priority_option_read(parameters, &site, &policy->option, err);
	return rc ? rc
		  : sfair_policy_read(conf, parameters, &site, &policy->option,
				      &policy->site, err);
}
