/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See overrule.h.
 */
#include "core/queue/overrule.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"

enum { PERCENT = 100 }; /* what a credential may be off its target */

extern int ft_overrule_parse(const char *text, const char *where,
			     int64_t *ret_overrule, struct ft_err *err)
{
	int64_t value;
	int rc;

	if (!strcasecmp(text, "auto")) {
		*ret_overrule = FT_OVERRULE_AUTO;
		return 0;
	}
	rc = ft_number_int(text, 0, UINT32_MAX, &value);
	if (rc)
		return ft_fail(err, rc,
			       "%s: rsv_overrule=%s: give auto, or priority "
			       "points from 0 to 4294967295",
			       where, text);
	*ret_overrule = value;
	return 0;
}

/* What stands for the key at this token, "key=value" or "key:SCOPE=value";
 * NULL: it is another key. */
static const char *_weight_value(const char *token, const char *key)
{
	size_t length = strlen(key);

	if (strncasecmp(token, key, length) ||
	    (token[length] != '=' && token[length] != ':'))
		return NULL;
	token = strchr(token, '=');
	return token ? token + 1 : NULL;
}

/* The largest number that the key is given for any scope. */
static double _weight_largest(const char *parameters, const char *key,
			      double initial)
{
	char *list = parameters ? strdup(parameters) : NULL, *save = NULL;
	double largest = initial;
	bool any = false;

	for (char *token = list ? strtok_r(list, ",", &save) : NULL; token;
	     token = strtok_r(NULL, ",", &save)) {
		const char *text = _weight_value(token, key);
		double value = text ? strtod(text, NULL) : 0;

		if (!text || !isfinite(value))
			continue;
		if (!any || value > largest)
			largest = value;
		any = true;
	}
	free(list);
	return largest;
}

static bool _only_components(const char *parameters)
{
	char *list = parameters ? strdup(parameters) : NULL, *save = NULL;
	bool only = false;

	for (char *token = list ? strtok_r(list, ",", &save) : NULL; token;
	     token = strtok_r(NULL, ",", &save))
		only |= !strcasecmp(token, "sum=maui");
	free(list);
	return only;
}

/* What Maui's component FS may add at most. */
static double _component(const char *parameters)
{
	static const char *const keys[] = {"fsuserweight", "fsgroupweight",
					   "fsaccountweight", "fsqosweight",
					   "fsclassweight"};
	double sum = 0, cap = _weight_largest(parameters, "fscap", 0);

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		sum += PERCENT *
		       fmax(0, _weight_largest(parameters, keys[i], 0));
	if (cap > 0)
		sum = fmin(sum, cap);
	return sum * fmax(0, _weight_largest(parameters, "fsweight", 1));
}

extern uint32_t ft_overrule_auto(const char *type, uint32_t weight,
				 const char *parameters)
{
	bool ours = type && !strcasecmp(type, "priority/fairtree");
	double span = weight;

	if (!type || !strcasecmp(type, "priority/basic"))
		return 0;
	if (ours)
		span = (_only_components(parameters) ? 0 : weight) +
		       _component(parameters);
	span = floor(span / 2);
	return span < UINT32_MAX ? (uint32_t) span : UINT32_MAX;
}
