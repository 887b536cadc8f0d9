# SPDX-License-Identifier: GPL-2.0-or-later
# System tests: root, real daemons.  ./check and make check-system run them,
# make check does not.  Those that take longest come first, so that at the end
# no core waits for one of them.
SYSTEM_TESTS = testsuite/system/parity.tap testsuite/system/sanitize.tap
SYSTEM_TESTS += testsuite/system/stress.tap testsuite/system/vcluster.tap
SYSTEM_TESTS += testsuite/system/live_replay.tap testsuite/system/demo.tap
SYSTEM_TESTS += testsuite/system/preempt.tap testsuite/system/reserve.tap
SYSTEM_TESTS += testsuite/system/cluster.tap testsuite/system/smoke.tap
SYSTEM_TESTS += testsuite/system/configure.tap
SYSTEM_TESTS += testsuite/system/release.tap
SYSTEM_TESTS += testsuite/system/metrics.tap testsuite/system/licence.tap
SYSTEM_TESTS += testsuite/system/conf.tap
SYSTEM_TESTS += testsuite/system/model.tap testsuite/system/pbs.tap
SYSTEM_TESTS += testsuite/system/target.tap
SYSTEM_TESTS += testsuite/system/quota.tap
SYSTEM_TESTS += testsuite/system/ledger.tap testsuite/system/recount.tap
SYSTEM_TESTS += testsuite/system/component.tap
SYSTEM_TESTS += testsuite/bench/lockwatch.tap
SYSTEM_TESTS += testsuite/state/priority.tap
SYSTEM_TESTS += testsuite/system/duties.tap testsuite/system/overtake.tap
SYSTEM_TESTS += testsuite/system/range.tap
SYSTEM_TESTS += testsuite/system/bypass.tap testsuite/system/explain.tap
SYSTEM_TESTS += testsuite/system/predict.tap
SYSTEM_TESTS += testsuite/system/het.tap
SYSTEM_TESTS += testsuite/system/policy.tap
SYSTEM_TESTS += testsuite/system/demand.tap
SYSTEM_TESTS += testsuite/system/device.tap testsuite/system/bound.tap
SYSTEM_TESTS += testsuite/system/uneven.tap
SYSTEM_TESTS += testsuite/system/constraint.tap
SYSTEM_TESTS += testsuite/system/core_reservation.tap
SYSTEM_TESTS += testsuite/system/stacked.tap
SYSTEM_TESTS += testsuite/system/owner.tap
SYSTEM_TESTS += testsuite/system/switches.tap
SYSTEM_TESTS += testsuite/system/segment.tap
SYSTEM_TESTS += testsuite/system/sharing.tap
SYSTEM_TESTS += testsuite/system/spread.tap
SYSTEM_TESTS += testsuite/system/limit.tap
SYSTEM_TESTS += testsuite/system/snapshot.tap
SYSTEM_TESTS += testsuite/system/time_limit.tap
SYSTEM_TESTS += testsuite/system/backfill_option.tap
SYSTEM_TESTS += testsuite/system/array.tap testsuite/system/partition.tap
SYSTEM_TESTS += testsuite/system/reservation.tap
SYSTEM_TESTS += testsuite/system/live_plan.tap
SYSTEM_TESTS += testsuite/system/restart.tap testsuite/system/switch.tap
SYSTEM_TESTS += testsuite/system/live.tap
SYSTEM_TESTS += testsuite/system/trap.tap testsuite/system/upgrade.tap
SYSTEM_TESTS += testsuite/system/power.tap testsuite/system/node.tap
SYSTEM_TESTS += testsuite/system/burst.tap testsuite/system/rule.tap
SYSTEM_TESTS += testsuite/system/federation.tap
SYSTEM_TESTS += testsuite/system/heap.tap testsuite/system/soak.tap

EXTRA_DIST += testsuite/allocation.py testsuite/cluster testsuite/cluster.py \
	testsuite/matrix \
	testsuite/cluster_conf.py testsuite/cluster_process.py \
	testsuite/demo.py testsuite/keeper.py testsuite/workload.py testsuite/prepare testsuite/snapshot_file.py \
	testsuite/step_clock.c testsuite/system/tap.py \
	testsuite/virtual.py \
	testsuite/system/component.py testsuite/system/package.tap \
	testsuite/system/probe.py testsuite/system/twin.py \
	$(SYSTEM_TESTS)

check-system: all $(SYSTEM_NEEDS)
	$(MAKE) check-TESTS TESTS="$(SYSTEM_TESTS)"
.PHONY: check-system
