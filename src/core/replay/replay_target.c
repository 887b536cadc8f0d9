/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See replay_target.h.
 */
#include "core/replay/replay_target.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/maui/fairshare_target.h"

enum { DAY = 24 * 3600, HALF_LIVES = 4, PERCENT = 100 };

static int _target_promise(struct ft_replay_target *target)
{
	int rc = ft_population_promise(target->population, target->promised);

	for (uint32_t i = 0; !rc && i < target->population->list.count; i++)
		target->promised[i] *= PERCENT;
	return rc;
}

static struct ft_fs_span _target_span(int64_t half_life)
{
	int64_t depth = HALF_LIVES * half_life / DAY;

	if (!half_life || depth > FT_FS_DEPTH_MAX)
		depth = FT_FS_DEPTH_MAX;
	return (struct ft_fs_span){
		.interval = DAY,
		.depth = depth ? (uint32_t) depth : 1,
		.decay = half_life ? pow(0.5, DAY / (double) half_life) : 1,
	};
}

extern int ft_replay_target_init(struct ft_replay_target *target,
				 const struct ft_population *population,
				 int64_t half_life)
{
	uint32_t count = population->list.count;

	*target = (struct ft_replay_target){.population = population,
					    .span = _target_span(half_life)};
	target->promised = calloc(count, sizeof(*target->promised));
	target->delta = calloc(count, sizeof(*target->delta));
	if (ft_fs_history_init(&target->history) || !target->promised ||
	    !target->delta)
		return -ENOMEM;
	return _target_promise(target);
}

extern void ft_replay_target_free(struct ft_replay_target *target)
{
	if (target->population)
		ft_fs_history_fini(&target->history);
	free(target->promised);
	free(target->delta);
	*target = (struct ft_replay_target){0};
}

extern int ft_replay_target_charge(struct ft_replay_target *target,
				   uint32_t leaf, double amount)
{
	const struct ft_vertex *vertex = target->population->list.vertex;
	struct ft_fs_window *window = target->history.window;
	int rc = 0;

	if (!target->history.count)
		return 0;
	for (uint32_t i = leaf; !rc && i; i = vertex[i].parent)
		rc = ft_fs_window_charge(window, i, amount);
	window->total += amount;
	return rc;
}

extern int ft_replay_target_roll(struct ft_replay_target *target, int64_t now)
{
	/* A log may begin before its zero. */
	return ft_fs_history_roll(&target->history, &target->span,
				  now > 0 ? now : 0);
}

extern void ft_replay_target_look(struct ft_replay_target *target)
{
	double total = ft_fs_total(&target->history, &target->span);

	for (uint32_t i = 1; i < target->population->list.count; i++)
		target->delta[i] = ft_fs_delta(
			(struct ft_fs_target){FT_FS_TARGET,
					      target->promised[i]},
			(struct ft_fs_state){
				ft_fs_usage(&target->history, &target->span, i),
				total},
			false);
}

extern double ft_replay_target_factor(const struct ft_replay_target *target,
				      uint32_t leaf)
{
	uint32_t account = target->population->list.vertex[leaf].parent;

	return 0.5 + (target->delta[leaf] + target->delta[account]) / 400;
}
