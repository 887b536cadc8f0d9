# SPDX-License-Identifier: GPL-2.0-or-later
# Maui's targets, windows, options and files.
libftshare_a_SOURCES += \
	src/core/maui/credential.c src/core/maui/credential.h \
	src/core/maui/fairshare_file.c src/core/maui/fairshare_file.h \
	src/core/maui/fairshare_goal.c src/core/maui/fairshare_goal.h \
	src/core/maui/fairshare_option.c src/core/maui/fairshare_option.h \
	src/core/maui/fairshare_target.c src/core/maui/fairshare_target.h \
	src/core/maui/fairshare_window.c src/core/maui/fairshare_window.h \
	# End of maui
