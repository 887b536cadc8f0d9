# SPDX-License-Identifier: GPL-2.0-or-later
# FT_SANITIZER: --enable-sanitizer=address|undefined|thread for all objects.
AC_DEFUN([FT_SANITIZER], [
	AC_ARG_ENABLE([sanitizer],
		[AS_HELP_STRING([--enable-sanitizer=KIND],
			[address, undefined or thread])],
		[ft_sanitizer=$enableval], [ft_sanitizer=no])
	AS_CASE([$ft_sanitizer],
		[no], [],
		[address|undefined|thread], [
			SANITIZER_FLAGS="-fsanitize=$ft_sanitizer -fno-omit-frame-pointer -g -O1 -DFT_SANITIZER"
			AS_IF([test "x$ft_sanitizer" = xundefined],
				[SANITIZER_FLAGS="$SANITIZER_FLAGS -fno-sanitize-recover=undefined"])
		],
		[AC_MSG_ERROR([--enable-sanitizer=$ft_sanitizer is unknown: use address, undefined or thread])])
	AC_SUBST([SANITIZER_FLAGS])
	AC_SUBST([FT_SANITIZER_KIND], [$ft_sanitizer])
	AM_CONDITIONAL([SANITIZER], [test "x$ft_sanitizer" != xno])
])
