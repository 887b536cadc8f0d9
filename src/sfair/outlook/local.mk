# SPDX-License-Identifier: GPL-2.0-or-later
# The plan of a site as asked of slurmctld, and its reasons.
sfair_SOURCES += \
	src/sfair/outlook/reason.c src/sfair/outlook/reason.h \
	# End of outlook
if HAVE_LIBSLURM
# What asks slurmctld.
sfair_SOURCES += \
	src/sfair/outlook/apart.c src/sfair/outlook/apart.h \
	src/sfair/outlook/association.c src/sfair/outlook/association.h \
	src/sfair/outlook/node_fault.c src/sfair/outlook/node_fault.h \
	src/sfair/outlook/node_names.c src/sfair/outlook/node_names.h \
	src/sfair/outlook/outlook_any.c src/sfair/outlook/outlook_any.h \
	src/sfair/outlook/outlook_file.c src/sfair/outlook/outlook_file.h \
	src/sfair/outlook/outlook_gres.c src/sfair/outlook/outlook_gres.h \
	src/sfair/outlook/outlook_live.c src/sfair/outlook/outlook_live.h \
	src/sfair/outlook/outlook_share.c src/sfair/outlook/outlook_share.h \
	src/sfair/outlook/scene.c src/sfair/outlook/scene.h \
	src/sfair/outlook/whole_node.c src/sfair/outlook/whole_node.h \
	# End of what asks slurmctld

# The reasons of the Slurm that sfair is built with, by name.
CLEANFILES += reason_names.h
src/sfair/outlook/sfair-reason.$(OBJEXT): reason_names.h
reason_names.h: Makefile
	$(AM_V_GEN)echo '#include <slurm/slurm.h>' | $(CPP) $(CPPFLAGS) -P - | \
	sed -n '/enum job_state_reason/,/}/p' | tr ',' '\n' | \
	sed -n 's/.*\b\(\(WAIT\|FAIL\)_[A-Z0-9_]*\).*/[\1] = "\1",/p' \
		>$@.new && test -s $@.new && \
	{ echo '/* SPDX-License-Identifier: GPL-2.0-or-later */'; \
		cat $@.new; } >$@ && rm -f $@.new
endif
