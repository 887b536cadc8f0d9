/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libfuzzer - the entry that clang's libFuzzer calls.  FT_FUZZ names the
 * harness; see testsuite/fuzz/run.
 */
#include "harness.h"

#include <stdlib.h>

extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct fuzz_harness *harness;

	if (!harness) {
		const char *name = getenv("FT_FUZZ");

		harness = name ? fuzz_harness_find(name) : NULL;
		if (!harness)
			abort();
	}
	harness->run((const char *) data, size);
	return 0;
}
