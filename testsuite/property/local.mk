# SPDX-License-Identifier: GPL-2.0-or-later
# Laws on random cases; each failure names its seed.
UNIT_TESTS += testsuite/property/fairshare.t
testsuite_property_fairshare_t_SOURCES = testsuite/property/fairshare.c \
	testsuite/unit/tree.h
testsuite_property_fairshare_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_fairshare_t_LDADD = $(UNIT_LDADD)

# What compares the engine with a slow planner, compiled once.
check_LIBRARIES += testsuite/property/liboracle.a
testsuite_property_liboracle_a_SOURCES = \
	testsuite/property/compare.c testsuite/property/compare.h \
	testsuite/property/demand.c testsuite/property/demand.h \
	testsuite/property/ledger.c testsuite/property/ledger.h \
	testsuite/property/oracle.c testsuite/property/oracle.h \
	testsuite/property/role.c testsuite/property/role.h \
	testsuite/property/feasible.c testsuite/property/feasible.h \
	testsuite/property/spread.c testsuite/property/spread.h \
	testsuite/property/sample.c testsuite/property/sample.h \
	testsuite/promised.c testsuite/promised.h
testsuite_property_liboracle_a_CFLAGS = $(UNIT_CFLAGS)
ORACLE_LDADD = testsuite/property/liboracle.a $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/brute.t testsuite/property/brute_take.t
testsuite_property_brute_t_SOURCES = testsuite/property/brute.c
testsuite_property_brute_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_brute_t_LDADD = $(ORACLE_LDADD)
testsuite_property_brute_take_t_SOURCES = testsuite/property/brute_take.c
testsuite_property_brute_take_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_brute_take_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/promise.t
testsuite_property_promise_t_SOURCES = testsuite/property/promise.c \
	testsuite/property/law.h
testsuite_property_promise_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_promise_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/policy.t
testsuite_property_policy_t_SOURCES = testsuite/property/policy.c \
	testsuite/property/law.h
testsuite_property_policy_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_policy_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/scale.t
testsuite_property_scale_t_SOURCES = testsuite/property/scale.c \
	testsuite/property/law.h
testsuite_property_scale_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_scale_t_LDADD = $(ORACLE_LDADD)
UNIT_TESTS += testsuite/property/width.t
testsuite_property_width_t_SOURCES = testsuite/property/width.c \
	testsuite/property/clone.c testsuite/property/clone.h \
	testsuite/property/law.h
testsuite_property_width_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_width_t_LDADD = $(ORACLE_LDADD)
UNIT_TESTS += testsuite/property/planner.t
testsuite_property_planner_t_SOURCES = testsuite/property/planner.c \
	$(STORY)
testsuite_property_planner_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_planner_t_LDADD = $(ORACLE_LDADD)

STORY = testsuite/property/story.c testsuite/property/story.h \
	testsuite/property/clone.c testsuite/property/clone.h \
	testsuite/property/story_plain.c testsuite/property/story_state.h
UNIT_TESTS += testsuite/property/commit.t
testsuite_property_commit_t_SOURCES = testsuite/property/commit.c \
	testsuite/property/commitment.c testsuite/property/commitment.h \
	$(STORY)
testsuite_property_commit_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_commit_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/standing.t
testsuite_property_standing_t_SOURCES = testsuite/property/standing.c \
	testsuite/property/commitment.c testsuite/property/commitment.h \
	testsuite/property/room.c testsuite/property/room.h \
	$(STORY)
testsuite_property_standing_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_standing_t_LDADD = $(ORACLE_LDADD)

# A copy of the engine with deliberate errors: see plant.c.  What is compiled
# here stands in for the library's own.  Sanitizers have nothing to add to what
# is found of these.
if !SANITIZER
UNIT_TESTS += testsuite/property/plant.t testsuite/property/plant_board.t
endif
testsuite_property_plant_t_SOURCES = testsuite/property/plant.c \
	testsuite/property/commitment.c testsuite/property/commitment.h \
	testsuite/property/room.c testsuite/property/room.h \
	$(STORY) \
	testsuite/property/taking.c testsuite/property/taking.h \
	src/core/board/cut.c src/core/board/displace.c \
	src/core/board/guest.c src/core/plan/standing_taker.c \
	src/core/plan/overtake.c src/core/plan/promise.c \
	src/core/plan/depth.c src/core/search/gap_search.c src/core/plan/hole.c \
	src/core/search/leaf.c src/core/search/licence.c src/core/search/piece.c src/core/plan/preempt.c \
	src/core/search/search.c src/core/timeline/segment.c src/core/plan/view.c src/core/timeline/want.c
testsuite_property_plant_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT
testsuite_property_plant_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/estimate.t
testsuite_property_estimate_t_SOURCES = testsuite/property/estimate.c
testsuite_property_estimate_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_estimate_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/expect.t
testsuite_property_expect_t_SOURCES = testsuite/property/expect.c
testsuite_property_expect_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_expect_t_LDADD = $(ORACLE_LDADD)

UNIT_TESTS += testsuite/property/usage.t testsuite/property/usage_clock.t
testsuite_property_usage_t_SOURCES = testsuite/property/usage.c
testsuite_property_usage_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_usage_t_LDADD = $(UNIT_LDADD)
testsuite_property_usage_clock_t_SOURCES = testsuite/property/usage_clock.c
testsuite_property_usage_clock_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_usage_clock_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/component.t
testsuite_property_component_t_SOURCES = testsuite/property/component.c
testsuite_property_component_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_component_t_LDADD = $(UNIT_LDADD)

# The plan that lives, and a copy of it with deliberate errors.
BOARD_LAW = testsuite/property/world.c testsuite/property/world.h \
	testsuite/property/board_law.c testsuite/property/board_law.h \
	testsuite/property/board_leaf.c testsuite/property/board_leaf.h \
	testsuite/property/board_sheet.c testsuite/property/board_sheet.h \
	testsuite/property/board_story.c testsuite/property/board_story.h
UNIT_TESTS += testsuite/property/board.t
testsuite_property_board_t_SOURCES = testsuite/property/board.c $(BOARD_LAW)
testsuite_property_board_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_board_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant_board_t_SOURCES = testsuite/property/plant_board.c \
	$(BOARD_LAW) $(BOARD_SOURCES)
testsuite_property_plant_board_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT
testsuite_property_plant_board_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant_board_t_LDADD = $(UNIT_LDADD)
LONG_TESTS += $(filter testsuite/property/%,$(UNIT_TESTS))
