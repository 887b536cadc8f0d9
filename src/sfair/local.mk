# SPDX-License-Identifier: GPL-2.0-or-later
# sfair: the command; one file a subcommand; never Slurm's internals.
bin_PROGRAMS += sfair
sfair_SOURCES = \
	src/sfair/bypass.c \
	src/sfair/check.c \
	src/sfair/fairshare.c \
	src/sfair/fairshare_folder.c src/sfair/fairshare_folder.h \
	src/sfair/fairshare_live.c src/sfair/fairshare_live.h \
	src/sfair/live.c src/sfair/live.h \
	src/sfair/main.c \
	src/sfair/plan.c \
	src/sfair/json_file.c src/sfair/json_file.h \
	src/sfair/policy_file.c src/sfair/policy_file.h \
	src/sfair/priority.c \
	src/sfair/priority_jobs.c src/sfair/priority_jobs.h \
	src/sfair/priority_live.c \
	src/sfair/priority_memory.c src/sfair/priority_memory.h \
	src/sfair/priority_policy.c src/sfair/priority_print.c \
	src/sfair/quota.c \
	src/sfair/quota_report.c src/sfair/quota_report.h \
	src/sfair/quota_live.c src/sfair/quota_live.h \
	src/sfair/quota_file.c src/sfair/quota_file.h \
	src/sfair/priority_site.c src/sfair/priority_site.h \
	src/sfair/replay.c \
	src/sfair/replay_column.h \
	src/sfair/replay_conf.c src/sfair/replay_conf.h \
	src/sfair/replay_figure.c src/sfair/replay_figure.h \
	src/sfair/replay_plot.c src/sfair/replay_plot.h \
	src/sfair/replay_spread.c src/sfair/replay_spread.h \
	src/sfair/replay_print.c src/sfair/replay_print.h \
	src/sfair/schedule_file.c src/sfair/schedule_file.h \
	src/sfair/shown.c src/sfair/shown.h \
	src/sfair/sfair.h \
	src/sfair/trace_file.c src/sfair/trace_file.h \
	src/sfair/tree.c \
	src/sfair/tree_file.c src/sfair/tree_file.h \
	src/sfair/tree_live.c src/sfair/tree_live.h \
	src/sfair/envelope.c src/sfair/envelope.h \
	src/sfair/moment_text.c src/sfair/moment_text.h \
	src/sfair/paint.c src/sfair/paint.h \
	src/sfair/reason.c src/sfair/reason.h \
	src/sfair/slots.c \
	src/sfair/tres_text.c src/sfair/tres_text.h \
	src/sfair/when.c \
	src/sfair/when_request.c src/sfair/when_request.h \
	src/sfair/why.c src/sfair/why.h \
	src/slurm/common/config_file.c src/slurm/common/config_file.h \
	# End of sfair_SOURCES
if HAVE_LIBSLURM
# What asks slurmctld.
sfair_SOURCES += \
	src/sfair/outlook_any.c src/sfair/outlook_any.h \
	src/sfair/outlook_file.c src/sfair/outlook_file.h \
	src/sfair/outlook_live.c src/sfair/outlook_live.h \
	src/sfair/scene.c src/sfair/scene.h \
	src/sfair/why_answer.c src/sfair/why_help.c \
	src/sfair/why_limit.c src/sfair/why_print.c \
	src/sfair/why_wait.c \
	# End of what asks slurmctld

# The reasons of the Slurm that sfair is built with, by name.
CLEANFILES += reason_names.h
src/sfair/sfair-reason.$(OBJEXT): reason_names.h
reason_names.h: Makefile
	$(AM_V_GEN)echo '#include <slurm/slurm.h>' | $(CPP) $(CPPFLAGS) -P - | \
	sed -n '/enum job_state_reason/,/}/p' | tr ',' '\n' | \
	sed -n 's/.*\b\(\(WAIT\|FAIL\)_[A-Z0-9_]*\).*/[\1] = "\1",/p' \
		>$@.new && test -s $@.new && mv $@.new $@
endif
sfair_LDFLAGS = $(AM_LDFLAGS) $(FT_PIE_LDFLAGS)
sfair_CFLAGS = $(AM_CFLAGS) $(FT_PIE_CFLAGS) $(JSONC_CFLAGS) $(ZLIB_CFLAGS)
sfair_LDADD = libftcore.la $(LIBSLURM) $(JSONC_LIBS) $(ZLIB_LIBS) $(LIBM)
