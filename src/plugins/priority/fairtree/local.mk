# SPDX-License-Identifier: GPL-2.0-or-later
PLUGINS += src/plugins/priority_fairtree.la
noinst_LTLIBRARIES += src/plugins/priority_fairtree.la
src_plugins_priority_fairtree_la_SOURCES = \
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
src_plugins_priority_fairtree_la_CPPFLAGS = \
	$(MODULE_CPPFLAGS) -I$(top_srcdir)/src/plugins/priority/fairtree
src_plugins_priority_fairtree_la_CFLAGS = \
	$(FT_CFLAGS) $(SANITIZER_FLAGS)
# sshare loads the plugin, where slurmctld's functions do not exist: they must
# stay lazily bound.  From 23.11 on slurmctld ends and starts its plugins again
# where a reconfigure was refused: the former configuration has to be there.
src_plugins_priority_fairtree_la_LDFLAGS = \
	$(MODULE_LDFLAGS) $(EXCHANGE_LDFLAGS) -Wl,-z,lazy \
	-Wl,-z,nodelete \
	-export-symbols-regex '^(init|fini|plugin_(name|type|version)|priority_p_.*)$$'
src_plugins_priority_fairtree_la_LIBADD = libftbase.la \
	libftshare.la $(LIBM)
EXTRA_src_plugins_priority_fairtree_la_DEPENDENCIES = $(EXCHANGE)
