/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See demand/het.h.
 */
#include "slurm/reserve/demand/het.h"

#include <stdlib.h>

#include "src/slurmctld/acct_policy.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/node_scheduler.h"

#include "core/base/index_map.h"
#include "slurm/common/change_time.h"
#include "slurm/reserve/demand/chance.h"
#include "slurm/reserve/build/hash_key.h"
#include "slurm/reserve/demand/hash.h"
#include "slurm/reserve/demand/queue.h"
#include "slurm/reserve/demand/shape.h"
#include "slurm/reserve/limit/limit_claim.h"

/*
 * So many combinations of ways are planned at most; and so many nodes are
 * looked at to find out which ways have a chance, where there are more.
 */
enum { COMBINATIONS_MAX = 128, LOOK_NODES = 1 << 20 };
/* Of combinations that are tried and not planned: the best ways of each. */
enum { TRIED_MAX = 16 };

/* One way to run one component. */
struct way {
	const struct fts_shape *shape;
	uint32_t request;
	const struct ft_request *placing; /* with its limits */
	uint32_t qos_id;		  /* of several; 0: it has one */
	enum fts_chance chance;
	uint32_t number; /* as it was listed, of this component */
};

struct member {
	job_record_t *job;
	struct way *way;
	uint32_t way_count;
	uint32_t chosen; /* of the combination at hand */
	/* What it surely takes, in its first partitions, in each way. */
	struct way least[TRIED_MAX];
	uint32_t least_count;
};

struct het {
	struct fts_build *build;
	struct member member[FTS_COMPONENTS_MAX];
	uint32_t count;
	struct fts_option best; /* of the leader */
	struct fts_pick *pick;	/* gets the combinations */
	uint32_t listed;
	uint32_t *dealt;     /* numbers of the ways of each that is listed */
	const char *unknown; /* as fts_candidate.unknown */
	bool tried;	     /* of a component something is not planned */
	uint64_t kind;	     /* as fts_candidate.kind */
};

/* One that is modelled takes what its first request says. */
static void _list_least(struct het *het, struct member *member,
			const struct fts_option *option)
{
	const struct fts_shape *shape = option->shape;
	uint32_t at = shape->least_count ? shape->request_count : 0;
	uint32_t end = at + MAX(shape->least_count, 1);

	het->tried |= shape->least_count != 0;
	het->kind = ft_index_mix(het->kind, shape->key);
	for (; at < end && member->least_count < TRIED_MAX; at++) {
		struct way *least = &member->least[member->least_count++];

		least->shape = shape;
		least->request = at;
		least->placing = &option->request[at];
		least->qos_id = option->qos ? option->qos->id : 0;
		least->chance = FTS_CHANCE_NOW;
	}
}

/* Those that only a wait for a switch would allow are left out. */
static void _add_ways_of(struct member *member, const struct fts_option *option)
{
	for (uint32_t r = 0; r < option->shape->request_count; r++) {
		uint32_t number = member->way_count;

		if (option->shape->manner[r].switch_wait)
			continue;
		member->way[member->way_count++] = (struct way){
			.shape = option->shape,
			.request = r,
			.placing = &option->request[r],
			.qos_id = option->qos ? option->qos->id : 0,
			.chance = FTS_CHANCE_NOW,
			.number = number};
	}
}

static bool _list_ways(struct het *het, struct member *member)
{
	struct fts_option option[FTS_PARTITIONS_MAX];
	uint32_t count = fts_build_options(het->build, member->job, option);
	uint32_t room = 0;

	for (uint32_t i = 0; i < count; i++)
		room += option[i].shape->request_count;
	if (!room)
		return false;
	member->way = calloc(room, sizeof(*member->way));
	if (!member->way) {
		het->build->failed = true;
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!het->unknown)
			het->unknown = option[i].shape->unknown;
		_list_least(het, member, &option[i]);
		_add_ways_of(member, &option[i]);
	}
	if (!member->job->het_job_offset)
		het->best = option[0];
	return member->way_count;
}

