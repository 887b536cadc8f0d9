/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See column.h.
 */
#include "core/priority/column.h"

#include <math.h>

#define ROUNDING 1e-6	/* what binary fractions may have lost */
#define INSIDE 1e-3	/* how far a sum is moved off a whole number */
#define ON_THE_WIRE 1e6 /* what numbers are multiplied by in RPCs */

enum { ATTEMPTS = 3 };

static double _column_offset(uint32_t value)
{
	return (double) ((int64_t) value - FT_FACTOR_ZERO);
}

/* What the other end of an RPC gets. */
static double _sent(double value)
{
	return value * ON_THE_WIRE / ON_THE_WIRE;
}

static double _tres_term(const struct ft_columns *columns,
			 const struct ft_column_tres_terms *tres, uint32_t i)
{
	double term = tres->term[i];

	for (int j = 0; j < FT_COLUMN_TRES; j++)
		if (tres->at[j] == i)
			term += columns->tres[j];
	return term;
}

double ft_columns_sum(const struct ft_columns *columns,
		      const struct ft_column_tres_terms *tres)
{
	double sum = _sent(columns->age) + _sent(columns->assoc) +
		     _sent(columns->fairshare) + _sent(columns->job_size) +
		     _sent(columns->partition) + _sent(columns->qos) +
		     _column_offset(columns->site) -
		     _column_offset(columns->nice);

	for (uint32_t i = 0; i < tres->count; i++)
		sum += _sent(_tres_term(columns, tres, i));
	return sum < 1 ? 1 : sum;
}

static double _weighed(const struct ft_component_result *result,
		       enum ft_subcomponent subcomponent)
{
	enum ft_component component = ft_component_of(subcomponent);

	return result->component[component].weight *
	       result->term[subcomponent].contribution;
}

/* What a cap takes away from a component; 0 or, mostly, negative. */
static double _cut_off(const struct ft_component_result *result,
		       enum ft_component component)
{
	const struct ft_component_term *term = &result->component[component];

	return term->contribution - term->weight * term->value;
}

static void _spread_cred(const struct ft_component_result *result,
			 struct ft_columns *columns)
{
	columns->assoc += _weighed(result, FT_CRED_USER) +
			  _weighed(result, FT_CRED_GROUP) +
			  _weighed(result, FT_CRED_ACCOUNT) +
			  _cut_off(result, FT_CRED);
	columns->partition += _weighed(result, FT_CRED_CLASS);
	columns->qos += _weighed(result, FT_CRED_QOS);
}

static void _spread_res(const struct ft_component_result *result, bool tres,
			struct ft_columns *columns)
{
	columns->job_size += result->component[FT_RES].contribution;
	if (!tres)
		return;
	columns->tres[FT_COLUMN_CPU] = _weighed(result, FT_RES_PROC);
	columns->tres[FT_COLUMN_MEM] = _weighed(result, FT_RES_MEM);
	columns->tres[FT_COLUMN_NODE] = _weighed(result, FT_RES_NODE);
	for (int i = 0; i < FT_COLUMN_TRES; i++)
		columns->job_size -= columns->tres[i];
}

/* As much as SITE holds in whole numbers; the rest is JOBSIZE. */
static void _spread_site(double points, struct ft_columns *columns)
{
	double site = floor((double) columns->site + points);

	if (site < 0)
		site = 0;
	if (site > (double) UINT32_MAX)
		site = (double) UINT32_MAX;
	columns->job_size += (double) columns->site + points - site;
	columns->site = (uint32_t) site;
}

/* The whole number that a sum stands for. */
static uint32_t _whole_column(double sum, bool *ret_cut)
{
	double whole = floor(sum + ROUNDING);

	*ret_cut = whole > (double) UINT32_MAX;
	if (*ret_cut)
		return UINT32_MAX;
	return whole >= 1 ? (uint32_t) whole : 1;
}

static bool _agrees(double sum, uint32_t priority)
{
	return floor(sum) >= (double) priority &&
	       floor(sum) <= (double) priority;
}

/*
 * Rounding on the way to sprio may take a sum across a whole number: then it
 * is moved off that.  Where terms are so large that this gets lost, what
 * sprio adds up is the priority.
 */
static void _settle_column(const struct ft_column_tres_terms *tres,
			   struct ft_columns *columns)
{
	double sum = ft_columns_sum(columns, tres);

	for (int i = 0; i < ATTEMPTS; i++) {
		if (columns->cut || _agrees(sum, columns->priority))
			return;
		columns->job_size += (double) columns->priority + INSIDE - sum;
		sum = ft_columns_sum(columns, tres);
	}
	columns->priority = _whole_column(floor(sum), &columns->cut);
}

void ft_columns_spread(const struct ft_factor *stock, double partition,
		       const struct ft_column_tres_terms *tres,
		       const struct ft_component_result *components,
		       struct ft_columns *ret_columns)
{
	double sum = stock->age + stock->assoc + stock->fairshare +
		     stock->job_size + partition + stock->qos +
		     _column_offset(stock->site) - _column_offset(stock->nice) +
		     components->points;

	*ret_columns = (struct ft_columns){
		.age = stock->age + components->component[FT_SERV].contribution,
		.assoc = stock->assoc,
		.fairshare = stock->fairshare +
			     components->component[FT_FS].contribution,
		.job_size = stock->job_size,
		.partition = partition,
		.qos = stock->qos,
		.site = stock->site,
		.nice = stock->nice,
	};
	for (uint32_t i = 0; i < tres->count; i++)
		sum += tres->term[i];
	_spread_cred(components, ret_columns);
	_spread_res(components, tres->count > 0, ret_columns);
	_spread_site(components->component[FT_TARGET].contribution +
			     components->component[FT_USAGE].contribution,
		     ret_columns);
	ret_columns->priority = _whole_column(sum, &ret_columns->cut);
	_settle_column(tres, ret_columns);
}
