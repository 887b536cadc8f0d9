/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See compat.h: what Slurm's releases tell of the network's topology.
 *
 * Only reads what slurmctld has of it: decides nothing.
 */
#include "slurm/common/compat.h"

#include <string.h>

#include "src/common/node_conf.h"
#include "src/common/pack.h"

void fts_switches_free(struct fts_switch *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		xfree(list[i].name);
		FREE_NULL_BITMAP(list[i].nodes);
	}
	xfree(list);
}

void fts_blocks_free(struct fts_blocks *blocks)
{
	for (uint32_t i = 0; i < blocks->count; i++)
		FREE_NULL_BITMAP(blocks->nodes[i]);
	xfree(blocks->nodes);
}

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
/* Base blocks come first, in their order.  nodes: becomes theirs. */
static void _add_block(struct fts_blocks *blocks, bool base, uint32_t size,
		       bitstr_t *nodes)
{
	if (base) {
		blocks->size = size;
		xrecalloc(blocks->nodes, blocks->count + 1,
			  sizeof(*blocks->nodes));
		blocks->nodes[blocks->count++] = nodes;
		return;
	}
	for (uint32_t l = 1; l < 32 && blocks->size; l++)
		if ((uint64_t) blocks->size << l == size)
			blocks->levels |= UINT32_C(1) << l;
	FREE_NULL_BITMAP(nodes);
}
#endif

/*
 * 25.05: there may be several topologies, of which only the default one has
 * functions to ask.  What any of them is, is told to clients.  The text that
 * clients print is of no use here: slurmctld may have it made by the plugin of
 * another topology.
 */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(25, 11, 0)
#define topology_g_topoinfo_pack topology_g_topology_pack
#define topology_g_topoinfo_free topology_g_topology_free
#endif

/* What clients are told behind the number of records, or NULL: it is of
 * another kind. */
static buf_t *_pack_topology(const char *name, uint32_t kind,
			     uint32_t *ret_count)
{
	dynamic_plugin_data_t *topology = NULL;
	buf_t *buffer = NULL;

	*ret_count = 0;
	if (topology_g_get(TOPO_DATA_TOPOLOGY_PTR, (char *) name, &topology) ||
	    !topology)
		return NULL;
	if (topology->data && topology->plugin_id == kind) {
		buffer = init_buf(BUF_SIZE);
		if (topology_g_topoinfo_pack(topology, buffer,
					     SLURM_PROTOCOL_VERSION))
			FREE_NULL_BUFFER(buffer);
	}
	(void) topology_g_topoinfo_free(topology);
	if (!buffer)
		return NULL;
	set_buf_offset(buffer, 0);
	if (unpack32(&kind, buffer) || unpack32(ret_count, buffer))
		FREE_NULL_BUFFER(buffer);
	return buffer;
}

static bool _unpack_text(char **text, buf_t *buffer)
{
	uint32_t length;

	return !unpackstr_xmalloc(text, &length, buffer);
}

/* NULL: none that slurmctld knows. */
static bool _unpack_nodes(bitstr_t **nodes, buf_t *buffer)
{
	char *names = NULL;
	bool good = _unpack_text(&names, buffer);

	if (names)
		(void) node_name2bitmap(names, true, nodes, NULL);
	xfree(names);
	return good;
}

/* below: gets the names of those that it connects. */
static bool _unpack_switch(struct fts_switch *to, hostlist_t *below,
			   buf_t *buffer)
{
	char *names = NULL;
	uint16_t level = 0;
	uint32_t speed;
	bool good;

	good = !unpack16(&level, buffer) && !unpack32(&speed, buffer) &&
	       _unpack_text(&to->name, buffer) &&
	       _unpack_nodes(&to->nodes, buffer) &&
	       _unpack_text(&names, buffer);
	to->leaf = !level;
	if (names)
		(void) hostlist_push(below, names);
	xfree(names);
	return good && to->name;
}

