# SPDX-License-Identifier: GPL-2.0-or-later
# Containers, text, numbers, options, bounds: what all else stands on.
libftbase_a_SOURCES += \
	src/core/base/arena.c src/core/base/arena.h \
	src/core/base/array.c src/core/base/array.h \
	src/core/base/bounds.h \
	src/core/base/checksum.c src/core/base/checksum.h \
	src/core/base/conf.c src/core/base/conf.h \
	src/core/base/err.c src/core/base/err.h \
	src/core/base/halt.h \
	src/core/base/id_map.c src/core/base/id_map.h \
	src/core/base/index_map.c src/core/base/index_map.h \
	src/core/base/job_table.c src/core/base/job_table.h \
	src/core/base/json_writer.c src/core/base/json_writer.h \
	src/core/base/keyed_hash.c src/core/base/keyed_hash.h \
	src/core/base/list.c src/core/base/list.h \
	src/core/base/line.c src/core/base/line.h \
	src/core/base/name_code.c src/core/base/name_code.h \
	src/core/base/name_table.c src/core/base/name_table.h \
	src/core/base/node_set.c src/core/base/node_set.h \
	src/core/base/number.c src/core/base/number.h \
	src/core/base/option.c src/core/base/option.h \
	src/core/base/order.h \
	src/core/base/planted.h \
	src/core/base/recent.h \
	src/core/base/record_reader.c src/core/base/record_reader.h \
	src/core/base/scan.c src/core/base/scan.h \
	src/core/base/scheduler_name.c src/core/base/scheduler_name.h \
	src/core/base/seal.c src/core/base/seal.h \
	src/core/base/sha256.c src/core/base/sha256.h \
	src/core/base/spare.c src/core/base/spare.h \
	src/core/base/statement.c src/core/base/statement.h \
	src/core/base/text.c src/core/base/text.h \
	src/core/base/utf8.c src/core/base/utf8.h \
	# End of base
