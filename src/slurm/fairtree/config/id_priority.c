/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See id_priority.h.
 */
#include "slurm/fairtree/config/id_priority.h"

#include <stdlib.h>

#include "slurm/common/id_name.h"

static bool _add_id(struct fts_id_priority *ids, uint32_t id, double priority)
{
	size_t count = ids->place.count;
	double *value;

	/* A user with two names counts as the first that is given. */
	if (ft_id_map_get(&ids->place, id, NULL))
		return true;
	value = realloc(ids->value, (count + 1) * sizeof(*value));
	if (!value)
		return false;
	ids->value = value;
	value[count] = priority;
	return !ft_id_map_put(&ids->place, id, (uint32_t) count);
}

void fts_id_priority_read(struct fts_id_priority *ids,
			  const struct ft_component_policy *policy,
			  enum ft_credential_kind kind)
{
	uint32_t at = 0, id;
	const char *name;

	*ids = (struct fts_id_priority){.known = true};
	ids->otherwise = ft_component_policy_priority(policy, kind, NULL, 0);
	while (ids->known &&
	       (name = ft_component_policy_next(policy, kind, &at)))
		ids->known =
			(kind == FT_GROUP ? fts_id_name_find_group(name, &id)
					  : fts_id_name_find_user(name, &id)) &&
			_add_id(ids, id,
				ft_component_policy_priority(policy, kind, name,
							     0));
}

void fts_id_priority_fini(struct fts_id_priority *ids)
{
	ft_id_map_fini(&ids->place);
	free(ids->value);
	*ids = (struct fts_id_priority){0};
}

bool fts_id_priority_get(const struct fts_id_priority *ids, uint32_t id,
			 double *ret_priority)
{
	uint32_t place;

	if (!ids->known)
		return false;
	*ret_priority = ft_id_map_get(&ids->place, id, &place)
				? ids->value[place]
				: ids->otherwise;
	return true;
}