/* Can each component be planned? */
static bool _list_members(struct het *het, job_record_t *leader)
{
	fts_list_iterator_t iterator =
		list_iterator_create(leader->het_job_list);
	bool good = true;
	job_record_t *job;

	while (good && (job = list_next(iterator))) {
		struct member *member = &het->member[het->count];

		good = job->het_job_id == leader->het_job_id &&
		       het->count < FTS_COMPONENTS_MAX &&
		       fts_build_plannable(het->build, job);
		if (!good)
			break;
		member->job = job;
		het->count++;
		good = _list_ways(het, member);
	}
	list_iterator_destroy(iterator);
	return good && het->count && het->best.part;
}

static const struct ft_request *_component_request(const struct member *member)
{
	return member->way[member->chosen].placing;
}

/* The longest first: what counts for the whole job counts for its time. */
static int _longer_first(const void *x, const void *y)
{
	const struct member *a = *(const struct member *const *) x;
	const struct member *b = *(const struct member *const *) y;
	int64_t one = _component_request(a)->duration,
		two = _component_request(b)->duration;

	if (one != two)
		return one > two ? -1 : 1;
	return (a->job->het_job_offset > b->job->het_job_offset) -
	       (a->job->het_job_offset < b->job->het_job_offset);
}

/* A component's own times become those of the whole job. */
static void _add_times(struct ft_request *whole, const struct ft_request *part)
{
	if (part->not_before > whole->not_before)
		whole->not_before = part->not_before;
	if (part->end_by != FT_NEVER &&
	    part->end_by - part->duration + whole->duration < whole->end_by)
		whole->end_by = part->end_by - part->duration + whole->duration;
}

/*
 * What all components take of limits counts for the whole job: until the
 * longest of them ends.  More than there is cannot be: slurmctld says so when
 * the job is to start.
 */
static void _add_claims(struct fts_build *build, struct ft_request *whole,
			const struct ft_request *part)
{
	uint32_t count = whole->claim_count + part->claim_count, n = 0;
	struct ft_claim *claim = fts_build_alloc(build, count * sizeof(*claim));
	uint32_t a = 0, b = 0;

	while (claim && (a < whole->claim_count || b < part->claim_count)) {
		const struct ft_claim *one = &whole->claim[a];
		const struct ft_claim *two = &part->claim[b];
		bool first =
			b == part->claim_count ||
			(a < whole->claim_count && one->limit <= two->limit);
		bool second =
			a == whole->claim_count ||
			(b < part->claim_count && two->limit <= one->limit);

		claim[n].limit = first ? one->limit : two->limit;
		claim[n].count =
			(first ? one->count : 0) + (second ? two->count : 0);
		claim[n].count = fts_build_limit_most(
			build, claim[n].limit, claim[n].count, whole->duration);
		a += first;
		b += second;
		n++;
	}
	whole->claim = claim;
	whole->claim_count = claim ? n : 0;
}

static void _set_component(const struct member *member,
			   struct fts_component *component)
{
	const struct way *way = &member->way[member->chosen];

	component->job_id = member->job->job_id;
	component->partition = way->shape->partition[way->request];
	component->qos_id = way->qos_id;
	component->reservation = way->shape->reservation[way->request];
	memcpy(&component->manner, &way->shape->manner[way->request],
	       sizeof(component->manner));
}

/* The combination at hand as one request. */
static void _combine(struct het *het, struct ft_request *whole,
		     struct fts_component *component)
{
	struct member *order[FTS_COMPONENTS_MAX];
	struct ft_request *part =
		fts_build_alloc(het->build, (het->count - 1) * sizeof(*part));

