/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fleet.h.
 */
#include "core/replay/fleet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"

#define PPN "ppn="
#define GPUS "gpus="
#define ALONE "#excl"

enum { NUMBER_MAX = 1 << 24, WORD = 256 };

extern void ft_fleet_free(struct ft_fleet *fleet)
{
	ft_arena_free(fleet->arena);
	*fleet = (struct ft_fleet){0};
}

static const char *_copy_ask(struct ft_fleet *fleet, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy;

	if (!fleet->arena)
		fleet->arena = ft_arena_new();
	copy = fleet->arena ? ft_arena_alloc(fleet->arena, size) : NULL;
	return copy ? memcpy(copy, text, size) : NULL;
}

/* The kind of that name, which is made if it is new. */
static struct ft_fleet_kind *_ask_kind(struct ft_fleet *fleet, const char *name,
				       struct ft_err *err)
{
	struct ft_fleet_kind *kind;

	for (uint32_t k = 0; k < fleet->count; k++)
		if (!strcmp(fleet->kind[k].name, name))
			return &fleet->kind[k];
	if (fleet->count == FT_FLEET_KINDS) {
		ft_fail(err, -EINVAL, "there are more than %d kinds of nodes",
			FT_FLEET_KINDS);
		return NULL;
	}
	kind = &fleet->kind[fleet->count];
	*kind = (struct ft_fleet_kind){.name = _copy_ask(fleet, name),
				       .properties = ""};
	if (!kind->name) {
		ft_no_memory(err);
		return NULL;
	}
	fleet->count++;
	return kind;
}

static int64_t *_ask_number(struct ft_fleet_kind *kind, const char *key)
{
	if (!strcasecmp(key, "COUNT"))
		return &kind->count;
	if (!strcasecmp(key, "PROCESSORS"))
		return &kind->processors;
	if (!strcasecmp(key, "GPUS"))
		return &kind->gpus;
	return strcasecmp(key, "MEMORY") ? NULL : &kind->memory;
}

extern int ft_fleet_take(void *context, const struct ft_statement *statement,
			 struct ft_err *err)
{
	struct ft_fleet *fleet = context;
	struct ft_fleet_kind *kind;
	int64_t *number;

	if (strcasecmp(statement->name, "NODES") || !statement->index ||
	    !statement->key)
		return ft_fail(err, -EINVAL,
			       "%s: write NODES[name] COUNT=N PROCESSORS=N "
			       "MEMORY=MB GPUS=N PROPERTIES=a,b",
			       statement->name);
	kind = _ask_kind(fleet, statement->index, err);
	if (!kind)
		return err->code;
	number = _ask_number(kind, statement->key);
	if (number)
		return ft_number_int(statement->value, 1, NUMBER_MAX, number)
			       ? ft_fail(err, -EINVAL,
					 "%s=%s: give a whole number above 0",
					 statement->key, statement->value)
			       : 0;
	if (strcasecmp(statement->key, "PROPERTIES"))
		return ft_fail(err, -EINVAL,
			       "NODES[%s]: %s is not known: COUNT, PROCESSORS, "
			       "MEMORY, GPUS and PROPERTIES are",
			       kind->name, statement->key);
	kind->properties = _copy_ask(fleet, statement->value);
	if (kind->properties)
		return 0;
	kind->properties = "";
	return ft_no_memory(err);
}

extern int ft_fleet_check(const struct ft_fleet *fleet, struct ft_err *err)
{
	for (uint32_t k = 0; k < fleet->count; k++) {
		const struct ft_fleet_kind *kind = &fleet->kind[k];

		if (!kind->count || !kind->processors)
			return ft_fail(err, -EINVAL,
				       "NODES[%s]: COUNT and PROCESSORS are "
				       "needed",
				       kind->name);
		if (!kind->memory != !fleet->kind[0].memory)
			return ft_fail(err, -EINVAL,
				       "NODES[%s]: MEMORY of all kinds or of "
				       "none",
				       kind->name);
		if (kind->gpus && !kind->memory)
			return ft_fail(
				err, -EINVAL,
				"NODES[%s]: GPUS are counted only "
				"beside MEMORY: give MEMORY of all kinds",
				kind->name);
	}
	if (!fleet->count || ft_fleet_nodes(fleet) > NUMBER_MAX ||
	    ft_fleet_processors(fleet) > INT32_MAX)
		return ft_fail(err, -EINVAL, "there are %s nodes",
			       fleet->count ? "too many" : "no");
	return 0;
}

extern int64_t ft_fleet_nodes(const struct ft_fleet *fleet)
{
	int64_t nodes = 0;

	for (uint32_t k = 0; k < fleet->count; k++)
		nodes += fleet->kind[k].count;
	return nodes;
}

extern int64_t ft_fleet_processors(const struct ft_fleet *fleet)
{
	int64_t processors = 0;

	for (uint32_t k = 0; k < fleet->count; k++)
		processors += fleet->kind[k].count * fleet->kind[k].processors;
	return processors;
}

