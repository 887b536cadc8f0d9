# SPDX-License-Identifier: GPL-2.0-or-later
# One program for each core noun.
UNIT_TESTS += testsuite/unit/option.t
testsuite_unit_option_t_SOURCES = testsuite/unit/option.c
testsuite_unit_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_option_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/conf.t
testsuite_unit_conf_t_SOURCES = testsuite/unit/conf.c
testsuite_unit_conf_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_conf_t_LDADD = $(UNIT_LDADD)

UNIT_TESTS += testsuite/unit/schedule_option.t
testsuite_unit_schedule_option_t_SOURCES = testsuite/unit/schedule_option.c
testsuite_unit_schedule_option_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_unit_schedule_option_t_LDADD = $(UNIT_LDADD)
