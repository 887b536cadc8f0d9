# SPDX-License-Identifier: GPL-2.0-or-later
# What one waiting job asks for.
FTS_RESERVE_SOURCES += \
	src/slurm/reserve/demand/chance.c src/slurm/reserve/demand/chance.h \
	src/slurm/reserve/demand/core_limit.c \
	src/slurm/reserve/demand/demand.c src/slurm/reserve/demand/demand.h \
	src/slurm/reserve/demand/eligible.c \
	src/slurm/reserve/demand/eligible.h \
	src/slurm/reserve/demand/feature_count.c \
	src/slurm/reserve/demand/feature_count.h \
	src/slurm/reserve/demand/find.c \
	src/slurm/reserve/demand/gres.c \
	src/slurm/reserve/demand/hash.c src/slurm/reserve/demand/hash.h \
	src/slurm/reserve/demand/het.c src/slurm/reserve/demand/het.h \
	src/slurm/reserve/demand/het_limit.c \
	src/slurm/reserve/demand/misfit.c src/slurm/reserve/demand/misfit.h \
	src/slurm/reserve/demand/order.c \
	src/slurm/reserve/demand/part_access.c \
	src/slurm/reserve/demand/part_access.h \
	src/slurm/reserve/demand/pick.c \
	src/slurm/reserve/demand/predict.c \
	src/slurm/reserve/demand/predict.h \
	src/slurm/reserve/demand/queue.c src/slurm/reserve/demand/queue.h \
	src/slurm/reserve/demand/request.c \
	src/slurm/reserve/demand/shape.c src/slurm/reserve/demand/shape.h \
	src/slurm/reserve/demand/shape_list.c \
	src/slurm/reserve/demand/shape_list.h \
	src/slurm/reserve/demand/socket.c src/slurm/reserve/demand/socket.h \
	src/slurm/reserve/demand/survey.c src/slurm/reserve/demand/survey.h \
	src/slurm/reserve/demand/task_layout.c \
	src/slurm/reserve/demand/task_layout.h \
	# End of demand
