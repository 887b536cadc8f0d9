/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * swf - a log of jobs, line by line, and the machine that it ran on.
 *
 * What stands before a line "%%" describes the machine in statements, what
 * stands behind it is the log; without it all is log.
 */
#include "harness.h"
#include "read_log.h"
#include "run.h"

#include <string.h>

static const char *const sound[] = {
	"NODES[a] COUNT=1000000000 PROCESSORS=1000000000 MEMORY=1\n%%\n"
	"1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1 a\n",
	"NODES[a] COUNT=1\nNODES[a] COUNT=2\n%%\n",
	"; MaxProcs: 8\n; MaxNodes: 4\n"
	"1 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1\n"
	"2 10 0 50 2 -1 -1 -1 100 1024 1 4 2 -1 2 1 1 30\n",
	"NODES[zewura] COUNT=20 PROCESSORS=80 MEMORY=512000 "
	"PROPERTIES=brno,nfs4\nNODES[small] COUNT=2 PROCESSORS=4 "
	"MEMORY=512\n%%\n"
	"1 0 5 100 4 90 -1 4 200 1024 1 3 2 -1 1 -1 -1 -1 "
	"2:ppn=2:brno:^small#excl\n"
	"2 0 5 100 4 90 -1 4 200 -1 1 3 2 -1 1 -1 -1 -1 1:ppn=1+2:x\n",
};

void fuzz_swf_seed(fuzz_take take, void *context)
{
	for (size_t i = 0; i < sizeof(sound) / sizeof(*sound); i++)
		take(context, sound[i], strlen(sound[i]));
}

void fuzz_swf(const char *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	struct ft_workload workload = {0};
	struct ft_fleet fleet = {0};

	fuzz_log_read(text, &fleet, &workload);
	ft_workload_free(&workload);
	ft_fleet_free(&fleet);
	fuzz_free(text);
}
