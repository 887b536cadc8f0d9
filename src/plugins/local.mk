# SPDX-License-Identifier: GPL-2.0-or-later
# The plugins: programs to automake, linked as shared objects, and installed by
# rename: copying over a file that slurmctld has loaded would crash it.
#
# All three files lie in one folder, in the build tree as after installation,
# and each plugin finds libftslurm.so beside itself.
PLUGINS =
EXCHANGE = src/plugins/libftslurm.so
EXCHANGE_LINKING = -Wl,-rpath -Wl,'$$ORIGIN'

if HAVE_SLURM
PLUGINS += $(EXCHANGE)
noinst_PROGRAMS += src/plugins/libftslurm.so
src_plugins_libftslurm_so_SOURCES = \
	src/core/base/id_map.c src/core/base/id_map.h \
	src/slurm/common/exchange.c src/slurm/common/exchange.h
src_plugins_libftslurm_so_CFLAGS = $(CORE_CFLAGS) -pthread
src_plugins_libftslurm_so_LDFLAGS = $(MODULE_LINKING) -pthread
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
		so=`basename $$p`; \
		$(MKDIR_P) "$(DESTDIR)$(plugindir)" && \
		$(INSTALL_PROGRAM) -m 0644 $$p \
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
		rm -f "$(DESTDIR)$(plugindir)/`basename $$p`"; \
	done
