# SPDX-License-Identifier: GPL-2.0-or-later
# The plugins.  They are linked like any libtool module, but installed by
# rename: copying over a file that slurmctld has loaded would crash it.
#
# All three files lie in one folder, in the build tree as after installation,
# and each plugin finds libftslurm.so beside itself.  It is given to the linker
# as a file, since libtool would write the folder's name into the plugins.
PLUGINS =
EXCHANGE = src/plugins/libftslurm.la
EXCHANGE_LDFLAGS = -Wl,src/plugins/.libs/libftslurm.so \
	-Wl,-rpath -Wl,'$$ORIGIN'

if HAVE_SLURM
PLUGINS += $(EXCHANGE)
noinst_LTLIBRARIES += src/plugins/libftslurm.la
src_plugins_libftslurm_la_SOURCES = \
	src/core/base/id_map.c src/core/base/id_map.h \
	src/slurm/common/exchange.c src/slurm/common/exchange.h
src_plugins_libftslurm_la_CFLAGS = $(CORE_CFLAGS) -pthread
src_plugins_libftslurm_la_LDFLAGS = -module -avoid-version -shared \
	$(FT_LDFLAGS) \
	-rpath $(plugindir) $(SANITIZER_FLAGS) -pthread \
	-export-symbols-regex '^fts_exchange_'
include src/plugins/priority/fairtree/local.mk
include src/plugins/sched/reserve/local.mk
endif

# Nothing else, for who has all else already.
plugins: $(PLUGINS)
.PHONY: plugins

# The scheduler under the name of Slurm's own, for heterogeneous jobs.
AS_BACKFILL = $(DESTDIR)$(plugindir)/as-backfill

install-exec-local: $(PLUGINS)
	@$(NORMAL_INSTALL)
	@for p in $(PLUGINS); do \
		so=`basename $$p .la`.so; \
		$(MKDIR_P) "$(DESTDIR)$(plugindir)" && \
		$(INSTALL_PROGRAM) -m 0644 `dirname $$p`/.libs/$$so \
			"$(DESTDIR)$(plugindir)/.$$so.new" && \
		mv -f "$(DESTDIR)$(plugindir)/.$$so.new" \
			"$(DESTDIR)$(plugindir)/$$so" || exit 1; \
		echo "installed $(DESTDIR)$(plugindir)/$$so"; \
	done
	@test -z "$(PLUGINS)" || { $(MKDIR_P) "$(AS_BACKFILL)" && \
		ln -sf ../sched_reserve.so \
			"$(AS_BACKFILL)/sched_backfill.so" && \
		ln -sf ../libftslurm.so "$(AS_BACKFILL)/libftslurm.so" && \
		echo "installed $(AS_BACKFILL)/sched_backfill.so"; }

uninstall-local:
	@rm -f "$(AS_BACKFILL)/sched_backfill.so" \
		"$(AS_BACKFILL)/libftslurm.so"
	@test ! -d "$(AS_BACKFILL)" || rmdir "$(AS_BACKFILL)"
	@for p in $(PLUGINS); do \
		rm -f "$(DESTDIR)$(plugindir)/`basename $$p .la`.so"; \
	done
