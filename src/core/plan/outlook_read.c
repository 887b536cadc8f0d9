/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_outlook_read - reads what ft_outlook_text wrote, see outlook.h.
 *
 * A plan of 100,000 jobs is read in a fraction of a second, which no general
 * reader of JSON does.  Members that are not known, and values behind those of
 * a row that are, are passed over: a later writer may have more of them.
 * Everything else that is not of the form is refused with its line.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/plan/outlook.h"
#include "core/base/scan.h"

enum {
	SHARES_MAX = 1 << 25, /* of all rows: half a gigabyte */
	NODES_MAX = 1 << 20,
	KINDS_MAX = 4096,
};

struct reader {
	struct ft_scan scan;
	struct ft_outlook *outlook;
	struct ft_share *share; /* those of a row, before they are kept */
	size_t share_count, share_room, share_total;
	struct ft_node_set **set;
	uint32_t set_count;
	struct ft_closure *closure;
	const struct ft_request **request;
	const char **resource, **partition;
};

static bool _no_memory(struct reader *reader)
{
	return ft_scan_fail(&reader->scan, -ENOMEM, "out of memory");
}

static bool _refuse_row(struct reader *reader, const char *why)
{
	return ft_scan_fail(&reader->scan, -EINVAL, why);
}

/* Room for one more row of an array; false with the failure noted. */
static bool _grow_record(struct reader *reader, void *array, uint32_t count,
			 size_t size)
{
	void **rows = array;
	void *grown = ft_arena_grow(reader->outlook->arena, *rows, count, size);

	if (!grown)
		return _no_memory(reader);
	*rows = grown;
	return true;
}

static bool _row_name(struct reader *reader, const char **ret_name)
{
	size_t size = ft_scan_string_size(&reader->scan);
	char *name = ft_arena_alloc(reader->outlook->arena, size + 1);

	if (!name)
		return _no_memory(reader);
	*ret_name = name;
	return ft_scan_string(&reader->scan, name, size + 1);
}

static bool _u32(struct reader *reader, uint32_t most, uint32_t *ret_value)
{
	int64_t value;

	if (!ft_scan_number(&reader->scan, &value))
		return false;
	if (value < 0 || value > most)
		return _refuse_row(reader, "a number is out of range");
	*ret_value = (uint32_t) value;
	return true;
}

static bool _next_u32(struct reader *reader, uint32_t most, uint32_t *ret_value)
{
	return ft_scan_mark(&reader->scan, ',') &&
	       _u32(reader, most, ret_value);
}

/* Behind what a row always has; missing, it is 0. */
static bool _more_u32(struct reader *reader, uint32_t most, uint32_t *ret_value)
{
	*ret_value = 0;
	return !ft_scan_is(&reader->scan, ',') ||
	       _next_u32(reader, most, ret_value);
}

static bool _row_time(struct reader *reader, int64_t *ret_time)
{
	int64_t time;

	if (!ft_scan_number(&reader->scan, &time))
		return false;
	*ret_time = time < 0 ? FT_NEVER : time;
	if (!ft_time_ok(*ret_time))
		return _refuse_row(reader, "a time is out of range");
	return true;
}

static bool _next_time(struct reader *reader, int64_t *ret_time)
{
	return ft_scan_mark(&reader->scan, ',') && _row_time(reader, ret_time);
}

/* An array of resource_count amounts, or null. */
static bool _record_amounts(struct reader *reader, const int64_t **ret_amount)
{
	uint32_t count = reader->outlook->resource_count;
	int64_t *amount;

	*ret_amount = NULL;
	if (ft_scan_word(&reader->scan, "null"))
		return true;
	amount =
		ft_arena_alloc(reader->outlook->arena, count * sizeof(*amount));
	if (!amount)
		return _no_memory(reader);
	for (uint32_t r = 0; r < count; r++) {
		if (!ft_scan_mark(&reader->scan, r ? ',' : '[') ||
		    !ft_scan_number(&reader->scan, &amount[r]))
			return false;
		if (amount[r] < 0 || amount[r] > FT_AMOUNT_MAX)
			return _refuse_row(reader, "an amount is out of range");
	}
	*ret_amount = amount;
	return ft_scan_mark(&reader->scan, ']');
}

