# SPDX-License-Identifier: GPL-2.0-or-later
# The quotas and votes of 'fair que'.
libftshare_a_SOURCES += \
	src/core/quota/quota.c src/core/quota/quota.h \
	src/core/quota/quota_place.c src/core/quota/quota_place.h \
	src/core/quota/quota_tree.c src/core/quota/quota_tree.h \
	# End of quota
