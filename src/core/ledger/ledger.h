/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_ledger - usage that Slurm keeps no record of, in three books.
 *
 *	entities	PBS: what each entity has used, decayed in steps
 *	windows		Maui: users, groups, accounts, QOS and classes, and
 *			the total, in windows of time (fairshare_window.h)
 *	periods		'fair que': hours of processors, memory and disk of
 *			each account path in each accounting period
 *
 * A charge books a stretch of time at so many units a second in all three,
 * cut at each boundary that lies within: of a decay, a window, a period.  So
 * it does not matter how a run is cut into charges, nor in which order they
 * come (tested).  Law (tested): whatever is booked on the credentials of one
 * kind adds up to what was booked in total.
 *
 * Names have numbers that stay while anything refers to them (see
 * ledger_sweep.h), so that a walk over many jobs finds a job's place once.
 * Reads no clock; not thread safe.
 */
#ifndef FT_CORE_LEDGER_LEDGER_H
#define FT_CORE_LEDGER_LEDGER_H

#include "core/maui/fairshare_window.h"
#include "core/base/id_map.h"
#include "core/base/name_table.h"
#include "core/quota/quota.h"

/* Where what a job uses is booked: numbers in the ledger's tables. */
struct ft_ledger_place {
	uint32_t entity; /* in entity.names; FT_NAME_NONE: nowhere */
	uint32_t path;	 /* in period.names; FT_NAME_NONE: nowhere */
	/* in window.credentials; FT_CREDENTIAL_NONE: the job has none */
	uint32_t credential[FT_CREDENTIAL_KINDS];
};

/* The same by name; NULL: none. */
struct ft_ledger_names {
	const char *entity;
	const char *path; /* "/dept/group/user" */
	const char *credential[FT_CREDENTIAL_KINDS];
};

/* What one second of a job is worth; not negative. */
struct ft_ledger_rate {
	double entity;		       /* units of fairshare_usage_res */
	double window;		       /* units of fspolicy */
	double period[FT_QUOTA_KINDS]; /* processors, MB memory, MB disk */
};

/* How the books are kept. */
struct ft_ledger_policy {
	int64_t decay_time;	/* seconds between two decays; 0: never */
	double decay_factor;	/* what a decay leaves, in [0, 1] */
	struct ft_fs_span span; /* of the windows */
	uint32_t periods;	/* closed ones that are kept */
};

struct ft_ledger_entities {
	struct ft_name_table names;
	double *usage; /* of each below room */
	uint32_t room;
	int64_t decayed; /* when the last decay was due; 0: none yet */
};

struct ft_ledger_period {
	int64_t start; /* ends where the next newer one starts */
	double (*used)[FT_QUOTA_KINDS]; /* unit-seconds of each below room */
	uint32_t room;
};

struct ft_ledger_periods {
	struct ft_name_table names;
	struct ft_ledger_period *period; /* the newest first */
	uint32_t count;
};

struct ft_ledger {
	struct ft_ledger_entities entity;
	struct ft_fs_history window;
	struct ft_ledger_periods period;
};

/* 12 hours a window, 8 of them, no decay, 12 closed periods. */
extern struct ft_ledger_policy ft_ledger_defaults(void);

/* 0 or -ENOMEM. */
extern int ft_ledger_init(struct ft_ledger *ledger);
extern void ft_ledger_fini(struct ft_ledger *ledger);

/* Adds names that are new.  0 or -ENOMEM. */
extern int ft_ledger_place(struct ft_ledger *ledger,
			   const struct ft_ledger_names *names,
			   struct ft_ledger_place *ret_place);

/*
 * Brings the books up to now: decays that are due, windows that begin.  Call
 * before charges up to now.  Decays are due every decay_time from the first
 * call on, at multiples of it since the epoch; where the clock went back,
 * those ahead of now are forgotten.  0 or -ENOMEM.
 */
extern int ft_ledger_roll(struct ft_ledger *ledger,
			  const struct ft_ledger_policy *policy, int64_t now);

/*
 * An accounting period begins: the one before is closed there, those beyond
 * what policy keeps are dropped.  Does nothing if the newest one began then or
 * later.  0 or -ENOMEM.
 */
extern int ft_ledger_period_open(struct ft_ledger *ledger,
				 const struct ft_ledger_policy *policy,
				 int64_t start);

/*
 * The clock went back: what was booked in windows and periods that begin after
 * now is in the newest ones that do not.  0, or -ENOMEM: some may be left.
 */
extern int ft_ledger_fold(struct ft_ledger *ledger, int64_t now);

/*
 * Books [begin, end) at rate on place.  Where end is before begin, the
 * stretch between them is taken back.  What lies before the oldest window or
 * period is booked nowhere in that book, and what lies behind the newest one
 * is booked in that.  0 or -ENOMEM, then a part may be booked.
 */
extern int ft_ledger_charge(struct ft_ledger *ledger,
			    const struct ft_ledger_policy *policy,
			    const struct ft_ledger_place *place,
			    const struct ft_ledger_rate *rate, int64_t begin,
			    int64_t end);

/* Decayed usage; 0 for what was never charged. */
extern double ft_ledger_entity_usage(const struct ft_ledger *ledger,
				     uint32_t entity);

/* Forgets what an entity has used (sfair tree --trim). */
extern void ft_ledger_entity_forget(struct ft_ledger *ledger, uint32_t entity);

/* Sets what a file says that an entity has used.  0 or -ENOMEM. */
extern int ft_ledger_entity_set(struct ft_ledger *ledger, uint32_t entity,
				double usage);

/* What a path has used in a period by itself, in unit-hours. */
extern double ft_ledger_hours(const struct ft_ledger_period *period,
			      uint32_t path, enum ft_quota_kind kind);

/* What a file says of a period: appends it, older than all others; NULL: out
 * of memory.  Sets what a path has used in it.  0 or -ENOMEM. */
extern struct ft_ledger_period *
ft_ledger_period_append(struct ft_ledger *ledger, int64_t start);
extern int ft_ledger_period_set(struct ft_ledger_period *period, uint32_t path,
				const double *used);

/*
 * Adds the usage of other windows: to the window that has most of its time in
 * common, or as a window of its own where there is none.  0 or -ENOMEM.
 */
extern int ft_ledger_import(struct ft_ledger *ledger,
			    const struct ft_fs_history *from);

/*
 * Copies what the models read (sums and names; copy is initialised or was
 * copied to before), so that they can compute without the ledger's lock.
 * Names added later have numbers beyond the copy's counts.  0 or -ENOMEM.
 */
extern int ft_ledger_copy(struct ft_ledger *copy,
			  const struct ft_ledger *ledger);

/* Of that the names only. */
extern int ft_ledger_copy_names(struct ft_ledger *copy,
				const struct ft_ledger *ledger);

#endif