	if (!part)
		return;
	for (uint32_t i = 0; i < het->count; i++)
		order[i] = &het->member[i];
	qsort(order, het->count, sizeof(*order), _longer_first);
	for (uint32_t i = 0; i < het->count; i++) {
		struct ft_request bounded = *_component_request(order[i]);

		fts_build_bound(het->build, order[i]->job, &bounded);
		bounded.least = bounded.step = 0;
		bounded.takes = 0;
		_set_component(order[i], &component[i]);
		component[i].group_count = bounded.part_count;
		component[i].group = bounded.part;
		bounded.part_count = 0;
		bounded.part = NULL;
		if (!i) {
			*whole = bounded;
			continue;
		}
		_add_times(whole, &bounded);
		if (bounded.claim_count)
			_add_claims(het->build, whole, &bounded);
		bounded.not_before = 0;
		bounded.end_by = FT_NEVER;
		bounded.claim_count = 0;
		bounded.claim = NULL;
		bounded.apart = true;
		part[i - 1] = bounded;
	}
	whole->part = part;
	whole->part_count = het->count - 1;
}

/* So many steps from the best way of each, from that member on: as far as
 * possible in the last ones.  False if there are not so many. */
static bool _deal(struct het *het, uint32_t first, uint32_t steps)
{
	for (uint32_t i = het->count; i-- > first;) {
		struct member *member = &het->member[i];

		member->chosen = MIN(steps, member->way_count - 1);
		steps -= member->chosen;
	}
	return !steps;
}

/*
 * The next combination; false after the last one.  Those of few steps come
 * first, so that each component has its second way before any has its third.
 */
static bool _next_combination(struct het *het)
{
	uint32_t behind = 0;

	for (uint32_t i = het->count; i-- > 0;) {
		struct member *member = &het->member[i];

		if (behind && member->chosen + 1 < member->way_count) {
			member->chosen++;
			return _deal(het, i + 1, behind - 1);
		}
		behind += member->chosen;
	}
	return _deal(het, 0, behind + 1);
}

/*
 * A combination counts as a way for each of its parts: that is what it takes of
 * the snapshot.  Once the user's jobs have had their ways, the job has few.
 */
static uint32_t _combinations_left(const struct het *het,
				   const job_record_t *leader)
{
	uint32_t left = fts_build_ways_left(het->build, leader);

	if (left < het->build->options->requests)
		left = MAX(left / het->count, 1);
	return MIN(left, COMBINATIONS_MAX);
}

static uint32_t _count_combinations(const struct het *het, uint32_t bound)
{
	uint64_t count = 1;

	for (uint32_t i = 0; i < het->count && count <= bound; i++)
		count *= het->member[i].way_count;
	return count <= bound ? (uint32_t) count : bound + 1;
}

static uint32_t _chosen_number(const struct member *member)
{
	return member->way[member->chosen].number;
}

static void _list_combination(struct het *het)
{
	struct fts_candidate *candidate = &het->pick->candidate;
	uint32_t r = het->listed++;
	struct fts_component *own =
		&candidate->component[(size_t) r * het->count];

	_combine(het, &het->pick->request[r], own);
	candidate->partition[r] = own->partition;
	candidate->reservation[r] = own->reservation;
	memcpy(&candidate->manner[r], &own->manner, sizeof(own->manner));
	for (uint32_t i = 0; i < het->count; i++)
		het->dealt[(size_t) r * het->count + i] =
			_chosen_number(&het->member[i]);
}

/* One more, beside what there is of it; how many are listed then. */
static uint32_t _sum_licence(struct ft_licence *list, uint32_t count,
			     const struct ft_licence *licence)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i].licence == licence->licence) {
			list[i].count += licence->count;
			return count;
		}
	list[count] = *licence;
	return count + 1;
}

