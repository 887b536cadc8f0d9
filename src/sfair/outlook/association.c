/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See association.h.
 */
#include "ft_config.h"

#include "sfair/outlook/association.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A list with that name; NULL if out of memory. */
static fts_list_t _name_list(const char *name)
{
	fts_list_t list = slurm_list_create(free);
	char *copy = strdup(name);

	if (copy) {
		slurm_list_append(list, copy);
		return list;
	}
	slurm_list_destroy(list);
	return NULL;
}

static void _free_names(fts_list_t list)
{
	if (list)
		slurm_list_destroy(list);
}

assoc_mgr_info_msg_t *sfair_associations(uint32_t flags, const char *account,
					 const char *qos)
{
	assoc_mgr_info_request_msg_t request = {.flags = flags};
	assoc_mgr_info_msg_t *answer = NULL;

	request.acct_list = account ? _name_list(account) : NULL;
	request.qos_list = qos ? _name_list(qos) : NULL;
	errno = ENOMEM;
	if ((!account || request.acct_list) && (!qos || request.qos_list)) {
		/* An answer that breaks off is none, and no error either. */
		errno = ENODATA;
		if (slurm_load_assoc_mgr_info(&request, &answer))
			answer = NULL;
	}
	_free_names(request.acct_list);
	_free_names(request.qos_list);
	return answer;
}
