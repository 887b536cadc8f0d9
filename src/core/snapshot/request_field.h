/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_request_field - the fields of ft_request in one list, for comparison and
 * hash, and for the table of field.c: text, checks and copies.
 *
 * X(KIND, field), in the order of the text form.  What becomes of a kind each
 * user of the list says once; so a new field of a known kind is one line here.
 * Parts are none of them: they are requests of their own.
 *
 *	LENGTH, LEAST, STEP	seconds; step is nothing without least
 *	TIME		of the epoch; no part of what makes requests alike
 *	COUNT, OPTION	a number; an option is left out of the text if 0
 *	AMOUNTS, WANTED	of each resource; what is not wanted is left out
 *	BOOL, FLAG	a flag is left out of the text if it is not set
 *	SET		of nodes, which the comparison leaves out
 *	LICENCES, CLOSURES, MARKS, CLAIMS	a list and its _count
 *	CLASSES		bits
 */
#ifndef FT_CORE_SNAPSHOT_REQUEST_FIELD_H
#define FT_CORE_SNAPSHOT_REQUEST_FIELD_H

/* clang-format off */
#define FT_REQUEST_FIELDS(X) \
	X(LENGTH, duration) \
	X(LEAST, least) \
	X(STEP, step) \
	X(TIME, not_before) \
	X(TIME, end_by) \
	X(COUNT, min_nodes) \
	X(COUNT, max_nodes) \
	X(COUNT, tasks) \
	X(COUNT, min_tasks_node) \
	X(COUNT, max_tasks_node) \
	X(COUNT, cpus_per_task) \
	X(AMOUNTS, per_node) \
	X(AMOUNTS, per_task) \
	X(AMOUNTS, per_core) \
	X(BOOL, exclusive) \
	X(BOOL, contiguous) \
	X(SET, eligible) \
	X(SET, required) \
	X(LICENCES, licence) \
	X(CLOSURES, closure) \
	X(WANTED, want_node) \
	X(WANTED, want_task) \
	X(OPTION, place) \
	X(OPTION, leaves) \
	X(OPTION, leaf_level) \
	X(OPTION, bundle) \
	X(OPTION, bundle_level) \
	X(OPTION, change) \
	X(MARKS, mark) \
	X(CLAIMS, claim) \
	X(CLASSES, takes) \
	X(FLAG, reclaims) \
	X(FLAG, alone) \
	X(FLAG, bundle_apart) \
	X(FLAG, apart)
/* clang-format on */

#endif
