# SPDX-License-Identifier: GPL-2.0-or-later
# Limits of associations and QOS.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/limit/limit_amount.c \
	src/slurm/reserve/limit/limit_claim.c \
	src/slurm/reserve/limit/limit_claim.h \
	src/slurm/reserve/limit/limit_rule.c \
	src/slurm/reserve/limit/limit_rule.h \
	src/slurm/reserve/limit/qos.c src/slurm/reserve/limit/qos.h \
	# End of limit
