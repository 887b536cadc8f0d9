# SPDX-License-Identifier: GPL-2.0-or-later
# sfair replay: logs, what became of them, and figures.
sfair_SOURCES += \
	src/sfair/replay/replay.c \
	src/sfair/replay/replay_bin.c src/sfair/replay/replay_bin.h \
	src/sfair/replay/replay_column.h \
	src/sfair/replay/replay_conf.c src/sfair/replay/replay_conf.h \
	src/sfair/replay/replay_figure.c src/sfair/replay/replay_figure.h \
	src/sfair/replay/replay_key.c src/sfair/replay/replay_key.h \
	src/sfair/replay/replay_page.c src/sfair/replay/replay_page.h \
	src/sfair/replay/replay_page_part.c \
	src/sfair/replay/replay_page_part.h \
	src/sfair/replay/replay_page_time.c \
	src/sfair/replay/replay_page_wait.c \
	src/sfair/replay/replay_plot.c src/sfair/replay/replay_plot.h \
	src/sfair/replay/replay_print.c src/sfair/replay/replay_print.h \
	src/sfair/replay/replay_spread.c src/sfair/replay/replay_spread.h \
	src/sfair/replay/sacct_job.c src/sfair/replay/sacct_job.h \
	src/sfair/replay/schedule_file.c src/sfair/replay/schedule_file.h \
	src/sfair/replay/trace.c \
	src/sfair/replay/trace_machine.c \
	src/sfair/replay/trace_machine.h \
	src/sfair/replay/trace_file.c src/sfair/replay/trace_file.h \
	# End of replay
