# SPDX-License-Identifier: GPL-2.0-or-later
# What slurm.conf and its files say to priority/fairtree.
FTS_PRIORITY_SOURCES += \
	src/slurm/fairtree/config/accounting_period.c \
	src/slurm/fairtree/config/accounting_period.h \
	src/slurm/fairtree/config/id_priority.c \
	src/slurm/fairtree/config/id_priority.h \
	src/slurm/fairtree/config/priority_config.c \
	src/slurm/fairtree/config/priority_config.h \
	src/slurm/fairtree/config/priority_files.c \
	src/slurm/fairtree/config/priority_files.h \
	src/slurm/fairtree/config/usage_formula.c \
	src/slurm/fairtree/config/usage_formula.h \
	# End of config
