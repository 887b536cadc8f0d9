# SPDX-License-Identifier: GPL-2.0-or-later
# System tests: root, real daemons.  ./check runs them, make check does not.
EXTRA_DIST += testsuite/cluster testsuite/cluster.py \
	testsuite/cluster_conf.py testsuite/cluster_process.py \
	testsuite/step_clock.c testsuite/system/tap.py \
	testsuite/system/cluster.tap
