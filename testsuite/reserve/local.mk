# SPDX-License-Identifier: GPL-2.0-or-later
# Pure parts of src/slurm/reserve, with records made by hand: one program a
# part, linked with all of them and with Slurm's own library.  What only
# slurmctld has is there in name (absent.c): a test that comes to it ends.
if HAVE_SLURM
if HAVE_SLURMFULL
RESERVE_LDADD = testsuite/reserve/absent.o libftschedule.a $(UNIT_LDADD) \
	$(SLURMFULL) -lpthread -ldl

# Where the source is built in place, they lie among files that say theirs.
ABSENT_LICENCE = /* SPDX-License-Identifier: GPL-2.0-or-later */

testsuite/reserve/absent.c: libftschedule.a libftcore.a
	$(AM_V_GEN)$(MKDIR_P) testsuite/reserve
	$(AM_V_at)echo '$(ABSENT_LICENCE)' >testsuite/reserve/main.c && \
		echo 'int main(void) { return 0; }' >>testsuite/reserve/main.c
	$(AM_V_at)LC_ALL=C $(CC) $(CFLAGS) $(SANITIZER_FLAGS) -o $@.main \
		testsuite/reserve/main.c -Wl,--whole-archive \
		libftschedule.a -Wl,--no-whole-archive \
		libftcore.a $(JSONC_LIBS) $(SLURMFULL) -lm \
		2>testsuite/reserve/absent.log; \
	echo '$(ABSENT_LICENCE)' >$@.head; \
	sed -n 's/.*undefined reference to `\([A-Za-z0-9_]*\).*/\1/p' \
		testsuite/reserve/absent.log | sort -u | \
	sed 's/.*/void &(void) __attribute__((weak)); void &(void) { __builtin_trap(); }/' \
		>$@.new
	$(AM_V_at)test -s $@.new && cat $@.head $@.new >$@ && \
		rm -f $@.head $@.new
testsuite/reserve/absent.o: testsuite/reserve/absent.c
	$(AM_V_CC)$(CC) $(CFLAGS) -w -c -o $@ testsuite/reserve/absent.c
CLEANFILES += testsuite/reserve/absent.c testsuite/reserve/absent.c.main \
	testsuite/reserve/absent.log testsuite/reserve/absent.o \
	testsuite/reserve/main.c

UNIT_TESTS += testsuite/reserve/task_layout.t
testsuite_reserve_task_layout_t_SOURCES = testsuite/reserve/task_layout.c
testsuite_reserve_task_layout_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_task_layout_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_task_layout_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/job_hash.t
testsuite_reserve_job_hash_t_SOURCES = testsuite/reserve/job_hash.c
testsuite_reserve_job_hash_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_job_hash_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_job_hash_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/limit_amount.t
testsuite_reserve_limit_amount_t_SOURCES = testsuite/reserve/limit_amount.c
testsuite_reserve_limit_amount_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_limit_amount_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_limit_amount_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/limit_walk.t
testsuite_reserve_limit_walk_t_SOURCES = testsuite/reserve/limit_walk.c
testsuite_reserve_limit_walk_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_limit_walk_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_limit_walk_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/socket.t
testsuite_reserve_socket_t_SOURCES = testsuite/reserve/socket.c
testsuite_reserve_socket_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_socket_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_socket_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/compaction.t
testsuite_reserve_compaction_t_SOURCES = testsuite/reserve/compaction.c
testsuite_reserve_compaction_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_compaction_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_compaction_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/refusal.t
testsuite_reserve_refusal_t_SOURCES = testsuite/reserve/refusal.c
testsuite_reserve_refusal_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_refusal_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_refusal_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/dimension.t
testsuite_reserve_dimension_t_SOURCES = testsuite/reserve/dimension.c
testsuite_reserve_dimension_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_dimension_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_dimension_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/pool.t
testsuite_reserve_pool_t_SOURCES = testsuite/reserve/pool.c
testsuite_reserve_pool_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_pool_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_pool_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/eligible.t
testsuite_reserve_eligible_t_SOURCES = testsuite/reserve/eligible.c
testsuite_reserve_eligible_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_eligible_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_eligible_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/demand.t
testsuite_reserve_demand_t_SOURCES = testsuite/reserve/demand.c
testsuite_reserve_demand_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_demand_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_demand_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/order.t
testsuite_reserve_order_t_SOURCES = testsuite/reserve/order.c
testsuite_reserve_order_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_order_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_order_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/reason.t
testsuite_reserve_reason_t_SOURCES = testsuite/reserve/reason.c
testsuite_reserve_reason_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_reason_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_reason_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/newcomer.t
testsuite_reserve_newcomer_t_SOURCES = testsuite/reserve/newcomer.c
testsuite_reserve_newcomer_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_newcomer_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_newcomer_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/evidence.t
testsuite_reserve_evidence_t_SOURCES = testsuite/reserve/evidence.c
testsuite_reserve_evidence_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_evidence_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_evidence_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/lock.t
testsuite_reserve_lock_t_SOURCES = testsuite/reserve/lock.c
testsuite_reserve_lock_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_lock_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_lock_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/room.t
testsuite_reserve_room_t_SOURCES = testsuite/reserve/room.c
testsuite_reserve_room_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_room_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_room_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/promise.t
testsuite_reserve_promise_t_SOURCES = testsuite/reserve/promise.c
testsuite_reserve_promise_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_promise_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_promise_t_LDADD = $(RESERVE_LDADD)

UNIT_TESTS += testsuite/reserve/event_watch.t
testsuite_reserve_event_watch_t_SOURCES = testsuite/reserve/event_watch.c
testsuite_reserve_event_watch_t_CPPFLAGS = $(MODULE_CPPFLAGS)
testsuite_reserve_event_watch_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_reserve_event_watch_t_LDADD = $(RESERVE_LDADD)
endif
endif
