/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vcluster - nodes that are not there, inside the stock slurmctld.
 *
 * Preloaded into slurmctld: it answers every message to a node, ends each job
 * after the run time that its script names, and lets time pass as slurmctld
 * would see it with nothing to wait for in between.  See
 * doc/internals/vcluster.md.
 *
 * Times are nanoseconds; those of the cluster count from the epoch.  It never
 * changes what slurmctld decides, and starts no process.
 *
 * Lock order: jobs (job.c), then threads (thread.c), each a leaf for Slurm's.
 */
#ifndef FT_VCLUSTER_H
#define FT_VCLUSTER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define VC_SECOND 1000000000LL
#define VC_NEVER INT64_MAX

/* clock.c: the clock file, shared with every process of the cluster. */
extern int64_t vc_now(void);
extern bool vc_clock_stands(void); /* at its limit */
extern int64_t vc_monotonic(void);
/* From now on: monotonic + offset, never later than limit. */
extern void vc_clock_set(int64_t offset, int64_t limit);
/* pthread_cond_timedwait() by the cluster's clock, looking again and again. */
extern int vc_clock_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			      const struct timespec *at);
/* The same for an amount of real time. */
extern int vc_real_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			     int64_t real_ns);

/*
 * thread.c: which threads of slurmctld have work.  vc_active is false in all
 * processes but slurmctld: clients and forked children only read the clock.
 */
extern bool vc_active;
extern void vc_threads_lock(void);
extern void vc_threads_unlock(void);
/* All of these need the lock of the threads. */
/* Ends waits that are due; the earliest later one. */
extern int64_t vc_threads_wake(int64_t now, bool stands);
extern bool vc_threads_quiet(void);
extern int vc_threads_busy(void);
extern void vc_threads_notify(void);
extern void vc_threads_wait(int64_t real_ns);
extern void vc_threads_wait_for(pthread_cond_t *cond);
/* Starts a thread that does not count: it may wait without being noticed. */
extern int vc_thread_start(void *(*run)(void *), void *arg);

/* advance.c: lets time pass. */
struct vc_arrival {
	int64_t now;
	bool idle;
	size_t nended;
	uint32_t *ended; /* the caller frees it */
};

struct vc_totals {
	uint64_t jumps;
	int64_t skipped;
};

extern int vc_advance_start(void);
/*
 * Lets time pass to `target`, or with `to_end` to the first end of a job; and
 * waits there until slurmctld is idle, at most `patience` of real time.
 */
extern void vc_advance(int64_t target, bool to_end, int64_t patience,
		       struct vc_arrival *ret);
extern void vc_advance_release(void); /* real time, no end */
extern void vc_advance_totals(struct vc_totals *ret);
extern void vc_advance_ended(uint32_t job_id);

enum vc_state { VC_UP, VC_HUNG, VC_FAILED };

/* job.c: what runs on the nodes, kept in a file over a crash of slurmctld. */
struct vc_launch {
	uint32_t id;
	uint32_t uid;
	const char *host; /* the node that runs the script */
	const char *script;
};

struct vc_end {
	uint32_t id;
	uint32_t uid;
	uint32_t status; /* as waitpid() gives it */
	char host[256];
};

struct vc_counts {
	uint64_t launched, ended, killed;
	size_t running;
};

extern int vc_jobs_open(const char *path);
extern void vc_job_launch(const struct vc_launch *launch);
extern void vc_job_kill(uint32_t id);
extern void vc_job_signal(uint32_t id, int signal);
extern void vc_job_suspend(uint32_t id, bool suspend);
/* The next job whose end is due; false if there is none. */
extern bool vc_job_due(int64_t now, struct vc_end *ret);
extern int64_t vc_job_next(void);
extern void vc_job_reported(uint32_t id);
extern void vc_job_again(uint32_t id, int64_t when);
extern void vc_jobs_counts(struct vc_counts *ret);
extern size_t vc_jobs_on(const char *host, uint32_t **ret_ids);
extern void vc_jobs_lost(const char *host);
extern void vc_note_node(const char *name, enum vc_state state);

/* node.c: which nodes do not answer. */
extern enum vc_state vc_node_state(const char *name);
extern void vc_node_set(const char *name, enum vc_state state);

/* report.c: what nodes tell slurmctld by themselves. */
enum vc_report { VC_REGISTER, VC_PROLOG, VC_DOWN };

extern int vc_report_start(void);
extern void vc_report(enum vc_report kind, const char *node, uint32_t job_id);
extern void vc_report_wake(void);
extern void vc_report_drain(void);

/* driver.c: the socket. */
extern int vc_driver_start(const char *path);

#endif
