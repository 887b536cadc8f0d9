/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ledger's file: what is written is read back bit for bit, and whatever
 * is not whole is refused.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/checksum.h"
#include "core/ledger/ledger_file.h"
#include "core/base/seal.h"

static struct ft_ledger_image made(void)
{
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_image image;
	struct ft_ledger_names names = {
		.entity = "staff:john",
		.path = "/fy/tfy/john doe",
		.credential = {[FT_USER] = "john", [FT_CLASS] = "long"},
	};
	struct ft_ledger_look look = {
		.job_id = 4000000000u,
		.start = 990000,
		.stop = 1000000,
		.running = true,
		.rate = {.1, 4, {4, 1e9 / 3, 0}},
	};

	cr_assert_eq(ft_ledger_image_init(&image), 0);
	policy.decay_time = 3600;
	policy.decay_factor = .3;
	cr_assert_eq(ft_ledger_period_open(&image.ledger, &policy, 980000), 0);
	cr_assert_eq(ft_ledger_period_open(&image.ledger, &policy, 995000), 0);
	cr_assert_eq(ft_ledger_roll(&image.ledger, &policy, 990000), 0);
	cr_assert_eq(ft_ledger_roll(&image.ledger, &policy, 1000000), 0);
	cr_assert_eq(
		ft_ledger_place(&image.ledger,
				&(struct ft_ledger_names){.entity = "idle"},
				&look.place),
		0);
	cr_assert_eq(ft_ledger_place(&image.ledger, &names, &look.place), 0);
	cr_assert_eq(ft_ledger_look(&image.runs, &image.ledger, &policy, &look,
				    NULL),
		     0);
	image.until = 1000000;
	return image;
}

static int readable(const char *text, size_t size,
		    struct ft_ledger_image *image, struct ft_err *err)
{
	char *copy = malloc(size + 1);
	int rc;

	memcpy(copy, text, size);
	copy[size] = '\0';
	cr_assert_eq(ft_ledger_image_init(image), 0);
	rc = ft_ledger_file_read(copy, size, "ledger", image, err);
	free(copy);
	return rc;
}

Test(ledger_file, what_is_written_is_read_back)
{
	struct ft_ledger_image image = made(), again;
	size_t size, size_again;
	char *text = ft_ledger_file_text(&image, &size), *other;
	struct ft_err err;

	cr_assert_eq(readable(text, size, &again, &err), 0, "%s", err.text);
	other = ft_ledger_file_text(&again, &size_again);
	cr_expect_str_eq(other, text);
	/* What nobody has used is not kept. */
	cr_expect_null(strstr(text, "idle"));
	cr_expect_eq(ft_ledger_entity_usage(&again.ledger, 0),
		     ft_ledger_entity_usage(&image.ledger, 1));
	cr_expect_eq(again.until, 1000000);
	cr_assert_eq(again.runs.table.count, 1);
	cr_expect_eq(ft_ledger_runs_at(&again.runs, 0)->seconds, 10000);
	free(text);
	free(other);
	ft_ledger_image_fini(&image);
	ft_ledger_image_fini(&again);
}

Test(ledger_file, whatever_is_cut_or_changed_is_refused)
{
	struct ft_ledger_image image = made(), again;
	size_t size;
	char *text = ft_ledger_file_text(&image, &size);
	struct ft_err err;

	for (size_t cut = 0; cut < size; cut++)
		cr_assert_eq(readable(text, cut, &again, &err), -EINVAL,
			     "cut to %zu bytes", cut);
	for (size_t bit = 0; bit < 8 * size; bit++) {
		text[bit / 8] ^= (char) (1 << bit % 8);
		cr_assert_eq(readable(text, size, &again, &err), -EINVAL,
			     "bit %zu", bit);
		text[bit / 8] ^= (char) (1 << bit % 8);
	}
	free(text);
	ft_ledger_image_fini(&image);
}

/* A sealed text whose second line is this. */
static int judged(const char *line, struct ft_err *err)
{
	struct ft_text text = {0};
	struct ft_ledger_image image;
	int rc;

	ft_text_put(&text, "fairtree_ledger 2 5 0\n%s\n", line);
	ft_seal_put(&text, 1);
	rc = readable(text.data, text.size, &image, err);
	if (!rc)
		ft_ledger_image_fini(&image);
	free(text.data);
	return rc;
}

