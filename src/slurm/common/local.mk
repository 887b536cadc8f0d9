# SPDX-License-Identifier: GPL-2.0-or-later
# What both plugins need of slurmctld.
FTS_COMMON_SOURCES = \
	src/slurm/common/assoc_rejoin.c src/slurm/common/assoc_rejoin.h \
	src/slurm/common/build_id.c src/slurm/common/build_id.h \
	src/slurm/common/change_time.h \
	src/slurm/common/compat.c src/slurm/common/compat.h \
	src/slurm/common/compat_topology.c \
	src/slurm/common/given.h \
	src/slurm/common/job_cleaning.h \
	src/slurm/common/job_target.c src/slurm/common/job_target.h \
	src/slurm/common/layout.c src/slurm/common/layout.h \
	src/slurm/common/lock.c src/slurm/common/lock.h \
	src/slurm/common/limit_walk.c src/slurm/common/limit_walk.h \
	src/slurm/common/probe.h \
	src/slurm/common/state_file.c src/slurm/common/state_file.h \
	src/slurm/common/state_writer.c src/slurm/common/state_writer.h \
	src/slurm/common/worker.c src/slurm/common/worker.h \
	# End of common
FTS_PRIORITY_SOURCES += \
	src/slurm/common/compat_client.h \
	src/slurm/common/config_file.c src/slurm/common/config_file.h \
	src/slurm/common/id_name.c src/slurm/common/id_name.h \
	src/slurm/common/job_cursor.c src/slurm/common/job_cursor.h \
	src/slurm/common/name_walk.c src/slurm/common/name_walk.h \
	# End of what priority/fairtree alone needs
