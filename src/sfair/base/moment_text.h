/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_moment_text, sfair_span_text - times as people say them.
 */
#ifndef FT_SFAIR_BASE_MOMENT_TEXT_H
#define FT_SFAIR_BASE_MOMENT_TEXT_H

#include <stdint.h>

enum { SFAIR_MOMENT = 96 };

/* Seconds that stand for no limit: the year that is planned ahead, and one
 * more, which no limit in minutes is. */
enum { SFAIR_ENDLESS = 365 * 86400 + 1 };

/*
 * "today 14:05 (in 2 h 5 min)", "tomorrow 08:00 (in 18 h)",
 * "Thu 26 Nov 08:00 (in 3 d 2 h)", "now"; in local time.  Returns text.
 */
extern const char *sfair_moment_text(char text[SFAIR_MOMENT], int64_t moment,
				     int64_t now);
/* "today 14:05", without the distance, and never "now".  Returns text. */
extern const char *sfair_clock_text(char text[SFAIR_MOMENT], int64_t moment,
				    int64_t now);
/* "2 h 5 min", "40 s"; the two largest units.  Returns text. */
extern const char *sfair_span_text(char text[SFAIR_MOMENT], int64_t seconds);
/* As Slurm writes a limit: "1-02:00:00", "UNLIMITED".  Returns text. */
extern const char *sfair_limit_text(char text[SFAIR_MOMENT], int64_t seconds);
/* "st", "nd", "rd" or "th", for behind a number. */
extern const char *sfair_rank_ending(int64_t number);

#endif
