/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_metric - figures as text in the form of OpenMetrics, which Prometheus
 * and the textfile collector of node_exporter read.
 *
 * All samples of a family follow its head, and a family is begun once; both are
 * the caller's to keep.  Refuses types other than gauge and counter.
 */
#ifndef FT_SFAIR_METRICS_OPEN_METRICS_H
#define FT_SFAIR_METRICS_OPEN_METRICS_H

#include <stdio.h>

enum { SFAIR_LABELS = 4 };

struct sfair_label {
	const char *name, *value; /* value: whatever a site or user chose */
};

/* The head of a family.  type: "gauge", or "counter", of which the samples'
 * name ends in _total. */
extern void sfair_metric_family(FILE *out, const char *name, const char *type,
				const char *help);

/* One sample; labels end with a name that is NULL. */
extern void sfair_metric(FILE *out, const char *name,
			 const struct sfair_label label[SFAIR_LABELS],
			 double value);

/* A family of one sample without labels. */
extern void sfair_metric_single(FILE *out, const char *name, const char *help,
				double value);

/* The line behind the last family. */
extern void sfair_metric_end(FILE *out);

#endif
