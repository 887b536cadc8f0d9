/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which limits of two QOS and of associations concern a job, by whose word, and
 * how much of each is used.
 */
#include <criterion/criterion.h>

#include "slurm/common/limit_walk.h"

enum { TRES = 3, SEEN_MAX = 64, USER = 1000, OTHER = 1001 };

/* A QOS or an association without limits. */
struct qos {
	slurmdb_qos_rec_t rec;
	slurmdb_qos_usage_t usage;
	uint64_t limit[FTS_LIMIT_PLACES][TRES], used[TRES], run_secs[TRES];
	long double raw[TRES];
};

struct assoc {
	slurmdb_assoc_rec_t rec;
	slurmdb_assoc_usage_t usage;
	uint64_t limit[FTS_LIMIT_PLACES][TRES], used[TRES], run_secs[TRES];
	long double raw[TRES];
};

static struct qos one, two;
static struct assoc own, parent;
static struct fts_limit seen[SEEN_MAX];
static uint32_t seen_count;

static void unlimit(uint64_t limit[FTS_LIMIT_PLACES][TRES])
{
	for (int place = 0; place < FTS_LIMIT_PLACES; place++)
		for (int i = 0; i < TRES; i++)
			limit[place][i] = i % 2 ? INFINITE64 : NO_VAL64;
}

static void make_qos(struct qos *qos, uint32_t id)
{
	*qos = (struct qos){.rec = {.id = id, .usage = &qos->usage}};
	unlimit(qos->limit);
	qos->rec.grp_jobs = qos->rec.grp_wall = INFINITE;
	qos->rec.max_jobs_pu = qos->rec.max_jobs_pa = INFINITE;
	qos->rec.limit_factor = INFINITE;
	qos->rec.grp_tres_ctld = qos->limit[FTS_LIMIT_GROUP];
	qos->rec.grp_tres_mins_ctld = qos->limit[FTS_LIMIT_BUDGET];
	qos->rec.grp_tres_run_mins_ctld = qos->limit[FTS_LIMIT_MINUTES];
	qos->rec.max_tres_mins_pj_ctld = qos->limit[FTS_LIMIT_JOB_MINUTES];
	qos->rec.max_tres_pj_ctld = qos->limit[FTS_LIMIT_JOB_MOST];
	qos->rec.max_tres_pn_ctld = qos->limit[FTS_LIMIT_JOB_NODE];
	qos->rec.min_tres_pj_ctld = qos->limit[FTS_LIMIT_JOB_LEAST];
	qos->rec.max_tres_pa_ctld = qos->limit[FTS_LIMIT_ACCOUNT];
	qos->rec.max_tres_pu_ctld = qos->limit[FTS_LIMIT_USER];
	qos->usage.grp_used_tres = qos->used;
	qos->usage.grp_used_tres_run_secs = qos->run_secs;
	qos->usage.usage_tres_raw = qos->raw;
}

static void make_assoc(struct assoc *assoc, uint32_t id, struct assoc *above)
{
	*assoc = (struct assoc){
		.rec = {.id = id, .acct = "physics", .usage = &assoc->usage}};
	unlimit(assoc->limit);
	assoc->rec.grp_jobs = assoc->rec.grp_wall = INFINITE;
	assoc->rec.max_jobs = INFINITE;
	assoc->rec.grp_tres_ctld = assoc->limit[FTS_LIMIT_GROUP];
	assoc->rec.grp_tres_mins_ctld = assoc->limit[FTS_LIMIT_BUDGET];
	assoc->rec.grp_tres_run_mins_ctld = assoc->limit[FTS_LIMIT_MINUTES];
	assoc->rec.max_tres_mins_ctld = assoc->limit[FTS_LIMIT_JOB_MINUTES];
	assoc->rec.max_tres_ctld = assoc->limit[FTS_LIMIT_JOB_MOST];
	assoc->rec.max_tres_pn_ctld = assoc->limit[FTS_LIMIT_JOB_NODE];
	assoc->usage.grp_used_tres = assoc->used;
	assoc->usage.grp_used_tres_run_secs = assoc->run_secs;
	assoc->usage.usage_tres_raw = assoc->raw;
	assoc->usage.parent_assoc_ptr = above ? &above->rec : NULL;
}

