/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See tres_text.h.
 */
#include "sfair/base/tres_text.h"

#include <stdlib.h>
#include <string.h>

double sfair_tres_amount(const char *text, const char *name)
{
	static const char units[] = "KMGTP";
	size_t length = strlen(name);

	while (text && *text) {
		if (!strncmp(text, name, length) && text[length] == '=') {
			char *end;
			double amount = strtod(text + length + 1, &end);
			const char *unit = *end ? strchr(units, *end) : NULL;

			for (; unit && unit > units + 1; unit--)
				amount *= 1024;
			return unit == units ? amount / 1024 : amount;
		}
		text = strchr(text, ',');
		text += text != NULL;
	}
	return 0;
}
