/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_checksum - does a record still say what was written?
 *
 * CRC-32 as in IEEE 802.3 (polynomial 0x04c11db7, reflected): finds every
 * change of up to three bits in records of a few kilobytes, and all but one in
 * four thousand million others.  No protection against forgery.
 */
#ifndef FT_CORE_BASE_CHECKSUM_H
#define FT_CORE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

extern uint32_t ft_checksum_crc32(const void *data, size_t size);

#endif
