/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Laws of Maui's hierarchy on random weights and jobs, up to the ends of what
 * can be given; each failure names its seed.
 */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/priority/component.h"

enum { CASES = 20000, STEPS = 50 };

static uint64_t state;
static struct ft_component_weights weights;
static struct ft_component_system machine;
static struct ft_component_job job;

static double chance(void)
{
	state = state * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (double) (state >> 11) / 9007199254740992.0;
}

/* 0, most, or of any size in between. */
static double size(double most)
{
	double kind = chance();

	if (kind < .2)
		return 0;
	return kind < .3 ? most : most * pow(10, -20 * chance());
}

static double signed_size(double most)
{
	return chance() < .5 ? size(most) : -size(most);
}

static void sample(uint64_t seed)
{
	state = seed;
	for (int i = 0; i < FT_COMPONENTS; i++) {
		weights.component[i] = signed_size(1e12);
		weights.component_cap[i] = size(1e18);
	}
	for (int i = 0; i < FT_SUBCOMPONENTS; i++) {
		weights.weight[i] = signed_size(1e12);
		weights.cap[i] = size(1e18);
	}
	weights.xfminwclimit = floor(size(1e7));
	machine = (struct ft_component_system){size(1e18), size(1e18),
					       size(1e18), size(1e18)};
	for (int i = 0; i < FT_CREDENTIAL_KINDS; i++) {
		job.priority[i] = signed_size(1e12);
		job.delta[i] = signed_size(1e18);
	}
	job.qos =
		(struct ft_component_qos){signed_size(1e12), signed_size(1e12),
					  floor(size(1e7)), size(1e9)};
	job.nodes = size(1e18);
	job.cpus = size(1e18);
	job.mem_mb = size(1e18);
	job.disk_mb = size(1e18);
	job.gpus = size(1e18);
	job.walltime = floor(size(1e18));
	job.waited = floor(size(1e18));
	job.bypass = floor(size(1e18));
	job.elapsed = floor(size(1e18));
	job.running = chance() < .5;
}

static bool sound(const struct ft_component_term *term)
{
	double value = term->value;

	if (term->cap > 0 && value > term->cap)
		value = term->cap;
	return isfinite(term->value) && isfinite(term->contribution) &&
	       fabs(term->contribution - term->weight * value) <=
		       fabs(term->contribution) * DBL_EPSILON;
}

Test(component, every_number_is_finite_and_capped)
{
	struct ft_component_result result;

	for (uint64_t seed = 1; seed <= CASES; seed++) {
		double points = 0;

		sample(seed);
		ft_component_compute(&weights, &machine, &job, &result);
		for (int i = 0; i < FT_SUBCOMPONENTS; i++)
			cr_assert(sound(&result.term[i]), "seed %lu: %s", seed,
				  ft_subcomponent_word(i));
		for (int i = 0; i < FT_COMPONENTS; i++) {
			cr_assert(sound(&result.component[i]), "seed %lu: %s",
				  seed, ft_component_word(i));
			points += result.component[i].contribution;
		}
		cr_assert(isfinite(result.points) && points == result.points,
			  "seed %lu", seed);
	}
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return (x > y) - (x < y);
}

/* Far before a target, close to it on either side, and long after. */
static double moment(double target)
{
	double kind = chance();

	if (kind < .4)
		return target * chance();
	if (kind < .6)
		return fmax(0, target - pow(10, -8 * chance()));
	return target * (1 + pow(10, 6 - 20 * chance()));
}

/* Whoever waits longer is never less pressing, and missing is no relief. */
Test(component, targets_never_press_less_with_time)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		double value[STEPS], target, before = 0;

		state = seed;
		target = 1e-3 + size(1e9);
		for (int i = 0; i < STEPS; i++)
			value[i] = moment(target);
		qsort(value, STEPS, sizeof(*value), compare);
		for (int i = 0; i < STEPS; i++) {
			double now = ft_component_urgency(target, value[i]);

			cr_assert(isfinite(now) && now >= before,
				  "seed %lu: target %.17g: %.17g gives %.17g, "
				  "less than %.17g",
				  seed, target, value[i], now, before);
			before = now;
		}
	}
}

/* A partition's equivalents are those of its scarcest resource. */
Test(component, equivalents_lie_between_the_job_and_the_machine)
{
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		double least, pe;

		sample(seed);
		least = machine.cpus > 0 ? job.cpus : 0;
		pe = ft_component_equivalents(&machine, &job);
		cr_assert(pe >= least * (1 - 1e-12), "seed %lu", seed);
		if (job.cpus <= machine.cpus && job.mem_mb <= machine.mem_mb &&
		    job.disk_mb <= machine.disk_mb && job.gpus <= machine.gpus)
			cr_assert(pe <= machine.cpus * (1 + 1e-12), "seed %lu",
				  seed);
	}
}
