/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See component_policy.h.
 */
#include "core/priority/component_policy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/priority/component_slot.h"
#include "core/base/number.h"

#define PRIORITY_MAX 1e12
#define TARGET_MAX 1e9
#define COUNTER "sched/reserve"

enum {
	SLOTS = sizeof(struct ft_component_weights) / sizeof(double),
	QTTARGET_MAX = 366 * 86400,
};

/* Where it was said; a higher one overrides a lower one. */
enum source { UNSET, INHERITED, POLICY_FILE, PARAMETERS };

/* What is said for one partition, or for all. */
struct scope {
	double value[SLOTS];
	uint8_t source[SLOTS];
	struct ft_component_weights weights; /* worked out */
};

struct given {
	double value[FT_ATTRIBUTES];
	uint8_t source[FT_ATTRIBUTES];
};

struct ft_component_policy {
	struct scope all;
	struct ft_credential_table partitions; /* as FT_CLASS */
	struct scope *scope;		       /* of each of them */
	uint32_t scopes;		       /* there is room for */
	struct ft_credential_table credentials;
	struct given *given;			 /* to each of them */
	uint32_t givens;			 /* there is room for */
	uint32_t otherwise[FT_CREDENTIAL_KINDS]; /* DEFAULT of each kind */
	bool named[FT_CREDENTIAL_KINDS]; /* others than DEFAULT are given */
	bool swap;			 /* it is to count */
	bool active;
	bool uses[FT_SUBCOMPONENTS];
};

static const char *const config_names[FT_CREDENTIAL_KINDS] = {
	[FT_USER] = "USERCFG",	     [FT_GROUP] = "GROUPCFG",
	[FT_ACCOUNT] = "ACCOUNTCFG", [FT_QOS] = "QOSCFG",
	[FT_CLASS] = "CLASSCFG",
};

static const char *const attributes[FT_ATTRIBUTES] = {
	[FT_ATTRIBUTE_PRIORITY] = "PRIORITY",
	[FT_ATTRIBUTE_QTWEIGHT] = "QTWEIGHT",
	[FT_ATTRIBUTE_XFWEIGHT] = "XFWEIGHT",
	[FT_ATTRIBUTE_QTTARGET] = "QTTARGET",
	[FT_ATTRIBUTE_XFTARGET] = "XFTARGET",
};

struct ft_component_policy *ft_component_policy_new(void)
{
	struct ft_component_policy *policy = calloc(1, sizeof(*policy));

	if (!policy)
		return NULL;
	if (ft_credential_init(&policy->partitions) ||
	    ft_credential_init(&policy->credentials)) {
		ft_component_policy_free(policy);
		return NULL;
	}
	return policy;
}

void ft_component_policy_free(struct ft_component_policy *policy)
{
	if (!policy)
		return;
	ft_credential_fini(&policy->partitions);
	ft_credential_fini(&policy->credentials);
	free(policy->scope);
	free(policy->given);
	free(policy);
}

/* Makes room for array[at]; NULL if out of memory. */
static void *_reach_slot(void *array, uint32_t *room, uint32_t at, size_t size)
{
	uint32_t need = 2 * (at + 1);
	char *grown;

	if (at < *room)
		return array;
	grown = realloc(array, need * size);
	if (!grown)
		return NULL;
	memset(grown + *room * size, 0, (need - *room) * size);
	*room = need;
	return grown;
}

static struct scope *_slot_scope(struct ft_component_policy *policy,
				 const char *partition)
{
	struct scope *array;
	uint32_t at;

	if (!partition)
		return &policy->all;
	at = ft_credential_add(&policy->partitions, FT_CLASS, partition);
	if (at == FT_CREDENTIAL_NONE)
		return NULL;
	array = _reach_slot(policy->scope, &policy->scopes, at, sizeof(*array));
	if (!array)
		return NULL;
	policy->scope = array;
	return &array[at];
}

static struct given *_given_slot(struct ft_component_policy *policy,
				 enum ft_credential_kind kind, const char *name)
{
	uint32_t at = ft_credential_add(&policy->credentials, kind, name);
	struct given *array;

	if (at == FT_CREDENTIAL_NONE)
		return NULL;
	array = _reach_slot(policy->given, &policy->givens, at, sizeof(*array));
	if (!array)
		return NULL;
	policy->given = array;
	return &array[at];
}

/* Keeps what counts more; -EEXIST if the same source said it before. */
static int _put_slot(double *field, uint8_t *said, double value,
		     enum source source)
{
	if (*said == source)
		return -EEXIST;
	if (*said > source)
		return 0;
	*field = value;
	*said = (uint8_t) source;
	return 0;
}

