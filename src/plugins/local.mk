# SPDX-License-Identifier: GPL-2.0-or-later
# The plugins.  They are linked like any libtool module, but installed by
# rename: copying over a file that slurmctld has loaded would crash it.
PLUGINS =

if HAVE_SLURM
include src/plugins/priority/fairtree/local.mk
include src/plugins/sched/reserve/local.mk
endif

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

uninstall-local:
	@for p in $(PLUGINS); do \
		rm -f "$(DESTDIR)$(plugindir)/`basename $$p .la`.so"; \
	done
