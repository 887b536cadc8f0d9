# SPDX-License-Identifier: GPL-2.0-or-later
# Packages for Debian and for systems with RPM, and the demonstration as it is
# installed.
EXTRA_DIST += packaging/build-deb packaging/build-rpm packaging/release packaging/rebuild \
	packaging/make-dist \
	packaging/slurm-fairtree.spec packaging/debian/changelog \
	packaging/debian/control packaging/debian/copyright \
	packaging/debian/rules packaging/debian/source/format \
	packaging/debian/slurm-fairtree.install \
	packaging/debian/slurm-fairtree.prerm \
	packaging/debian/slurm-fairtree-demo.install

if HAVE_SLURM
dist_pkgdata_DATA = testsuite/cluster.py testsuite/cluster_conf.py \
	testsuite/cluster_process.py testsuite/demo.py testsuite/keeper.py \
	testsuite/virtual.py testsuite/workload.py
dist_pkgdata_SCRIPTS = testsuite/cluster
nodist_pkgdata_SCRIPTS = packaging/demo
CLEANFILES += packaging/demo
endif

# Tarball, packages and checksums, in release-VERSION.  RELEASE="--quick ..."
release:
	SLURM_SRC='$(SLURM_SRC)' SLURM_BUILD='$(SLURM_BUILD)' \
		$(top_srcdir)/packaging/release $(RELEASE)
.PHONY: release

packaging/demo: Makefile
	$(AM_V_GEN)$(MKDIR_P) packaging && { echo '#!/bin/sh'; \
		echo '# SPDX-License-Identifier: GPL-2.0-or-later'; \
		echo 'exec python3 -B "$(pkgdatadir)/demo.py"' \
			'--plugins "$(plugindir)" "$$@"'; } >$@.new && \
	chmod 755 $@.new && mv $@.new $@
