/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See checksum.h.
 */
#include "core/checksum.h"

#define POLYNOMIAL UINT32_C(0xedb88320)

uint32_t ft_checksum_crc32(const void *data, size_t size)
{
	const unsigned char *byte = data;
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < size; i++) {
		crc ^= byte[i];
		for (int bit = 0; bit < 8; bit++)
			crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
	}
	return ~crc;
}
