# SPDX-License-Identifier: GPL-2.0-or-later
# PBS Professional's tree, options and formula.
libftshare_a_SOURCES += \
	src/core/pbs/pbs_cycle.c src/core/pbs/pbs_cycle.h \
	src/core/pbs/pbs_option.c src/core/pbs/pbs_option.h \
	src/core/pbs/resource_group.c src/core/pbs/resource_group.h \
	src/core/pbs/tres_formula.c src/core/pbs/tres_formula.h \
	# End of pbs
