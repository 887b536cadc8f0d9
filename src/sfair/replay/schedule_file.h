/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_schedule_* - which job of a log started when, as a file says.
 *
 * Lines as `sfair replay --starts` writes them: job, submission, start, end,
 * first promised start (-1: none).  Lines that begin with # are comments, but
 * "# configuration TEXT" says what made the schedule.  Refuses a file that
 * leaves a job out, names one twice or names one that the log has not.
 */
#ifndef FT_SFAIR_REPLAY_SCHEDULE_FILE_H
#define FT_SFAIR_REPLAY_SCHEDULE_FILE_H

#include "core/replay/replay.h"

enum { SFAIR_SCHEDULE_NAME = 256 };

/*
 * Fills ret_replay's jobs, for the first setup->jobs of the workload.  name:
 * what the file calls itself, or its path.  0 or -errno with err.
 */
extern int sfair_schedule_read(const char *path,
			       const struct ft_replay_setup *setup,
			       struct ft_replay *ret_replay,
			       char name[SFAIR_SCHEDULE_NAME],
			       struct ft_err *err);

#endif
