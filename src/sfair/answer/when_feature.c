/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair when: which nodes suit --constraint, see when_way.h.
 *
 * "a&b|c" is taken from left to right, as slurmctld does, and what is in (...)
 * by itself.  The alternatives of [a|b] are for all nodes of a job alike, so
 * that each is a constraint of its own.  Numbers of nodes, as in "a*2&b*2", are
 * noted as not looked at: then any node with one of the features will do.
 */
#include "ft_config.h"

#include <stdio.h>
#include <string.h>

#include "core/base/list.h"
#include "sfair/answer/when_way.h"
#include "sfair/outlook/outlook_live.h"

struct parser {
	const struct sfair_when_case *one;
	const char *at;
	char unknown[64]; /* a feature that no node has; "": none */
};

static bool _read_terms(struct parser *parser, struct ft_node_set *set,
			char close);

static void _feature_nodes(struct parser *parser, const char *name, size_t size,
			   struct ft_node_set *set)
{
	const node_info_msg_t *all = sfair_scene_nodes(parser->one->scene);

	for (uint32_t i = 0; all && i < all->record_count && i < set->size;
	     i++) {
		const node_info_t *node = &all->node_array[i];
		const char *has = node->features_act ? node->features_act
						     : node->features;

		if (node->name && ft_list_has(has, name, size))
			ft_node_set_add(set, i);
	}
	if (!ft_node_set_count(set))
		snprintf(parser->unknown, sizeof(parser->unknown), "%.*s",
			 (int) size, name);
}

/* A feature, or some in (...).  False: it is none. */
static bool _read_term(struct parser *parser, struct ft_node_set *set)
{
	size_t size = strcspn(parser->at, "&|,()[]*");

	if (*parser->at == '(') {
		parser->at++;
		if (!_read_terms(parser, set, ')'))
			return false;
		parser->at++;
		return true;
	}
	if (!size)
		return false;
	_feature_nodes(parser, parser->at, size, set);
	parser->at += size;
	return true;
}

/* Terms joined by & and |, up to the closing mark, into an empty set. */
static bool _read_terms(struct parser *parser, struct ft_node_set *set,
			char close)
{
	struct ft_node_set *next = ft_outlook_set(parser->one->outlook);
	char mark = '|';

	while (next && _read_term(parser, next)) {
		if (mark == '|')
			ft_node_set_or(set, next);
		else
			ft_node_set_and(set, next);
		ft_node_set_clear(next);
		mark = *parser->at;
		if (mark == close)
			return true;
		if (mark != '&' && mark != '|')
			return false;
		parser->at++;
	}
	return false;
}

/* "[a*2&b*2]" as "a|b". */
static void _drop_numbers(char *features)
{
	char *to = features;

	for (const char *at = features; *at; at++) {
		if (*at == '*')
			at += strspn(at + 1, "0123456789");
		else if (!strchr("[]", *at))
			*to++ = *at == '&' ? '|' : *at;
	}
	*to = '\0';
}

/* What is before, in and behind brackets. */
struct choice {
	char text[SFAIR_WHEN_WORD];
	char *inner; /* the next alternative; NULL: none is left */
	char *behind;
};

static void _start_choice(struct choice *choice)
{
	char *open = strchr(choice->text, '[');
	char *close = open ? strchr(open, ']') : NULL;

	choice->inner = choice->behind = NULL;
	if (!close)
		return;
	*open = *close = '\0';
	choice->inner = open + 1;
	choice->behind = close + 1;
}

/* The next alternative, with what is before and behind; false: none is left. */
static bool _next_choice(struct choice *choice, char text[SFAIR_WHEN_WORD])
{
	char *end = choice->inner;
	int depth = 0;

	if (!end)
		return false;
	for (; *end && (depth || *end != '|'); end++)
		depth += (*end == '(') - (*end == ')');
	snprintf(text, SFAIR_WHEN_WORD, "%.300s%.*s%.300s", choice->text,
		 (int) (end - choice->inner), choice->inner, choice->behind);
	choice->inner = *end ? end + 1 : NULL;
	return true;
}

/* The nodes of the partition that suit.  NULL with err. */
static struct ft_node_set *_suiting(struct parser *parser, const char *features,
				    struct ft_err *err)
{
	const struct sfair_when_case *one = parser->one;
	struct ft_node_set *nodes = sfair_outlook_partition(
		one->scene, one->outlook, one->partition->name, NULL);
	struct ft_node_set *set = ft_outlook_set(one->outlook);

	if (!nodes || !set) {
		ft_no_memory(err);
		return NULL;
	}
	if (!*features)
		return nodes;
	parser->at = features;
	if (!_read_terms(parser, set, '\0')) {
		ft_fail(err, -1,
			"--constraint %s: give features as a&b, a|b or [a|b]",
			one->asked->features);
		return NULL;
	}
	ft_node_set_and(nodes, set);
	return nodes;
}

int sfair_when_sets(const struct sfair_when_case *one,
		    struct ft_node_set *set[SFAIR_WHEN_SETS],
		    struct ft_err *err)
{
	struct parser parser = {.one = one};
	struct choice choice;
	char text[SFAIR_WHEN_WORD];
	uint64_t nodes = 0;
	int count = 0;

	snprintf(choice.text, sizeof(choice.text), "%s", one->asked->features);
	if (strchr(choice.text, '*')) {
		sfair_when_unseen(one->asked, "numbers in --constraint");
		_drop_numbers(choice.text);
	}
	_start_choice(&choice);
	if (!choice.inner)
		choice.inner = choice.behind =
			choice.text + strlen(choice.text);
	/* beyond so many others could only start sooner */
	while (count < SFAIR_WHEN_SETS && _next_choice(&choice, text)) {
		set[count] = _suiting(&parser, text, err);
		if (!set[count])
			return -1;
		nodes += ft_node_set_count(set[count++]);
	}
	if (!nodes && *parser.unknown)
		return ft_fail(err, -1,
			       "no node has feature %s: sinfo -o \"%%N %%f\" "
			       "shows what they have",
			       parser.unknown);
	return count;
}
