/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See seal.h.
 */
#include "core/base/seal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/base/checksum.h"
#include "core/base/number.h"

#define WORD "end "

void ft_seal_put(struct ft_text *text, uint32_t records)
{
	if (!text->failed)
		ft_text_put(text, WORD "%" PRIu32 " %" PRIu32 "\n", records,
			    ft_checksum_crc32(text->data, text->size));
}

/* The last line of the text, without the end of line; NULL: none. */
static char *_last_line(char *text, size_t size)
{
	char *last;

	if (!size || text[size - 1] != '\n' || strlen(text) != size)
		return NULL;
	text[size - 1] = '\0';
	last = strrchr(text, '\n');
	return last ? last + 1 : NULL;
}

int ft_seal_check(char *text, size_t size, const char *name,
		  uint32_t *ret_records, struct ft_err *err)
{
	char *last = _last_line(text, size), *rest, *records;
	int64_t count, sum;

	if (!last)
		return ft_fail(err, -EINVAL, "%s: it is cut short", name);
	rest = last + strlen(WORD);
	if (!strncmp(last, WORD, strlen(WORD))) {
		records = strsep(&rest, " ");
		if (!ft_number_int(records, 0, UINT32_MAX, &count) &&
		    !ft_number_int(rest, 0, UINT32_MAX, &sum) &&
		    sum == ft_checksum_crc32(text, (size_t) (last - text))) {
			*last = '\0';
			*ret_records = (uint32_t) count;
			return 0;
		}
	}
	return ft_fail(err, -EINVAL, "%s: it is cut short or was changed",
		       name);
}
