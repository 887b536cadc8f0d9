# SPDX-License-Identifier: GPL-2.0-or-later
# libftslurm: the only code that includes Slurm's internals.
