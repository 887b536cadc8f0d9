/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See trace_machine.h.
 */
#define _GNU_SOURCE
#include "ft_config.h"

#include "sfair/replay/trace_machine.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

const char *sfair_trace_word(char word[SFAIR_TRACE_WORD], const char *name)
{
	size_t size = 0;

	for (; *name && size + 1 < SFAIR_TRACE_WORD; name++)
		word[size++] =
			isalnum((unsigned char) *name) || strchr("_-.", *name)
				? *name
				: '_';
	if (!size)
		word[size++] = '_';
	word[size] = '\0';
	return word;
}

#ifndef HAVE_LIBSLURM

int sfair_trace_machine(const char *path, struct ft_err *err)
{
	return ft_fail(err, -ENOTSUP,
		       "--machine %s: this sfair was built without libslurm",
		       path);
}

#else

#include <inttypes.h>
#include <stdlib.h>

#include "core/replay/fleet.h"
#include "sfair/base/fresh_file.h"
#include "sfair/base/tres_text.h"
#include "sfair/outlook/scene.h"

/* What a node is like, as a text that its kind shares. */
struct node {
	char *kind;
};

/* Its TRES have GPUs only where AccountingStorageTRES names them. */
static uint64_t _count_gpus(const node_info_t *node)
{
	int64_t known =
		(int64_t) sfair_tres_amount(node->tres_fmt_str, "gres/gpu");
	const char *gres = node->gres;
	uint64_t count = 0;

	if (known > 0)
		return (uint64_t) known;
	for (; gres && *gres; gres += *gres == ',') {
		size_t size = strcspn(gres, "(,"), at = size;

		if (!strncmp(gres, "gpu", 3) && strchr(":(,", gres[3])) {
			while (at && isdigit((unsigned char) gres[at - 1]))
				at--;
			count += at < size && at && gres[at - 1] == ':'
					 ? strtoul(gres + at, NULL, 10)
					 : 1;
		}
		gres += size;
		if (*gres == '(')
			gres += strcspn(gres, ")");
		gres += strcspn(gres, ",");
	}
	return count;
}

/* "PROCESSORS=4 MEMORY=4000 GPUS=2 PROPERTIES=batch,with_gpus"; to be freed. */
static char *_describe_node(struct sfair_scene *scene, uint32_t index)
{
	const node_info_t *node = &sfair_scene_nodes(scene)->node_array[index];
	const partition_info_msg_t *all = sfair_scene_partitions(scene);
	uint64_t gpus = _count_gpus(node);
	char *properties = NULL, *text = NULL, *longer;
	char counted[32] = "";
	char word[SFAIR_TRACE_WORD];

	if (gpus) {
		properties = strdup(SFAIR_TRACE_GPU);
		snprintf(counted, sizeof(counted), " GPUS=%" PRIu64, gpus);
	}
	for (uint32_t p = 0; all && p < all->record_count; p++) {
		if (!sfair_node_in(all->partition_array[p].node_inx, index))
			continue;
		sfair_trace_word(word, all->partition_array[p].name);
		if (asprintf(&longer, "%s%s%s", properties ? properties : "",
			     properties ? "," : "", word) < 0)
			longer = NULL;
		free(properties);
		properties = longer;
		if (!properties)
			return NULL;
	}
	if (asprintf(&text, "PROCESSORS=%u MEMORY=%" PRIu64 "%s PROPERTIES=%s",
		     (unsigned int) node->cpus, (uint64_t) node->real_memory,
		     counted, properties ? properties : "none") < 0)
		text = NULL;
	free(properties);
	return text;
}

static int _compare_kinds(const void *x, const void *y)
{
	return strcmp(((const struct node *) x)->kind,
		      ((const struct node *) y)->kind);
}

static int _print_kinds(FILE *out, const struct node *node, uint32_t count,
			struct ft_err *err)
{
	uint32_t kinds = 0, same;

	for (uint32_t i = 0; i < count; i += same) {
		for (same = 1; i + same < count &&
			       !_compare_kinds(&node[i], &node[i + same]);)
			same++;
		fprintf(out, "NODES[k%" PRIu32 "] COUNT=%" PRIu32 " %s\n",
			++kinds, same, node[i].kind);
	}
	if (kinds <= FT_FLEET_KINDS)
		return 0;
	return ft_fail(err, -E2BIG,
		       "there are %" PRIu32 " kinds of nodes, by processors, "
		       "memory, partitions and GPUs, and a replay takes %d: "
		       "write the file by hand",
		       kinds, FT_FLEET_KINDS);
}

static int _describe_nodes(struct sfair_scene *scene, struct node *node,
			   uint32_t *ret_count)
{
	const node_info_msg_t *nodes = sfair_scene_nodes(scene);

	for (uint32_t i = 0; i < nodes->record_count; i++) {
		if (!nodes->node_array[i].name || !nodes->node_array[i].cpus)
			continue;
		node[*ret_count].kind = _describe_node(scene, i);
		if (!node[(*ret_count)++].kind)
			return -ENOMEM;
	}
	qsort(node, *ret_count, sizeof(*node), _compare_kinds);
	return 0;
}

static int _write_kinds(const char *path, const struct node *node,
			uint32_t count, struct ft_err *err)
{
	struct sfair_fresh_file file;
	int rc = sfair_fresh_open(&file, path, err);

	if (rc)
		return rc;
	rc = _print_kinds(file.out, node, count, err);
	return sfair_fresh_close(&file, rc, err);
}

static int _describe_machine(struct sfair_scene *scene, const char *path,
			     struct ft_err *err)
{
	const node_info_msg_t *nodes = sfair_scene_nodes(scene);
	uint32_t count = 0;
	struct node *node;
	int rc;

	if (!nodes)
		return ft_fail(err, -EIO, "slurmctld does not tell its nodes");
	node = calloc((size_t) nodes->record_count + 1, sizeof(*node));
	rc = node ? _describe_nodes(scene, node, &count) : -ENOMEM;
	if (rc)
		ft_fail(err, rc, "out of memory");
	else
		rc = _write_kinds(path, node, count, err);
	for (uint32_t i = 0; i < count; i++)
		free(node[i].kind);
	free(node);
	return rc;
}

int sfair_trace_machine(const char *path, struct ft_err *err)
{
	struct sfair_scene scene;
	int rc = sfair_scene_open(&scene, NULL, err);

	if (!rc)
		rc = _describe_machine(&scene, path, err);
	sfair_scene_close(&scene);
	return rc;
}

#endif
