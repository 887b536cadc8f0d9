# SPDX-License-Identifier: GPL-2.0-or-later
# Files that live in StateSaveLocation: damaged, unwritable, half written.
if HAVE_SLURMFULL
UNIT_TESTS += testsuite/state/priority_state.t
testsuite_state_priority_state_t_SOURCES = \
	testsuite/state/priority_state.c src/slurm/fairtree/priority/priority_state.c \
	src/slurm/common/state_file.c
testsuite_state_priority_state_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_state_priority_state_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_state_priority_state_t_LDADD = $(UNIT_LDADD) $(SLURMFULL)

UNIT_TESTS += testsuite/state/state_file.t
testsuite_state_state_file_t_SOURCES = \
	testsuite/state/state_file.c testsuite/state/fault_call.c \
	testsuite/state/fault_call.h src/slurm/common/state_file.c
testsuite_state_state_file_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_state_state_file_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_state_state_file_t_LDADD = $(UNIT_LDADD) $(SLURMFULL) -ldl

UNIT_TESTS += testsuite/state/publish_writer.t
testsuite_state_publish_writer_t_SOURCES = \
	testsuite/state/publish_writer.c testsuite/state/fault_call.c \
	testsuite/state/fault_call.h \
	src/slurm/reserve/promise/publish_writer.c \
	src/slurm/common/worker.c \
	src/slurm/common/state_file.c
testsuite_state_publish_writer_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_state_publish_writer_t_CFLAGS = $(UNIT_CFLAGS) -pthread
testsuite_state_publish_writer_t_LDADD = $(UNIT_LDADD) $(SLURMFULL) -ldl

UNIT_TESTS += testsuite/state/schedule_memory.t
testsuite_state_schedule_memory_t_SOURCES = \
	testsuite/state/schedule_memory.c src/slurm/reserve/build/memory.c \
	src/slurm/common/state_file.c src/slurm/common/state_writer.c \
	src/slurm/common/worker.c
testsuite_state_schedule_memory_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_state_schedule_memory_t_CFLAGS = $(UNIT_CFLAGS) -pthread
testsuite_state_schedule_memory_t_LDADD = $(UNIT_LDADD) $(SLURMFULL)

UNIT_TESTS += testsuite/state/schedule_late.t
testsuite_state_schedule_late_t_SOURCES = \
	testsuite/state/schedule_late.c src/slurm/reserve/build/late_start.c
testsuite_state_schedule_late_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_state_schedule_late_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_state_schedule_late_t_LDADD = $(UNIT_LDADD) $(SLURMFULL)
endif