static bool _next_amounts(struct reader *reader, const int64_t **ret_amount)
{
	return ft_scan_mark(&reader->scan, ',') &&
	       _record_amounts(reader, ret_amount);
}

static bool _room_for(struct reader *reader, size_t more)
{
	size_t room = reader->share_room ? reader->share_room : 64;
	struct ft_share *grown;

	if (reader->share_total + more > SHARES_MAX)
		return _refuse_row(reader,
				   "there are too many shares of nodes");
	while (room < reader->share_count + more)
		room *= 2;
	if (room == reader->share_room)
		return true;
	grown = realloc(reader->share, room * sizeof(*grown));
	if (!grown)
		return _no_memory(reader);
	reader->share = grown;
	reader->share_room = room;
	return true;
}

/* [first, last, tasks, amounts] */
static bool _share_record(struct reader *reader)
{
	struct ft_share share = {0};
	uint32_t nodes = reader->outlook->node_count, last;

	if (!ft_scan_mark(&reader->scan, '[') ||
	    !_u32(reader, UINT32_MAX, &share.node) ||
	    !_next_u32(reader, UINT32_MAX, &last) ||
	    !_next_u32(reader, UINT32_MAX, &share.tasks) ||
	    !_next_amounts(reader, &share.amount) ||
	    !ft_scan_end(&reader->scan))
		return false;
	if (last >= nodes || share.node > last)
		return _refuse_row(reader, "a range of nodes is none");
	if (!_room_for(reader, last - share.node + 1))
		return false;
	reader->share_total += last - share.node + 1;
	for (; share.node <= last; share.node++)
		reader->share[reader->share_count++] = share;
	return true;
}

static bool _record_shares(struct reader *reader,
			   const struct ft_share **ret_share,
			   uint32_t *ret_count)
{
	struct ft_share *share;

	reader->share_count = 0;
	if (!ft_scan_mark(&reader->scan, ',') ||
	    !ft_scan_mark(&reader->scan, '['))
		return false;
	while (ft_scan_more(&reader->scan))
		if (!_share_record(reader))
			return false;
	if (reader->scan.failed)
		return false;
	share = ft_arena_alloc(reader->outlook->arena,
			       reader->share_count * sizeof(*share));
	if (!share)
		return _no_memory(reader);
	if (reader->share_count)
		memcpy(share, reader->share,
		       reader->share_count * sizeof(*share));
	*ret_share = share;
	*ret_count = (uint32_t) reader->share_count;
	return true;
}

static bool _read_resource(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;

	if (outlook->node_count || outlook->resource_count == KINDS_MAX)
		return _refuse_row(reader, "resources must stand before nodes");
	if (!_grow_record(reader, &reader->resource, outlook->resource_count,
			  sizeof(*reader->resource)) ||
	    !_row_name(reader, &reader->resource[outlook->resource_count]))
		return false;
	outlook->resource = reader->resource;
	outlook->resource_count++;
	return true;
}

static bool _read_partition(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;

	if (!_grow_record(reader, &reader->partition, outlook->partition_count,
			  sizeof(*reader->partition)) ||
	    !_row_name(reader, &reader->partition[outlook->partition_count]))
		return false;
	outlook->partition = reader->partition;
	outlook->partition_count++;
	return true;
}

static bool _read_node(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_outlook_node *node;

	if (outlook->node_count == NODES_MAX || outlook->resource_count < 2)
		return _refuse_row(reader, "too many nodes, or no resources");
	if (!_grow_record(reader, &outlook->node, outlook->node_count,
			  sizeof(*node)))
		return false;
	node = &outlook->node[outlook->node_count];
	if (!ft_scan_mark(&reader->scan, '[') ||
	    !_row_name(reader, &node->name) ||
	    !_next_u32(reader, UINT32_MAX, &node->threads) ||
	    !_next_time(reader, &node->available_from) ||
	    !_next_amounts(reader, &node->capacity) ||
	    !_more_u32(reader, NODES_MAX, &node->leaf) ||
	    !ft_scan_end(&reader->scan))
		return false;
	if (!node->capacity || !node->threads)
		return _refuse_row(reader, "a node has no capacity");
	if (!*node->name)
		node->name = NULL;
	outlook->node_count++;
	return true;
}

