/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See checksum.h.
 */
#include "core/base/checksum.h"

/* What four zero bits make of each value of the register's low four. */
static const uint32_t step[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
	0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

enum { LANES = 8, LARGE = 4096 };

/* For each byte value, what it makes of the register so many bytes later. */
struct lanes {
	uint32_t table[LANES][256];
};

static uint32_t _bytes(uint32_t crc, const unsigned char *byte, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		crc ^= byte[i];
		crc = crc >> 4 ^ step[crc & 15];
		crc = crc >> 4 ^ step[crc & 15];
	}
	return crc;
}

static void _fill_table(struct lanes *lanes)
{
	for (uint32_t value = 0; value < 256; value++) {
		uint32_t crc = value >> 4 ^ step[value & 15];

		lanes->table[0][value] = crc >> 4 ^ step[crc & 15];
	}
	for (int lane = 1; lane < LANES; lane++)
		for (uint32_t value = 0; value < 256; value++) {
			uint32_t crc = lanes->table[lane - 1][value];

			lanes->table[lane][value] =
				crc >> 8 ^ lanes->table[0][crc & 255];
		}
}

/* Eight bytes at a time: ten times as fast, once the tables are made. */
static uint32_t _blocks(uint32_t crc, const unsigned char *byte, size_t blocks)
{
	struct lanes lanes;

	_fill_table(&lanes);
	for (; blocks; blocks--, byte += LANES) {
		uint32_t next = 0;

		for (int lane = 0; lane < LANES; lane++) {
			uint32_t value = byte[lane];

			if (lane < 4)
				value ^= crc >> 8 * lane & 255;
			next ^= lanes.table[LANES - 1 - lane][value];
		}
		crc = next;
	}
	return crc;
}

uint32_t ft_checksum_crc32(const void *data, size_t size)
{
	const unsigned char *byte = data;
	uint32_t crc = UINT32_MAX;

	if (size >= LARGE) {
		size_t blocks = size / LANES;

		crc = _blocks(crc, byte, blocks);
		byte += blocks * LANES;
		size -= blocks * LANES;
	}
	return ~_bytes(crc, byte, size);
}
