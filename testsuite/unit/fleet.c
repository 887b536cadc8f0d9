/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kinds of nodes: what their file says, and what the ends of a log's lines ask
 * for.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/replay/fleet.h"

#define TWO                                                                    \
	"NODES[large] COUNT=2 PROCESSORS=8 MEMORY=1000 "                       \
	"PROPERTIES=fast,hall1\n"                                              \
	"NODES[small] COUNT=3 PROCESSORS=2 MEMORY=100  # no property\n"

enum { LARGE = 1, SMALL = 2, BOTH = 3 };

static int _read(struct ft_fleet *fleet, const char *text, struct ft_err *err)
{
	char copy[1024];
	int rc;

	snprintf(copy, sizeof(copy), "%s", text);
	rc = ft_statement_read(copy, "f", ft_fleet_take, fleet, err);
	return rc ? rc : ft_fleet_check(fleet, err);
}

Test(fleet, kinds_add_up)
{
	struct ft_fleet fleet = {0};
	struct ft_err err = {0};

	cr_assert_eq(_read(&fleet, TWO, &err), 0, "%s", err.text);
	cr_expect_eq(fleet.count, 2);
	cr_expect_eq(ft_fleet_nodes(&fleet), 5);
	cr_expect_eq(ft_fleet_processors(&fleet), 22);
	cr_expect_eq(ft_fleet_widest(&fleet), 8);
	ft_fleet_free(&fleet);
}

Test(fleet, what_a_line_asks_for)
{
	static const struct {
		const char *text;
		uint32_t nodes, each, kinds;
		bool alone, ignored;
	} want[] = {
		{"", 0, 0, BOTH, false, false},
		{"{1,2} q_1d 1:ppn=8\n", 1, 8, BOTH, false, false},
		{"q 2:ppn=4:fast", 2, 4, LARGE, false, false},
		{"q 2:ppn=4:hall1:fast#excl", 2, 4, LARGE, true, false},
		{"q 1:ppn=1:^fast", 1, 1, SMALL, false, false},
		{"q 1:ppn=1:^fast:large", 1, 1, 0, false, false},
		{"q 1:small:ppn=2", 1, 2, SMALL, false, false},
		{"q 1:ppn=2:fas", 1, 2, BOTH, false, true},
		{"q 1:ppn=2:fast,hall1", 1, 2, BOTH, false, true},
		{"q 1:ppn=2+2:ppn=4", 0, 0, BOTH, false, true},
		{"q 1:ppn=0:fast", 0, 0, LARGE, false, false},
		{"q ppn=2 x:ppn=2 4", 0, 0, BOTH, false, false},
	};
	struct ft_fleet fleet = {0};
	struct ft_err err = {0};

	cr_assert_eq(_read(&fleet, TWO, &err), 0);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct ft_fleet_ask got = ft_fleet_read(&fleet, want[i].text);

		cr_expect_eq(got.nodes, want[i].nodes, "%s", want[i].text);
		cr_expect_eq(got.each, want[i].each, "%s", want[i].text);
		cr_expect_eq(got.kinds, want[i].kinds, "%s", want[i].text);
		cr_expect_eq(got.alone, want[i].alone, "%s", want[i].text);
		cr_expect_eq(got.ignored, want[i].ignored, "%s", want[i].text);
	}
	ft_fleet_free(&fleet);
}

Test(fleet, who_fits)
{
	static const struct {
		struct ft_fleet_ask ask;
		int64_t processors, memory;
		bool fits;
		uint32_t kinds;
	} want[] = {
		{{2, 8, 0, BOTH, false, false}, 16, 1000, true, LARGE},
		{{3, 8, 0, BOTH, false, false}, 24, 0, false, LARGE},
		{{5, 2, 0, BOTH, false, false}, 10, 100, true, BOTH},
		{{3, 2, 0, BOTH, false, false}, 6, 101, false, LARGE},
		{{3, 2, 0, SMALL, false, false}, 6, 0, true, SMALL},
		{{0, 0, 0, BOTH, false, false}, 22, 0, true, BOTH},
		{{0, 0, 0, BOTH, false, false}, 23, 0, false, BOTH},
		{{0, 0, 0, BOTH, false, false}, 13, 100, true, BOTH},
		{{0, 0, 0, BOTH, false, false}, 20, 100, false, BOTH},
		{{0, 0, 0, BOTH, false, false}, 3, 500, true, LARGE},
	};
	struct ft_fleet fleet = {0};
	struct ft_err err = {0};

	cr_assert_eq(_read(&fleet, TWO, &err), 0);
	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct ft_fleet_ask ask = want[i].ask;

		cr_expect_eq(ft_fleet_fit(&fleet, &ask, want[i].processors,
					  want[i].memory),
			     want[i].fits, "%zu", i);
		cr_expect_eq(ask.kinds & want[i].ask.kinds, want[i].kinds,
			     "%zu", i);
	}
	ft_fleet_free(&fleet);
}

Test(fleet, what_is_wrong_is_said)
{
	static const struct {
		const char *text, *said;
	} wrong[] = {
		{"", "there are no nodes"},
		{"KIND[a] COUNT=1\n", "f:1: KIND: write NODES[name]"},
		{"NODES COUNT=1\n", "f:1: NODES: write NODES[name]"},
		{"NODES[a] 3\n", "f:1: NODES: write NODES[name]"},
		{"NODES[a] COUNT=0\n", "f:1: COUNT=0: give a whole"},
		{"NODES[a] CPUS=1\n", "f:1: NODES[a]: CPUS is not known"},
		{"NODES[a] COUNT=1\n", "NODES[a]: COUNT and PROCESSORS are"},
		{"NODES[a] COUNT=1 PROCESSORS=1 MEMORY=1\n"
		 "NODES[b] COUNT=1 PROCESSORS=1\n",
		 "NODES[b]: MEMORY of all kinds or of none"},
		{"NODES[a] COUNT=1 PROCESSORS=1 GPUS=2\n",
		 "NODES[a]: GPUS are counted only beside MEMORY"},
		{"NODES[a] COUNT=16000000 PROCESSORS=16000000\n",
		 "there are too many nodes"},
		{"NODES[a] COUNT=16000000 PROCESSORS=1\n"
		 "NODES[b] COUNT=16000000 PROCESSORS=1\n",
		 "there are too many nodes"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct ft_fleet fleet = {0};
		struct ft_err err = {0};

		cr_expect_eq(_read(&fleet, wrong[i].text, &err), -EINVAL, "%s",
			     wrong[i].text);
		cr_expect_not_null(strstr(err.text, wrong[i].said), "%s: %s",
				   wrong[i].text, err.text);
		ft_fleet_free(&fleet);
	}
}

Test(fleet, has_only_so_many_kinds)
{
	struct ft_fleet fleet = {0};
	struct ft_err err = {0};

	for (int k = 0; k <= FT_FLEET_KINDS; k++) {
		char line[64];

		snprintf(line, sizeof(line),
			 "NODES[k%d] COUNT=1 PROCESSORS=1\n", k);
		cr_expect_eq(_read(&fleet, line, &err),
			     k < FT_FLEET_KINDS ? 0 : -EINVAL, "%d", k);
	}
	cr_expect_not_null(strstr(err.text, "more than 32 kinds"));
	/* All of them, where a line asks for none. */
	cr_expect_eq(ft_fleet_read(&fleet, "").kinds, UINT32_MAX);
	ft_fleet_free(&fleet);
}