static void setup(void)
{
	make_qos(&one, 11);
	make_qos(&two, 12);
	make_assoc(&parent, 21, NULL);
	make_assoc(&own, 22, &parent);
	seen_count = 0;
}

static void note(const struct fts_limit *limit, void *arg)
{
	cr_assert_lt(seen_count, SEEN_MAX);
	seen[seen_count++] = *limit;
	*(uint32_t *) arg += 1;
}

static void walk(const uint16_t *by_admin)
{
	bool taken[FTS_LIMIT_PLACES * TRES];
	uint32_t visits = 0;

	memset(taken, true, sizeof(taken));
	seen_count = 0;
	fts_limit_walk(&(struct fts_limit_walk){
		.assoc = &own.rec,
		.user_id = USER,
		.one = &one.rec,
		.two = &two.rec,
		.by_admin = by_admin,
		.tres_count = TRES,
		.taken = taken,
		.visit = note,
		.arg = &visits,
	});
	cr_expect_eq(visits, seen_count);
}

static void expect(uint32_t at, uint32_t id, uint64_t limit, bool asked)
{
	cr_assert_lt(at, seen_count);
	cr_expect_eq(seen[at].id, id, "limit %u is of %u", at, seen[at].id);
	cr_expect_eq(seen[at].limit, limit);
	cr_expect_eq(seen[at].asked, asked, "limit %u", at);
}

TestSuite(limit_walk, .init = setup);

Test(limit_walk, none_is_set)
{
	walk(NULL);
	cr_expect_eq(seen_count, 0);
}

/* The second QOS and the associations have nothing to say then. */
Test(limit_walk, the_first_qos_takes_the_place_of_all)
{
	one.limit[FTS_LIMIT_GROUP][1] = 8;
	two.limit[FTS_LIMIT_GROUP][1] = 4;
	own.limit[FTS_LIMIT_GROUP][1] = 2;
	walk(NULL);
	cr_assert_eq(seen_count, 3);
	expect(0, 11, 8, true);
	expect(1, 12, 4, false);
	expect(2, 22, 2, false);
}

Test(limit_walk, places_and_tres_are_apart)
{
	one.limit[FTS_LIMIT_GROUP][1] = 8;
	two.limit[FTS_LIMIT_GROUP][2] = 4;
	own.limit[FTS_LIMIT_JOB_MOST][1] = 2;
	walk(NULL);
	cr_assert_eq(seen_count, 3);
	expect(0, 11, 8, true);
	expect(1, 12, 4, true);
	expect(2, 22, 2, true);
	cr_expect_eq(seen[2].place, FTS_LIMIT_JOB_MOST);
}

Test(limit_walk, each_association_above_has_its_own)
{
	own.limit[FTS_LIMIT_GROUP][0] = 2;
	parent.limit[FTS_LIMIT_GROUP][0] = 20;
	parent.limit[FTS_LIMIT_JOB_MOST][0] = 3; /* slurmctld passes it down */
	parent.rec.max_jobs = 5;
	walk(NULL);
	cr_assert_eq(seen_count, 2);
	expect(0, 22, 2, true);
	expect(1, 21, 20, true);
}

Test(limit_walk, an_administrators_word)
{
	const uint16_t by_admin[TRES] = {0, ADMIN_SET_LIMIT, 0};

	one.limit[FTS_LIMIT_GROUP][1] = 8;
	one.limit[FTS_LIMIT_MINUTES][1] = 60;
	own.limit[FTS_LIMIT_GROUP][1] = 2;
	own.limit[FTS_LIMIT_GROUP][2] = 3;
	walk(by_admin);
	cr_assert_eq(seen_count, 4);
	expect(0, 11, 8, false);
	expect(1, 11, 60, true);
	expect(2, 22, 2, false);
	expect(3, 22, 3, true);
}

