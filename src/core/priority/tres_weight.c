/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tres_weight.h.
 */
#include "core/priority/tres_weight.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define UNITS "KMGTP"

enum { ITEM_ROOM = 256 };

struct reader {
	const char *text, *where;
	ft_tres_known known;
	void *context;
	struct ft_err *err;
};

static int _refuse_weight(const struct reader *reader, const char *item,
			  const char *why)
{
	return ft_fail(reader->err, -EINVAL, "%s=%.200s: %.80s: %s",
		       reader->where, reader->text, item, why);
}

/* What strtod() takes, and then nothing or a unit: "0.25G", and even "G". */
static bool _is_weight(const char *value)
{
	char *end;

	errno = 0;
	(void) strtod(value, &end);
	if (errno)
		return false;
	return !*end || strchr(UNITS, toupper((unsigned char) *end));
}

/* item is changed.  Slurm passes over '=' in front of a name. */
static int _read_item(const struct reader *reader, char *item)
{
	char *name = item + strspn(item, "=");
	char *value = strchr(name, '=');

	if (!value || !value[1])
		return _refuse_weight(reader, item,
				      "give TRES=WEIGHT, as in cpu=1000");
	*value++ = '\0';
	if (reader->known && !reader->known(reader->context, name))
		return _refuse_weight(reader, name, FT_TRES_UNKNOWN);
	if (!_is_weight(value))
		return _refuse_weight(
			reader, name,
			"its weight must be a number, and perhaps K, M, "
			"G, T or P behind it");
	return 0;
}

int ft_tres_weight_check(const char *text, const char *where,
			 ft_tres_known known, void *context, struct ft_err *err)
{
	const struct reader reader = {text, where, known, context, err};
	char item[ITEM_ROOM];
	int rc = 0;

	while (!rc && *(text += strspn(text, ","))) {
		size_t length = strcspn(text, ",");

		if (length >= sizeof(item))
			return _refuse_weight(&reader, text,
					      "this is too long");
		memcpy(item, text, length);
		item[length] = '\0';
		rc = _read_item(&reader, item);
		text += length;
	}
	return rc;
}

/* Whether one of the names between commas, without blanks, is that one. */
static bool _is_among(const char *list, const char *name)
{
	size_t wanted = strlen(name);

	while (*list) {
		size_t length;

		list += strspn(list, ", \t");
		length = strcspn(list, ", \t");
		if (length == wanted && !strncasecmp(list, name, length))
			return true;
		list += length;
	}
	return false;
}

bool ft_tres_listed(const char *listed, const char *name)
{
	if (!*name)
		return false;
	return _is_among("cpu,mem,energy,node,billing,fs/disk,vmem,pages",
			 name) ||
	       (listed && _is_among(listed, name));
}