/* Licences of all components are asked for together. */
static void _join_licences(struct fts_build *build, struct ft_request *whole)
{
	struct ft_request *part = (struct ft_request *) whole->part;
	uint32_t count = whole->licence_count, n = count;
	struct ft_licence *all;

	for (uint32_t p = 0; p < whole->part_count; p++)
		count += part[p].licence_count;
	all = fts_build_alloc(build, (count + 1) * sizeof(*all));
	if (!all)
		return;
	for (uint32_t i = 0; i < n; i++)
		all[i] = whole->licence[i];
	for (uint32_t p = 0; p < whole->part_count; p++) {
		for (uint32_t i = 0; i < part[p].licence_count; i++)
			n = _sum_licence(all, n, &part[p].licence[i]);
		part[p].licence_count = 0;
		part[p].licence = NULL;
	}
	whole->licence = all;
	whole->licence_count = n;
}

/* Behind the requests: the k-th way of each component, or its last. */
static void _list_tried(struct het *het)
{
	struct fts_candidate *candidate = &het->pick->candidate;
	uint32_t planned = het->listed, most = 0;

	for (uint32_t i = 0; i < het->count; i++) {
		if (!het->member[i].least_count)
			return;
		most = MAX(most, het->member[i].least_count);
	}
	for (uint32_t k = 0; k < most; k++) {
		struct way *ways[FTS_COMPONENTS_MAX];

		for (uint32_t i = 0; i < het->count; i++) {
			struct member *member = &het->member[i];

			ways[i] = member->way;
			member->way = member->least;
			member->chosen = MIN(k, member->least_count - 1);
		}
		_list_combination(het);
		_join_licences(het->build,
			       &het->pick->request[het->listed - 1]);
		for (uint32_t i = 0; i < het->count; i++)
			het->member[i].way = ways[i];
	}
	candidate->least_count = het->listed - planned;
}

/* Stable: of the same chance, the better way stays the first. */
static void _sort_ways(struct member *member, struct way *room)
{
	uint32_t count = 0;

	for (int chance = 0; chance < FTS_CHANCE_COUNT; chance++)
		for (uint32_t i = 0; i < member->way_count; i++)
			if ((int) member->way[i].chance == chance)
				room[count++] = member->way[i];
	memcpy(member->way, room, count * sizeof(*room));
}

/* Ways that may be taken now come first, those that have no chance last.
 * Looks at no more nodes in all than is bearable under locks. */
static void _prefer_chances(struct het *het)
{
	uint32_t nodes = het->build->snapshot->node_count + 1;
	uint32_t looks = LOOK_NODES / nodes / het->count + 1;

	for (uint32_t i = 0; i < het->count; i++) {
		struct member *member = &het->member[i];
		struct way *room = fts_build_own(
			het->build, member->way_count * sizeof(*room));

		for (uint32_t w = 0; w < member->way_count && w < looks; w++)
			member->way[w].chance = fts_build_chance(
				het->build, member->way[w].placing);
		if (room)
			_sort_ways(member, room);
	}
}

/* Texts of a manner may be of two cycles: they are compared as such. */
static bool _same_manner(const struct fts_manner *a, const struct fts_manner *b)
{
	return a->tasks_per_node == b->tasks_per_node &&
	       a->task_cpus == b->task_cpus && a->prefer == b->prefer &&
	       a->switch_wait == b->switch_wait && a->delayed == b->delayed &&
	       a->gres_even == b->gres_even && a->masked == b->masked &&
	       a->shown_plugin == b->shown_plugin &&
	       a->shown_kind == b->shown_kind &&
	       a->any_plugin == b->any_plugin && a->bound == b->bound &&
	       a->counted == b->counted && a->soft == b->soft &&
	       a->boot == b->boot && !xstrcmp(a->licence, b->licence);
}

static bool _is_way(const struct way *way, const struct fts_component *was)
{
	const char *reservation = way->shape->reservation[way->request];

	return way->qos_id == was->qos_id &&
	       !xstrcmp(way->shape->partition[way->request], was->partition) &&
	       !xstrcmp(reservation, was->reservation) &&
	       _same_manner(&way->shape->manner[way->request], &was->manner);
}

static bool _choose_former(struct member *member,
			   const struct fts_component *was, uint32_t count)
{
	while (count && was->job_id != member->job->job_id) {
		was++;
		count--;
	}
	for (uint32_t w = 0; count && w < member->way_count; w++)
		if (_is_way(&member->way[w], was)) {
			member->chosen = w;
			return true;
		}
	return false;
}

