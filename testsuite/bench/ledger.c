/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger - what the ledger costs: a look at each running job, the copy that is
 * taken under its lock, the file and its reading.
 *
 * One JSON line for each, the median of the repeats.  Users, with as many
 * account paths and entities, have used something in each of eight windows,
 * of twelve closed periods a tenth of them; the file is written and synced in
 * the folder that --folder names.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/ledger/ledger_file.h"
#include "core/base/number.h"
#include "gauge.h"

enum { REPEATS = 5, WINDOWS = 8, PERIODS = 12, HOUR = 3600, NAME = 32 };

static const int64_t epoch = INT64_C(1800000000);

struct bench {
	uint32_t credentials, running;
	const char *folder;
	struct ft_ledger_policy policy;
	struct ft_ledger_image image, copy;
	struct ft_ledger_place *place;
	int64_t now;
	size_t bytes;
};

static void must(int rc)
{
	if (!rc)
		return;
	fprintf(stderr, "ledger: %s\n", strerror(-rc));
	exit(1);
}

static void make_places(struct bench *bench)
{
	bench->place = calloc(bench->credentials, sizeof(*bench->place));
	must(bench->place ? 0 : -ENOMEM);
	for (uint32_t i = 0; i < bench->credentials; i++) {
		char user[NAME], path[3 * NAME], group[NAME];
		struct ft_ledger_names names = {
			.entity = user,
			.path = path,
			.credential = {user, group, group, "normal", "batch"},
		};

		snprintf(user, sizeof(user), "user%" PRIu32, i);
		snprintf(group, sizeof(group), "group%" PRIu32, i % 500);
		snprintf(path, sizeof(path), "/dept/%s/%s", group, user);
		must(ft_ledger_place(&bench->image.ledger, &names,
				     &bench->place[i]));
	}
}

static const struct ft_ledger_rate rate = {64, 64, {64, 256000.0 / 3, 10000}};

/* What everybody has used before. */
static void fill(struct bench *bench)
{
	struct ft_ledger *ledger = &bench->image.ledger;
	int64_t window = bench->policy.span.interval;

	bench->now = epoch - (WINDOWS - 1) * window;
	for (int p = PERIODS; p >= 0; p--)
		must(ft_ledger_period_open(ledger, &bench->policy,
					   epoch - p * 30 * 24 * HOUR));
	for (; bench->now <= epoch; bench->now += window) {
		must(ft_ledger_roll(ledger, &bench->policy, bench->now));
		for (uint32_t i = 0; i < bench->credentials; i++)
			must(ft_ledger_charge(
				ledger, &bench->policy, &bench->place[i], &rate,
				bench->now, bench->now + HOUR + i % 1000));
	}
	bench->now = epoch;
	for (int p = 1; p <= PERIODS; p++)
		for (uint32_t i = 0; i < bench->credentials; i += 10)
			must(ft_ledger_charge(
				ledger, &bench->policy, &bench->place[i], &rate,
				epoch - p * 30 * 24 * HOUR,
				epoch - p * 30 * 24 * HOUR + HOUR));
}

static void look(struct bench *bench)
{
	bench->now += 300;
	ft_ledger_runs_begin(&bench->image.runs);
	must(ft_ledger_roll(&bench->image.ledger, &bench->policy, bench->now));
	for (uint32_t i = 0; i < bench->running; i++) {
		struct ft_ledger_look seen = {
			.job_id = i + 1,
			.start = epoch,
			.stop = bench->now,
			.running = true,
			.rate = rate,
			.place = bench->place[i % bench->credentials],
		};

		must(ft_ledger_look(&bench->image.runs, &bench->image.ledger,
				    &bench->policy, &seen, NULL));
	}
}

static void copy(struct bench *bench)
{
	must(ft_ledger_image_copy(&bench->copy, &bench->image));
}

static void save(struct bench *bench)
{
	char path[4096];
	char *text = ft_ledger_file_text(&bench->copy, &bench->bytes);
	int fd;

	must(text ? 0 : -ENOMEM);
	snprintf(path, sizeof(path), "%s/ledger.bench", bench->folder);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, text, bench->bytes) != (ssize_t) bench->bytes ||
	    fsync(fd))
		must(-errno);
	close(fd);
	unlink(path);
	free(text);
}

static void load(struct bench *bench)
{
	struct ft_ledger_image again;
	char *text = ft_ledger_file_text(&bench->copy, &bench->bytes);
	struct ft_err err;

	must(ft_ledger_image_init(&again));
	must(ft_ledger_file_read(text, bench->bytes, "ledger", &again, &err));
	ft_ledger_image_fini(&again);
	free(text);
}

static int compare(const void *a, const void *b)
{
	double left = *(const double *) a, right = *(const double *) b;

	return left < right ? -1 : left > right;
}

static void measure(struct bench *bench, const char *name,
		    void (*step)(struct bench *bench))
{
	double seconds[REPEATS], cpu[REPEATS];

	for (int i = 0; i < REPEATS; i++) {
		double begun = gauge_seconds(CLOCK_MONOTONIC);
		double used = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID);

		step(bench);
		seconds[i] = gauge_seconds(CLOCK_MONOTONIC) - begun;
		cpu[i] = gauge_seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
	}
	qsort(seconds, REPEATS, sizeof(*seconds), compare);
	qsort(cpu, REPEATS, sizeof(*cpu), compare);
	printf("{\"bench\":\"ledger\",\"step\":\"%s\",\"credentials\":%" PRIu32
	       ",\"running\":%" PRIu32
	       ",\"seconds\":%.6f,\"cpu\":%.6f,\"bytes\":%zu}\n",
	       name, bench->credentials, bench->running, seconds[REPEATS / 2],
	       cpu[REPEATS / 2], bench->bytes);
}

static const struct option options[] = {
	{"credentials", required_argument, NULL, 'c'},
	{"running", required_argument, NULL, 'r'},
	{"folder", required_argument, NULL, 'f'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

static const char usage[] =
	"Usage: ledger [--credentials N] [--running N] [--folder DIR]\n\n"
	"  --credentials N  users, account paths and entities (100000)\n"
	"  --running N      jobs that run (20000)\n"
	"  --folder DIR     where the file is written (.)";

static int _number(const char *text, uint32_t *ret)
{
	int64_t value;

	if (ft_number_int(text, 1, 10000000, &value))
		return 1;
	*ret = (uint32_t) value;
	return 0;
}

static int _options(int argc, char **argv, struct bench *bench)
{
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'h') {
			puts(usage);
			exit(0);
		}
		if (c == 'f')
			bench->folder = optarg;
		else if ((c != 'c' && c != 'r') ||
			 _number(optarg, c == 'c' ? &bench->credentials
						  : &bench->running))
			return 2;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct bench bench = {
		.credentials = 100000, .running = 20000, .folder = "."};

	if (_options(argc, argv, &bench)) {
		fprintf(stderr, "%s\n", usage);
		return 2;
	}
	bench.policy = ft_ledger_defaults();
	bench.policy.decay_time = 24 * HOUR;
	bench.policy.decay_factor = .5;
	must(ft_ledger_image_init(&bench.image));
	make_places(&bench);
	fill(&bench);
	measure(&bench, "look", look);
	measure(&bench, "copy", copy);
	measure(&bench, "save", save);
	measure(&bench, "load", load);
	ft_ledger_image_fini(&bench.copy);
	ft_ledger_image_fini(&bench.image);
	free(bench.place);
	return 0;
}
