# SPDX-License-Identifier: GPL-2.0-or-later
# Any bytes for the parsers, and no memory for all of the core.
check_LIBRARIES += testsuite/fuzz/libharness.a
testsuite_fuzz_libharness_a_SOURCES = \
	testsuite/fuzz/harness.c testsuite/fuzz/harness.h testsuite/fuzz/run.h \
	testsuite/fuzz/read_log.c testsuite/fuzz/read_log.h \
	testsuite/fuzz/promise.c testsuite/fuzz/reserve.c \
	testsuite/fuzz/ledger.c testsuite/fuzz/swf.c \
	testsuite/fuzz/policy.c testsuite/fuzz/group.c \
	testsuite/fuzz/conf.c testsuite/fuzz/snapshot.c \
	testsuite/fuzz/board.c testsuite/property/story.c testsuite/property/story_plain.c \
	testsuite/property/story.h \
	testsuite/property/clone.c testsuite/property/clone.h \
	testsuite/promised.c testsuite/promised.h \
	testsuite/fuzz/replay.c testsuite/property/sample.c \
	src/sfair/tree/tree_file.c src/sfair/tree/quota_file.c \
	src/sfair/base/json_file.c src/sfair/base/priority_site.c
testsuite_fuzz_libharness_a_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS) \
	$(JSONC_CFLAGS)
FUZZ_LDADD = testsuite/fuzz/libharness.a $(CORE_LDADD)

check_PROGRAMS += testsuite/fuzz/corpus.tap testsuite/fuzz/allocation.tap
FUZZ_TESTS = testsuite/fuzz/corpus.tap
if SANITIZER
FUZZ_TESTS += testsuite/fuzz/allocation.tap
else
# Runs allocation.tap, with all inputs.
FUZZ_TESTS += testsuite/fuzz/sites.tap
endif
TESTS += $(FUZZ_TESTS)
# corpus.tap is short with few mutants, and tells whether all inputs are there.
LONG_TESTS += $(filter-out testsuite/fuzz/corpus.tap,$(FUZZ_TESTS))
testsuite_fuzz_corpus_tap_SOURCES = testsuite/fuzz/corpus.c \
	testsuite/fuzz/mutant.c testsuite/fuzz/mutant.h
testsuite_fuzz_corpus_tap_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_fuzz_corpus_tap_LDADD = $(FUZZ_LDADD)
testsuite_fuzz_allocation_tap_SOURCES = testsuite/fuzz/allocation.c \
	testsuite/fuzz/grown.c
testsuite_fuzz_allocation_tap_CFLAGS = $(FT_CFLAGS) $(SANITIZER_FLAGS)
testsuite_fuzz_allocation_tap_LDADD = $(FUZZ_LDADD)
testsuite_fuzz_allocation_tap_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc \
	-Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup \
	-Wl,--wrap=free -Wl,--wrap=fopen

EXTRA_DIST += testsuite/fuzz/libfuzzer.c testsuite/fuzz/run \
	testsuite/fuzz/coverage testsuite/fuzz/sites.tap testsuite/fuzz/corpus/board \
	testsuite/fuzz/corpus/conf \
	testsuite/fuzz/corpus/group testsuite/fuzz/corpus/ledger \
	testsuite/fuzz/corpus/policy testsuite/fuzz/corpus/promise \
	testsuite/fuzz/corpus/replay testsuite/fuzz/corpus/reserve \
	testsuite/fuzz/corpus/snapshot testsuite/fuzz/corpus/swf
