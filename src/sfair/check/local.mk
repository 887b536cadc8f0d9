# SPDX-License-Identifier: GPL-2.0-or-later
# sfair check: what the plugins would say of a slurm.conf.
sfair_SOURCES += \
	src/sfair/check/check.c \
	src/sfair/check/check_line.c src/sfair/check/check_line.h \
	src/sfair/check/check_plugin.c src/sfair/check/check_plugin.h \
	src/sfair/check/check_value.c src/sfair/check/check_value.h \
	# End of check
