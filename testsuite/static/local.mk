# SPDX-License-Identifier: GPL-2.0-or-later
# What can be judged without running anything.
TESTS += testsuite/static/boundary.tap testsuite/static/keys.tap
EXTRA_DIST += testsuite/static/boundary.tap testsuite/static/keys.tap
