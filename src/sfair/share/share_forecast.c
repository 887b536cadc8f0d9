/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair share: what a factor would be, see share.h.
 *
 * The whole tree is computed with the model that the plugin runs, with other
 * usage of one vertex; what others used stays as it is, as though they went on
 * as they did.
 */
#include "ft_config.h"

#include "sfair/share/share.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Halvings of the usage that is looked for: to a billionth. */
enum { STEPS = 30 };

struct kept_usage {
	long double *raw;
};

static int _keep_usage(const struct ft_share_tree *tree,
		       struct kept_usage *kept)
{
	kept->raw = calloc((size_t) tree->count + 1, sizeof(*kept->raw));
	if (!kept->raw)
		return -ENOMEM;
	for (uint32_t i = 0; i < tree->count; i++)
		kept->raw[i] = tree->node[i].usage_raw;
	return 0;
}

static void _restore_usage(struct ft_share_tree *tree,
			   const struct kept_usage *kept)
{
	for (uint32_t i = 0; i < tree->count; i++)
		tree->node[i].usage_raw = kept->raw[i];
}

static int _try_amount(struct sfair_share_tree *tree, uint32_t vertex,
		       long double amount, const struct kept_usage *kept,
		       double *ret_factor)
{
	uint32_t at = ft_share_tree_find(&tree->tree, vertex + 1);
	int rc;

	ft_share_tree_charge(&tree->tree, at, amount);
	for (uint32_t i = 0; i < tree->tree.count; i++)
		if (tree->tree.node[i].usage_raw < 0)
			tree->tree.node[i].usage_raw = 0;
	rc = ft_fairshare_compute(&tree->tree, &tree->policy);
	*ret_factor = tree->tree.node[at].fs_factor;
	_restore_usage(&tree->tree, kept);
	return rc;
}

int sfair_share_factor(struct sfair_share_tree *tree, uint32_t vertex,
		       long double amount, double *ret_factor)
{
	struct kept_usage kept;
	int rc = _keep_usage(&tree->tree, &kept), again;

	if (rc)
		return rc;
	rc = _try_amount(tree, vertex, amount, &kept, ret_factor);
	again = ft_fairshare_compute(&tree->tree, &tree->policy);
	free(kept.raw);
	return rc ? rc : again;
}

/* The largest part of its usage with which it has that level. */
static int _find_part(struct sfair_share_tree *tree, uint32_t vertex,
		      double level, const struct kept_usage *kept,
		      double *ret_part)
{
	long double usage = sfair_share_node(tree, vertex)->usage_raw;
	double low = 0, high = 1, factor;
	int rc = 0;

	for (int i = 0; !rc && i < STEPS; i++) {
		double part = (low + high) / 2;

		rc = _try_amount(tree, vertex, usage * (part - 1), kept,
				 &factor);
		if (factor >= level)
			low = part;
		else
			high = part;
	}
	*ret_part = low;
	return rc;
}

static int _find_recovery(struct sfair_share_tree *tree, uint32_t vertex,
			  double level, const struct kept_usage *kept,
			  enum sfair_share_back *ret_back, int64_t *ret_seconds)
{
	long double usage = sfair_share_node(tree, vertex)->usage_raw;
	double factor, part;
	int rc = _try_amount(tree, vertex, -usage, kept, &factor);

	*ret_back = SFAIR_SHARE_OTHERS;
	if (rc || factor < level)
		return rc;
	*ret_back = SFAIR_SHARE_FIXED;
	if (tree->per_second >= 1 || tree->per_second <= 0)
		return 0;
	rc = _find_part(tree, vertex, level, kept, &part);
	/* a factor that only no usage at all brings: less than a second's */
	if (part <= 0)
		part = 1e-9;
	*ret_back = SFAIR_SHARE_COMES;
	*ret_seconds = (int64_t) ceil(log(part) / log(tree->per_second));
	return rc;
}

int sfair_share_recovery(struct sfair_share_tree *tree, uint32_t vertex,
			 double level, enum sfair_share_back *ret_back,
			 int64_t *ret_seconds)
{
	struct kept_usage kept;
	int rc, again;

	*ret_seconds = 0;
	*ret_back = SFAIR_SHARE_THERE;
	if (sfair_share_node(tree, vertex)->fs_factor >= level)
		return 0;
	rc = _keep_usage(&tree->tree, &kept);
	if (rc)
		return rc;
	rc = _find_recovery(tree, vertex, level, &kept, ret_back, ret_seconds);
	again = ft_fairshare_compute(&tree->tree, &tree->policy);
	free(kept.raw);
	return rc ? rc : again;
}
