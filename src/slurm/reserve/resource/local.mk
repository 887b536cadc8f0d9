# SPDX-License-Identifier: GPL-2.0-or-later
# What is counted on nodes and in pools, a file each.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/resource/array_limit.c \
	src/slurm/reserve/resource/bb_pool.c \
	src/slurm/reserve/resource/bb_start.c \
	src/slurm/reserve/resource/burst_buffer.h \
	src/slurm/reserve/resource/core_resv.c \
	src/slurm/reserve/resource/core_resv.h \
	src/slurm/reserve/resource/dimension.c \
	src/slurm/reserve/resource/dimension.h \
	src/slurm/reserve/resource/disk.c \
	src/slurm/reserve/resource/exclusive.c \
	src/slurm/reserve/resource/exclusive.h \
	src/slurm/reserve/resource/gpu_cores.c \
	src/slurm/reserve/resource/gpu_cores.h \
	src/slurm/reserve/resource/gres.c \
	src/slurm/reserve/resource/gres_mask.c \
	src/slurm/reserve/resource/gres_mask.h \
	src/slurm/reserve/resource/gres_type.c \
	src/slurm/reserve/resource/gres_type.h \
	src/slurm/reserve/resource/licence.c \
	src/slurm/reserve/resource/licence.h \
	src/slurm/reserve/resource/licence_choice.c \
	src/slurm/reserve/resource/licence_layer.c \
	src/slurm/reserve/resource/max_cpus.c \
	src/slurm/reserve/resource/max_cpus.h \
	src/slurm/reserve/resource/node_power.c \
	src/slurm/reserve/resource/node_power.h \
	src/slurm/reserve/resource/oversubscribe.c \
	src/slurm/reserve/resource/oversubscribe.h \
	src/slurm/reserve/resource/pool.c \
	src/slurm/reserve/resource/pool.h \
	src/slurm/reserve/resource/resv.c src/slurm/reserve/resource/resv.h \
	src/slurm/reserve/resource/shared_gpu.c \
	src/slurm/reserve/resource/shared_gpu.h \
	src/slurm/reserve/resource/shared_gpu_mask.c \
	src/slurm/reserve/resource/socket_gpu.c \
	src/slurm/reserve/resource/socket_gpu.h \
	# End of resource
