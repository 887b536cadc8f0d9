# SPDX-License-Identifier: GPL-2.0-or-later
# Laws on random cases; each failure names its seed.
UNIT_TESTS += testsuite/property/fairshare.t
testsuite_property_fairshare_t_SOURCES = testsuite/property/fairshare.c \
	testsuite/unit/tree.h
testsuite_property_fairshare_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_fairshare_t_LDADD = $(UNIT_LDADD)

BRUTE_SOURCES = \
	testsuite/property/compare.c testsuite/property/compare.h \
	testsuite/property/demand.c testsuite/property/demand.h \
	testsuite/property/ledger.c testsuite/property/ledger.h \
	testsuite/property/oracle.c testsuite/property/oracle.h \
	testsuite/property/feasible.c testsuite/property/feasible.h \
	testsuite/property/spread.c testsuite/property/spread.h \
	testsuite/property/sample.c testsuite/property/sample.h
UNIT_TESTS += testsuite/property/brute.t testsuite/property/brute_take.t
testsuite_property_brute_t_SOURCES = \
	testsuite/property/brute.c $(BRUTE_SOURCES)
testsuite_property_brute_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_brute_t_LDADD = $(UNIT_LDADD)
testsuite_property_brute_take_t_SOURCES = \
	testsuite/property/brute_take.c $(BRUTE_SOURCES)
testsuite_property_brute_take_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_brute_take_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/promise.t
testsuite_property_promise_t_SOURCES = testsuite/property/promise.c \
	testsuite/property/law.h \
	testsuite/promised.c testsuite/promised.h \
	testsuite/property/demand.c testsuite/property/demand.h \
	testsuite/property/ledger.c testsuite/property/ledger.h \
	testsuite/property/oracle.c testsuite/property/oracle.h \
	testsuite/property/feasible.c testsuite/property/feasible.h \
	testsuite/property/spread.c testsuite/property/spread.h \
	testsuite/property/sample.c testsuite/property/sample.h
testsuite_property_promise_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_promise_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/policy.t
testsuite_property_policy_t_SOURCES = testsuite/property/policy.c \
	testsuite/property/law.h \
	testsuite/promised.c testsuite/promised.h \
	testsuite/property/demand.c testsuite/property/demand.h \
	testsuite/property/ledger.c testsuite/property/ledger.h \
	testsuite/property/oracle.c testsuite/property/oracle.h \
	testsuite/property/feasible.c testsuite/property/feasible.h \
	testsuite/property/spread.c testsuite/property/spread.h \
	testsuite/property/sample.c testsuite/property/sample.h
testsuite_property_policy_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_policy_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/scale.t
testsuite_property_scale_t_SOURCES = testsuite/property/scale.c \
	testsuite/property/law.h \
	testsuite/promised.c testsuite/promised.h \
	testsuite/property/sample.c testsuite/property/sample.h
testsuite_property_scale_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_scale_t_LDADD = $(UNIT_LDADD)
UNIT_TESTS += testsuite/property/planner.t
testsuite_property_planner_t_SOURCES = testsuite/property/planner.c \
	testsuite/property/story.c testsuite/property/story.h \
	testsuite/property/sample.c testsuite/property/sample.h
testsuite_property_planner_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_planner_t_LDADD = $(UNIT_LDADD)

# Copies of the engine, each with one deliberate error: see plant.c.  What is
# compiled here stands in for the library's own.
PLANT_SOURCES = testsuite/property/plant.c $(BRUTE_SOURCES) \
	src/core/depth.c src/core/gap_search.c src/core/hole.c \
	src/core/licence.c src/core/piece.c src/core/preempt.c \
	src/core/search.c src/core/segment.c src/core/view.c
UNIT_TESTS += testsuite/property/plant1.t testsuite/property/plant2.t \
	testsuite/property/plant3.t testsuite/property/plant4.t \
	testsuite/property/plant5.t testsuite/property/plant6.t \
	testsuite/property/plant7.t testsuite/property/plant8.t \
	testsuite/property/plant9.t testsuite/property/plant10.t \
	testsuite/property/plant11.t testsuite/property/plant12.t
testsuite_property_plant12_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant12_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=12
testsuite_property_plant12_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant12_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant11_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant11_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=11
testsuite_property_plant11_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant11_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant10_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant10_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=10
testsuite_property_plant10_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant10_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant9_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant9_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=9
testsuite_property_plant9_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant9_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant8_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant8_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=8
testsuite_property_plant8_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant8_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant7_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant7_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=7
testsuite_property_plant7_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant7_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant1_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant1_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=1
testsuite_property_plant1_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant1_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant2_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant2_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=2
testsuite_property_plant2_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant2_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant3_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant3_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=3
testsuite_property_plant3_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant3_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant4_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant4_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=4
testsuite_property_plant4_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant4_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant5_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant5_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=5
testsuite_property_plant5_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant5_t_LDADD = $(UNIT_LDADD)
testsuite_property_plant6_t_SOURCES = $(PLANT_SOURCES)
testsuite_property_plant6_t_CPPFLAGS = $(AM_CPPFLAGS) -DFT_PLANT_ERROR=6
testsuite_property_plant6_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_plant6_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/property/estimate.t
testsuite_property_estimate_t_SOURCES = testsuite/property/estimate.c \
	testsuite/property/sample.c testsuite/property/sample.h
testsuite_property_estimate_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_estimate_t_LDADD = $(UNIT_LDADD)

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
