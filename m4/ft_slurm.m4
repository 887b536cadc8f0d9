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
	# As where a variable has no value, which would leave out the plugins.
	AS_CASE([$with_slurm_src], [""|yes],
		[AC_MSG_ERROR([--with-slurm-src has no folder: give Slurm's source tree (testsuite/prepare --source sets SLURM_SRC on Debian), or leave the option out for sfair without plugins])])
	AS_CASE([$with_slurm_build], [""|yes],
		[AC_MSG_ERROR([--with-slurm-build has no folder: give the one where Slurm's source was configured])])
	AS_IF([test "x$with_slurm_src" != xno], [_FT_SLURM_CHECK])
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
			[ft_ctld_version=`"$with_slurm/$ft_dir/slurmctld" -V | $AWK '{print [$]NF}'`
			ft_ctld="$with_slurm/$ft_dir/slurmctld"])
	done
	AC_MSG_RESULT([$ft_src_version, $ft_build_version, $ft_ctld_version])
	AS_IF([test "x$ft_src_version" != "x$ft_build_version" || test "x$ft_src_version" != "x$ft_ctld_version"],
		[AC_MSG_ERROR([Slurm's source is $ft_src_version, its build tree $ft_build_version and the slurmctld below $with_slurm $ft_ctld_version: all three must be the same release, since slurmctld loads only plugins of its own])])
	ft_have_slurm=yes
	# Tests of what uses Slurm's own library are linked with it.
	for ft_dir in "$with_slurm"/lib/*/slurm-wlm "$with_slurm"/lib/*/slurm \
		"$with_slurm"/lib/slurm "$with_slurm"/lib64/slurm; do
		AS_IF([test -f "$ft_dir/libslurmfull.so"],
			[SLURMFULL="$ft_dir/libslurmfull.so -Wl,-rpath,$ft_dir"
			ft_slurmfull="$ft_dir/libslurmfull.so"])
	done
	ft_slurm_version=$ft_src_version
	SLURM_CPPFLAGS="-isystem $with_slurm_build -isystem $with_slurm_src -isystem $with_slurm_src/src -D_GNU_SOURCE -DHAVE_CONFIG_H"
	_FT_SLURM_BUILD_ID([SLURMCTLD_BUILD_ID], [$ft_ctld], [slurmctld])
	_FT_SLURM_BUILD_ID([SLURMFULL_BUILD_ID], [$ft_slurmfull],
		[libslurmfull.so])
	AS_IF([test -n "$SLURMFULL"], [_FT_SLURM_LAYOUT])
])

# _FT_SLURM_BUILD_ID(MACRO, FILE, NAME): the number that its linker gave it.
AC_DEFUN([_FT_SLURM_BUILD_ID], [
	AC_CHECK_TOOL([READELF], [readelf], [:])
	ft_build_id=`test -z "$2" || $READELF -n "$2" 2>/dev/null | sed -n 's/.*Build ID: *//p'`
	AC_DEFINE_UNQUOTED([$1], ["$ft_build_id"],
		[build-id of the $3 that configure saw])
])

# The installed library tells the size of its data, and of a job that it makes
# (24.05): the same version number may have another layout, as with a vendor's
# patch, and the plugins would write at wrong places.
AC_DEFUN([_FT_SLURM_LAYOUT], [
	AC_MSG_CHECKING([whether the installed library is laid out as that source])
	ft_save_CPPFLAGS=$CPPFLAGS ft_save_LIBS=$LIBS
	CPPFLAGS="$SLURM_CPPFLAGS $CPPFLAGS"
	LIBS="$SLURMFULL -ldl $LIBS"
	AC_RUN_IFELSE([AC_LANG_SOURCE([[
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include "slurm/slurm.h"
#include "src/common/read_config.h"
#include "src/common/xmalloc.h"
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
#include "src/common/job_record.h"
#endif

static int differs(const char *name, size_t found, size_t known)
{
	if (found != known)
		fprintf(stderr, "%s has %zu bytes there, %zu in the source\n",
			name, found, known);
	return found != known;
}

int main(void)
{
	const ElfW(Sym) *symbol = NULL;
	Dl_info about;
	int bad = 0;

	if (dladdr1(&slurm_conf, &about, (void **) &symbol, RTLD_DL_SYMENT) &&
	    symbol && about.dli_saddr == &slurm_conf && symbol->st_size)
		bad = differs("slurm_conf", symbol->st_size,
			      sizeof(slurm_conf));
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
	{
		job_record_t *job = job_record_create();

		bad |= differs("job_record_t", xsize(job), sizeof(*job));
		if (!bad)
			bad = differs("job_details_t", xsize(job->details),
				      sizeof(*job->details));
	}
#endif
	return bad;
}
]])], [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])
		AC_MSG_ERROR([$ft_slurmfull is laid out otherwise than $with_slurm_src, though both are $ft_slurm_version: give the source that it was built from, with all patches (config.log has both sizes)])],
		[AC_MSG_RESULT([not asked (another machine's)])])
	CPPFLAGS=$ft_save_CPPFLAGS LIBS=$ft_save_LIBS
])
