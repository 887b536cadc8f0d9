/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * read_log - a log of jobs as swf.c describes it, for that and replay.c.
 */
#ifndef TESTSUITE_FUZZ_READ_LOG_H
#define TESTSUITE_FUZZ_READ_LOG_H

#include "core/replay/workload.h"

/*
 * Reads text, which is changed, into an empty fleet and an empty workload,
 * which are to be freed whatever it returns: 0 or what was refused.
 */
extern int fuzz_log_read(char *text, struct ft_fleet *fleet,
			 struct ft_workload *workload);

#endif
