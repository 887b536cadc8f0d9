/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_sha256 - the digest that sha256sum(1) prints.
 *
 * For log lines by which an administrator tells which version of a file is in
 * force.  Refuses data in parts: files of policies are small.
 */
#ifndef FT_CORE_BASE_SHA256_H
#define FT_CORE_BASE_SHA256_H

#include <stddef.h>

enum { FT_SHA256_HEX = 65 };

/* Writes the digest of size bytes in lower case. */
extern void ft_sha256_hex(const void *data, size_t size,
			  char ret_hex[FT_SHA256_HEX]);

#endif