/* "0-9,12", which may be empty. */
static bool _row_set(struct reader *reader, struct ft_node_set **ret_set)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_node_set *set = ft_outlook_set(outlook);
	uint32_t first = 0, last;

	if (!set)
		return _no_memory(reader);
	*ret_set = set;
	if (!ft_scan_mark(&reader->scan, '"'))
		return false;
	while (!ft_scan_is(&reader->scan, '"')) {
		if (!_u32(reader, UINT32_MAX, &first))
			return false;
		last = first;
		if (ft_scan_is(&reader->scan, '-') &&
		    (!ft_scan_mark(&reader->scan, '-') ||
		     !_u32(reader, UINT32_MAX, &last)))
			return false;
		if (last >= set->size || first > last)
			return _refuse_row(reader, "a set of nodes is none");
		for (; first <= last; first++)
			ft_node_set_add(set, first);
		if (ft_scan_is(&reader->scan, ','))
			ft_scan_mark(&reader->scan, ',');
	}
	return ft_scan_mark(&reader->scan, '"');
}

static bool _read_set_row(struct reader *reader)
{
	if (!_grow_record(reader, &reader->set, reader->set_count,
			  sizeof(*reader->set)))
		return false;
	return _row_set(reader, &reader->set[reader->set_count]) &&
	       ++reader->set_count;
}

static bool _read_resv_row(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_closure *closure;
	struct ft_node_set *set;
	const struct ft_share *share = NULL;

	if (!_grow_record(reader, &reader->closure, outlook->closure_count,
			  sizeof(*closure)))
		return false;
	closure = &reader->closure[outlook->closure_count];
	if (!ft_scan_mark(&reader->scan, '[') ||
	    !_row_time(reader, &closure->start) ||
	    !_next_time(reader, &closure->end) ||
	    !ft_scan_mark(&reader->scan, ',') || !_row_set(reader, &set) ||
	    !_record_shares(reader, &share, &closure->share_count) ||
	    !ft_scan_end(&reader->scan))
		return false;
	closure->nodes = ft_node_set_count(set) ? set : NULL;
	closure->share = (struct ft_share *) share;
	outlook->closure = reader->closure;
	outlook->closure_count++;
	return true;
}

static bool _read_run_row(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_outlook_run *run;

	if (!_grow_record(reader, &outlook->run, outlook->run_count,
			  sizeof(*run)))
		return false;
	run = &outlook->run[outlook->run_count];
	if (!ft_scan_mark(&reader->scan, '[') ||
	    !_u32(reader, UINT32_MAX, &run->job_id) ||
	    !_next_time(reader, &run->end) ||
	    !_record_shares(reader, &run->share, &run->share_count) ||
	    !ft_scan_end(&reader->scan))
		return false;
	outlook->run_count++;
	return true;
}

static bool _record_counts(struct reader *reader, struct ft_request *request)
{
	return _next_u32(reader, UINT32_MAX, &request->min_nodes) &&
	       _next_u32(reader, UINT32_MAX, &request->max_nodes) &&
	       _next_u32(reader, UINT32_MAX, &request->tasks) &&
	       _next_u32(reader, UINT32_MAX, &request->min_tasks_node) &&
	       _next_u32(reader, UINT32_MAX, &request->max_tasks_node) &&
	       _next_u32(reader, UINT32_MAX, &request->cpus_per_task);
}

static bool _record_leaves(struct reader *reader, struct ft_request *request)
{
	uint32_t apart = 0;

	if (!_more_u32(reader, FT_LEAVES_MAX, &request->leaves) ||
	    !_more_u32(reader, FT_LEAF_LEVEL_MAX, &request->leaf_level) ||
	    !_more_u32(reader, UINT32_MAX, &request->bundle) ||
	    !_more_u32(reader, FT_LEAF_LEVEL_MAX, &request->bundle_level) ||
	    !_more_u32(reader, 1, &apart))
		return false;
	request->bundle_apart = apart;
	return true;
}