static int _set_weight(struct ft_component_policy *policy,
		       const struct ft_option *option, const char *partition,
		       double value, enum source source, struct ft_err *err)
{
	struct scope *scope;
	size_t slot = option->offset / sizeof(double);

	if (option->offset == FT_COMPONENT_SWAP) {
		policy->swap |= value < 0 || value > 0;
		return 0;
	}
	scope = _slot_scope(policy, partition);
	if (!scope)
		return ft_no_memory(err);
	if (_put_slot(&scope->value[slot], &scope->source[slot], value, source))
		return ft_fail(err, -EINVAL, "%s%s%.80s is given twice",
			       option->name, partition ? " for partition " : "",
			       partition ? partition : "");
	return 0;
}

/* The value of a credential's attribute. */
static int _attribute(enum ft_component_attribute attribute, const char *text,
		      double *ret_value)
{
	int64_t seconds = 0;
	int rc;

	if (attribute == FT_ATTRIBUTE_QTTARGET) {
		rc = ft_number_span(text, 0, QTTARGET_MAX, &seconds);
		if (!rc)
			*ret_value = (double) seconds;
		return rc;
	}
	if (attribute == FT_ATTRIBUTE_XFTARGET)
		return ft_number_real(text, 0, TARGET_MAX, ret_value);
	return ft_number_real(text, -PRIORITY_MAX, PRIORITY_MAX, ret_value);
}

static int _set_attribute(struct ft_component_policy *policy, size_t list,
			  const char *name, const char *text,
			  enum source source, struct ft_err *err)
{
	enum ft_credential_kind kind =
		(enum ft_credential_kind)(list / FT_ATTRIBUTES);
	enum ft_component_attribute attribute =
		(enum ft_component_attribute)(list % FT_ATTRIBUTES);
	const char *config = config_names[kind], *key = attributes[attribute];
	struct given *given;
	double value = 0;
	int rc = _attribute(attribute, text, &value);

	if (rc)
		return ft_fail(err, rc, "%s[%.80s] %s=%.80s: give %s", config,
			       name, key, text,
			       attribute == FT_ATTRIBUTE_QTTARGET
				       ? "a time, as 4:00:00"
			       : attribute == FT_ATTRIBUTE_XFTARGET
				       ? "a number from 0 to 1000000000"
				       : "a number from -1000000000000 to "
					 "1000000000000");
	given = _given_slot(policy, kind, name);
	if (!given)
		return ft_no_memory(err);
	if (_put_slot(&given->value[attribute], &given->source[attribute],
		      value, source))
		return ft_fail(err, -EINVAL, "%s[%.80s] %s is given twice",
			       config, name, key);
	return 0;
}

int ft_component_policy_option(void *context,
			       const struct ft_option_entry *entry,
			       struct ft_err *err)
{
	const struct ft_option *option = ft_component_option_table;

	while (option->name && option != entry->option)
		option++;
	if (!option->name)
		return 0;
	if (option->type == FT_OPTION_LIST)
		return _set_attribute(context, option->offset, entry->name,
				      entry->value, PARAMETERS, err);
	return _set_weight(context, option, entry->scope, entry->number,
			   PARAMETERS, err);
}

static int _take_config(struct ft_component_policy *policy, int kind,
			const struct ft_statement *statement, bool *ret_taken,
			struct ft_err *err)
{
	size_t attribute = 0;

	while (attribute < FT_ATTRIBUTES &&
	       (!statement->key ||
		strcasecmp(statement->key, attributes[attribute])))
		attribute++;
	*ret_taken = attribute < FT_ATTRIBUTES;
	if (!*ret_taken)
		return 0;
	if (!statement->index)
		return ft_fail(err, -EINVAL, "write %s[name] %s=..",
			       statement->name, statement->key);
	if (attribute != FT_ATTRIBUTE_PRIORITY && kind != FT_QOS)
		return ft_fail(err, -EINVAL, "%s[%.80s] %s: only QOSCFG has %s",
			       statement->name, statement->index,
			       statement->key, attributes[attribute]);
	return _set_attribute(policy, FT_COMPONENT_LIST(kind, attribute),
			      statement->index, statement->value, POLICY_FILE,
			      err);
}

