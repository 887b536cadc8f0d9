# SPDX-License-Identifier: GPL-2.0-or-later
# sfair metrics: figures for Prometheus.
sfair_SOURCES += \
	src/sfair/metrics/metrics.c \
	# End of metrics
if HAVE_LIBSLURM
# What asks slurmctld.
sfair_SOURCES += \
	src/sfair/metrics/metrics_cycle.c \
	src/sfair/metrics/metrics_job.c src/sfair/metrics/metrics_part.h \
	src/sfair/metrics/open_metrics.c src/sfair/metrics/open_metrics.h \
	# End of what asks slurmctld
endif
