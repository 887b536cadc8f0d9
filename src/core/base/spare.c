/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See spare.h.
 */
#include "core/base/spare.h"

#include <errno.h>
#include <stdlib.h>

/* The mark of a number that was spare before. */
enum { SPARE = 2 };

void ft_spare_fini(struct ft_spare *spare)
{
	free(spare->number);
	*spare = (struct ft_spare){0};
}

uint32_t ft_spare_next(const struct ft_spare *spare, uint32_t count)
{
	return spare->ready ? spare->number[spare->ready - 1] : count;
}

void ft_spare_take(struct ft_spare *spare, uint32_t *count)
{
	if (spare->ready)
		spare->number[--spare->ready] = spare->number[--spare->count];
	else
		++*count;
}

int ft_spare_reserve(struct ft_spare *spare, uint32_t count)
{
	uint32_t *array;

	if (count <= spare->room)
		return 0;
	array = realloc(spare->number, count * sizeof(*array));
	if (!array)
		return -ENOMEM;
	spare->number = array;
	spare->room = count;
	return 0;
}

uint32_t ft_spare_drop(struct ft_spare *spare, uint32_t *mark, uint32_t count)
{
	for (uint32_t i = 0; i < spare->count; i++)
		mark[spare->number[i]] = SPARE;
	while (count && mark[count - 1] == SPARE)
		count--;
	spare->count = 0;
	for (uint32_t i = 0; i < count; i++)
		if (mark[i] == SPARE)
			spare->number[spare->count++] = i;
	spare->ready = spare->count;
	for (uint32_t i = 0; i < count; i++)
		if (!mark[i])
			spare->number[spare->count++] = i;
	return count;
}
