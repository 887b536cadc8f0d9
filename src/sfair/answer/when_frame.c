/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: begin, deadline, reservation and dependencies; see when_way.h.
 */
#include "ft_config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/arena.h"
#include "core/base/list.h"
#include "sfair/answer/when_way.h"
#include "sfair/base/command.h"
#include "sfair/outlook/apart.h"

/* -- reservations ------------------------------------------------------------
 */

static bool _is_for_all(const char *list)
{
	return !list || !*list;
}

/* May the user use it, as far as its lists of names say? */
static bool _lets_in(const struct sfair_when_case *one,
		     const reserve_info_t *reservation)
{
	const char *account = one->asked->account;
	const char *user;
	char name[256];

	user = sfair_command_user(name);
	if (!_is_for_all(reservation->users)) {
		if (ft_list_has(reservation->users, user, strlen(user)))
			return true;
		if (_is_for_all(reservation->accounts) &&
		    *reservation->users != '-')
			return false;
	}
	if (!_is_for_all(reservation->accounts) && *account &&
	    *reservation->accounts != '-')
		return ft_list_has(reservation->accounts, account,
				   strlen(account));
	return true;
}

/* The closures of the plan that are the reservation's. */
static int _enter(struct sfair_when_case *one,
		  const reserve_info_t *reservation,
		  const struct ft_node_set *nodes, struct ft_err *err)
{
	const struct ft_outlook *outlook = one->outlook;
	uint32_t *closure =
		ft_arena_alloc(outlook->arena,
			       (outlook->closure_count + 1) * sizeof(*closure));
	uint32_t count = 0;

	if (!closure)
		return ft_no_memory(err);
	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *other = &outlook->closure[i];

		if (other->nodes && other->end == reservation->end_time &&
		    ft_node_set_overlap(other->nodes, nodes) &&
		    ft_node_set_count(other->nodes) <= ft_node_set_count(nodes))
			closure[count++] = i;
	}
	one->frame.closure = closure;
	one->frame.closure_count = count;
	if (count)
		return 0;
	return ft_fail(
		err, -1,
		"the plan does not have reservation %s yet: ask again in "
		"some seconds",
		reservation->name);
}

static int _use_reservation(struct sfair_when_case *one,
			    const reserve_info_t *reservation,
			    struct ft_err *err)
{
	struct sfair_when_frame *frame = &one->frame;
	struct ft_node_set *nodes = ft_outlook_set(one->outlook);
	const int32_t *range = reservation->node_inx;

	if (!nodes)
		return ft_no_memory(err);
	if (!_lets_in(one, reservation))
		return ft_fail(err, -1,
			       "reservation %s is not yours to use: it is for "
			       "%s",
			       reservation->name,
			       _is_for_all(reservation->users)
				       ? reservation->accounts
				       : reservation->users);
	for (int i = 0; range && range[i] >= 0; i += 2)
		for (int32_t n = range[i]; n <= range[i + 1]; n++)
			if ((uint32_t) n < nodes->size)
				ft_node_set_add(nodes, (uint32_t) n);
	if (!ft_node_set_count(nodes)) /* of licences, or of all nodes */
		return 0;
	if (_enter(one, reservation, nodes, err))
		return -1;
	if (reservation->flags & RESERVE_FLAG_FLEX)
		return 0;
	frame->nodes = nodes;
	frame->reservation = reservation;
	if (frame->not_before < reservation->start_time)
		frame->not_before = reservation->start_time;
	frame->closes = reservation->end_time;
	return 0;
}

bool sfair_when_apart(const struct sfair_when_case *one, struct ft_err *err)
{
	const reserve_info_t *reservation = one->frame.reservation;
	const partition_info_t *other;
	char text[SFAIR_APART];

	if (!reservation || !sfair_apart(reservation, one->partition, text))
		return false;
	other = sfair_apart_partition(one->scene, reservation);
	ft_fail(err, -1, "%s%s%s", text, other ? ": give --partition=" : "",
		other ? other->name : "");
	return true;
}

