# SPDX-License-Identifier: GPL-2.0-or-later
# sfair metrics: figures for Prometheus.
if HAVE_LIBSLURM
sfair_SOURCES += \
	src/sfair/metrics/metrics.c \
	src/sfair/metrics/metrics_cycle.c \
	src/sfair/metrics/metrics_job.c src/sfair/metrics/metrics_part.h \
	src/sfair/metrics/metrics_promise.c \
	src/sfair/metrics/open_metrics.c src/sfair/metrics/open_metrics.h \
	# End of metrics
endif
