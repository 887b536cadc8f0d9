/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_component - Maui's hierarchy of priority factors.
 *
 * Source: Maui, Job Prioritization (Priority Factors): the sum over components
 * of weight * min(cap, the sum over subcomponents of weight * min(cap,
 * value)).  A cap of 0 is none; caps bound above only.  Where manual and
 * program differ, the manual counts.  Laws (tested): every number is finite,
 * and TARGET never falls while a job waits.
 *
 * Pure.  Knows no names: component_policy.h looks up what users, QOS and
 * partitions are given.
 */
#ifndef FT_CORE_PRIORITY_COMPONENT_H
#define FT_CORE_PRIORITY_COMPONENT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/maui/credential.h"

enum ft_component {
	FT_CRED,
	FT_FS,
	FT_RES,
	FT_SERV,
	FT_TARGET,
	FT_USAGE,
	FT_COMPONENTS
};

/* Those of a component stand together; FT_CRED_* and FT_FS_* in the order of
 * enum ft_credential_kind. */
enum ft_subcomponent {
	FT_CRED_USER,
	FT_CRED_GROUP,
	FT_CRED_ACCOUNT,
	FT_CRED_QOS,
	FT_CRED_CLASS,
	FT_FS_USER,
	FT_FS_GROUP,
	FT_FS_ACCOUNT,
	FT_FS_QOS,
	FT_FS_CLASS,
	FT_RES_NODE,
	FT_RES_PROC,
	FT_RES_MEM,
	FT_RES_DISK,
	FT_RES_PS,
	FT_RES_PE,
	FT_RES_WALLTIME,
	FT_SERV_QUEUETIME,
	FT_SERV_XFACTOR,
	FT_SERV_BYPASS,
	FT_TARGET_QUEUETIME,
	FT_TARGET_XFACTOR,
	FT_USAGE_CONSUMED,
	FT_USAGE_REMAINING,
	FT_USAGE_PERCENT,
	FT_USAGE_EXECUTIONTIME,
	FT_SUBCOMPONENTS
};

/* What counts in one partition. */
struct ft_component_weights {
	double component[FT_COMPONENTS];
	double component_cap[FT_COMPONENTS]; /* 0: none */
	double weight[FT_SUBCOMPONENTS];
	double cap[FT_SUBCOMPONENTS]; /* 0: none */
	double xfminwclimit;	      /* seconds; 0: none */
};

/* The machine, for processor equivalents; 0: not known, does not count. */
struct ft_component_system {
	double cpus, mem_mb, disk_mb, gpus;
};

/* What a QOS adds to weights, and its targets. */
struct ft_component_qos {
	double queuetime_weight, xfactor_weight;
	double queuetime_target; /* seconds; 0: none */
	double xfactor_target;	 /* 0: none */
};

struct ft_component_job {
	double priority[FT_CREDENTIAL_KINDS]; /* of its credentials */
	double delta[FT_CREDENTIAL_KINDS];    /* ft_fs_delta() of them */
	struct ft_component_qos qos;
	double nodes, cpus, mem_mb, disk_mb, gpus; /* wanted or, once it
						    * runs, given; in all */
	double walltime; /* time limit, seconds; 0: none */
	double waited;	 /* effective queue time, seconds */
	double bypass;	 /* times that it was passed */
	double elapsed;	 /* seconds that it has run, without suspensions */
	bool running;	 /* else USAGE counts nothing */
};

/* weight * min(cap, value) is contribution. */
struct ft_component_term {
	double value, weight, cap; /* cap 0: none */
	double contribution;
};

struct ft_component_result {
	/* value: the sum of its subcomponents' contributions */
	struct ft_component_term component[FT_COMPONENTS];
	/* contribution: before the component's cap and weight */
	struct ft_component_term term[FT_SUBCOMPONENTS];
	double points; /* the sum of the components' contributions */
};

/* Every term, also those of weight 0. */
extern void ft_component_compute(const struct ft_component_weights *weights,
				 const struct ft_component_system *system,
				 const struct ft_component_job *job,
				 struct ft_component_result *ret_result);

/* Processor equivalents: the largest part of the machine, in processors. */
extern double ft_component_equivalents(const struct ft_component_system *system,
				       const struct ft_component_job *job);

/* 1 + waited / max(xfminwclimit, walltime); 1 if neither is given. */
extern double ft_component_xfactor(double xfminwclimit,
				   const struct ft_component_job *job);

/*
 * How pressing a target is for something that grows with time: (max(1e-4,
 * target - value))^-2 before the target, 1e8 * value / target from it on.
 * 0 without a target.
 */
extern double ft_component_urgency(double target, double value);

/* The component that a subcomponent belongs to. */
extern enum ft_component ft_component_of(enum ft_subcomponent subcomponent);

/* "cred"; "user".  Words of subcomponents are unique within a component. */
extern const char *ft_component_word(enum ft_component component);
extern const char *ft_subcomponent_word(enum ft_subcomponent subcomponent);

#endif
