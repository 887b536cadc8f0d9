/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_decay - how recorded usage fades with time.
 *
 * Pure numbers: keeps no usage and reads no clock.  Law (tested): decay over
 * a, then over b, equals decay over a + b.
 */
#ifndef FT_CORE_FAIRSHARE_DECAY_H
#define FT_CORE_FAIRSHARE_DECAY_H

/*
 * What is left of one unit after one second, in (0, 1].  half_life in
 * seconds; 0 or less: no decay.  Slurm's linearised form 1 - 0.693/half_life
 * (slurm.conf(5), PriorityDecayHalfLife), which is kept to the digit so that
 * a site can change between the plugins at any time.
 */
extern double ft_decay_per_second(double half_life);

/*
 * What is left of one unit after seconds (0 or more), never less than the
 * smallest normal double: a decay of 0 would lose the owner of the usage.
 */
extern double ft_decay_over(double per_second, double seconds);

#endif
