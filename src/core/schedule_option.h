/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_schedule_option - what SchedulerParameters says to sched/reserve.
 */
#ifndef FT_CORE_SCHEDULE_OPTION_H
#define FT_CORE_SCHEDULE_OPTION_H

#include "core/option.h"

#endif
