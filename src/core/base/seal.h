/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_seal - the last line of a state file: how many records there are, and
 * the checksum of all before it, "end RECORDS CRC-32" in decimal.
 *
 * Tells a text that is whole from one that was cut short or changed.  No
 * protection against forgery.
 */
#ifndef FT_CORE_BASE_SEAL_H
#define FT_CORE_BASE_SEAL_H

#include <stdint.h>

#include "core/base/err.h"
#include "core/base/text.h"

/* Closes text, whose last line must be ended. */
extern void ft_seal_put(struct ft_text *text, uint32_t records);

/*
 * Whether the last line fits what is before it, which is then cut off.
 * text[size] must be 0.  name: of the file, for messages.  0 or -EINVAL.
 */
extern int ft_seal_check(char *text, size_t size, const char *name,
			 uint32_t *ret_records, struct ft_err *err);

#endif