/* Is the combination at hand listed already?  Ways keep their numbers when they
 * are sorted. */
static bool _is_listed(const struct het *het)
{
	const uint32_t *dealt = het->dealt;

	for (uint32_t r = 0; r < het->listed; r++, dealt += het->count) {
		uint32_t same = 0;

		while (same < het->count &&
		       dealt[same] == _chosen_number(&het->member[same]))
			same++;
		if (same == het->count)
			return true;
	}
	return false;
}

static void _list_once(struct het *het)
{
	if (!_is_listed(het))
		_list_combination(het);
}

/* The best one and those of few steps from it, up to that many in all. */
static void _list_nearest(struct het *het, uint32_t most)
{
	bool more = _deal(het, 0, 0);

	while (more && het->listed < most) {
		_list_once(het);
		more = _next_combination(het);
	}
}

/* The combination that the last cycle chose: its promise is to stand. */
static void _list_former(struct het *het, const job_record_t *leader)
{
	const struct fts_former *former = het->build->former;
	uint32_t request;
	const struct fts_candidate *was =
		former->find(former->book, leader->job_id, &request);

	if (!was || !was->component || was->part_count + 1 != het->count)
		return;
	for (uint32_t i = 0; i < het->count; i++)
		if (!_choose_former(
			    &het->member[i],
			    &was->component[(size_t) request * het->count],
			    het->count))
			return;
	_list_once(het);
}

static bool _open_pick(struct het *het, struct fts_pick *pick, uint32_t room)
{
	struct fts_candidate *candidate = &pick->candidate;

	pick->request =
		fts_build_alloc(het->build, room * sizeof(*pick->request));
	candidate->component = fts_build_alloc(
		het->build,
		(size_t) room * het->count * sizeof(*candidate->component));
	candidate->partition =
		fts_build_alloc(het->build, room * sizeof(char *));
	candidate->reservation =
		fts_build_alloc(het->build, room * sizeof(char *));
	candidate->manner =
		fts_build_alloc(het->build, room * sizeof(*candidate->manner));
	candidate->part_count = het->count - 1;
	het->dealt = fts_build_alloc(het->build, (size_t) room * het->count *
							 sizeof(*het->dealt));
	het->pick = pick;
	return !het->build->failed;
}

static void _fill_pick(struct het *het, struct fts_pick *pick,
		       const job_record_t *leader)
{
	uint32_t bound = _combinations_left(het, leader);
	uint32_t most = _count_combinations(het, bound);
	struct fts_candidate *candidate = &pick->candidate;
	bool many = most > bound;

	most = MIN(most, bound);
	if (!_open_pick(het, pick, most + TRIED_MAX))
		return;
	/* Half of those that there is room for are the same in each cycle. */
	_list_nearest(het, many ? most / 2 : most);
	if (many) {
		_list_former(het, leader);
		_prefer_chances(het);
		_list_nearest(het, most);
	}
	fts_build_note_ways(het->build, leader, het->listed * het->count);
	pick->request_count = candidate->request_count = het->listed;
	if (many && bound < COMBINATIONS_MAX) {
		het->tried = true;
		if (!het->unknown)
			het->unknown = "more ways to run than rsv_requests";
	}
	candidate->unknown = het->unknown;
	candidate->kind = het->kind;
	if (het->tried)
		_list_tried(het);
}

/*
 * The place of the job: its leader's, or by the least, the mean or the
 * largest priority of all (bf_hetjob_prio).
 */
