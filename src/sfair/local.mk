# SPDX-License-Identifier: GPL-2.0-or-later
# sfair: the command; one file a subcommand; never Slurm's internals.
bin_PROGRAMS += sfair
sfair_SOURCES = src/sfair/main.c \
	src/slurm/common/config_file.c src/slurm/common/config_file.h
include src/sfair/base/local.mk
include src/sfair/outlook/local.mk
include src/sfair/page/local.mk
include src/sfair/promises/local.mk
include src/sfair/answer/local.mk
include src/sfair/limits/local.mk
include src/sfair/tree/local.mk
include src/sfair/share/local.mk
include src/sfair/priority/local.mk
include src/sfair/replay/local.mk
include src/sfair/cycle/local.mk
include src/sfair/check/local.mk
include src/sfair/metrics/local.mk
# See src/sfair/base/json_made.c.
SFAIR_JSON = -Wl,--wrap=json_object_new_object \
	-Wl,--wrap=json_object_new_array \
	-Wl,--wrap=json_object_new_boolean -Wl,--wrap=json_object_new_int64 \
	-Wl,--wrap=json_object_new_double -Wl,--wrap=json_object_new_string \
	-Wl,--wrap=json_object_object_add -Wl,--wrap=json_object_array_add \
	-Wl,--wrap=json_object_to_json_string \
	-Wl,--wrap=json_object_to_json_string_ext
sfair_LDFLAGS = $(AM_LDFLAGS) $(FT_PIE_LDFLAGS) $(SFAIR_JSON)
sfair_CFLAGS = $(AM_CFLAGS) $(FT_PIE_CFLAGS) $(JSONC_CFLAGS) $(ZLIB_CFLAGS)
sfair_LDADD = $(CORE_LDADD) $(LIBSLURM) $(ZLIB_LIBS)