/* Of the first QOS that has one; for what associations say of TRES. */
Test(limit_walk, limit_factor)
{
	two.rec.limit_factor = 1.5;
	two.limit[FTS_LIMIT_USER][0] = 10;
	own.limit[FTS_LIMIT_GROUP][1] = 3;
	own.limit[FTS_LIMIT_JOB_MOST][1] = 4;
	own.limit[FTS_LIMIT_BUDGET][1] = 100;
	walk(NULL);
	cr_assert_eq(seen_count, 4);
	expect(0, 12, 10, true);
	expect(1, 22, 100, true);
	expect(2, 22, 4, true);
	expect(3, 22, 6, true);
	one.rec.limit_factor = 2;
	walk(NULL);
	expect(2, 22, 6, true);
}

Test(limit_walk, numbers_of_jobs)
{
	one.rec.max_jobs_pa = 3;
	two.rec.max_jobs_pu = 4;
	two.rec.grp_wall = 600;
	two.usage.grp_used_wall = 599;
	own.rec.grp_jobs = 5;
	own.usage.used_jobs = 2;
	own.rec.max_jobs = 6;
	own.rec.grp_wall = 700;
	walk(NULL);
	cr_assert_eq(seen_count, 6);
	expect(0, 11, 3, true);
	expect(1, 12, 4, true);
	expect(2, 12, 600, true);
	cr_expect_eq(seen[2].used, 9, "minutes");
	expect(3, 22, 5, true);
	cr_expect_eq(seen[3].used, 2);
	expect(4, 22, 6, false);
	cr_expect_eq(seen[4].scope, FTS_SCOPE_ASSOC_OWN);
	expect(5, 22, 700, false);
}

Test(limit_walk, what_is_used)
{
	one.limit[FTS_LIMIT_GROUP][0] = one.limit[FTS_LIMIT_BUDGET][0] = 100;
	one.limit[FTS_LIMIT_MINUTES][0] = 100;
	one.used[0] = 7;
	one.raw[0] = 3661;
	one.run_secs[0] = 150;
	walk(NULL);
	cr_assert_eq(seen_count, 3);
	cr_expect_eq(seen[0].place, FTS_LIMIT_BUDGET);
	cr_expect_eq(seen[0].used, 61, "minutes");
	cr_expect_eq(seen[0].running, 2, "minutes");
	cr_expect_eq(seen[1].used, 7);
	cr_expect_eq(seen[2].used, 150, "seconds");
}

/* A user has used nothing of a QOS before the first job of it. */
Test(limit_walk, users_and_accounts_of_a_qos)
{
	uint64_t used[TRES] = {0, 5, 0}, others[TRES] = {0, 9, 0};
	slurmdb_used_limits_t user = {.uid = USER, .jobs = 2, .tres = used};
	slurmdb_used_limits_t other = {.uid = OTHER, .tres = others};
	slurmdb_used_limits_t account = {.acct = "physics", .tres = others};

	one.rec.max_jobs_pu = 9;
	one.limit[FTS_LIMIT_USER][1] = 10;
	one.limit[FTS_LIMIT_ACCOUNT][1] = 20;
	walk(NULL);
	cr_assert_eq(seen_count, 3);
	cr_expect(!seen[0].used && !seen[1].used && !seen[2].used);
	one.usage.user_limit_list = list_create(NULL);
	list_append(one.usage.user_limit_list, &other);
	list_append(one.usage.user_limit_list, &user);
	one.usage.acct_limit_list = list_create(NULL);
	list_append(one.usage.acct_limit_list, &account);
	walk(NULL);
	cr_expect_eq(seen[0].used, 2);
	cr_expect_eq(seen[1].place, FTS_LIMIT_ACCOUNT);
	cr_expect_eq(seen[1].used, 9);
	cr_expect_eq(seen[2].used, 5);
	FREE_NULL_LIST(one.usage.user_limit_list);
	FREE_NULL_LIST(one.usage.acct_limit_list);
}
