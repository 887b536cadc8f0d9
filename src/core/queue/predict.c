/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See predict.h.
 */
#include "core/queue/predict.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

enum { FIRST_ROOM = 64 };

const char *const ft_predict_names[] = {"limit", "last2", "similar", NULL};

void ft_predict_free(struct ft_predict *predict)
{
	free(predict->entry);
	ft_id_map_fini(&predict->index);
	*predict = (struct ft_predict){0};
}

static const struct ft_past_user *_find_user(const struct ft_predict *predict,
					     uint32_t user)
{
	uint32_t place;

	if (!ft_id_map_get(&predict->index, user, &place))
		return NULL;
	return &predict->entry[place];
}

static int _add_user(struct ft_predict *predict, uint32_t user)
{
	if (!FT_ARRAY_GROW(predict->entry, predict->count, predict->room) ||
	    ft_id_map_put(&predict->index, user, predict->count))
		return -ENOMEM;
	predict->entry[predict->count++] = (struct ft_past_user){.user = user};
	return 0;
}

/* Whether a ended after b; of the same second, the higher job id. */
static bool _later_user(const struct ft_past_run *a,
			const struct ft_past_run *b)
{
	return a->end != b->end ? a->end > b->end : a->job_id > b->job_id;
}

static bool _insert_user(struct ft_past_user *user,
			 const struct ft_past_run *run)
{
	int at = 0;

	while (at < FT_PREDICT_RUNS && _later_user(&user->run[at], run))
		at++;
	if (at == FT_PREDICT_RUNS || (user->run[at].end == run->end &&
				      user->run[at].job_id == run->job_id))
		return false;
	for (int i = FT_PREDICT_RUNS - 1; i > at; i--)
		user->run[i] = user->run[i - 1];
	user->run[at] = *run;
	return true;
}

int ft_predict_learn(struct ft_predict *predict, uint32_t user,
		     const struct ft_past_run *run, bool *ret_news)
{
	uint32_t place;
	bool news;

	if (ret_news)
		*ret_news = false;
	if (run->end <= 0 || run->seconds < 0 ||
	    run->seconds > FT_PREDICT_LONGEST || run->limit < 0 ||
	    run->limit > FT_PREDICT_LONGEST || run->processors < 0)
		return 0;
	if (!ft_id_map_get(&predict->index, user, &place)) {
		if (_add_user(predict, user))
			return -ENOMEM;
		place = predict->count - 1;
	}
	news = _insert_user(&predict->entry[place], run);
	if (ret_news)
		*ret_news = news;
	return 0;
}

static int64_t _last2(const struct ft_past_user *past)
{
	int64_t whole = 0, rest = 0;

	for (int i = 0; i < 2; i++) {
		whole += past->run[i].seconds / 2;
		rest += past->run[i].seconds % 2;
	}
	return whole + rest / 2;
}

static int64_t _similar(const struct ft_past_user *past,
			const struct ft_predict_job *job)
{
	static const double alike = 4, fading = 0.7;
	double sum = 0, weights = 0, age = 1;

	for (int i = 0; i < FT_PREDICT_RUNS && past->run[i].end; i++) {
		const struct ft_past_run *run = &past->run[i];
		double weight = age;

		if (run->limit && run->limit == job->limit)
			weight *= alike;
		if (run->processors && run->processors == job->processors)
			weight *= alike;
		sum += weight * (double) run->seconds;
		weights += weight;
		age *= fading;
	}
	return weights > 0 ? (int64_t) (sum / weights) : 0;
}

int64_t ft_predict_seconds(const struct ft_predict *predict,
			   enum ft_predict_rule rule,
			   const struct ft_predict_job *job)
{
	const struct ft_past_user *past;
	int64_t seconds;

	if (rule == FT_PREDICT_LIMIT)
		return 0;
	past = _find_user(predict, job->user);
	if (!past || !past->run[0].end ||
	    (rule == FT_PREDICT_LAST2 && !past->run[1].end))
		return 0;
	seconds = rule == FT_PREDICT_LAST2 ? _last2(past) : _similar(past, job);
	return seconds > 0 ? seconds : 1;
}

int64_t ft_predict_end(int64_t predicted, int64_t limit, int64_t end,
		       int64_t now)
{
	int64_t saved = predicted < limit ? limit - predicted : 0;

	if (predicted <= 0 || saved >= end - now)
		return 0;
	return end - saved;
}
