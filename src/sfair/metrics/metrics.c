/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair metrics - figures of queue, plan and scheduler for Prometheus.
 *
 * Only what Slurm's own metrics do not say: waits, what is planned, what a
 * cycle costs, how long locks are held.  A source that does not answer is said
 * in sfair_up, and leaves out its figures.
 */
#include "ft_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sfair/base/command.h"
#include "sfair/base/fresh_file.h"
#include "sfair/base/sfair.h"
#include "sfair/metrics/metrics_part.h"
#include "sfair/metrics/open_metrics.h"
#include "sfair/outlook/outlook_any.h"
#include "sfair/promises/promises.h"

static const char usage[] =
	"Usage: sfair metrics [OPTION]...\n"
	"\n"
	"Figures of the queue, the plan and the scheduler as OpenMetrics, for\n"
	"Prometheus: waits by partition and QOS, planned jobs, cycle times.\n"
	"\n"
	"  --output FILE  where to, in one piece: a file that ends in .prom "
	"in\n"
	"                 the folder that node_exporter's textfile collector\n"
	"                 reads (standard output)\n"
	"  --log FILE     slurmctld's log, at level debug: lock holds, steps "
	"of\n"
	"                 a cycle, jobs started by trial\n"
	"  --plan FILE    the published plan, if not where slurm.conf says\n"
	"  --conf FILE    another slurm.conf\n"
	"  --help         this text\n"
	"\n"
	"Status: 0; 1 if slurmctld does not answer or FILE cannot be written; "
	"2\n"
	"if the call is wrong.";

struct call {
	const char *output, *log, *plan, *conf;
};

struct sources {
	bool plan, cycles, history, log;
};

static void _say_source(const char *source, const struct ft_err *err)
{
	fprintf(stderr, "sfair metrics: no figures of the %s: %s\n", source,
		err->text);
}

static void _print_up(FILE *out, const struct call *call,
		      const struct sources *up)
{
	sfair_metric_family(out, "sfair_up", "gauge",
			    "Whether a source of figures answered.");
	sfair_metric(
		out, "sfair_up",
		(struct sfair_label[SFAIR_LABELS]){{"source", "slurmctld"}}, 1);
	sfair_metric(out, "sfair_up",
		     (struct sfair_label[SFAIR_LABELS]){{"source", "plan"}},
		     up->plan);
	sfair_metric(
		out, "sfair_up",
		(struct sfair_label[SFAIR_LABELS]){{"source", "statistics"}},
		up->cycles);
	sfair_metric(out, "sfair_up",
		     (struct sfair_label[SFAIR_LABELS]){{"source", "history"}},
		     up->history);
	if (call->log)
		sfair_metric(
			out, "sfair_up",
			(struct sfair_label[SFAIR_LABELS]){{"source", "log"}},
			up->log);
}

/* Of a site that hides jobs, and of an old plan, no plan is better than half of
 * one. */
static int _print_plan_metrics(FILE *out, const struct call *call,
			       struct sfair_scene *scene, bool *ret_published,
			       struct ft_err *err)
{
	struct ft_outlook outlook = {0};
	char note[SFAIR_NOTE];
	int rc = sfair_outlook_any(
		scene, &(struct sfair_outlook_call){call->plan, false},
		&outlook, ret_published, note, err);

	if (!rc && (*ret_published || !scene->hidden))
		rc = sfair_metrics_plan(out, scene, &outlook);
	ft_outlook_free(&outlook);
	return rc;
}

/* Where none is kept there are no figures, and no complaint. */
static bool _print_history(FILE *out, const struct sfair_scene *scene)
{
	struct ft_err why = {.text = ""};
	char *path = sfair_history_path(scene->conf->sched_params,
					scene->conf->state_save_location);
	int rc = path ? sfair_metrics_promises(out, path, scene->now, &why)
		      : -ENOENT;

	if (rc && rc != -ENOENT)
		_say_source("history", &why);
	free(path);
	return !rc;
}

static int _print_metrics(FILE *out, const struct call *call,
			  struct sfair_scene *scene, struct ft_err *err)
{
	struct ft_err why = {.text = ""};
	struct sources up = {false};
	int rc = sfair_scene_load_jobs(scene, err);

	if (!rc && sfair_metrics_jobs(out, scene))
		rc = ft_fail(err, -1, "out of memory");
	if (!rc)
		rc = _print_plan_metrics(out, call, scene, &up.plan, err);
	if (rc)
		return rc;
	up.cycles = !sfair_metrics_cycles(out, &why);
	if (!up.cycles)
		_say_source("cycles", &why);
	up.history = _print_history(out, scene);
	up.log = call->log && !sfair_metrics_log(out, call->log, &why);
	if (call->log && !up.log)
		_say_source("log", &why);
	_print_up(out, call, &up);
	sfair_metric_end(out);
	return 0;
}

static int _write_metrics(const struct call *call)
{
	struct sfair_fresh_file file;
	struct sfair_scene scene;
	struct ft_err err = {.text = ""};
	int rc = sfair_scene_open(&scene, call->conf, &err);

	if (!rc) {
		rc = sfair_fresh_open(&file, call->output ? call->output : "-",
				      &err);
		if (!rc) {
			rc = _print_metrics(file.out, call, &scene, &err);
			rc = sfair_fresh_close(&file, rc, &err);
		}
	}
	if (rc)
		fprintf(stderr, "sfair metrics: %s\n", err.text);
	sfair_scene_close(&scene);
	return rc ? SFAIR_REFUSED : SFAIR_DONE;
}

int sfair_metrics(int argc, char **argv)
{
	struct call call = {0};
	const struct sfair_command_option option[] = {
		{"output", .text = &call.output},
		{"log", .text = &call.log},
		{"plan", .text = &call.plan},
		{"conf", .text = &call.conf},
		{NULL},
	};
	int status;

	if (!sfair_command_read(argc, argv, usage, option, &status))
		return status;
	status = sfair_command_end("metrics", argv[optind]);
	return status ? status : _write_metrics(&call);
}
