# SPDX-License-Identifier: GPL-2.0-or-later
# System tests: root, real daemons.  ./check and make check-system run them,
# make check does not.  Those that take longest come first, so that at the end
# no core waits for one of them.
SYSTEM_TESTS = testsuite/system/target.tap testsuite/system/reserve.tap
SYSTEM_TESTS += testsuite/system/everyday.tap
SYSTEM_TESTS += testsuite/system/parity.tap testsuite/system/duties.tap
SYSTEM_TESTS += testsuite/system/trial.tap testsuite/system/copies.tap
SYSTEM_TESTS += testsuite/system/seed.tap testsuite/system/configure.tap
SYSTEM_TESTS += testsuite/system/tarball.tap
SYSTEM_TESTS += testsuite/system/switch.tap
SYSTEM_TESTS += testsuite/system/sanitize.tap testsuite/system/component.tap
SYSTEM_TESTS += testsuite/system/stress.tap testsuite/system/live_replay.tap
SYSTEM_TESTS += testsuite/system/vcluster.tap
SYSTEM_TESTS += testsuite/system/hostile.tap testsuite/system/ledger.tap
SYSTEM_TESTS += testsuite/system/limit.tap
SYSTEM_TESTS += testsuite/system/recount.tap testsuite/system/restart.tap
SYSTEM_TESTS += testsuite/system/demand.tap testsuite/system/policy.tap
SYSTEM_TESTS += testsuite/system/preempt.tap testsuite/system/node.tap
SYSTEM_TESTS += testsuite/system/victim.tap
SYSTEM_TESTS += testsuite/system/heap.tap testsuite/system/soak.tap
SYSTEM_TESTS += testsuite/system/shortage.tap
SYSTEM_TESTS += testsuite/system/spread.tap testsuite/system/device.tap
SYSTEM_TESTS += testsuite/system/partition.tap testsuite/system/overtake.tap
SYSTEM_TESTS += testsuite/system/model.tap testsuite/system/demo.tap
SYSTEM_TESTS += testsuite/system/snapshot.tap testsuite/system/publish.tap testsuite/system/why.tap
SYSTEM_TESTS += testsuite/system/why_limit.tap
SYSTEM_TESTS += testsuite/system/why_holder.tap
SYSTEM_TESTS += testsuite/system/why_start.tap
SYSTEM_TESTS += testsuite/system/share.tap testsuite/system/limits.tap testsuite/system/promises.tap
SYSTEM_TESTS += testsuite/system/slots.tap testsuite/system/when.tap testsuite/system/why_node.tap
SYSTEM_TESTS += testsuite/system/why_end.tap
SYSTEM_TESTS += testsuite/system/page.tap testsuite/system/trace.tap
SYSTEM_TESTS += testsuite/system/open_metrics.tap testsuite/system/names.tap
SYSTEM_TESTS += testsuite/system/backfill_option.tap testsuite/system/pbs.tap
SYSTEM_TESTS += testsuite/system/stacked.tap testsuite/system/bound.tap
SYSTEM_TESTS += testsuite/system/live.tap
SYSTEM_TESTS += testsuite/system/board.tap
SYSTEM_TESTS += testsuite/system/uneven.tap testsuite/system/het.tap
SYSTEM_TESTS += testsuite/system/type.tap \
	testsuite/system/key.tap
SYSTEM_TESTS += testsuite/state/number.tap testsuite/system/slurm_user.tap
SYSTEM_TESTS += testsuite/state/priority.tap testsuite/system/cluster.tap
SYSTEM_TESTS += testsuite/system/live_plan.tap testsuite/system/constraint.tap
SYSTEM_TESTS += testsuite/system/time_limit.tap testsuite/system/switches.tap
SYSTEM_TESTS += testsuite/system/predict.tap
SYSTEM_TESTS += testsuite/system/owner.tap testsuite/system/reservation.tap
SYSTEM_TESTS += testsuite/system/trap.tap
SYSTEM_TESTS += testsuite/system/slurm_upgrade.tap
SYSTEM_TESTS += testsuite/system/upgrade.tap testsuite/system/power.tap
SYSTEM_TESTS += testsuite/system/burst.tap testsuite/system/rule.tap
SYSTEM_TESTS += testsuite/system/federation.tap testsuite/system/explain.tap
SYSTEM_TESTS += testsuite/system/bypass.tap testsuite/system/quota.tap
SYSTEM_TESTS += testsuite/system/conf.tap testsuite/system/sharing.tap
SYSTEM_TESTS += testsuite/system/core_reservation.tap testsuite/system/array.tap
SYSTEM_TESTS += testsuite/bench/lockwatch.tap testsuite/system/range.tap
SYSTEM_TESTS += testsuite/system/smoke.tap testsuite/system/metrics.tap
SYSTEM_TESTS += testsuite/system/layout.tap
SYSTEM_TESTS += testsuite/system/release.tap testsuite/system/licence.tap
SYSTEM_TESTS += testsuite/system/segment.tap
SYSTEM_TESTS += testsuite/system/refusal.tap testsuite/system/program.tap
SYSTEM_TESTS += testsuite/system/latency.tap testsuite/system/htc.tap
SYSTEM_TESTS += testsuite/system/lockwork.tap

EXTRA_DIST += testsuite/allocation.py testsuite/cluster testsuite/cluster.py \
	testsuite/matrix testsuite/build-slurm \
	testsuite/cluster_conf.py testsuite/cluster_process.py \
	testsuite/expect/22.05 testsuite/expect/23.11 \
	testsuite/expect/24.05 \
	testsuite/expect/24.11 testsuite/expect/25.05 \
	testsuite/expect/25.11 testsuite/expect/26.05 \
	testsuite/expect/results testsuite/expect/figures testsuite/releases.py \
	testsuite/everyday/compare.py testsuite/everyday/copies.c \
	testsuite/everyday/cross.py \
	testsuite/everyday/device.py \
	testsuite/everyday/expect.py testsuite/everyday/rest.py \
	testsuite/everyday/fill.py testsuite/everyday/line.py \
	testsuite/everyday/machine.py testsuite/everyday/mix.py \
	testsuite/everyday/gpu.lines testsuite/everyday/het.lines testsuite/everyday/mixed.lines \
	testsuite/everyday/plain.lines testsuite/everyday/real.lines \
	testsuite/everyday/rack.lines \
	testsuite/everyday/shard.lines \
	testsuite/preemption/play.py testsuite/preemption/scene.py \
	testsuite/preemption/scenes testsuite/preemption/site_pair.py \
	testsuite/demo.py testsuite/keeper.py testsuite/makefile.py testsuite/page.py testsuite/picture testsuite/workload.py testsuite/prepare testsuite/snapshot_file.py \
	testsuite/name_lock.c testsuite/step_clock.c \
	testsuite/system/tap.py \
	testsuite/virtual.py \
	testsuite/system/component.py testsuite/system/package.tap \
	testsuite/system/plugin_build.py \
	testsuite/system/probe.py testsuite/system/twin.py \
	$(SYSTEM_TESTS)

check-system: all $(SYSTEM_NEEDS)
	$(MAKE) check-TESTS TESTS="$(SYSTEM_TESTS)"
.PHONY: check-system
