# SPDX-License-Identifier: GPL-2.0-or-later
# What jobs have used: charges, decay, the ledger, the tree.
FTS_PRIORITY_SOURCES += \
	src/slurm/fairtree/usage/assoc_charge.c \
	src/slurm/fairtree/usage/assoc_charge.h \
	src/slurm/fairtree/usage/assoc_snapshot.c \
	src/slurm/fairtree/usage/assoc_snapshot.h \
	src/slurm/fairtree/usage/assoc_walk.c \
	src/slurm/fairtree/usage/assoc_walk.h \
	src/slurm/fairtree/usage/credential_cache.c \
	src/slurm/fairtree/usage/credential_cache.h \
	src/slurm/fairtree/usage/job_component.c \
	src/slurm/fairtree/usage/job_component.h \
	src/slurm/fairtree/usage/ledger_meter.c \
	src/slurm/fairtree/usage/ledger_meter.h \
	src/slurm/fairtree/usage/ledger_request.c \
	src/slurm/fairtree/usage/ledger_request.h \
	src/slurm/fairtree/usage/ledger_state.c \
	src/slurm/fairtree/usage/ledger_state.h \
	src/slurm/fairtree/usage/quota_class.c \
	src/slurm/fairtree/usage/quota_class.h \
	src/slurm/fairtree/usage/standing.c \
	src/slurm/fairtree/usage/standing.h \
	src/slurm/fairtree/usage/trim_request.c \
	src/slurm/fairtree/usage/trim_request.h \
	src/slurm/fairtree/usage/usage_decay.c \
	src/slurm/fairtree/usage/usage_decay.h \
	src/slurm/fairtree/usage/usage_recount.c \
	src/slurm/fairtree/usage/usage_recount.h \
	src/slurm/fairtree/usage/usage_reset.c \
	src/slurm/fairtree/usage/usage_reset.h \
	src/slurm/fairtree/usage/usage_run.c \
	src/slurm/fairtree/usage/usage_run.h \
	# End of usage
