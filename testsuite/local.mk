# SPDX-License-Identifier: GPL-2.0-or-later
# make check: tests that need neither root nor a daemon.
# *.t are Criterion programs, *.tap print TAP by themselves.
TEST_EXTENSIONS = .t .tap
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
T_LOG_DRIVER = $(TAP_DRIVER)
T_LOG_COMPILER = $(SHELL) $(top_srcdir)/testsuite/criterion-tap
TAP_LOG_DRIVER = $(TAP_DRIVER)
EXTRA_DIST += testsuite/criterion-tap

UNIT_TESTS =
UNIT_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS) $(CRITERION_CFLAGS)
UNIT_LDADD = libftcore.la $(CRITERION_LIBS) $(LIBM)

if HAVE_CRITERION
include testsuite/unit/local.mk
include testsuite/property/local.mk
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
endif
include testsuite/bench/local.mk
include testsuite/system/local.mk
