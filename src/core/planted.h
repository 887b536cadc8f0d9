/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_planted - deliberate errors, for the test that tests the tests.
 *
 * Always 0 in whatever is installed: FT_PLANT_ERROR is defined only for the
 * copies that testsuite/property/plant.c is linked with.
 */
#ifndef FT_CORE_PLANTED_H
#define FT_CORE_PLANTED_H

#ifdef FT_PLANT_ERROR
#define FT_PLANTED(number) ((number) == FT_PLANT_ERROR)
#else
#define FT_PLANTED(number) 0
#endif

#endif
