# SPDX-License-Identifier: GPL-2.0-or-later
# sfair why, when and slots: what a user asks.
if HAVE_LIBSLURM
sfair_SOURCES += \
	src/sfair/answer/free_nodes.c src/sfair/answer/free_nodes.h \
	src/sfair/answer/holder.h \
	src/sfair/answer/holder_limit.c \
	src/sfair/answer/holder_node.c \
	src/sfair/answer/slots.c \
	src/sfair/answer/stake.c src/sfair/answer/stake.h \
	src/sfair/answer/when.c \
	src/sfair/answer/when_access.c src/sfair/answer/when_access.h \
	src/sfair/answer/when_feature.c \
	src/sfair/answer/when_frame.c \
	src/sfair/answer/when_leaf.c \
	src/sfair/answer/when_limit.c \
	src/sfair/answer/when_nodes.c \
	src/sfair/answer/when_out.c \
	src/sfair/answer/when_print.c \
	src/sfair/answer/when_rank.c src/sfair/answer/when_rank.h \
	src/sfair/answer/when_request.c src/sfair/answer/when_request.h \
	src/sfair/answer/when_row.h \
	src/sfair/answer/when_standing.c \
	src/sfair/answer/when_value.c src/sfair/answer/when_value.h \
	src/sfair/answer/when_way.c src/sfair/answer/when_way.h \
	src/sfair/answer/why.c src/sfair/answer/why.h \
	src/sfair/answer/why_answer.c \
	src/sfair/answer/why_dependency.c \
	src/sfair/answer/why_detail.c \
	src/sfair/answer/why_end.c \
	src/sfair/answer/why_fit.c \
	src/sfair/answer/why_help.c \
	src/sfair/answer/why_limit.c \
	src/sfair/answer/why_node.c \
	src/sfair/answer/why_plan.c \
	src/sfair/answer/why_print.c \
	src/sfair/answer/why_qos.c \
	src/sfair/answer/why_reservation.c \
	src/sfair/answer/why_row.c \
	src/sfair/answer/why_short.c \
	src/sfair/answer/why_suit.c \
	src/sfair/answer/why_task.c \
	src/sfair/answer/why_wait.c \
	# End of answer
endif
