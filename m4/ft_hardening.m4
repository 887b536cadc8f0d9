# SPDX-License-Identifier: GPL-2.0-or-later
# FT_HARDENING: what makes an error harder to use, as far as the compiler and
# the linker have it: in FT_CFLAGS and FT_LDFLAGS for all, and FT_PIE_CFLAGS
# and FT_PIE_LDFLAGS for the command.  Plugins stay lazily bound: sshare loads
# one of them without slurmctld's symbols.
AC_DEFUN([FT_HARDENING], [
	AC_ARG_ENABLE([hardening],
		[AS_HELP_STRING([--disable-hardening],
			[build without stack protector, FORTIFY_SOURCE, relro and the like])],
		[], [enable_hardening=yes])
	ft_harden= FT_LDFLAGS= FT_PIE_CFLAGS= FT_PIE_LDFLAGS=
	AS_IF([test "x$enable_hardening" != xno], [
		for flag in -fstack-protector-strong -fstack-clash-protection \
			-fcf-protection; do
			FT_TRY_FLAG([$flag], [], [ft_harden="$ft_harden $flag"])
		done
		dnl Without optimisation FORTIFY_SOURCE is a warning, and the
		dnl sanitizers look at more than it does.
		AS_CASE([" $CFLAGS $SANITIZER_FLAGS "],
			[*" -O0 "*|*-fsanitize*|*_FORTIFY_SOURCE*], [],
			[*" -O"*], [ft_harden="$ft_harden -D_FORTIFY_SOURCE=2"])
		for flag in -Wl,-z,relro -Wl,-z,noexecstack; do
			FT_TRY_FLAG([], [$flag], [FT_LDFLAGS="$FT_LDFLAGS $flag"])
		done
		FT_TRY_FLAG([-fPIE], [-pie -Wl,-z,now], [
			FT_PIE_CFLAGS=-fPIE
			FT_PIE_LDFLAGS="-pie -Wl,-z,now"])
	])
	FT_CFLAGS="$FT_CFLAGS$ft_harden"
	FT_CORE_CFLAGS="$FT_CORE_CFLAGS$ft_harden"
	AC_SUBST([FT_LDFLAGS])
	AC_SUBST([FT_PIE_CFLAGS])
	AC_SUBST([FT_PIE_LDFLAGS])
])

# FT_TRY_FLAG(CFLAGS, LDFLAGS, IF-ACCEPTED)
AC_DEFUN([FT_TRY_FLAG], [
	ft_cflags=$CFLAGS ft_ldflags=$LDFLAGS
	CFLAGS="$CFLAGS -Werror $1" LDFLAGS="$LDFLAGS $2"
	AC_MSG_CHECKING([whether $CC takes $1 $2])
	AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
		[ft_takes=yes], [ft_takes=no])
	CFLAGS=$ft_cflags LDFLAGS=$ft_ldflags
	AC_MSG_RESULT([$ft_takes])
	AS_IF([test $ft_takes = yes], [$3])
])
