/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_outlook_text - the text form of a published plan, see outlook.h.
 *
 * Written by hand and not by a library: 100,000 jobs take a twentieth of the
 * time, on the scheduler's own thread.  Times that do not come are -1.
 */
#include <stdlib.h>

#include "core/base/index_map.h"
#include "core/plan/outlook.h"
#include "core/base/text.h"

struct writer {
	const struct ft_outlook *outlook;
	struct ft_text text;
	/* Node sets that requests share, by address. */
	struct ft_index_map map;
	const struct ft_node_set **set;
	uint32_t set_count;
};

static const char columns[] =
	",\"columns\":{\"nodes\":[\"name\",\"threads\",\"available_from\","
	"\"capacity\",\"leaf\"],\n"
	"\"reservations\":[\"start\",\"end\",\"nodes\",\"shares\"],\n"
	"\"runs\":[\"job\",\"end\",\"shares\"],\n"
	"\"requests\":[\"set\",\"duration\",\"min_nodes\",\"max_nodes\","
	"\"tasks\",\"min_tasks_node\",\"max_tasks_node\",\"cpus_per_task\","
	"\"exclusive\",\"contiguous\",\"per_node\",\"per_task\","
	"\"per_core\",\"leaves\",\"leaf_level\",\"bundle\","
	"\"bundle_level\",\"bundle_apart\"],\n"
	"\"jobs\":[\"job\",\"array_job\",\"array_task\",\"copy\",\"partition\","
	"\"request\",\"verdict\",\"waits_for\",\"commitment\",\"start\","
	"\"duration\",\"shares\",\"likely\",\"unheld\"],\n"
	"\"shares\":[\"first_node\",\"last_node\",\"tasks\",\"amounts\"]}";

/* A number of the form; what never comes is -1. */
static void _outlook_number(struct writer *writer, char mark, int64_t number)
{
	char minus[] = {mark, '-', '1', '\0'};

	if (number < 0 || number == FT_NEVER)
		ft_text_add(&writer->text, minus);
	else
		ft_text_number(&writer->text, mark, (uint64_t) number);
}

static void _string(struct writer *writer, const char *string)
{
	struct ft_text *text = &writer->text;
	char plain[2] = {0};

	ft_text_add(text, "\"");
	for (; *string; string++) {
		unsigned char byte = (unsigned char) *string;

		plain[0] = *string;
		if (byte < ' ' || byte == '"' || byte == '\\' || byte > 126)
			ft_text_put(text, "\\u%04x", byte);
		else
			ft_text_add(text, plain);
	}
	ft_text_add(text, "\"");
}

static void _strings(struct writer *writer, const char *const *string,
		     uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		ft_text_add(&writer->text, i ? "," : "");
		_string(writer, string[i]);
	}
}

static void _write_amounts(struct writer *writer, const int64_t *amount)
{
	if (!amount) {
		ft_text_add(&writer->text, ",null");
		return;
	}
	for (uint32_t r = 0; r < writer->outlook->resource_count; r++) {
		if (!r)
			ft_text_add(&writer->text, ",");
		_outlook_number(writer, r ? ',' : '[', amount[r]);
	}
	ft_text_add(&writer->text, "]");
}

static bool _same_outlook(const struct writer *writer, const struct ft_share *a,
			  const struct ft_share *b)
{
	if (a->tasks != b->tasks || !a->amount != !b->amount)
		return false;
	for (uint32_t r = 0; a->amount && r < writer->outlook->resource_count;
	     r++)
		if (a->amount[r] != b->amount[r])
			return false;
	return true;
}

/* Neighbours that give the same stand in one range. */
static void _outlook_shares(struct writer *writer, const struct ft_share *share,
			    uint32_t count)
{
	uint32_t last;

	ft_text_add(&writer->text, ",[");
	for (uint32_t i = 0; i < count; i = last + 1) {
		last = i;
		while (last + 1 < count &&
		       share[last + 1].node == share[last].node + 1 &&
		       _same_outlook(writer, &share[i], &share[last + 1]))
			last++;
		if (i)
			ft_text_add(&writer->text, ",");
		_outlook_number(writer, '[', share[i].node);
		_outlook_number(writer, ',', share[last].node);
		_outlook_number(writer, ',', share[i].tasks);
		_write_amounts(writer, share[i].amount);
		ft_text_add(&writer->text, "]");
	}
	ft_text_add(&writer->text, "]");
}

