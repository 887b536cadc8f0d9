/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See depth_rule.h.
 */
#include "core/queue/depth_rule.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/base/number.h"
#include "core/snapshot/policy.h"
#include "core/snapshot/snapshot.h"

enum { DEPTH_MAX = 1000000 };

struct parser {
	struct ft_depth_rule *rule;
	const char *where;
	struct ft_err *err;
	char *free;  /* where the next name goes */
	bool others; /* there is an entry for all others */
};

#define REFUSE(parser, format, ...)                                            \
	ft_fail((parser)->err, -EINVAL, "%s: rsv_depth=%s: " format,           \
		(parser)->where, (parser)->rule->text, __VA_ARGS__)

static bool _read_depth(const char *item, uint32_t *ret_depth)
{
	int64_t depth;

	if (!strcasecmp(item, "all")) {
		*ret_depth = FT_DEPTH_ALL;
		return true;
	}
	if (ft_number_int(item, 0, DEPTH_MAX, &depth))
		return false;
	*ret_depth = (uint32_t) depth;
	return true;
}

static bool _is_number(const char *item)
{
	return item[0] && (strspn(item, "-+.0123456789") == strlen(item));
}

static const char *_skip_entry(const char *name)
{
	return name + strlen(name) + 1;
}

static int _add_name(struct parser *parser, const char *item)
{
	struct ft_depth_rule *rule = parser->rule;
	const char *name = rule->name;

	if (!item[0])
		return REFUSE(parser, "%s", "a name is empty");
	if (_is_number(item))
		return REFUSE(parser,
			      "%s is no depth: give 0 to %d, or all, once in "
			      "each entry",
			      item, DEPTH_MAX);
	for (; name < parser->free; name = _skip_entry(name))
		if (!strcasecmp(name, item))
			return REFUSE(parser, "QOS %s is named twice", item);
	memcpy(parser->free, item, strlen(item) + 1);
	parser->free += strlen(item) + 1;
	rule->names[rule->bucket_count]++;
	return 0;
}

/* One entry, whose depth stands first or last. */
static int _read_entry(struct parser *parser, char *entry)
{
	struct ft_depth_rule *rule = parser->rule;
	uint32_t bucket = rule->bucket_count, depth, count = 0, at = 0;
	char *item;
	int rc = 0;

	if (bucket == FT_DEPTH_BUCKETS)
		return REFUSE(parser, "more than %d entries", FT_DEPTH_BUCKETS);
	rule->first[bucket] = (uint32_t) (parser->free - rule->name);
	rule->names[bucket] = 0;
	for (; !rc && (item = strsep(&entry, ":")); at++) {
		if (!_read_depth(item, &depth)) {
			rc = _add_name(parser, item);
			continue;
		}
		if (count++ || (at && entry))
			return REFUSE(parser,
				      "each entry has one depth, first or "
				      "last: %s",
				      "1|special:8 or 1|8:special");
		rule->depth[bucket] = depth;
	}
	if (rc)
		return rc;
	if (!count)
		return REFUSE(parser,
			      "an entry has no depth: give 0 to %d, or all: "
			      "%s",
			      DEPTH_MAX, "1|special:8");
	if (!rule->names[bucket] && parser->others)
		return REFUSE(parser, "%s",
			      "two entries are for all other QOS: name the QOS "
			      "of one (special:8)");
	parser->others |= !rule->names[bucket];
	rule->bucket_count++;
	return 0;
}

extern int ft_depth_rule_parse(struct ft_depth_rule *rule, const char *where,
			       struct ft_err *err)
{
	struct parser parser = {
		.rule = rule,
		.where = where,
		.err = err,
		.free = rule->name,
	};
	char copy[FT_DEPTH_TEXT];
	char *rest = copy, *entry;
	bool limited = false;
	int rc = 0;

	rule->bucket_count = 0;
	memcpy(copy, rule->text, sizeof(copy));
	while (!rc && (entry = strsep(&rest, "|")))
		rc = _read_entry(&parser, entry);
	if (rc)
		return rc;
	rule->name_size = (uint32_t) (parser.free - rule->name);
	for (uint32_t i = 0; i < rule->bucket_count; i++)
		limited |= rule->depth[i] != FT_DEPTH_ALL;
	if (!limited)
		rule->bucket_count = 0;
	return 0;
}

static bool _entry_names(const struct ft_depth_rule *rule, uint32_t bucket,
			 const char *qos)
{
	const char *name = rule->name + rule->first[bucket];

	for (uint32_t i = 0; i < rule->names[bucket];
	     i++, name = _skip_entry(name))
		if (!strcasecmp(name, qos))
			return true;
	return false;
}

extern uint32_t ft_depth_rule_bucket(const struct ft_depth_rule *rule,
				     const char *qos)
{
	uint32_t others = FT_NO_INDEX;

	for (uint32_t i = 0; i < rule->bucket_count; i++) {
		if (!rule->names[i])
			others = i;
		else if (qos && _entry_names(rule, i, qos))
			return i;
	}
	return others;
}

extern const char *ft_depth_rule_name(const struct ft_depth_rule *rule,
				      const char *name)
{
	const char *next = name ? _skip_entry(name) : rule->name;

	return next < rule->name + rule->name_size ? next : NULL;
}