struct fts_switch *fts_switches(const char *topology, uint32_t *ret_count)
{
	uint32_t count;
	buf_t *buffer = _pack_topology(topology, TOPOLOGY_PLUGIN_TREE, &count);
	hostlist_t *below = hostlist_create(NULL);
	struct fts_switch *list = NULL;

	*ret_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		xrecalloc(list, i + 1, sizeof(*list));
		*ret_count = i + 1;
		if (!_unpack_switch(&list[i], below, buffer))
			break;
	}
	for (uint32_t i = 0; i < *ret_count; i++)
		list[i].root =
			list[i].name && hostlist_find(below, list[i].name) < 0;
	hostlist_destroy(below);
	FREE_NULL_BUFFER(buffer);
	return list;
}

static bool _unpack_block(struct fts_blocks *blocks, buf_t *buffer)
{
	bitstr_t *nodes = NULL;
	char *name = NULL;
	bool united = false, good;
	uint16_t number;
	uint32_t size = 0;

	good = !unpackbool(&united, buffer) && !unpack16(&number, buffer) &&
	       _unpack_text(&name, buffer) && _unpack_nodes(&nodes, buffer) &&
	       !unpack32(&size, buffer);
	xfree(name);
	if (good && size)
		_add_block(blocks, !united, size, nodes);
	else
		FREE_NULL_BITMAP(nodes);
	return good;
}

bool fts_blocks(const char *topology, struct fts_blocks *blocks)
{
	uint32_t count;
	buf_t *buffer = _pack_topology(topology, TOPOLOGY_PLUGIN_BLOCK, &count);

	*blocks = (struct fts_blocks){.levels = 1};
	for (uint32_t i = 0; i < count && _unpack_block(blocks, buffer); i++)
		continue;
	FREE_NULL_BUFFER(buffer);
	return blocks->count;
}

bool fts_segments_kept(uint32_t topology)
{
	return topology_g_whole_topo_enabled((int) topology);
}

void fts_segments_widen(uint32_t topology, bitstr_t *nodes)
{
	(void) topology_g_whole_topo(nodes, (int) topology);
}

/*
 * 24.05: the table of switches is known to topology/tree alone, which still
 * tells the names of the switches above a node: "top.middle.leaf.node".
 */
#elif SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 5, 0)
struct switch_list {
	struct fts_switch *list;
	uint32_t count;
};

/* Nodes in a row mostly have the same switches, which were added last. */
static struct fts_switch *_switch(struct switch_list *all, const char *name)
{
	for (uint32_t i = all->count; i-- > 0;)
		if (!strcmp(all->list[i].name, name))
			return &all->list[i];
	xrecalloc(all->list, all->count + 1, sizeof(*all->list));
	all->list[all->count].name = xstrdup(name);
	all->list[all->count].nodes = bit_alloc(node_record_count);
	return &all->list[all->count++];
}

/* address: is taken apart. */
static void _add_node(struct switch_list *all, char *address, int64_t node)
{
	char *leaf, *top, *end = strrchr(address, '.');
	struct fts_switch *at;

	if (!end)
		return;
	*end = '\0';
	top = address + strspn(address, ".");
	leaf = strrchr(top, '.');
	leaf = leaf ? leaf + 1 : top;
	if (!*leaf)
		return;
	at = _switch(all, leaf);
	at->leaf = true;
	bit_set(at->nodes, node);
	top[strcspn(top, ".")] = '\0';
	at = _switch(all, top);
	at->root = true;
	bit_set(at->nodes, node);
}

struct fts_switch *fts_switches(const char *topology, uint32_t *ret_count)
{
	struct switch_list all = {0};

