/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_id_name - names of users and groups, asked of the system once.
 *
 * A directory service may take long to answer, and a pass has 100,000 jobs.
 * One lock of its own, the innermost of all; it is not held while the system
 * is asked.  An id without a name is remembered as such; one that had a name
 * keeps it until it has another, since a directory that does not answer looks
 * the same.  Where locks may be held no caller waits long: what a directory has
 * not said within 50 ms is not known until it does.
 */
#ifndef FT_SLURM_COMMON_ID_NAME_H
#define FT_SLURM_COMMON_ID_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* NULL: it has none, as far as is known.  The string stays until the end. */
extern const char *fts_id_name_user(uid_t uid);
extern const char *fts_id_name_group(gid_t gid);

/* Asks for it, however long that takes: no lock may be held. */
extern void fts_id_name_learn_user(uid_t uid);
extern void fts_id_name_learn_group(gid_t gid);

/* Whether it would answer without asking the system. */
extern bool fts_id_name_knows_user(uid_t uid);
extern bool fts_id_name_knows_group(gid_t gid);

/* Grows with each forgetting, from 1 on. */
extern uint32_t fts_id_name_age(void);

/* The id of a name, asked of the system each time; false: it knows none. */
extern bool fts_id_name_find_user(const char *name, uint32_t *ret_uid);
extern bool fts_id_name_find_group(const char *name, uint32_t *ret_gid);

/* Everything is asked anew from now on; strings that were given stay. */
extern void fts_id_name_forget(void);

/* Ids without a name are asked anew from now on; false: there are none. */
extern bool fts_id_name_doubt(void);

/* At the end: no string is used any more. */
extern void fts_id_name_fini(void);

#endif
