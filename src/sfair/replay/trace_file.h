/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_trace_* - recorded logs of jobs, as they lie on disk: plain or gzipped.
 *
 * Refuses what core/replay/workload.h refuses, with file and line.
 */
#ifndef FT_SFAIR_REPLAY_TRACE_FILE_H
#define FT_SFAIR_REPLAY_TRACE_FILE_H

#include "core/replay/workload.h"

/*
 * path: "-" for standard input.  processors: of the machine; 0: as the log
 * says.  0 or -errno with err.
 */
extern int sfair_trace_read(const char *path,
			    const struct ft_workload_machine *machine,
			    struct ft_workload *ret_workload,
			    struct ft_err *err);

#endif
