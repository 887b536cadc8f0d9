# SPDX-License-Identifier: GPL-2.0-or-later
# FT_SLURM: find Slurm's source, its configured build tree and the installed
# slurmctld, and refuse any two of them that differ.  A plugin is loaded only
# by the very release it was built for, down to the micro number.
AC_DEFUN([FT_SLURM], [
	AC_ARG_WITH([slurm-src],
		[AS_HELP_STRING([--with-slurm-src=DIR],
			[Slurm's source tree; without it no plugin is built])],
		[], [with_slurm_src=no])
	AC_ARG_WITH([slurm-build],
		[AS_HELP_STRING([--with-slurm-build=DIR],
			[where that source was configured (default: the source tree)])],
		[], [with_slurm_build=$with_slurm_src])
	AC_ARG_WITH([slurm],
		[AS_HELP_STRING([--with-slurm=PREFIX],
			[prefix of the installed Slurm (default: /usr)])],
		[], [with_slurm=/usr])
	ft_have_slurm=no
	AS_IF([test "x$with_slurm_src" != xno && test -n "$with_slurm_src"],
		[_FT_SLURM_CHECK])
	AM_CONDITIONAL([HAVE_SLURM], [test "x$ft_have_slurm" = xyes])
	AM_CONDITIONAL([HAVE_SLURMFULL], [test -n "$SLURMFULL"])
	AM_CONDITIONAL([SLURM_ELSEWHERE], [test "x$with_slurm" != x/usr])
	AC_SUBST([SLURMFULL])
	AC_SUBST([SLURM_CPPFLAGS])
	AC_SUBST([SLURM_PREFIX], [$with_slurm])
	AC_SUBST([SLURM_VERSION], [$ft_slurm_version])
	AC_SUBST([SLURM_SRC], [$with_slurm_src])
	AC_SUBST([SLURM_BUILD], [$with_slurm_build])
	AC_ARG_WITH([plugindir],
		[AS_HELP_STRING([--with-plugindir=DIR],
			[where the plugins are installed (default: LIBDIR/slurm-fairtree)])],
		[], [with_plugindir='${libdir}/slurm-fairtree'])
	AC_SUBST([plugindir], [$with_plugindir])
])

AC_DEFUN([_FT_SLURM_CHECK], [
	AC_MSG_CHECKING([for Slurm's source, build tree and slurmctld])
	AS_IF([test ! -f "$with_slurm_src/src/slurmctld/slurmctld.h"],
		[AC_MSG_ERROR([--with-slurm-src=$with_slurm_src is no Slurm source tree: src/slurmctld/slurmctld.h is missing there])])
	AS_IF([test ! -f "$with_slurm_build/config.h" || test ! -f "$with_slurm_build/slurm/slurm_version.h"],
		[AC_MSG_ERROR([--with-slurm-build=$with_slurm_build is not configured: run $with_slurm_src/configure in it, then this again])])
	ft_src_version=`sed -n 's/^ *Version:[[[:space:]]]*//p' "$with_slurm_src/META"`
	ft_build_version=`sed -n 's/.*SLURM_VERSION_STRING "\(.*\)"/\1/p' "$with_slurm_build/config.h"`
	ft_ctld_version=none
	for ft_dir in sbin bin; do
		AS_IF([test -x "$with_slurm/$ft_dir/slurmctld"],
			[ft_ctld_version=`"$with_slurm/$ft_dir/slurmctld" -V | $AWK '{print [$]NF}'`])
	done
	AC_MSG_RESULT([$ft_src_version, $ft_build_version, $ft_ctld_version])
	AS_IF([test "x$ft_src_version" != "x$ft_build_version" || test "x$ft_src_version" != "x$ft_ctld_version"],
		[AC_MSG_ERROR([Slurm's source is $ft_src_version, its build tree $ft_build_version and the slurmctld below $with_slurm $ft_ctld_version: all three must be the same release, since slurmctld loads only plugins of its own])])
	ft_have_slurm=yes
	# Tests of what uses Slurm's own library are linked with it.
	for ft_dir in "$with_slurm"/lib/*/slurm-wlm "$with_slurm"/lib/*/slurm \
		"$with_slurm"/lib/slurm "$with_slurm"/lib64/slurm; do
		AS_IF([test -f "$ft_dir/libslurmfull.so"],
			[SLURMFULL="$ft_dir/libslurmfull.so -Wl,-rpath,$ft_dir"])
	done
	ft_slurm_version=$ft_src_version
	SLURM_CPPFLAGS="-isystem $with_slurm_build -isystem $with_slurm_src -isystem $with_slurm_src/src -D_GNU_SOURCE -DHAVE_CONFIG_H"
])