extern int64_t ft_fleet_gpus(const struct ft_fleet *fleet)
{
	int64_t gpus = 0;

	for (uint32_t k = 0; k < fleet->count; k++)
		gpus += fleet->kind[k].count * fleet->kind[k].gpus;
	return gpus;
}

extern int64_t ft_fleet_widest(const struct ft_fleet *fleet)
{
	int64_t widest = 0;

	for (uint32_t k = 0; k < fleet->count; k++)
		if (fleet->kind[k].processors > widest)
			widest = fleet->kind[k].processors;
	return widest;
}

static bool _has_ask(const struct ft_fleet_kind *kind, const char *name,
		     size_t size)
{
	const char *at = kind->properties;

	if (!strncmp(kind->name, name, size) && !kind->name[size])
		return true;
	for (;; at++) {
		size_t length = strcspn(at, ",");

		if (length == size && !strncmp(at, name, size))
			return true;
		at += length;
		if (!*at)
			return false;
	}
}

/* The kinds that have a property. */
static uint32_t _with(const struct ft_fleet *fleet, const char *name,
		      size_t size)
{
	uint32_t kinds = 0;

	for (uint32_t k = 0; k < fleet->count; k++)
		if (_has_ask(&fleet->kind[k], name, size))
			kinds |= UINT32_C(1) << k;
	return kinds;
}

static void _ask_wish(const struct ft_fleet *fleet, const char *word,
		      size_t size, struct ft_fleet_ask *ask)
{
	bool without = *word == '^';
	uint32_t kinds = _with(fleet, word + without, size - without);

	if (!strncmp(word, PPN, strlen(PPN)))
		return;
	if (ft_fleet_gpus(fleet) && !strncmp(word, GPUS, strlen(GPUS))) {
		ask->gpus = (uint32_t) strtoul(word + strlen(GPUS), NULL, 10);
		return;
	}
	if (!kinds)
		ask->ignored = true;
	else
		ask->kinds &= without ? ~kinds : kinds;
}

static uint32_t _all_ask(const struct ft_fleet *fleet)
{
	return fleet->count == FT_FLEET_KINDS
		       ? UINT32_MAX
		       : (UINT32_C(1) << fleet->count) - 1;
}

/* "2:ppn=4:brno:^zewura#excl", in one word. */
static struct ft_fleet_ask _parse_ask(const struct ft_fleet *fleet,
				      const char *word)
{
	struct ft_fleet_ask ask = {.kinds = _all_ask(fleet)};
	const char *each = strstr(word, ":" PPN);
	unsigned long nodes = strtoul(word, NULL, 10);
	size_t end = strcspn(word, "#"), at, size;

	if (strchr(word, '+')) {
		ask.ignored = true;
		return ask;
	}
	ask.alone = !strcmp(word + end, ALONE);
	ask.nodes = nodes < NUMBER_MAX ? (uint32_t) nodes : 0;
	ask.each = (uint32_t) strtoul(each + 1 + strlen(PPN), NULL, 10);
	if (!ask.each)
		ask.nodes = 0;
	for (at = strcspn(word, ":"); at < end; at += size) {
		at++;
		size = strcspn(word + at, ":#");
		if (size)
			_ask_wish(fleet, word + at, size, &ask);
	}
	return ask;
}

extern struct ft_fleet_ask ft_fleet_read(const struct ft_fleet *fleet,
					 const char *text)
{
	char word[WORD];

	for (text += strspn(text, " \t\r\n"); *text;
	     text += strspn(text, " \t\r\n")) {
		size_t size = strcspn(text, " \t\r\n");

		if (size < WORD) {
			memcpy(word, text, size);
			word[size] = '\0';
			if (*word >= '0' && *word <= '9' &&
			    strstr(word, ":" PPN))
				return _parse_ask(fleet, word);
		}
		text += size;
	}
	return (struct ft_fleet_ask){.kinds = _all_ask(fleet)};
}

/* How many processors a node of that kind can give to the job. */
static int64_t _gives(const struct ft_fleet_kind *kind,
		      const struct ft_fleet_ask *ask, int64_t memory)
{
	int64_t most = kind->processors;

	if (ask->nodes)
		return most >= ask->each && kind->gpus >= ask->gpus &&
				       (!kind->memory || kind->memory >= memory)
			       ? ask->each
			       : 0;
	if (kind->memory && memory && most > kind->memory / memory)
		most = kind->memory / memory;
	return most;
}

extern bool ft_fleet_fit(const struct ft_fleet *fleet, struct ft_fleet_ask *ask,
			 int64_t processors, int64_t memory)
{
	int64_t wanted =
		ask->nodes ? (int64_t) ask->nodes * ask->each : processors;
	int64_t given = 0;

	for (uint32_t k = 0; k < fleet->count; k++) {
		int64_t gives = _gives(&fleet->kind[k], ask, memory);

		if (!gives)
			ask->kinds &= ~(UINT32_C(1) << k);
		if (ask->kinds & UINT32_C(1) << k)
			given += gives * fleet->kind[k].count;
	}
	return given >= wanted;
}
