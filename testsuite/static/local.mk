# SPDX-License-Identifier: GPL-2.0-or-later
# What can be judged without running a daemon.  Those that take longest come
# first.
# What is said of the source, or by other programs: the same of each build.
SOURCE_TESTS = testsuite/static/analyzer.tap testsuite/static/lint.tap
SOURCE_TESTS += testsuite/static/boundary.tap
SOURCE_TESTS += testsuite/static/keys.tap
SOURCE_TESTS += testsuite/static/features.tap
SOURCE_TESTS += testsuite/static/man.tap
SOURCE_TESTS += testsuite/static/documents.tap
SOURCE_TESTS += testsuite/static/alerts.tap
SOURCE_TESTS += testsuite/static/packaging.tap
SOURCE_TESTS += testsuite/static/check.tap
SOURCE_TESTS += testsuite/static/prepare.tap
SOURCE_TESTS += testsuite/static/words.tap
SOURCE_TESTS += testsuite/static/maps.tap
SOURCE_TESTS += testsuite/static/releases.tap
SOURCE_TESTS += testsuite/static/figures.tap
SOURCE_TESTS += testsuite/static/probe.tap
SOURCE_TESTS += testsuite/static/lock.tap
SOURCE_TESTS += testsuite/static/completion.tap
STATIC_TESTS = testsuite/static/replay.tap \
	testsuite/static/replay_gpu.tap testsuite/static/committed.tap
STATIC_TESTS += testsuite/static/reserve_from.tap
STATIC_TESTS += testsuite/static/sfair.tap
STATIC_TESTS += testsuite/static/envelope.tap
STATIC_TESTS += testsuite/static/tree.tap
STATIC_TESTS += testsuite/static/page.tap
STATIC_TESTS += testsuite/static/trace.tap
STATIC_TESTS += testsuite/static/priority.tap
STATIC_TESTS += testsuite/static/why.tap
STATIC_TESTS += testsuite/static/quota.tap
STATIC_TESTS += testsuite/static/fairshare.tap
STATIC_TESTS += testsuite/static/step_clock.tap
STATIC_TESTS += testsuite/static/json_short.tap

if !SANITIZER
TESTS += $(SOURCE_TESTS)
endif
TESTS += $(STATIC_TESTS)
EXTRA_DIST += $(SOURCE_TESTS) $(STATIC_TESTS) testsuite/static/easy.py \
	testsuite/static/replay_log.py \
	testsuite/static/step_clock_wait.c \
	testsuite/static/json_short.c \
	testsuite/golden/backfill.snapshot \
	testsuite/golden/altair.pbsfs testsuite/golden/altair.resource_group \
	testsuite/golden/altair-names.resource_group \
	testsuite/golden/altair.usage testsuite/golden/fairque.json \
	testsuite/golden/maui/FS.966636000 \
	testsuite/golden/flux.json
