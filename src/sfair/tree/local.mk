# SPDX-License-Identifier: GPL-2.0-or-later
# sfair tree, quota and fairshare: trees of shares and usage.
sfair_SOURCES += \
	src/sfair/tree/fairshare.c \
	src/sfair/tree/fairshare_folder.c src/sfair/tree/fairshare_folder.h \
	src/sfair/tree/fairshare_live.c src/sfair/tree/fairshare_live.h \
	src/sfair/tree/quota.c \
	src/sfair/tree/quota_file.c src/sfair/tree/quota_file.h \
	src/sfair/tree/quota_live.c src/sfair/tree/quota_live.h \
	src/sfair/tree/quota_queue.c \
	src/sfair/tree/quota_report.c src/sfair/tree/quota_report.h \
	src/sfair/tree/tree.c \
	src/sfair/tree/tree_file.c src/sfair/tree/tree_file.h \
	src/sfair/tree/tree_live.c src/sfair/tree/tree_live.h \
	src/sfair/tree/tree_page.c src/sfair/tree/tree_page.h \
	# End of tree
