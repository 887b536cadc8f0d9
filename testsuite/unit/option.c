/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The option table: what is read, what is refused, and in which words.
 */
#include <criterion/criterion.h>
#include <errno.h>

#include "core/base/number.h"
#include "core/base/option.h"

static const char *const colours[] = {"red", "green", NULL};

struct sample {
	int64_t depth;
	int64_t interval;
	double decay;
	bool strict;
	int colour;
};

#define FIELD(name) offsetof(struct sample, name)

static const struct ft_option table[] = {
	{"fsdepth", FT_OPTION_INT, FIELD(depth), 1, 24, NULL, "8", "", NULL,
	 "windows"},
	{"fsinterval", FT_OPTION_SPAN, FIELD(interval), 1, 1e9, NULL,
	 "12:00:00", "seconds", NULL, "window"},
	{"fsdecay", FT_OPTION_REAL, FIELD(decay), 0, 1, NULL, "1", "", NULL,
	 "decay"},
	{"strict", FT_OPTION_FLAG, FIELD(strict), 0, 0, NULL, "no", "", "stern",
	 "strict"},
	{"colour", FT_OPTION_CHOICE, FIELD(colour), 0, 0, colours, "red", "",
	 NULL, "colour"},
	{.name = NULL},
};

static struct sample defaults(void)
{
	struct sample sample = {0};

	cr_assert_eq(ft_option_defaults(table, &sample, NULL), 0);
	return sample;
}

static int parse(const char *text, struct sample *sample, struct ft_err *err)
{
	return ft_option_parse(table, "slurm.conf: PriorityParameters", NULL,
			       text, sample, sizeof(*sample), err);
}

Test(option, defaults_come_from_the_table)
{
	struct sample sample = defaults();

	cr_expect_eq(sample.depth, 8);
	cr_expect_eq(sample.interval, 43200);
	cr_expect_eq(sample.colour, 0);
	cr_expect_not(sample.strict);
}

Test(option, every_type_is_read)
{
	struct sample sample = defaults();
	struct ft_err err;

	cr_assert_eq(parse("fsdepth=3,fsinterval=1-00:00:00,fsdecay=0.5,"
			   "STERN,colour=green",
			   &sample, &err),
		     0);
	cr_expect_eq(sample.depth, 3);
	cr_expect_eq(sample.interval, 86400);
	cr_expect_float_eq(sample.decay, 0.5, 0);
	cr_expect(sample.strict);
	cr_expect_eq(sample.colour, 1);
}

Test(option, unknown_key_names_the_nearest)
{
	struct sample sample = defaults();
	struct ft_err err;

	cr_assert_eq(parse("fsdeppth=3", &sample, &err), -ENOENT);
	cr_expect_str_eq(err.text, "slurm.conf: PriorityParameters: unknown "
				   "key fsdeppth: did you mean fsdepth?");
}

Test(option, a_bad_value_changes_nothing)
{
	struct sample sample = defaults();
	struct ft_err err;

	cr_assert_eq(parse("fsdepth=3,fsdecay=2", &sample, &err), -ERANGE);
	cr_expect_eq(sample.depth, 8);
	cr_expect_str_eq(err.text, "slurm.conf: PriorityParameters: "
				   "fsdecay=2: give a number from 0 to 1");
	cr_assert_eq(parse("colour=blue", &sample, &err), -EINVAL);
	cr_expect_str_eq(err.text, "slurm.conf: PriorityParameters: "
				   "colour=blue: give one of red|green");
	cr_expect_eq(parse("fsdepth=3,fsdepth=4", &sample, &err), -EINVAL);
	cr_expect_eq(parse("fsdepth", &sample, &err), -EINVAL);
	cr_expect_eq(parse("fsdepth=3x", &sample, &err), -EINVAL);
}

Test(option, other_peoples_keys_are_skipped_by_prefix)
{
	struct sample sample = defaults();
	struct ft_err err;

	cr_assert_eq(ft_option_parse(table, "x", "fs", "bf_window=3,fsdepth=4",
				     &sample, sizeof(sample), &err),
		     0);
	cr_expect_eq(sample.depth, 4);
}

Test(number, whole_token_or_nothing)
{
	int64_t value = 7;
	double real = 7;

	cr_expect_eq(ft_number_int("", 0, 9, &value), -EINVAL);
	cr_expect_eq(ft_number_int("1 ", 0, 9, &value), -EINVAL);
	cr_expect_eq(
		ft_number_int("99999999999999999999", 0, INT64_MAX, &value),
		-ERANGE);
	cr_expect_eq(value, 7);
	cr_expect_eq(ft_number_int("-3", -5, 9, &value), 0);
	cr_expect_eq(value, -3);
	cr_expect_eq(ft_number_real("nan", -1, 1, &real), -EINVAL);
	cr_expect_eq(ft_number_real("inf", -1, 1, &real), -ERANGE);
}

Test(number, spans_as_slurm_writes_them)
{
	int64_t seconds = 0;

	cr_expect_eq(ft_number_span("90", 0, 1000, &seconds), 0);
	cr_expect_eq(seconds, 90);
	cr_expect_eq(ft_number_span("1:30", 0, 1000, &seconds), 0);
	cr_expect_eq(seconds, 90);
	cr_expect_eq(ft_number_span("2-12:00:00", 0, 1000000, &seconds), 0);
	cr_expect_eq(seconds, 216000);
	cr_expect_eq(ft_number_span("1-", 0, 1000000, &seconds), -EINVAL);
	cr_expect_eq(ft_number_span("1:2:3:4", 0, 1000000, &seconds), -EINVAL);
}
