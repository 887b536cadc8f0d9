# SPDX-License-Identifier: GPL-2.0-or-later
PLUGINS += src/plugins/priority_fairtree.so
noinst_PROGRAMS += src/plugins/priority_fairtree.so
src_plugins_priority_fairtree_so_SOURCES = \
	src/plugins/priority/fairtree/priority_block.c \
	src/plugins/priority/fairtree/priority_block.h \
	src/plugins/priority/fairtree/priority_current.c \
	src/plugins/priority/fairtree/priority_current.h \
	src/plugins/priority/fairtree/priority_fairtree.c \
	src/plugins/priority/fairtree/priority_layout.c \
	src/plugins/priority/fairtree/priority_layout.h \
	src/plugins/priority/fairtree/priority_thread.c \
	src/plugins/priority/fairtree/priority_thread.h \
	$(FTS_PRIORITY_SOURCES)
src_plugins_priority_fairtree_so_CPPFLAGS = \
	$(MODULE_CPPFLAGS) -I$(top_srcdir)/src/plugins/priority/fairtree
src_plugins_priority_fairtree_so_CFLAGS = $(MODULE_CFLAGS)
# sshare loads the plugin, where slurmctld's functions do not exist: they must
# stay lazily bound.  From 23.11 on slurmctld ends and starts its plugins again
# where a reconfigure was refused: the former configuration has to be there.
src_plugins_priority_fairtree_so_LDFLAGS = \
	$(MODULE_LINKING) $(EXCHANGE_LINKING) -Wl,-z,lazy \
	-Wl,-z,nodelete
src_plugins_priority_fairtree_so_LDADD = libftshare.a \
	libftbase.a $(EXCHANGE) $(LIBM)
