/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair: what the subcommands share.  One file each; a subcommand gets its own
 * argv (argv[0] is its name) and returns an exit status.
 */
#ifndef FT_SFAIR_BASE_SFAIR_H
#define FT_SFAIR_BASE_SFAIR_H

/* 0 done; 1 what was asked for failed or is refused; 2 a wrong call; 3 a job
 * that can never start as it is. */
enum { SFAIR_DONE, SFAIR_REFUSED, SFAIR_USAGE, SFAIR_NEVER };

extern int sfair_bypass(int argc, char **argv);
extern int sfair_check(int argc, char **argv);
extern int sfair_fairshare(int argc, char **argv);
extern int sfair_limits(int argc, char **argv);
extern int sfair_metrics(int argc, char **argv);
extern int sfair_plan(int argc, char **argv);
extern int sfair_priority(int argc, char **argv);
extern int sfair_promises(int argc, char **argv);
extern int sfair_quota(int argc, char **argv);
extern int sfair_replay(int argc, char **argv);
extern int sfair_share(int argc, char **argv);
extern int sfair_slots(int argc, char **argv);
extern int sfair_trace(int argc, char **argv);
extern int sfair_tree(int argc, char **argv);
extern int sfair_when(int argc, char **argv);
extern int sfair_why(int argc, char **argv);

#endif
