# SPDX-License-Identifier: GPL-2.0-or-later
# The priorities of jobs, computed and written.
FTS_PRIORITY_SOURCES += \
	src/slurm/fairtree/priority/column_book.c \
	src/slurm/fairtree/priority/column_book.h \
	src/slurm/fairtree/priority/job_block.c \
	src/slurm/fairtree/priority/job_block.h \
	src/slurm/fairtree/priority/job_memory.c \
	src/slurm/fairtree/priority/job_memory.h \
	src/slurm/fairtree/priority/job_priority.c \
	src/slurm/fairtree/priority/job_priority.h \
	src/slurm/fairtree/priority/job_sum.c \
	src/slurm/fairtree/priority/limit_room.c \
	src/slurm/fairtree/priority/limit_room.h \
	src/slurm/fairtree/priority/priority_list.c \
	src/slurm/fairtree/priority/priority_list.h \
	src/slurm/fairtree/priority/priority_pass.c \
	src/slurm/fairtree/priority/priority_pass.h \
	src/slurm/fairtree/priority/priority_state.c \
	src/slurm/fairtree/priority/priority_state.h \
	src/slurm/fairtree/priority/queue_watch.c \
	src/slurm/fairtree/priority/queue_watch.h \
	src/slurm/fairtree/priority/quota_ballot.c \
	src/slurm/fairtree/priority/quota_ballot.h \
	src/slurm/fairtree/priority/standing_pbs.c \
	src/slurm/fairtree/priority/standing_pbs.h \
	# End of priority
