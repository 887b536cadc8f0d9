# SPDX-License-Identifier: GPL-2.0-or-later
# make check: tests that need neither root nor a daemon.
# *.t are Criterion programs, *.tap print TAP by themselves.
TEST_EXTENSIONS = .t .tap
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
T_LOG_DRIVER = $(TAP_DRIVER)
# No test hangs: none may take longer than this, in real seconds.  The whole
# catalogue of everyday jobs is hundreds of tests.
TEST_SECONDS = $(if $(filter %/everyday.log,$@),2700,900)
TIME_LIMIT = $(top_srcdir)/testsuite/in-time $(TEST_SECONDS)
T_LOG_COMPILER = $(TIME_LIMIT) $(SHELL) $(top_srcdir)/testsuite/criterion-tap
TAP_LOG_DRIVER = $(TAP_DRIVER)
TAP_LOG_COMPILER = $(TIME_LIMIT)
AM_TESTS_ENVIRONMENT = FT_SRCDIR='$(abs_top_srcdir)' \
	FT_BUILDDIR='$(abs_top_builddir)' \
	FT_SLURM_SRC='$(SLURM_SRC)' FT_SLURM_BUILD='$(SLURM_BUILD)' \
	FT_SLURM_VERSION='$(SLURM_VERSION)' PYTHONDONTWRITEBYTECODE=1; \
	export FT_SRCDIR FT_BUILDDIR FT_SLURM_SRC FT_SLURM_BUILD \
	FT_SLURM_VERSION PYTHONDONTWRITEBYTECODE;
# The Slurm that the build is for, where the machine has several.
if SLURM_ELSEWHERE
AM_TESTS_ENVIRONMENT += PATH='$(SLURM_PREFIX)/sbin:$(SLURM_PREFIX)/bin':$$PATH; \
	export PATH;
endif
if SANITIZER
# What sfair does with a log it does with the next, too.
AM_TESTS_ENVIRONMENT += FT_REPLAY_LOGS=12; export FT_REPLAY_LOGS;
AM_TESTS_ENVIRONMENT += FT_FUZZ_WORDS=12000; export FT_FUZZ_WORDS;
# To begin takes it ten times as long.
AM_TESTS_ENVIRONMENT += FT_JSON_EACH=5; export FT_JSON_EACH;
else
# Mutants are looked at more closely where addresses are watched.
AM_TESTS_ENVIRONMENT += FT_FUZZ_WORDS=4000; export FT_FUZZ_WORDS;
endif
# sites.tap has them all.
AM_TESTS_ENVIRONMENT += FT_ALLOCATION_INPUTS=3; export FT_ALLOCATION_INPUTS;
EXTRA_DIST += testsuite/criterion-tap testsuite/in-time testsuite/random.h
EXTRA_DIST += testsuite/coverage

# Which lines of src make check comes to, by folder.
coverage:
	FT_SRCDIR=$(abs_top_srcdir) FT_BUILDDIR=$(abs_top_builddir) \
		$(srcdir)/testsuite/coverage $(TESTS_COVERED)
.PHONY: coverage

# What takes long and judges the code, not the tarball: ./check has tried it
# before, and leaves it out of make distcheck.
LONG_TESTS = testsuite/static/analyzer.tap testsuite/static/lint.tap \
	testsuite/static/boundary.tap
# Those that take longest come first, so that no core waits for one at the end.
include testsuite/static/local.mk
include testsuite/fuzz/local.mk

UNIT_TESTS =
UNIT_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS) $(CRITERION_CFLAGS)
UNIT_LDADD = $(CRITERION_LIBS) $(CORE_LDADD)

if HAVE_CRITERION
include testsuite/property/local.mk
include testsuite/unit/local.mk
include testsuite/state/local.mk
include testsuite/reserve/local.mk
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
endif
include testsuite/bench/local.mk
include testsuite/system/local.mk
