# SPDX-License-Identifier: GPL-2.0-or-later
# What several subcommands need: files, replies, names, text.
sfair_SOURCES += \
	src/sfair/base/command.c src/sfair/base/command.h \
	src/sfair/base/envelope.c src/sfair/base/envelope.h \
	src/sfair/base/fresh_file.c src/sfair/base/fresh_file.h \
	src/sfair/base/json_file.c src/sfair/base/json_file.h \
	src/sfair/base/json_made.c \
	src/sfair/base/live.c src/sfair/base/live.h \
	src/sfair/base/moment_text.c src/sfair/base/moment_text.h \
	src/sfair/base/paint.c src/sfair/base/paint.h \
	src/sfair/base/policy_file.c src/sfair/base/policy_file.h \
	src/sfair/base/priority_site.c src/sfair/base/priority_site.h \
	src/sfair/base/sfair.h \
	src/sfair/base/shown.c src/sfair/base/shown.h \
	src/sfair/base/task_list.c src/sfair/base/task_list.h \
	src/sfair/base/told.c src/sfair/base/told.h \
	src/sfair/base/tres_text.c src/sfair/base/tres_text.h \
	# End of base