static uint32_t _het_priority(const struct het *het, uint32_t leader)
{
	const char *rule =
		xstrcasestr(slurm_conf.sched_params, "bf_hetjob_prio=");
	uint32_t least = UINT32_MAX, most = 0;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < het->count; i++) {
		uint32_t priority = het->member[i].job->priority;

		least = MIN(least, priority);
		most = MAX(most, priority);
		sum += priority;
	}
	/* As slurmctld has it, that one means this one. */
	if (!rule &&
	    xstrcasestr(slurm_conf.sched_params, "bf_hetjob_immediate"))
		return least;
	if (!rule)
		return leader;
	rule += strlen("bf_hetjob_prio=");
	if (!xstrncasecmp(rule, "min", 3))
		return least;
	if (!xstrncasecmp(rule, "max", 3))
		return most;
	if (!xstrncasecmp(rule, "avg", 3))
		return (uint32_t) (sum / het->count);
	return leader;
}

static void _pick_het_job(struct het *het, job_record_t *leader)
{
	struct fts_pick *pick = fts_build_new_pick(het->build);

	if (!pick)
		return;
	_fill_pick(het, pick, leader);
	fts_build_identify(het->build, leader, &het->best, pick);
	pick->priority = _het_priority(het, pick->priority);
	pick->copies = 1;
	pick->candidate.hash = fts_het_hash(leader);
	if (!het->build->failed)
		het->build->pick_count++;
}

void fts_het_pick(struct fts_build *build, job_record_t *job)
{
	struct het het = {.build = build};

	if (job->het_job_offset || !job->het_job_list)
		return;
	if (_list_members(&het, job) && !build->failed)
		_pick_het_job(&het, job);
	for (uint32_t i = 0; i < het.count; i++)
		free(het.member[i].way);
}

uint64_t fts_het_hash(job_record_t *leader)
{
	struct ft_keyed_hash hash = fts_hash_begin();
	fts_list_iterator_t iterator;
	job_record_t *job;

	if (!leader->het_job_list)
		return fts_schedule_hash(leader);
	iterator = list_iterator_create(leader->het_job_list);
	while ((job = list_next(iterator)))
		ft_keyed_hash_add(&hash, fts_schedule_hash(job));
	list_iterator_destroy(iterator);
	return ft_keyed_hash_end(&hash);
}

struct ft_placement fts_het_placement(const struct ft_placement *placement,
				      uint32_t part)
{
	struct ft_placement own = *placement;
	uint32_t first = part ? placement->part_end[part - 1] : 0;

	own.request = 0;
	own.share += first;
	own.share_count = placement->part_end[part] - first;
	own.part_count = 0;
	own.part_end = NULL;
	return own;
}

/* It ends at this second, and waits again as a requeued job does. */
static void _end_run(job_record_t *job)
{
	job->end_time = time(NULL);
	FTS_CHANGED_AT(last_job_update, job->end_time);
	/* Until then its credentials could be used beside new ones. */
	job->details->begin_time =
		job->end_time + 1 + fts_credential_lifetime();
	fts_job_state_set(job, JOB_COMPLETING | JOB_PENDING);
	build_cg_bitmap(job);
	job_completion_logger(job, false);
}

/* Ending took it off the submitted jobs; nothing of it is staged out. */
static void _count_as_submitted(job_record_t *job)
{
	uint32_t kept = job->bit_flags;

	job->bit_flags = kept | JOB_KILL_HURRY;
	fts_limit_add_submitted(job);
	job->bit_flags = kept;
}

static void _take_back(job_record_t *job)
{
	info("sched/reserve: %pJ gives its nodes back: not every component "
	     "could be started",
	     job);
	_end_run(job);
	deallocate_nodes(job, false, false, false);
	_count_as_submitted(job);
	/* No node is left to say that it is done with it. */
	if (!job->node_bitmap_cg || bit_ffs(job->node_bitmap_cg) < 0)
		batch_requeue_fini(job);
}

void fts_het_undo(job_record_t *leader)
{
	fts_list_iterator_t iterator =
		list_iterator_create(leader->het_job_list);
	job_record_t *job;

	while ((job = list_next(iterator)))
		if (!IS_JOB_PENDING(job))
			_take_back(job);
	list_iterator_destroy(iterator);
}
