/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See read_log.h.
 */
#include "read_log.h"
#include "harness.h"

#include <string.h>

#include "core/base/statement.h"

#define MARK "%%\n"

static int read_lines(char *text, struct ft_workload *workload)
{
	struct ft_err err;
	int rc = 0;

	for (uint64_t number = 1; !rc && text; number++) {
		char *end = strchr(text, '\n');

		if (end)
			*end++ = '\0';
		rc = FUZZ_CODE(ft_workload_line(workload, text, number, &err));
		text = end;
	}
	return rc;
}

int fuzz_log_read(char *text, struct ft_fleet *fleet,
		  struct ft_workload *workload)
{
	struct ft_workload_machine machine = {.nodes = 4, .memory = 4096};
	char *log = strstr(text, MARK);
	struct ft_err err;
	int rc = 0;

	if (log) {
		*log = '\0';
		log += strlen(MARK);
		rc = FUZZ_CODE(ft_statement_read(text, "fleet", ft_fleet_take,
						 fleet, &err));
		if (!rc)
			rc = FUZZ_CODE(ft_fleet_check(fleet, &err));
		workload->fleet = machine.fleet = fleet;
		machine.nodes = rc ? 0 : ft_fleet_nodes(fleet);
		machine.processors = rc ? 0 : ft_fleet_processors(fleet);
		machine.memory = 0;
	}
	if (!rc)
		rc = read_lines(log ? log : text, workload);
	if (!rc)
		rc = FUZZ_CODE(ft_workload_finish(workload, &machine, &err));
	return rc;
}
