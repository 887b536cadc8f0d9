/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that slurm.conf names: whose they may be, and what the digest is.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm/common/config_file.h"

#define KEY "slurm.conf: PriorityParameters: policy"

static char folder[] = "/tmp/ft-config-file-XXXXXX";
static char conf[64], path[64];

static void begin(void)
{
	cr_assert(mkdtemp(folder));
	snprintf(conf, sizeof(conf), "%s/slurm.conf", folder);
	snprintf(path, sizeof(path), "%s/tree", folder);
}

static void end(void)
{
	(void) remove(path);
	(void) rmdir(folder);
}

static void make(const char *text, size_t size, mode_t mode)
{
	FILE *file = fopen(path, "w");

	cr_assert(file);
	cr_assert_eq(fwrite(text, 1, size, file), size);
	cr_assert_eq(fclose(file), 0);
	cr_assert_eq(chmod(path, mode), 0);
}

static int read_it(const char *name, uid_t owner, struct fts_config_file *file,
		   struct ft_err *err)
{
	return fts_config_file_read(KEY, name, conf, owner, file, err);
}

/* FIPS 180-4's examples, as published by NIST, and two lengths at the edge. */
Test(config_file, the_digest_is_that_of_sha256sum)
{
	static const struct {
		const char *text, *digest;
	} example[] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b"
		     "7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410f"
			"f61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db0"
		 "6c1"},
	};
	static char million[1000000];
	char hex[FT_SHA256_HEX];

	for (size_t i = 0; i < sizeof(example) / sizeof(*example); i++) {
		ft_sha256_hex(example[i].text, strlen(example[i].text), hex);
		cr_expect_str_eq(hex, example[i].digest, "%s", example[i].text);
	}
	memset(million, 'a', sizeof(million));
	ft_sha256_hex(million, sizeof(million), hex);
	cr_expect_str_eq(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200"
			      "e046d39ccc7112cd0");
	ft_sha256_hex(million, 55, hex);
	cr_expect_str_eq(hex, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e2"
			      "41c9f1e910f734318");
}

Test(config_file, a_file_is_read_whole, .init = begin, .fini = end)
{
	struct fts_config_file file;
	struct ft_err err = {0};

	make("abc", 3, 0644);
	cr_assert_eq(read_it(path, getuid(), &file, &err), 0, "%s", err.text);
	cr_expect_str_eq(file.text, "abc");
	cr_expect_eq(file.size, 3);
	cr_expect_eq(strncmp(file.sha256, "ba7816bf", 8), 0);
	fts_config_file_fini(&file);

	cr_assert_eq(read_it("tree", getuid(), &file, &err), 0,
		     "a relative name is beside slurm.conf: %s", err.text);
	cr_expect_str_eq(file.path, path);
	fts_config_file_fini(&file);

	make("", 0, 0400);
	cr_assert_eq(read_it("tree", getuid(), &file, &err), 0, "%s", err.text);
	cr_expect_str_eq(file.text, "");
	fts_config_file_fini(&file);
	fts_config_file_fini(&file);
}

static void expect_refused(uid_t owner, int code, const char *why)
{
	struct fts_config_file file;
	struct ft_err err = {0};

	cr_expect_eq(read_it(path, owner, &file, &err), code, "%s: got %d", why,
		     err.code);
	cr_expect(strstr(err.text, why), "%s: got %s", why, err.text);
	cr_expect(strstr(err.text, KEY "=") && strstr(err.text, path), "%s",
		  err.text);
	cr_expect_null(file.text);
	cr_expect_null(file.path);
}

Test(config_file, what_others_may_write_is_refused, .init = begin, .fini = end)
{
	make("abc", 3, 0664);
	expect_refused(getuid(), -EPERM, "mode 0664");
	make("abc", 3, 0646);
	expect_refused(getuid(), -EPERM, "chmod go-w");
	make("abc", 3, 0644);
	if (getuid())
		cr_skip("only root can give files away");
	cr_assert_eq(chown(path, 4711, (gid_t) -1), 0);
	expect_refused(0, -EPERM, "user 4711");
	expect_refused(4712, -EPERM, "root or SlurmUser");
}

Test(config_file, slurm_user_may_own_it, .init = begin, .fini = end)
{
	struct fts_config_file file;
	struct ft_err err = {0};

	if (getuid())
		cr_skip("only root can give files away");
	make("abc", 3, 0600);
	cr_assert_eq(chown(path, 4711, (gid_t) -1), 0);
	cr_assert_eq(read_it(path, 4711, &file, &err), 0, "%s", err.text);
	fts_config_file_fini(&file);
	cr_assert_eq(chown(path, 0, (gid_t) -1), 0);
	cr_assert_eq(read_it(path, 4711, &file, &err), 0, "root's: %s",
		     err.text);
	fts_config_file_fini(&file);
}

Test(config_file, what_is_no_text_is_refused, .init = begin, .fini = end)
{
	expect_refused(getuid(), -ENOENT, "No such file");
	make("a\0c", 3, 0644);
	expect_refused(getuid(), -EINVAL, "byte 1 is 0");
	cr_assert_eq(remove(path), 0);
	cr_assert_eq(mkfifo(path, 0644), 0);
	expect_refused(getuid(), -EINVAL, "no plain file");
	cr_assert_eq(remove(path), 0);
	cr_assert_eq(mkdir(path, 0755), 0);
	expect_refused(getuid(), -EINVAL, "no plain file");
}