static void _outlook_ranges(struct writer *writer,
			    const struct ft_node_set *set)
{
	uint32_t node = set ? ft_node_set_next(set, 0) : 0, last;
	char mark = '"';

	if (!set || node >= set->size) {
		ft_text_add(&writer->text, "\"\"");
		return;
	}
	while (node < set->size) {
		last = node;
		while (last + 1 < set->size && ft_node_set_has(set, last + 1))
			last++;
		_outlook_number(writer, mark, node);
		if (last > node)
			_outlook_number(writer, '-', last);
		mark = ',';
		node = ft_node_set_next(set, last + 1);
	}
	ft_text_add(&writer->text, "\"");
}

static void _begin_outlook(struct writer *writer, const char *name)
{
	ft_text_put(&writer->text, ",\n\"%s\":[", name);
}

static void _outlook_line(struct writer *writer, uint32_t i)
{
	ft_text_add(&writer->text, i ? ",\n" : "\n");
}

static void _outlook_nodes(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;

	_begin_outlook(writer, "nodes");
	for (uint32_t i = 0; i < outlook->node_count; i++) {
		const struct ft_outlook_node *node = &outlook->node[i];

		_outlook_line(writer, i);
		ft_text_add(&writer->text, "[");
		_string(writer, node->name ? node->name : "");
		_outlook_number(writer, ',', node->threads);
		_outlook_number(writer, ',', node->available_from);
		_write_amounts(writer, node->capacity);
		if (node->leaf)
			_outlook_number(writer, ',', node->leaf);
		ft_text_add(&writer->text, "]");
	}
	ft_text_add(&writer->text, "]");
}

static void _write_closures(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;

	_begin_outlook(writer, "reservations");
	for (uint32_t i = 0; i < outlook->closure_count; i++) {
		const struct ft_closure *closure = &outlook->closure[i];

		_outlook_line(writer, i);
		_outlook_number(writer, '[', closure->start);
		_outlook_number(writer, ',', closure->end);
		ft_text_add(&writer->text, ",");
		_outlook_ranges(writer, closure->nodes);
		_outlook_shares(writer, closure->share, closure->share_count);
		ft_text_add(&writer->text, "]");
	}
	ft_text_add(&writer->text, "]");
}

static void _run_outlook(struct writer *writer, uint32_t index,
			 const struct ft_outlook_run *run)
{
	_outlook_line(writer, index);
	_outlook_number(writer, '[', run->job_id);
	_outlook_number(writer, ',', run->end);
	_outlook_shares(writer, run->share, run->share_count);
	ft_text_add(&writer->text, "]");
}

/* With those that the cycle has just started. */
static void _outlook_runs(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;
	uint32_t index = 0;

	_begin_outlook(writer, "runs");
	for (uint32_t i = 0; i < outlook->run_count; i++)
		_run_outlook(writer, index++, &outlook->run[i]);
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		const struct ft_outlook_job *job = &outlook->job[i];

		if (job->running)
			_run_outlook(writer, index++,
				     &(struct ft_outlook_run){
					     .job_id = job->job_id,
					     .end = job->start + job->duration,
					     .share_count = job->share_count,
					     .share = job->share,
				     });
	}
	ft_text_add(&writer->text, "]");
}

static uint32_t _set_index(struct writer *writer, const struct ft_node_set *set)
{
	uint64_t hash = ft_index_mix(0, (uint64_t) (uintptr_t) set);
	size_t at = SIZE_MAX;
	uint32_t known;

	while ((known = ft_index_map_next(&writer->map, hash, &at)) !=
	       UINT32_MAX)
		if (writer->set[known] == set)
			return known;
	writer->set[writer->set_count] = set;
	if (ft_index_map_put(&writer->map, hash, writer->set_count))
		writer->text.failed = true;
	return writer->set_count++;
}

static void _sets(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;

	for (uint32_t i = 0; i < outlook->request_count; i++)
		_set_index(writer, outlook->request[i]->eligible);
	_begin_outlook(writer, "sets");
	for (uint32_t i = 0; i < writer->set_count; i++) {
		_outlook_line(writer, i);
		_outlook_ranges(writer, writer->set[i]);
	}
	ft_text_add(&writer->text, "]");
}

/* Of most requests there is none, and nothing is written. */
static void _outlook_leaves(struct writer *writer,
			    const struct ft_request *request)
{
	if (!request->leaves && !request->bundle)
		return;
	_outlook_number(writer, ',', request->leaves);
	_outlook_number(writer, ',', request->leaf_level);
	_outlook_number(writer, ',', request->bundle);
	_outlook_number(writer, ',', request->bundle_level);
	_outlook_number(writer, ',', request->bundle_apart);
}

