/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fault_call - system calls of a file's writer that fail once, each of them in
 * each way, or at which the process ends.
 *
 *	struct fault_case at = {0};
 *	do {
 *		... what is there before ...
 *		rc = fault_run(&at, writer, arg);
 *		... what must be there now ...
 *	} while (fault_next(&at));
 *
 * In a process of its own the writer's calls of write, fsync, rename, link,
 * unlink, open, close and fchmod are counted, and at the one that at names it
 * happens.  The last run comes to its end without.  Refuses to look at calls
 * that the C library makes inside of itself.
 */
#ifndef FT_TESTSUITE_STATE_FAULT_CALL_H
#define FT_TESTSUITE_STATE_FAULT_CALL_H

#include <stdbool.h>

/* What happens at a call. */
enum fault {
	FAULT_FAILS,
	FAULT_SHORT, /* a write does half of its work */
	FAULT_FULL,  /* the same, and none after it does any */
	FAULT_ENDS_BEFORE,
	FAULT_ENDS_AFTER,
	FAULTS
};

enum fault_call {
	FAULT_WRITE = 1,
	FAULT_FSYNC = 2,
	FAULT_RENAME = 4,
	FAULT_LINK = 8,
	FAULT_UNLINK = 16,
	FAULT_OPEN = 32,
	FAULT_CLOSE = 64,
	FAULT_FCHMOD = 128,
	/* those of a state file */
	FAULT_ALL_CALLS = FAULT_FCHMOD - 1,
};

struct fault_case {
	enum fault fault;
	int error; /* the number of it in fault_errors; of FAILS */
	int at;	   /* the call, from 0 */
	bool over; /* the writer has no such call */
};

extern const int fault_errors[];

#define FAULT_FMT "call %d, fault %d, errno %d"
#define FAULT_ARGS(c) (c)->at, (int) (c)->fault, fault_errors[(c)->error]

/* What writer(arg) returned; 0 if the process ended in it. */
extern int fault_run(struct fault_case *at, int (*writer)(void *), void *arg);

/* The next one; false: that was the last. */
extern bool fault_next(struct fault_case *at);

/* Kinds of calls that failed so far, enum fault_call or-ed. */
extern unsigned fault_kinds(void);

#endif