/* "QOSXFTARGET[special] 5" is QOSCFG[special] XFTARGET=5. */
static int _take_target(struct ft_component_policy *policy, size_t attribute,
			const struct ft_statement *statement,
			struct ft_err *err)
{
	if (!statement->index || statement->key)
		return ft_fail(err, -EINVAL, "write %s[qos] and a value",
			       statement->name);
	return _set_attribute(policy, FT_COMPONENT_LIST(FT_QOS, attribute),
			      statement->index, statement->value, POLICY_FILE,
			      err);
}

static int _take_weight(struct ft_component_policy *policy,
			const struct ft_option *option,
			const struct ft_statement *statement,
			struct ft_err *err)
{
	double value = 0;
	int rc;

	if (statement->key)
		return ft_fail(err, -EINVAL, "%s: write the name, then a value",
			       statement->name);
	rc = ft_option_number(option, "the policy", statement->value, &value,
			      err);
	return rc ? rc
		  : _set_weight(policy, option, statement->index, value,
				POLICY_FILE, err);
}

int ft_component_policy_take(struct ft_component_policy *policy,
			     const struct ft_statement *statement,
			     bool *ret_taken, struct ft_err *err)
{
	const struct ft_option *option;

	*ret_taken = true;
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		if (!strcasecmp(statement->name, config_names[kind]))
			return _take_config(policy, kind, statement, ret_taken,
					    err);
	if (!strcasecmp(statement->name, "QOSXFTARGET"))
		return _take_target(policy, FT_ATTRIBUTE_XFTARGET, statement,
				    err);
	if (!strcasecmp(statement->name, "QOSQTTARGET"))
		return _take_target(policy, FT_ATTRIBUTE_QTTARGET, statement,
				    err);
	option = ft_option_find(ft_component_option_table, statement->name);
	if (option && option->type != FT_OPTION_LIST)
		return _take_weight(policy, option, statement, err);
	*ret_taken = false;
	return 0;
}

/* Component weights are 1 where nothing else is said. */
static void _work_out_all(struct ft_component_policy *policy)
{
	double slot[SLOTS];

	for (size_t i = 0; i < SLOTS; i++)
		slot[i] = policy->all.source[i] ? policy->all.value[i]
			  : i < FT_COMPONENTS	? 1
						: 0;
	memcpy(&policy->all.weights, slot, sizeof(slot));
}

static void _work_out(const struct ft_component_policy *policy,
		      struct scope *scope)
{
	double slot[SLOTS];

	memcpy(slot, &policy->all.weights, sizeof(slot));
	for (size_t i = 0; i < SLOTS; i++)
		if (scope->source[i])
			slot[i] = scope->value[i];
	memcpy(&scope->weights, slot, sizeof(slot));
}

static bool _slot_counts(double weight)
{
	return weight < 0 || weight > 0;
}

static void _note_uses(struct ft_component_policy *policy,
		       const struct ft_component_weights *weights,
		       bool queuetime, bool xfactor)
{
	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		bool counts = _slot_counts(weights->weight[i]) ||
			      (i == FT_SERV_QUEUETIME && queuetime) ||
			      (i == FT_SERV_XFACTOR && xfactor);
		enum ft_component component =
			ft_component_of((enum ft_subcomponent) i);

		if (!counts || !_slot_counts(weights->component[component]))
			continue;
		policy->uses[i] = true;
		policy->active = true;
	}
}

/* The weight of bypasses, for the message: of all, or of some partition. */
static double _bypass_weight(const struct ft_component_policy *policy)
{
	double weight = policy->all.weights.weight[FT_SERV_BYPASS];

	for (uint32_t i = 0;
	     !_slot_counts(weight) && i < policy->partitions.count; i++)
		weight = policy->scope[i].weights.weight[FT_SERV_BYPASS];
	return weight;
}

static int _countable(const struct ft_component_policy *policy,
		      const char *scheduler, struct ft_err *err)
{
	if (policy->swap)
		return ft_fail(err, -EINVAL,
			       "swapweight, swapcap: no job of Slurm asks for "
			       "swap: remove them, or weigh memory with "
			       "memweight");
	if (policy->uses[FT_SERV_BYPASS] &&
	    (!scheduler || strcmp(scheduler, COUNTER)))
		return ft_fail(err, -EINVAL,
			       "bypassweight=%.15g: SchedulerType=%s counts no "
			       "bypasses: give SchedulerType=" COUNTER
			       " or remove bypassweight",
			       _bypass_weight(policy),
			       scheduler ? scheduler : "sched/backfill");
	return 0;
}

