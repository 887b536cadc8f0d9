/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_planted - deliberate errors, for the test that tests the tests.
 *
 * Always 0 in whatever is installed: FT_PLANT is defined only for the copy of
 * the engine that testsuite/property/plant.c is linked with, and that program
 * says which error it has.
 */
#ifndef FT_CORE_BASE_PLANTED_H
#define FT_CORE_BASE_PLANTED_H

#ifdef FT_PLANT
extern int ft_planted_error;
#define FT_PLANTED(number) ((number) == ft_planted_error)
#else
#define FT_PLANTED(number) 0
#endif

#endif
