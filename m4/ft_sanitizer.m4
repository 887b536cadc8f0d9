# SPDX-License-Identifier: GPL-2.0-or-later
# FT_SANITIZER: --enable-sanitizer=KIND for all objects, little optimised: gcc
# then knows less of what numbers can be, and takes more texts for too long.
AC_DEFUN([FT_SANITIZER], [
	AC_ARG_ENABLE([sanitizer],
		[AS_HELP_STRING([--enable-sanitizer=KIND],
			[address, undefined, thread or address,undefined])],
		[ft_sanitizer=$enableval], [ft_sanitizer=no])
	AS_CASE([$ft_sanitizer],
		[no], [],
		[address|undefined|thread|address,undefined], [
			SANITIZER_FLAGS="-fsanitize=$ft_sanitizer -fno-omit-frame-pointer -g -O1 -Wno-format-truncation -DFT_SANITIZER"
			dnl CFLAGS come last, and autoconf's own would optimise.
			AS_IF([test "x$CFLAGS" = "x-g -O2"], [CFLAGS=-g])
			AS_CASE([$ft_sanitizer], [*undefined],
				[SANITIZER_FLAGS="$SANITIZER_FLAGS -fno-sanitize-recover=undefined"])
		],
		[AC_MSG_ERROR([--enable-sanitizer=$ft_sanitizer is unknown: use address, undefined, thread or address,undefined])])
	AC_SUBST([SANITIZER_FLAGS])
	AM_CONDITIONAL([SANITIZER], [test "x$ft_sanitizer" != xno])
])