static int _frame_reservation(struct sfair_when_case *one, struct ft_err *err)
{
	const reserve_info_msg_t *all = sfair_scene_reservations(one->scene);
	const char *asked = one->asked->reservation;
	size_t size = strcspn(asked, ",");

	if (!*asked)
		return 0;
	if (asked[size])
		sfair_when_unseen(one->asked, "all reservations but the first");
	for (uint32_t i = 0; all && i < all->record_count; i++) {
		const char *name = all->reservation_array[i].name;

		if (!strncmp(name, asked, size) && !name[size])
			return _use_reservation(one, &all->reservation_array[i],
						err);
	}
	return ft_fail(
		err, -1,
		"there is no reservation %.*s: scontrol show reservation "
		"lists all",
		(int) size, asked);
}

/* -- dependencies
 * -------------------------------------------------------------- */

/* When the job begins, or ends, at the latest; 0: it has; FT_NEVER: unknown. */
static int64_t _job_moment(const struct sfair_when_case *one, uint32_t id,
			   bool begins)
{
	const job_info_t *job = sfair_scene_job(one->scene, id);

	if (!job || !(sfair_job_waits(job) || sfair_job_runs(job)))
		return 0;
	if (sfair_job_runs(job))
		return begins ? 0 : job->end_time;
	return ft_outlook_moment(one->outlook, id, id, begins);
}

/* Jobs of the user's that have that name. */
static void _wait_singleton(struct sfair_when_case *one, uint32_t *ret_after)
{
	const char *name = one->asked->name;
	struct ft_err err;

	if (!*name || sfair_scene_load_jobs(one->scene, &err)) {
		sfair_when_unseen(one->asked, "--dependency=singleton");
		return;
	}
	for (uint32_t i = 0; i < one->scene->job_count; i++) {
		const job_info_t *job = one->scene->job[i];
		int64_t at;

		if (job->user_id != getuid() || !job->name ||
		    strcmp(job->name, name))
			continue;
		at = _job_moment(one, job->job_id, false);
		if (at <= one->frame.not_before)
			continue;
		one->frame.not_before = at;
		*ret_after = job->job_id;
	}
}

/* "12", "12_3", "12+5"; what is behind it. */
static const char *_wait_job(struct sfair_when_case *one, const char *text,
			     bool begins, uint32_t *ret_after)
{
	char *end;
	unsigned long id = strtoul(text, &end, 10);
	int64_t at =
		id && id < NO_VAL ? _job_moment(one, (uint32_t) id, begins) : 0;

	if (*end == '_')
		end += 1 + strspn(end + 1, "0123456789*");
	if (*end == '+') {
		at += at == FT_NEVER ? 0 : 60 * strtol(end + 1, &end, 10);
		end += strspn(end, "0123456789");
	}
	if (at > one->frame.not_before) {
		one->frame.not_before = at;
		*ret_after = (uint32_t) id;
	}
	return end;
}

/* "afterok:12:13,after:14+5"; with ? any would do: all are waited for. */
static int _frame_dependency(struct sfair_when_case *one, uint32_t *ret_after,
			     struct ft_err *err)
{
	const char *text = one->asked->dependency;

	if (strchr(text, '?'))
		sfair_when_unseen(one->asked,
				  "that one of the jobs of --dependency will "
				  "do");
	while (*text) {
		size_t size = strcspn(text, ":,?");
		bool begins = size == 5 && !strncmp(text, "after", 5);

		if (size == 9 && !strncmp(text, "singleton", 9)) {
			_wait_singleton(one, ret_after);
			text += size;
		} else if (strncmp(text, "after", 5) || text[size] != ':') {
			return ft_fail(err, -1,
				       "--dependency %s: give it as "
				       "afterok:JOBID",
				       one->asked->dependency);
		} else {
			text += size;
		}
		while (*text == ':' && isdigit((unsigned char) text[1]))
			text = _wait_job(one, text + 1, begins, ret_after);
		if (*text && *text != ',' && *text != '?')
			return ft_fail(err, -1,
				       "--dependency %s: give it as "
				       "afterok:JOBID",
				       one->asked->dependency);
		text += *text != '\0';
	}
	return 0;
}

int sfair_when_frame(struct sfair_when_case *one, uint32_t *ret_after,
		     struct ft_err *err)
{
	*ret_after = 0;
	one->frame = (struct sfair_when_frame){
		.not_before = one->asked->begin,
		.end_by =
			one->asked->deadline ? one->asked->deadline : FT_NEVER,
		.closes = FT_NEVER,
	};
	if (_frame_dependency(one, ret_after, err))
		return -1;
	return _frame_reservation(one, err);
}
