# SPDX-License-Identifier: GPL-2.0-or-later
# sfair share: what users and accounts have of fairshare, in sentences.
if HAVE_LIBSLURM
sfair_SOURCES += \
	src/sfair/share/share.c src/sfair/share/share.h \
	src/sfair/share/share_answer.c \
	src/sfair/share/share_forecast.c \
	src/sfair/share/share_print.c \
	src/sfair/share/share_target.c \
	src/sfair/share/share_tree.c \
	# End of share
endif