static bool _record_request(struct reader *reader, struct ft_request *request)
{
	uint32_t set = 0, exclusive = 0, contiguous = 0;

	if (!ft_scan_mark(&reader->scan, '[') ||
	    !_u32(reader, UINT32_MAX, &set) ||
	    !_next_time(reader, &request->duration) ||
	    !_record_counts(reader, request) ||
	    !_next_u32(reader, 1, &exclusive) ||
	    !_next_u32(reader, 1, &contiguous) ||
	    !_next_amounts(reader, &request->per_node) ||
	    !_next_amounts(reader, &request->per_task) ||
	    !_next_amounts(reader, &request->per_core) ||
	    !_record_leaves(reader, request) || !ft_scan_end(&reader->scan))
		return false;
	if (set >= reader->set_count)
		return _refuse_row(reader, "there is no such set of nodes");
	request->eligible = reader->set[set];
	request->exclusive = exclusive;
	request->contiguous = contiguous;
	request->end_by = FT_NEVER;
	return true;
}

static bool _read_request_row(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_request *request =
		ft_arena_alloc(outlook->arena, sizeof(*request));

	if (!request)
		return _no_memory(reader);
	if (!_grow_record(reader, &reader->request, outlook->request_count,
			  sizeof(*reader->request)) ||
	    !_record_request(reader, request))
		return false;
	reader->request[outlook->request_count++] = request;
	outlook->request = reader->request;
	return true;
}

/* -1 is UINT32_MAX. */
static bool _next_index(struct reader *reader, uint32_t *ret_index)
{
	int64_t value;

	if (!ft_scan_mark(&reader->scan, ',') ||
	    !ft_scan_number(&reader->scan, &value))
		return false;
	if (value >= UINT32_MAX)
		return _refuse_row(reader, "a number is out of range");
	*ret_index = value < 0 ? UINT32_MAX : (uint32_t) value;
	return true;
}

static bool _next_word(struct reader *reader, const char *const *words,
		       uint32_t *ret_word)
{
	return ft_scan_mark(&reader->scan, ',') &&
	       ft_scan_choice(&reader->scan, words, ret_word);
}

static bool _check_row(struct reader *reader, const struct ft_outlook_job *job)
{
	const struct ft_outlook *outlook = reader->outlook;

	if (job->partition >= outlook->partition_count)
		return _refuse_row(reader, "there is no such partition");
	if (job->request != FT_NO_INDEX &&
	    job->request >= outlook->request_count)
		return _refuse_row(reader, "there is no such request");
	if (job->verdict == FT_PLACED &&
	    (job->start == FT_NEVER || job->duration == FT_NEVER))
		return _refuse_row(reader, "a planned job has no start");
	return true;
}

static bool _record_names(struct reader *reader, struct ft_outlook_job *job)
{
	return ft_scan_mark(&reader->scan, '[') &&
	       _u32(reader, UINT32_MAX, &job->job_id) &&
	       _next_u32(reader, UINT32_MAX, &job->array_job_id) &&
	       _next_index(reader, &job->array_task_id) &&
	       _next_u32(reader, UINT32_MAX, &job->copy) &&
	       _next_u32(reader, UINT32_MAX, &job->partition) &&
	       _next_index(reader, &job->request);
}

static bool _record_words(struct reader *reader, struct ft_outlook_job *job)
{
	static const char *const promises[] = {"none", "expected", "committed",
					       NULL};
	uint32_t verdict = 0, obstacle = 0, promise = 0;

	if (!_next_word(reader, ft_outlook_verdicts, &verdict) ||
	    !_next_word(reader, ft_outlook_obstacles, &obstacle) ||
	    !_next_word(reader, promises, &promise))
		return false;
	job->verdict = (enum ft_verdict) verdict;
	job->obstacle = (enum ft_obstacle) obstacle;
	job->committed = promise == 2;
	return true;
}

/* Of a writer that knows of none there is none. */
static bool _next_guess(struct reader *reader, int64_t *start)
{
	if (!ft_scan_is(&reader->scan, ','))
		return true;
	if (!_next_time(reader, start))
		return false;
	if (*start == FT_NEVER)
		*start = 0;
	return true;
}

