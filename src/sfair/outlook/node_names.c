/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See node_names.h.
 */
#include "ft_config.h"

#include "sfair/outlook/node_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "slurm/common/compat_client.h"

enum { NAME_MAX_BYTES = 256 };

/* What is read of a list. */
struct reading {
	const struct sfair_node_names *names;
	uint32_t **index, *room;
	uint32_t count;
	uint32_t next; /* where the neighbour of the last one would be */
	bool failed;
};

static int _compare_node_names(const void *x, const void *y)
{
	const struct sfair_node_name *a = x, *b = y;

	return strcmp(a->name, b->name);
}

bool sfair_node_names_init(struct sfair_node_names *names,
			   const node_info_msg_t *nodes)
{
	uint32_t count = nodes->record_count;

	names->count = count;
	names->sorted = calloc((size_t) count + 1, sizeof(*names->sorted));
	names->name = calloc((size_t) count + 1, sizeof(*names->name));
	if (!names->sorted || !names->name)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const char *name = nodes->node_array[i].name;

		names->name[i] = name ? name : "";
		names->sorted[i] = (struct sfair_node_name){
			.name = names->name[i],
			.index = i,
		};
	}
	qsort(names->sorted, count, sizeof(*names->sorted),
	      _compare_node_names);
	return true;
}

void sfair_node_names_free(struct sfair_node_names *names)
{
	free(names->sorted);
	free(names->name);
}

static void _take_node_name(struct reading *reading, const char *name)
{
	const struct sfair_node_names *names = reading->names;
	const struct sfair_node_name *found;

	if (reading->next >= names->count ||
	    strcmp(names->name[reading->next], name) != 0) {
		found = bsearch(&(struct sfair_node_name){.name = name},
				names->sorted, names->count, sizeof(*found),
				_compare_node_names);
		if (!found)
			return;
		reading->next = found->index;
	}
	if (ft_array_grow((void **) reading->index, reading->count,
			  reading->room, sizeof(**reading->index)))
		(*reading->index)[reading->count++] = reading->next++;
	else
		reading->failed = true;
}

/* One more: "9" becomes "10", "09" becomes "10".  There is room. */
static void _count_up(char *number)
{
	size_t size = strlen(number), at = size;

	while (at && number[at - 1] == '9')
		number[--at] = '0';
	if (at) {
		number[at - 1]++;
	} else {
		memmove(number + 1, number, size + 1);
		number[0] = '1';
	}
}

static bool _counts_on(const char *number, const char *last, size_t digits)
{
	size_t size = strlen(number);

	return size < digits ||
	       (size == digits && strncmp(number, last, digits) < 0);
}

/* "1-3" behind a name's first part; what is behind it, or NULL. */
static const char *_take_range(struct reading *reading, char *name, size_t size,
			       const char *range)
{
	size_t digits = strspn(range, "0123456789");
	const char *behind = range + digits;
	char *number = name + size;

	if (!digits || size + digits >= NAME_MAX_BYTES)
		return NULL;
	memcpy(number, range, digits);
	number[digits] = '\0';
	if (*behind == '-') {
		range = behind + 1;
		digits = strspn(range, "0123456789");
		behind = range + digits;
	}
	if (!digits || size + digits >= NAME_MAX_BYTES)
		return NULL;
	for (;;) {
		_take_node_name(reading, name);
		if (reading->failed || !_counts_on(number, range, digits))
			return behind;
		_count_up(number);
	}
}

/* "n[1-3,7]"; false: it is of another form. */
static bool _take_bracket(struct reading *reading, const char *text,
			  size_t size)
{
	const char *open = memchr(text, '[', size);
	uint32_t count = reading->count;
	char name[NAME_MAX_BYTES];
	const char *at = open;

	if (!open || open - text >= NAME_MAX_BYTES || text[size - 1] != ']')
		return false;
	memcpy(name, text, (size_t) (open - text));
	do {
		at = _take_range(reading, name, (size_t) (open - text), at + 1);
	} while (at && *at == ',');
	if (at == text + size - 1)
		return true;
	reading->count = count;
	return false;
}

/* As Slurm reads it. */
static void _take_any(struct reading *reading, const char *text, size_t size)
{
	char *copy = strndup(text, size);
	fts_hostlist_t list = copy ? slurm_hostlist_create(copy) : NULL;
	char *name;

	while (list && (name = slurm_hostlist_shift(list))) {
		_take_node_name(reading, name);
		free(name);
	}
	if (list)
		slurm_hostlist_destroy(list);
	free(copy);
}

/* Up to the comma that is in no bracket. */
static size_t _item_size(const char *text)
{
	size_t size = strcspn(text, ",[");

	while (text[size] == '[') {
		size += strcspn(text + size, "]");
		size += strcspn(text + size, ",[");
	}
	return size;
}

int64_t sfair_node_names_list(const struct sfair_node_names *names,
			      const char *list, uint32_t **ret_index,
			      uint32_t *room)
{
	struct reading reading = {.names = names,
				  .index = ret_index,
				  .room = room,
				  .next = UINT32_MAX};

	while (list && *list && !reading.failed) {
		size_t size = _item_size(list);

		if (size && !_take_bracket(&reading, list, size))
			_take_any(&reading, list, size);
		list += size;
		list += *list == ',';
	}
	return reading.failed ? -1 : (int64_t) reading.count;
}
