/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tres_formula.h.
 */
#include "core/pbs/tres_formula.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "core/base/number.h"

#define WEIGHT_MAX 1e9

/* PBS's words for what Slurm calls otherwise; NULL: it has no such thing. */
static const struct {
	const char *pbs, *slurm;
} words[] = {
	{"ncpus", "cpu"}, {"cput", "cpu"},    {"ngpus", "gres/gpu"},
	{"vmem", "mem"},  {"nodect", "node"},
};

struct reader {
	const char *text, *where;
	struct ft_tres_formula *formula;
	struct ft_err *err;
};

static int _refuse_term(const struct reader *reader, const char *name,
			const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s=%.200s: %.64s: %s",
		       reader->where, reader->text, name, why);
}

static int _term_name(const struct reader *reader, const char *begin,
		      size_t length, char name[FT_TRES_NAME])
{
	const struct ft_tres_formula *formula = reader->formula;

	if (!length || length >= FT_TRES_NAME)
		return _refuse_term(
			reader, begin,
			"give the name of a TRES, such as cpu, mem or "
			"gres/gpu, and perhaps :WEIGHT");
	for (size_t i = 0; i < length; i++)
		name[i] = (char) tolower((unsigned char) begin[i]);
	name[length] = '\0';
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(name, words[i].pbs))
			return ft_fail(reader->err, -EINVAL,
				       "%s=%.200s: %s is PBS's word: Slurm "
				       "counts %s",
				       reader->where, reader->text, name,
				       words[i].slurm);
	for (uint32_t i = 0; i < formula->count; i++)
		if (!strcmp(formula->term[i].name, name))
			return _refuse_term(reader, name,
					    "it stands there twice");
	return 0;
}

static int _term(struct reader *reader, const char *begin, size_t length)
{
	struct ft_tres_formula *formula = reader->formula;
	const char *colon = memchr(begin, ':', length);
	struct ft_tres_term *term = &formula->term[formula->count];
	size_t name = colon ? (size_t) (colon - begin) : length;
	char number[32];
	int rc;

	if (formula->count == FT_TRES_TERMS)
		return _refuse_term(reader, begin,
				    "these are more than 16 TRES");
	rc = _term_name(reader, begin, name, term->name);
	if (rc)
		return rc;
	term->weight = 1;
	formula->count++;
	if (!colon)
		return 0;
	length -= name + 1;
	if (length < sizeof(number)) {
		memcpy(number, colon + 1, length);
		number[length] = '\0';
		if (!ft_number_real(number, 0, WEIGHT_MAX, &term->weight))
			return 0;
	}
	return _refuse_term(reader, term->name,
			    "its weight must be a number from 0 to 1e9");
}

static int _weighs(const struct reader *reader)
{
	for (uint32_t i = 0; i < reader->formula->count; i++)
		if (reader->formula->term[i].weight > 0)
			return 0;
	return _refuse_term(
		reader, "0",
		"nothing would ever be used: give a weight above 0");
}

int ft_tres_formula_read(const char *text, const char *where,
			 struct ft_tres_formula *formula, struct ft_err *err)
{
	struct ft_tres_formula next = {0};
	struct reader reader = {text, where, &next, err};
	int rc = 0;

	for (const char *at = text; !rc; at++) {
		size_t length = strcspn(at, "|");

		rc = _term(&reader, at, length);
		at += length;
		if (!*at)
			break;
	}
	if (!rc)
		rc = _weighs(&reader);
	if (!rc)
		*formula = next;
	return rc;
}