static bool _read_job_row(struct reader *reader)
{
	struct ft_outlook *outlook = reader->outlook;
	struct ft_outlook_job *job;

	if (!_grow_record(reader, &outlook->job, outlook->job_count,
			  sizeof(*job)))
		return false;
	job = &outlook->job[outlook->job_count];
	if (!_record_names(reader, job) || !_record_words(reader, job) ||
	    !_next_time(reader, &job->start) ||
	    !_next_time(reader, &job->duration) ||
	    !_record_shares(reader, &job->share, &job->share_count) ||
	    !_next_guess(reader, &job->likely) ||
	    !_next_guess(reader, &job->unheld) || !ft_scan_end(&reader->scan) ||
	    !_check_row(reader, job))
		return false;
	outlook->job_count++;
	return true;
}

struct section {
	const char *name;
	bool (*read)(struct reader *reader);
};

static const struct section sections[] = {
	{"resources", _read_resource},	 {"partitions", _read_partition},
	{"nodes", _read_node},		 {"reservations", _read_resv_row},
	{"runs", _read_run_row},	 {"sets", _read_set_row},
	{"requests", _read_request_row}, {"jobs", _read_job_row},
};

static bool _read_section(struct reader *reader, const char *name)
{
	size_t i = 0, count = sizeof(sections) / sizeof(sections[0]);

	while (i < count && strcmp(sections[i].name, name))
		i++;
	if (i == count)
		return ft_scan_skip(&reader->scan);
	if (!ft_scan_mark(&reader->scan, '['))
		return false;
	while (ft_scan_more(&reader->scan))
		if (!sections[i].read(reader))
			return false;
	return !reader->scan.failed;
}

static bool _read_blocks(struct reader *reader)
{
	struct ft_blocks *blocks = &reader->outlook->blocks;

	return ft_scan_mark(&reader->scan, '[') &&
	       _u32(reader, NODES_MAX, &blocks->size) &&
	       _next_u32(reader, UINT32_MAX, &blocks->levels) &&
	       _next_u32(reader, NODES_MAX, &blocks->count) &&
	       ft_scan_end(&reader->scan);
}

static bool _read_head(struct reader *reader)
{
	struct ft_scan *scan = &reader->scan;
	struct ft_outlook *outlook = reader->outlook;

	if (!ft_scan_word(scan, "{\"meta\":{\"format\":\"" FT_OUTLOOK_FORMAT
				"\",\"made\":"))
		return _refuse_row(reader, "this is no plan of the form "
					   "" FT_OUTLOOK_FORMAT);
	if (!_row_time(reader, &outlook->made) ||
	    !ft_scan_word(scan, ",\"until\":") ||
	    !_row_time(reader, &outlook->until))
		return _refuse_row(reader, "its head is damaged");
	while (ft_scan_is(scan, ',')) {
		char name[32];

		if (!ft_scan_mark(scan, ',') ||
		    !ft_scan_string(scan, name, sizeof(name)) ||
		    !ft_scan_mark(scan, ':') ||
		    !(strcmp(name, "blocks") ? ft_scan_skip(scan)
					     : _read_blocks(reader)))
			return false;
	}
	return ft_scan_mark(scan, '}');
}

static bool _read_row(struct reader *reader)
{
	struct ft_scan *scan = &reader->scan;
	char name[32];

	if (!_read_head(reader))
		return false;
	while (ft_scan_is(scan, ','))
		if (!ft_scan_mark(scan, ',') ||
		    !ft_scan_string(scan, name, sizeof(name)) ||
		    !ft_scan_mark(scan, ':') || !_read_section(reader, name))
			return false;
	if (!ft_scan_mark(scan, '}') || !ft_scan_done(scan))
		return _refuse_row(reader, "it does not end as it should");
	return true;
}

int ft_outlook_read(const char *text, size_t size, const char *name,
		    struct ft_outlook *outlook, struct ft_err *err)
{
	struct reader reader = {
		.outlook = outlook,
		.scan = {.at = text, .end = text + size},
	};

	*outlook = (struct ft_outlook){.arena = ft_arena_new()};
	if (!outlook->arena)
		return ft_no_memory_for(err, name);
	if (_read_row(&reader))
		reader.scan.failed = 0;
	else
		ft_fail(err, reader.scan.failed, "%s: line %u: %s", name,
			ft_scan_line(&reader.scan, text), reader.scan.why);
	free(reader.share);
	if (reader.scan.failed)
		ft_outlook_free(outlook);
	return reader.scan.failed;
}
