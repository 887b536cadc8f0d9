# SPDX-License-Identifier: GPL-2.0-or-later
# The plan that lives: events in, differences out.
BOARD_SOURCES = \
	src/core/board/agenda.c src/core/board/agenda.h \
	src/core/board/ahead.c src/core/board/ahead.h \
	src/core/board/attempt.c src/core/board/attempt.h \
	src/core/board/block.c src/core/board/block.h \
	src/core/board/board.c src/core/board/board.h \
	src/core/board/claim.c src/core/board/claim.h \
	src/core/board/closing.c src/core/board/closing.h \
	src/core/board/displace.c src/core/board/displace.h \
	src/core/board/exceed.c src/core/board/exceed.h \
	src/core/board/fit.c src/core/board/fit.h \
	src/core/board/heap.c src/core/board/heap.h \
	src/core/board/holder.c src/core/board/holder.h \
	src/core/board/instant.c src/core/board/instant.h \
	src/core/board/lane.c src/core/board/lane.h \
	src/core/board/layout.c src/core/board/layout.h \
	src/core/board/line.c src/core/board/line.h \
	src/core/board/memo.c src/core/board/memo.h \
	src/core/board/mend.c src/core/board/mend.h \
	src/core/board/obstacle.c \
	src/core/board/pattern.c src/core/board/pattern.h \
	src/core/board/pick.c src/core/board/pick.h \
	src/core/board/population.c src/core/board/population.h \
	src/core/board/prospect.c src/core/board/prospect.h \
	src/core/board/ready.c src/core/board/ready.h \
	src/core/board/record.c src/core/board/record.h \
	src/core/board/regard.c src/core/board/regard.h \
	src/core/board/spread.c src/core/board/spread.h \
	src/core/board/stand.c src/core/board/stand.h \
	src/core/board/swap.c src/core/board/swap.h \
	src/core/board/sweep.c src/core/board/sweep.h \
	src/core/board/state.h src/core/board/takes.c \
	src/core/board/wait.c src/core/board/wait.h \
	src/core/board/ways.c src/core/board/ways.h \
	# End of board
libftplan_la_SOURCES += $(BOARD_SOURCES)
