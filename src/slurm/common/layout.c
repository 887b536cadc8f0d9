/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See layout.h.
 */
#include "slurm/common/layout.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#include "slurm/common/lock.h"

#define REMEDY                                                                 \
	"build the plugins from the source that this slurmctld was built from"

/* Both sizes of what slurmctld and the plugin call by one name. */
static int _compare_size(const char *name, size_t found, size_t known,
			 struct ft_err *err)
{
	if (found == known)
		return 0;
	return ft_fail(err, -EPROTO,
		       "%s has %zu bytes in this Slurm, and %zu in the headers "
		       "that the plugin was built with: " REMEDY,
		       name, found, known);
}

/* The dynamic symbol table tells the size of a datum, stripped or not. */
static int _compare_datum(const char *name, size_t known, struct ft_err *err)
{
	const ElfW(Sym) *symbol = NULL;
	void *datum = dlsym(RTLD_DEFAULT, name);
	Dl_info info;

	if (!datum ||
	    !dladdr1(datum, &info, (void **) &symbol, RTLD_DL_SYMENT) ||
	    !symbol || info.dli_saddr != datum || !symbol->st_size)
		return 0; /* the linker does not tell */
	return _compare_size(name, symbol->st_size, known, err);
}

#if FTS_RECORDS_ARE_MADE
static int _compare_values(const char *name, bool equal, struct ft_err *err)
{
	if (equal)
		return 0;
	return ft_fail(
		err, -EPROTO,
		"a new %s of this Slurm has its values at other places "
		"than the headers say that the plugin was built with: " REMEDY,
		name);
}

/* Nothing that the record points to is looked at before its size is right. */
static int _compare_records(struct ft_err *err)
{
	job_record_t *job = job_record_create();
	int rc = _compare_size("job_record_t", xsize(job), sizeof(*job), err);

	if (!rc)
		rc = _compare_values("job_record_t",
				     job->magic == JOB_MAGIC &&
					     job->array_task_id == NO_VAL &&
					     job->site_factor == NICE_OFFSET &&
					     job->requid == (uid_t) -1 &&
					     job->details && job->step_list &&
					     job->prio_factors,
				     err);
	if (!rc)
		rc = _compare_size("job_details_t", xsize(job->details),
				   sizeof(*job->details), err);
	if (!rc)
		rc = _compare_values("job_details_t",
				     job->details->magic == DETAILS_MAGIC, err);
	job_record_delete(job);
	return rc;
}

static int _compare_part(struct ft_err *err)
{
	part_record_t *part = part_record_create();
	int rc =
		_compare_size("part_record_t", xsize(part), sizeof(*part), err);

	if (!rc)
		rc = _compare_values("part_record_t", part->magic == PART_MAGIC,
				     err);
	part_record_delete(part);
	return rc;
}
#else /* fts_layout_records() is the first to see any */
static int _compare_records(struct ft_err *err)
{
	(void) err;
	return 0;
}

static int _compare_part(struct ft_err *err)
{
	(void) err;
	return 0;
}
#endif

int fts_layout_check(struct ft_err *err)
{
	int rc = _compare_datum("slurm_conf", sizeof(slurm_conf), err);

	if (!rc)
		rc = _compare_datum("slurmctld_config",
				    sizeof(slurmctld_config), err);
	if (!rc)
		rc = _compare_datum("slurmctld_diag_stats",
				    sizeof(slurmctld_diag_stats), err);
	if (!rc)
		rc = _compare_records(err);
	return rc ? rc : _compare_part(err);
}

int fts_layout_job(const job_record_t *job, struct ft_err *err)
{
	return _compare_size("job_record_t", xsize((void *) job), sizeof(*job),
			     err);
}

/* What stands first in a list; NULL: nothing does. */
static void *_first_of(fts_list_t list)
{
	return list ? list_peek(list) : NULL;
}

/* record NULL: there is none yet. */
static int _see_record(uint32_t *seen, enum fts_layout_kind kind, void *record,
		       const char *name, size_t known, struct ft_err *err)
{
	int rc;

	if (!record || (*seen & kind))
		return 0;
	rc = _compare_size(name, xsize(record), known, err);
	if (!rc)
		*seen |= kind;
	return rc;
}

static int _see_controller(uint32_t *seen, struct ft_err *err)
{
	const slurmctld_lock_t locks = {
		.job = READ_LOCK, .node = READ_LOCK, .part = READ_LOCK};
	int index = 0, rc;

	if (!&part_list) /* a program that loads the plugin alone */
		return 0;
	fts_lock_take(locks, "layout");
	rc = _see_record(seen, FTS_LAYOUT_JOB, _first_of(job_list),
			 "job_record_t", sizeof(job_record_t), err);
	if (!rc)
		rc = _see_record(seen, FTS_LAYOUT_PART, _first_of(part_list),
				 "part_record_t", sizeof(part_record_t), err);
	if (!rc)
		rc = _see_record(seen, FTS_LAYOUT_NODE, next_node(&index),
				 "node_record_t", sizeof(node_record_t), err);
	fts_lock_drop(locks);
	return rc;
}

static int _see_accounting(uint32_t *seen, struct ft_err *err)
{
	assoc_mgr_lock_t locks = {.assoc = READ_LOCK, .qos = READ_LOCK};
	int rc;

	fts_lock_assoc(&locks, "layout");
	rc = _see_record(seen, FTS_LAYOUT_ASSOC,
			 _first_of(assoc_mgr_assoc_list), "slurmdb_assoc_rec_t",
			 sizeof(slurmdb_assoc_rec_t), err);
	if (!rc)
		rc = _see_record(
			seen, FTS_LAYOUT_QOS, _first_of(assoc_mgr_qos_list),
			"slurmdb_qos_rec_t", sizeof(slurmdb_qos_rec_t), err);
	fts_unlock_assoc(&locks);
	/* Without accounting there are none, however often it is looked. */
	*seen |= FTS_LAYOUT_ASSOC | FTS_LAYOUT_QOS;
	return rc;
}

int fts_layout_records(uint32_t *seen, struct ft_err *err)
{
	const uint32_t controller =
		FTS_LAYOUT_JOB | FTS_LAYOUT_PART | FTS_LAYOUT_NODE;
	int rc = 0;

	if ((*seen & controller) != controller)
		rc = _see_controller(seen, err);
	if (!rc && !(*seen & FTS_LAYOUT_ASSOC))
		rc = _see_accounting(seen, err);
	return rc;
}
