# SPDX-License-Identifier: GPL-2.0-or-later
# The weighted sum: factors, components, columns.
libftshare_a_SOURCES += \
	src/core/priority/column.c src/core/priority/column.h \
	src/core/priority/component.c src/core/priority/component.h \
	src/core/priority/component_option.c \
	src/core/priority/component_policy.c \
	src/core/priority/component_policy.h \
	src/core/priority/component_slot.h \
	src/core/priority/factor.c src/core/priority/factor.h \
	src/core/priority/pass_grid.c src/core/priority/pass_grid.h \
	src/core/priority/priority_option.c \
	src/core/priority/priority_option.h \
	src/core/priority/priority_rule.c src/core/priority/priority_rule.h \
	src/core/priority/queue_time.c src/core/priority/queue_time.h \
	src/core/priority/queue_time_state.c \
	src/core/priority/queue_time_state.h \
	src/core/priority/site_policy.c src/core/priority/site_policy.h \
	src/core/priority/tres_weight.c src/core/priority/tres_weight.h \
	# End of priority
