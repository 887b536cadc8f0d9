# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of sfair's command line.  A distribution that keeps zsh's
# functions elsewhere gives zshcompletiondir to make.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_bashcompletion_DATA = completion/bash/sfair
dist_zshcompletion_DATA = completion/zsh/_sfair
