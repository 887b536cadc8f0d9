# SPDX-License-Identifier: GPL-2.0-or-later
UNIT_TESTS += testsuite/property/fairshare.t
testsuite_property_fairshare_t_SOURCES = testsuite/property/fairshare.c \
	testsuite/unit/tree.h
testsuite_property_fairshare_t_CFLAGS = $(UNIT_CFLAGS)
testsuite_property_fairshare_t_LDADD = $(UNIT_LDADD)