Test(ledger_file, a_line_that_cannot_be_is_named)
{
	static const char *const bad[] = {
		"x 1",
		"e nan john",
		"e inf john",
		"e 1",
		"e 1 ",
		"n ",
		"c king john",
		"w 10 0 5",
		"w 10 5",
		"w 10 5 1 7",
		"a 0 5",
		"h 0 1 1 1",
		"p",
		"r 1 0 5 5 0 1 0 - - - - - - - 1 1 1 1 1",
		"r 1 7 5 5 0 4 0 - - - - - - - 1 1 1 1 1",
		"r 1 7 5 5 0 1 0 0 - - - - - - 1 1 1 1 1",
		"r 1 7 5 5 0 1 0 - - - - - - - 1 1 1 1",
		"r 1 7 5 1099511627777 0 1 0 - - - - - - - 1 1 1 1 1",
		"r 1 7 -1099511627777 5 0 1 0 - - - - - - - 1 1 1 1 1",
		"w 1099511627777 5 1",
		"p 1099511627777",
		"p -1",
		"n /a\tb",
		"n /a%41",
		"n /a%",
	};
	struct ft_err err;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		cr_assert_eq(judged(bad[i], &err), -EINVAL, "%s", bad[i]);
		cr_expect(strstr(err.text, "ledger:2: "), "%s: %s", bad[i],
			  err.text);
	}
	cr_expect_eq(judged("r 1 7 5 5 0 1 0 - - - - - - - 1 1 1 1 1", &err), 0,
		     "%s", err.text);
	cr_expect_eq(judged("e -1e-9 a%20b", &err), 0, "%s", err.text);
}

/* Users choose names of accounts, and any byte but 0 may be in them. */
Test(ledger_file, every_byte_of_a_name_comes_back)
{
	char name[256] = {0}, path[300];
	struct ft_ledger_names names = {.entity = name, .path = path};
	struct ft_ledger_policy policy = ft_ledger_defaults();
	struct ft_ledger_image image, again;
	struct ft_ledger_place place;
	struct ft_ledger_rate rate = {1, 1, {1, 1, 1}};
	struct ft_err err;
	size_t size;
	char *text;

	for (int byte = 1; byte < 256; byte++)
		name[byte - 1] = (char) byte;
	snprintf(path, sizeof(path), "/%s", name);
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		names.credential[kind] = name;
	cr_assert_eq(ft_ledger_image_init(&image), 0);
	cr_assert_eq(ft_ledger_period_open(&image.ledger, &policy, 1000), 0);
	cr_assert_eq(ft_ledger_roll(&image.ledger, &policy, 1000), 0);
	cr_assert_eq(ft_ledger_place(&image.ledger, &names, &place), 0);
	cr_assert_eq(ft_ledger_charge(&image.ledger, &policy, &place, &rate,
				      1000, 2000),
		     0);
	text = ft_ledger_file_text(&image, &size);
	for (size_t i = 0; i < size; i++)
		cr_expect((unsigned char) text[i] >= ' ' || text[i] == '\n');
	cr_assert_eq(readable(text, size, &again, &err), 0, "%s", err.text);
	cr_expect_str_eq(again.ledger.entity.names.name[0], name);
	cr_expect_str_eq(again.ledger.period.names.name[0], path);
	for (uint32_t i = 0; i < again.ledger.window.credentials.count; i++)
		cr_expect_str_eq(again.ledger.window.credentials.entry[i].name,
				 name);
	cr_expect_eq(again.ledger.window.credentials.count,
		     FT_CREDENTIAL_KINDS);
	free(text);
	ft_ledger_image_fini(&image);
	ft_ledger_image_fini(&again);
}

/* The first form there was; every later release must read it. */
Test(ledger_file, form_1)
{
	static const char text[] =
		"fairtree_ledger 1 1000000 997200\n"
		"e 1500.5 staff:john%20 x\n"
		"n /fy/tfy/john\n"
		"c user john\n"
		"w 993600 43200 40000\n"
		"a 0 40000\n"
		"p 990000\n"
		"h 0 40000 1000 0\n"
		"r 7 990000 10000 1000000 0 1 0 0 0 0 - - - - 1 4 4 100 0\n";
	struct ft_text sealed = {0};
	struct ft_ledger_image image;
	struct ft_err err;

	ft_text_add(&sealed, text);
	ft_seal_put(&sealed, 8);
	cr_assert_eq(readable(sealed.data, sealed.size, &image, &err), 0, "%s",
		     err.text);
	cr_expect_float_eq(image.ledger.entity.usage[0], 1500.5, 0);
	cr_expect_str_eq(image.ledger.entity.names.name[0], "staff:john%20 x");
	cr_expect_eq(image.ledger.entity.decayed, 997200);
	cr_expect_float_eq(image.ledger.window.window[0].amount[0], 40000, 0);
	cr_expect_float_eq(ft_ledger_hours(&image.ledger.period.period[0], 0,
					   FT_QUOTA_CPU),
			   40000. / 3600, 1e-12);
	cr_expect_float_eq(ft_ledger_runs_at(&image.runs, 0)->rate.window, 4,
			   0);
	free(sealed.data);
	ft_ledger_image_fini(&image);
}

/* Large data is summed in another way than small. */
Test(checksum, of_large_data_is_that_of_its_bits)
{
	static unsigned char data[20000];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char) (i * i / 7 + i);
	for (size_t size = 4080; size < 4120; size++) {
		uint32_t crc = UINT32_MAX;

		for (size_t i = 0; i < size; i++) {
			crc ^= data[i + 3];
			for (int bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
		}
		cr_assert_eq(ft_checksum_crc32(data + 3, size), ~crc, "%zu",
			     size);
	}
	cr_expect_eq(ft_checksum_crc32("123456789", 9), 0xcbf43926u);
}
