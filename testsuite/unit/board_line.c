/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The line of a pattern's jobs beside a list that is sorted anew each time.
 */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/board/line.h"

enum { STEPS = 20000, KEYS = 700, JOBS = 3 };

/* Which jobs are in the line, by key and number. */
struct list {
	bool has[KEYS][JOBS];
	uint32_t count;
};

static uint32_t below(uint64_t *state, uint32_t count)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t) (*state >> 33) % count;
}

/* Each has its place, and so would those that are not there. */
static void compare(const struct ft_line *line, const struct list *list)
{
	uint32_t at = 0;

	cr_assert_eq(line->count, list->count);
	for (uint32_t key = 0; key < KEYS; key++)
		for (uint32_t job = 0; job < JOBS; job++) {
			cr_assert_eq(ft_line_find(line, key, job), at);
			if (!list->has[key][job])
				continue;
			cr_assert_eq(line->item[at].key, key);
			cr_assert_eq(line->item[at].value, job);
			at++;
		}
}

static void change(struct ft_line *line, struct list *list, uint32_t key,
		   uint32_t job, bool comes)
{
	if (comes && !list->has[key][job])
		cr_assert_eq(ft_line_put(line, key, job), 0);
	else if (!comes)
		ft_line_drop(line, key, job);
	list->count += (uint32_t) comes - (uint32_t) list->has[key][job];
	list->has[key][job] = comes;
}

/* It grows, shrinks at its front, at its end and anywhere, and grows again. */
Test(board_line, is_the_sorted_list)
{
	struct ft_line line = {0};
	struct list list = {0};
	uint64_t state = 1;

	for (uint32_t i = 0; i < STEPS; i++) {
		uint32_t phase = i / 1000 % 4;
		uint32_t key = below(&state, KEYS), job = below(&state, JOBS);
		bool comes = below(&state, 4) > phase;

		if (!comes && (phase == 2) && line.count) {
			key = (uint32_t) line.item[0].key;
			job = line.item[0].value;
		} else if (!comes && (phase == 3) && line.count) {
			key = (uint32_t) line.item[line.count - 1].key;
			job = line.item[line.count - 1].value;
		}
		change(&line, &list, key, job, comes);
		if (i % 97 == 0)
			compare(&line, &list);
	}
	compare(&line, &list);
	ft_line_fini(&line);
}

/* The first leaves and another comes at the end, as in a queue: the room does
 * not grow. */
Test(board_line, of_a_queue_keeps_its_room)
{
	struct ft_line line = {0};
	uint32_t room;

	for (uint32_t key = 0; key < 100; key++)
		cr_assert_eq(ft_line_put(&line, key, 0), 0);
	room = line.room;
	for (uint32_t key = 0; key < STEPS; key++) {
		ft_line_drop(&line, key, 0);
		cr_assert_eq(ft_line_put(&line, key + 100, 0), 0);
		cr_assert_eq(line.item[0].key, key + 1);
		cr_assert_eq(line.item[99].key, key + 100);
	}
	cr_expect_leq(line.room, 4 * room);
	ft_line_fini(&line);
}