static void _requests(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;

	_begin_outlook(writer, "requests");
	for (uint32_t i = 0; i < outlook->request_count; i++) {
		const struct ft_request *request = outlook->request[i];

		_outlook_line(writer, i);
		_outlook_number(writer, '[',
				_set_index(writer, request->eligible));
		_outlook_number(writer, ',', request->duration);
		_outlook_number(writer, ',', request->min_nodes);
		_outlook_number(writer, ',', request->max_nodes);
		_outlook_number(writer, ',', request->tasks);
		_outlook_number(writer, ',', request->min_tasks_node);
		_outlook_number(writer, ',', request->max_tasks_node);
		_outlook_number(writer, ',', request->cpus_per_task);
		_outlook_number(writer, ',', request->exclusive);
		_outlook_number(writer, ',', request->contiguous);
		_write_amounts(writer, request->per_node);
		_write_amounts(writer, request->per_task);
		_write_amounts(writer, request->per_core);
		_outlook_leaves(writer, request);
		ft_text_add(&writer->text, "]");
	}
	ft_text_add(&writer->text, "]");
}

static void _outlook_job(struct writer *writer,
			 const struct ft_outlook_job *job)
{
	bool placed = job->verdict == FT_PLACED;

	_outlook_number(writer, '[', job->job_id);
	_outlook_number(writer, ',', job->array_job_id);
	_outlook_number(writer, ',',
			job->array_task_id == UINT32_MAX
				? -1
				: (int64_t) job->array_task_id);
	_outlook_number(writer, ',', job->copy);
	_outlook_number(writer, ',', job->partition);
	_outlook_number(writer, ',',
			job->request == FT_NO_INDEX ? -1
						    : (int64_t) job->request);
	ft_text_add(&writer->text, ",\"");
	ft_text_add(&writer->text, ft_outlook_verdicts[job->verdict]);
	ft_text_add(&writer->text, "\",\"");
	ft_text_add(&writer->text, ft_outlook_obstacles[job->obstacle]);
	ft_text_add(&writer->text, !placed	    ? "\",\"none\""
				   : job->committed ? "\",\"committed\""
						    : "\",\"expected\"");
	_outlook_number(writer, ',', placed ? job->start : FT_NEVER);
	_outlook_number(writer, ',', job->duration);
	_outlook_shares(writer, job->share, job->share_count);
	_outlook_number(writer, ',', job->likely ? job->likely : FT_NEVER);
	_outlook_number(writer, ',', job->unheld ? job->unheld : FT_NEVER);
	ft_text_add(&writer->text, "]");
}

static void _jobs(struct writer *writer)
{
	const struct ft_outlook *outlook = writer->outlook;
	uint32_t index = 0;

	_begin_outlook(writer, "jobs");
	for (uint32_t i = 0; i < outlook->job_count; i++) {
		if (outlook->job[i].running)
			continue;
		_outlook_line(writer, index++);
		_outlook_job(writer, &outlook->job[i]);
	}
	ft_text_add(&writer->text, "]}\n");
}

static void _document(struct writer *writer, size_t *ret_body)
{
	const struct ft_outlook *outlook = writer->outlook;

	ft_text_add(&writer->text,
		    "{\"meta\":{\"format\":\"" FT_OUTLOOK_FORMAT "\",\"made\"");
	_outlook_number(writer, ':', outlook->made);
	ft_text_add(&writer->text, ",\"until\"");
	_outlook_number(writer, ':', outlook->until);
	*ret_body = writer->text.size;
	if (outlook->blocks.count) {
		ft_text_add(&writer->text, ",\"blocks\":");
		_outlook_number(writer, '[', outlook->blocks.size);
		_outlook_number(writer, ',', outlook->blocks.levels);
		_outlook_number(writer, ',', outlook->blocks.count);
		ft_text_add(&writer->text, "]");
	}
	ft_text_add(&writer->text, columns);
	ft_text_add(&writer->text, "},\n\"resources\":[");
	_strings(writer, outlook->resource, outlook->resource_count);
	ft_text_add(&writer->text, "],\n\"partitions\":[");
	_strings(writer, outlook->partition, outlook->partition_count);
	ft_text_add(&writer->text, "]");
	_outlook_nodes(writer);
	_write_closures(writer);
	_outlook_runs(writer);
	_sets(writer);
	_requests(writer);
	_jobs(writer);
}

char *ft_outlook_text(const struct ft_outlook *outlook, size_t *ret_size,
		      size_t *ret_body)
{
	uint32_t count = outlook->request_count;
	struct writer writer = {
		.outlook = outlook,
		.set = calloc((size_t) count + 1, sizeof(*writer.set)),
	};

	if (!writer.set || ft_index_map_init(&writer.map, count)) {
		free(writer.set);
		return NULL;
	}
	_document(&writer, ret_body);
	ft_index_map_fini(&writer.map);
	free(writer.set);
	*ret_size = writer.text.size;
	return ft_text_take(&writer.text);
}
