/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * priority_layout - whether slurmctld's records are what the plugin was built
 * for (slurm/common/layout.h).  Once one is not, the log says so, and the
 * plugin touches none any more.
 */
#ifndef FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_LAYOUT_H
#define FT_PLUGINS_PRIORITY_FAIRTREE_PRIORITY_LAYOUT_H

#include "slurm/common/compat.h"

/* Locks: as fts_layout_records(). */
extern bool priority_layout_fits(void);
/* Caller holds job (read). */
extern bool priority_layout_job(const job_record_t *job_ptr);

#endif
