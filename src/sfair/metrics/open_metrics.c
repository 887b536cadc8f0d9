/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See open_metrics.h.
 */
#include "sfair/metrics/open_metrics.h"

#include <math.h>
#include <string.h>

#include "sfair/base/shown.h"

void sfair_metric_family(FILE *out, const char *name, const char *type,
			 const char *help)
{
	fprintf(out, "# TYPE %s %s\n# HELP %s %s\n", name, type, name, help);
}

/* Control characters and bytes that are no UTF-8 as sfair_shown() has them. */
static void _put_label(FILE *out, const char *value)
{
	char shown[SFAIR_SHOWN];

	for (const char *at = sfair_shown(shown, value); *at; at++) {
		if (*at == '\\' || *at == '"')
			putc('\\', out);
		putc(*at, out);
	}
}

void sfair_metric(FILE *out, const char *name,
		  const struct sfair_label label[SFAIR_LABELS], double value)
{
	fputs(name, out);
	for (int i = 0; i < SFAIR_LABELS && label[i].name; i++) {
		fprintf(out, "%s%s=\"", i ? "," : "{", label[i].name);
		_put_label(out, label[i].value ? label[i].value : "");
		putc('"', out);
	}
	if (label[0].name)
		putc('}', out);
	if (isfinite(value))
		fprintf(out, " %.15g\n", value);
	else
		fputs(isnan(value) ? " NaN\n" : " +Inf\n", out);
}

void sfair_metric_single(FILE *out, const char *name, const char *help,
			 double value)
{
	static const struct sfair_label none[SFAIR_LABELS];

	sfair_metric_family(out, name, "gauge", help);
	sfair_metric(out, name, none, value);
}

void sfair_metric_end(FILE *out)
{
	fputs("# EOF\n", out);
}