/* What a credential is not given itself is that of DEFAULT. */
static void _inherit_slot(struct ft_component_policy *policy)
{
	for (int kind = 0; kind < FT_CREDENTIAL_KINDS; kind++)
		policy->otherwise[kind] = ft_credential_find(
			&policy->credentials, (enum ft_credential_kind) kind,
			FT_CREDENTIAL_DEFAULT);
	for (uint32_t i = 0; i < policy->credentials.count; i++) {
		enum ft_credential_kind kind =
			policy->credentials.entry[i].kind;
		uint32_t from = policy->otherwise[kind];

		policy->named[kind] |= from != i;
		if (from == FT_CREDENTIAL_NONE)
			continue;
		for (int j = 0; j < FT_ATTRIBUTES; j++)
			(void) _put_slot(&policy->given[i].value[j],
					 &policy->given[i].source[j],
					 policy->given[from].value[j],
					 INHERITED);
	}
}

int ft_component_policy_close(struct ft_component_policy *policy,
			      const char *scheduler, struct ft_err *err)
{
	bool queuetime = false, xfactor = false;

	_inherit_slot(policy);
	for (uint32_t i = 0; i < policy->credentials.count; i++) {
		const struct given *given = &policy->given[i];

		queuetime |= _slot_counts(given->value[FT_ATTRIBUTE_QTWEIGHT]);
		xfactor |= _slot_counts(given->value[FT_ATTRIBUTE_XFWEIGHT]);
	}
	_work_out_all(policy);
	_note_uses(policy, &policy->all.weights, queuetime, xfactor);
	for (uint32_t i = 0; i < policy->partitions.count; i++) {
		_work_out(policy, &policy->scope[i]);
		_note_uses(policy, &policy->scope[i].weights, queuetime,
			   xfactor);
	}
	return _countable(policy, scheduler, err);
}

bool ft_component_policy_active(const struct ft_component_policy *policy)
{
	return policy->active;
}

bool ft_component_policy_uses(const struct ft_component_policy *policy,
			      enum ft_subcomponent subcomponent)
{
	return policy->uses[subcomponent];
}

const char *
ft_component_policy_partition(const struct ft_component_policy *policy,
			      uint32_t index)
{
	return index < policy->partitions.count
		       ? policy->partitions.entry[index].name
		       : NULL;
}

const struct ft_component_weights *
ft_component_policy_weights(const struct ft_component_policy *policy,
			    const char *partition)
{
	uint32_t at = FT_CREDENTIAL_NONE;

	if (partition && policy->partitions.count)
		at = ft_credential_find(&policy->partitions, FT_CLASS,
					partition);
	return at == FT_CREDENTIAL_NONE ? &policy->all.weights
					: &policy->scope[at].weights;
}

static const struct given *_look_up(const struct ft_component_policy *policy,
				    enum ft_credential_kind kind,
				    const char *name)
{
	uint32_t at = FT_CREDENTIAL_NONE;

	if (name && policy->named[kind])
		at = ft_credential_find(&policy->credentials, kind, name);
	if (at == FT_CREDENTIAL_NONE)
		at = policy->otherwise[kind];
	return at == FT_CREDENTIAL_NONE ? NULL : &policy->given[at];
}

const char *ft_component_policy_next(const struct ft_component_policy *policy,
				     enum ft_credential_kind kind, uint32_t *at)
{
	const struct ft_credential_table *table = &policy->credentials;

	while (*at < table->count) {
		uint32_t i = (*at)++;

		if (table->entry[i].kind == kind &&
		    i != policy->otherwise[kind])
			return table->entry[i].name;
	}
	return NULL;
}

double ft_component_policy_priority(const struct ft_component_policy *policy,
				    enum ft_credential_kind kind,
				    const char *name, double otherwise)
{
	const struct given *given = _look_up(policy, kind, name);

	return given && given->source[FT_ATTRIBUTE_PRIORITY]
		       ? given->value[FT_ATTRIBUTE_PRIORITY]
		       : otherwise;
}

struct ft_component_qos
ft_component_policy_qos(const struct ft_component_policy *policy,
			const char *name)
{
	const struct given *given = _look_up(policy, FT_QOS, name);

	if (!given)
		return (struct ft_component_qos){0};
	return (struct ft_component_qos){
		.queuetime_weight = given->value[FT_ATTRIBUTE_QTWEIGHT],
		.xfactor_weight = given->value[FT_ATTRIBUTE_XFWEIGHT],
		.queuetime_target = given->value[FT_ATTRIBUTE_QTTARGET],
		.xfactor_target = given->value[FT_ATTRIBUTE_XFTARGET],
	};
}
