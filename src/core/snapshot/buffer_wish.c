/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See buffer_wish.h.
 */
#include "core/snapshot/buffer_wish.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* More than this is no size that a pool has. */
static const int64_t amount_max = INT64_C(1) << 60;

int64_t ft_buffer_wish_round(int64_t amount, int64_t grain)
{
	int64_t grains;

	if (grain < 1)
		grain = 1;
	if ((amount > amount_max) || (grain > amount_max))
		return -1;
	grains = amount / grain + (amount % grain > 0);
	if (grains > amount_max / grain)
		return -1;
	return grains * grain;
}

/* Is that the word?  It ends where len says. */
static bool _is_pool(const char *text, size_t len, const char *word)
{
	return (strlen(word) == len) && !strncasecmp(text, word, len);
}

/* What a unit multiplies by; 1 for one that is not known, as Slurm has it; 0:
 * not a size. */
static int64_t _factor(const char *unit, size_t len)
{
	static const char prefix[] = "kmgtp";
	int64_t binary = 1, decimal = 1;

	if (_is_pool(unit, len, "n") || _is_pool(unit, len, "node") ||
	    _is_pool(unit, len, "nodes"))
		return 0;
	for (size_t i = 0; i < sizeof(prefix) - 1; i++) {
		binary *= 1024;
		decimal *= 1000;
		if (!len || (tolower((unsigned char) unit[0]) != prefix[i]))
			continue;
		if ((len == 1) || _is_pool(unit + 1, len - 1, "ib"))
			return binary;
		return _is_pool(unit + 1, len - 1, "b") ? decimal : 1;
	}
	return 1;
}

/* The number and unit at text, before end; -1: not known. */
static int64_t _pool_amount(const char *text, const char *end)
{
	const char *unit;
	int64_t amount = 0, factor = 1;

	while ((text < end) && isspace((unsigned char) *text))
		text++;
	for (; (text < end) && isdigit((unsigned char) *text); text++) {
		if (amount > amount_max / 10)
			return -1;
		amount = amount * 10 + (*text - '0');
	}
	unit = text;
	while ((text < end) && (*text != ' '))
		text++;
	if ((unit < end) && !isspace((unsigned char) *unit))
		factor = _factor(unit, (size_t) (text - unit));
	if (!amount || !factor || (amount > amount_max / factor))
		return -1;
	return amount * factor;
}

/* Behind the word in the line, or NULL. */
static const char *_behind(const char *line, const char *end, const char *word)
{
	size_t len = strlen(word);

	for (; (size_t) (end - line) >= len; line++)
		if (!strncmp(line, word, len))
			return line + len;
	return NULL;
}

static uint32_t _pool(const char *name, const char *end,
		      const struct ft_buffer_pool *pool, uint32_t count)
{
	size_t len = 0;

	while ((name + len < end) && (name[len] != ' '))
		len++;
	for (uint32_t i = 0; i < count; i++)
		if ((strlen(pool[i].name) == len) &&
		    !strncmp(pool[i].name, name, len))
			return i;
	return UINT32_MAX;
}

static int _read_line(const char *line, const char *end,
		      const struct ft_buffer_pool *pool, uint32_t count,
		      struct ft_buffer_wish *wish)
{
	const char *capacity = _behind(line, end, "capacity=");
	const char *name;
	int64_t amount;

	if ((line == end) || (*line != '#') || !capacity)
		return 0;
	name = _behind(line, end, "pool=");
	amount = _pool_amount(capacity, end);
	if (!name || (amount < 0))
		return -EINVAL;
	wish->pool = _pool(name, end, pool, count);
	if (wish->pool != UINT32_MAX)
		amount = ft_buffer_wish_round(amount, pool[wish->pool].grain);
	if ((amount < 0) || (amount > amount_max - wish->amount))
		return -EINVAL;
	wish->amount += amount;
	return 0;
}

int ft_buffer_wish_read(const char *text, const struct ft_buffer_pool *pool,
			uint32_t count, struct ft_buffer_wish *ret_wish)
{
	struct ft_buffer_wish wish = {.pool = UINT32_MAX};
	int64_t amount;
	int rc = 0;

	while (!rc && *text) {
		const char *end = text + strcspn(text, "\n");

		rc = _read_line(text, end, pool, count, &wish);
		text = end + (*end == '\n');
	}
	if (rc)
		return rc;
	if (wish.pool == UINT32_MAX)
		wish.amount = 0;
	else if ((amount = ft_buffer_wish_round(wish.amount,
						pool[wish.pool].grain)) < 0)
		return -EINVAL;
	else
		wish.amount = amount;
	*ret_wish = wish;
	return 0;
}
