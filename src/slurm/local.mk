# SPDX-License-Identifier: GPL-2.0-or-later
# The only code that includes Slurm's internals.
FTS_PRIORITY_SOURCES =
FTS_RESERVE_SOURCES =
include src/slurm/common/local.mk
include src/slurm/fairtree/config/local.mk
include src/slurm/fairtree/usage/local.mk
include src/slurm/fairtree/priority/local.mk
include src/slurm/reserve/build/local.mk
include src/slurm/reserve/cycle/local.mk
include src/slurm/reserve/demand/local.mk
include src/slurm/reserve/limit/local.mk
include src/slurm/reserve/nodes/local.mk
include src/slurm/reserve/preempt/local.mk
include src/slurm/reserve/promise/local.mk
include src/slurm/reserve/resource/local.mk
include src/slurm/reserve/snapshot/local.mk
include src/slurm/reserve/start/local.mk
include src/slurm/reserve/trial/local.mk
FTS_PRIORITY_SOURCES += $(FTS_COMMON_SOURCES)

if HAVE_SLURM
noinst_LIBRARIES += libftschedule.a
libftschedule_a_SOURCES = $(FTS_RESERVE_SOURCES) $(FTS_COMMON_SOURCES)
libftschedule_a_CPPFLAGS = $(MODULE_CPPFLAGS)
libftschedule_a_CFLAGS = $(MODULE_CFLAGS)
endif