	(void) topology;
	*ret_count = 0;
	if (xstrcmp(slurm_conf.topology_plugin, "topology/tree"))
		return NULL;
	for (int64_t i = 0; i < node_record_count; i++) {
		const node_record_t *node = node_record_table_ptr[i];
		char *address = NULL, *pattern = NULL;

		if (node &&
		    !topology_g_get_node_addr(node->name, &address, &pattern) &&
		    address)
			_add_node(&all, address, i);
		xfree(address);
		xfree(pattern);
	}
	*ret_count = all.count;
	return all.list;
}
#else
/* Is the switch below no other one? */
static bool _is_root(int i)
{
	for (int j = 0; j < switch_record_cnt; j++) {
		const switch_record_t *other = &switch_record_table[j];

		for (uint16_t c = 0; c < other->num_switches; c++)
			if (other->switch_index[c] == i)
				return false;
	}
	return true;
}

struct fts_switch *fts_switches(const char *topology, uint32_t *ret_count)
{
	struct fts_switch *list;

	(void) topology;
	*ret_count = 0;
	if (switch_record_cnt < 1 || !switch_record_table)
		return NULL;
	list = xcalloc(switch_record_cnt, sizeof(*list));
	for (int i = 0; i < switch_record_cnt; i++) {
		const switch_record_t *record = &switch_record_table[i];

		if (record->node_bitmap)
			list[i].nodes = bit_copy(record->node_bitmap);
		list[i].leaf = !record->level;
		list[i].root = _is_root(i);
	}
	*ret_count = (uint32_t) switch_record_cnt;
	return list;
}
#endif

/* 24.11: what topology/block knows it tells in what scontrol prints. */
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
/* see above */
#elif SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
static char *_print_topology(void)
{
	dynamic_plugin_data_t *topology = NULL;
	char *text = NULL;

	if (topology_g_get(TOPO_DATA_TOPOLOGY_PTR, &topology) || !topology)
		return NULL;
	(void) topology_g_topology_print(topology, NULL, &text);
	topology_g_topology_free(topology);
	return text;
}

/* line: is taken apart. */
static void _parse_block_line(struct fts_blocks *blocks, char *line)
{
	const char *sizes = strstr(line, " BlockSize=");
	uint32_t size = sizes ? (uint32_t) strtoul(sizes + 11, NULL, 10) : 0;
	bool base = !strncmp(line, "BlockName=", 10);
	char *name = strchr(line, '=');
	bitstr_t *nodes;

	if (!size || !name)
		return;
	name[strcspn(name, " ")] = '\0';
	nodes = base ? topology_g_get_bitmap(name + 1) : NULL;
	_add_block(blocks, base, size, nodes ? bit_copy(nodes) : NULL);
}

bool fts_blocks(const char *topology, struct fts_blocks *blocks)
{
	char *text, *rest, *line;

	(void) topology;
	*blocks = (struct fts_blocks){.levels = 1};
	if (xstrcmp(slurm_conf.topology_plugin, "topology/block"))
		return false;
	text = rest = _print_topology();
	while (rest && (line = strsep(&rest, "\n")))
		_parse_block_line(blocks, line);
	xfree(text);
	return blocks->count;
}
#else
bool fts_blocks(const char *topology, struct fts_blocks *blocks)
{
	(void) topology;
	*blocks = (struct fts_blocks){.levels = 1};
	return false;
}
#endif

#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(25, 5, 0)
/* see above */
#elif defined(IS_JOB_WHOLE_TOPO)
bool fts_segments_kept(uint32_t topology)
{
	int kept = 0;

	(void) topology;
	/* Others than these do not know the question. */
	if (xstrcmp(slurm_conf.topology_plugin, "topology/tree") &&
	    xstrcmp(slurm_conf.topology_plugin, "topology/block"))
		return false;
	return !topology_g_get(TOPO_DATA_EXCLUSIVE_TOPO, &kept) && kept;
}

void fts_segments_widen(uint32_t topology, bitstr_t *nodes)
{
	(void) topology;
	(void) topology_g_whole_topo(nodes);
}
#else
bool fts_segments_kept(uint32_t topology)
{
	(void) topology;
	return false;
}

void fts_segments_widen(uint32_t topology, bitstr_t *nodes)
{
	(void) topology;
	(void) nodes;
}
#endif
