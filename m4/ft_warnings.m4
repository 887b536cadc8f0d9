# SPDX-License-Identifier: GPL-2.0-or-later
# FT_WARNINGS: the warnings every file is built with, -Werror on request.
AC_DEFUN([FT_WARNINGS], [
	AC_ARG_ENABLE([werror],
		[AS_HELP_STRING([--enable-werror],
			[treat compiler warnings as errors])],
		[], [enable_werror=no])
	FT_CFLAGS="-std=gnu11 -Wall -Wextra -Wno-unused-parameter -fno-strict-aliasing -fvisibility=hidden"
	AS_IF([test "x$enable_werror" != xno],
		[FT_CFLAGS="$FT_CFLAGS -Werror"])
	FT_CORE_CFLAGS="$FT_CFLAGS -Wunused-parameter -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes"
	AC_SUBST([FT_CFLAGS])
	AC_SUBST([FT_CORE_CFLAGS])
])
