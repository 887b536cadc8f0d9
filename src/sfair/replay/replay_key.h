/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_replay_keys - which keys of SchedulerParameters a replay goes by.
 *
 * Those that change nothing are named on stderr, lest equal figures be taken
 * for the effect of a key.  Values are not judged here.
 */
#ifndef FT_SFAIR_REPLAY_REPLAY_KEY_H
#define FT_SFAIR_REPLAY_REPLAY_KEY_H

/* Keys given by hand: 0, or -EINVAL for one that is not known, which is said.
 * where: what messages begin with. */
extern int sfair_replay_keys_check(const char *where, const char *parameters);

/* Keys of a slurm.conf, which may hold words of any release of Slurm. */
extern void sfair_replay_keys_name(const char *where, const char *parameters);

#endif
