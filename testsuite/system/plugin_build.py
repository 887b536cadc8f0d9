# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugins built once more, in another folder and with other options.

For the Slurm that the build tree (FT_BUILDDIR) was configured with.  Refuses to
install anything.
"""
import os
import re
import subprocess

from cluster_process import ClusterError

BUILD = os.environ.get('FT_BUILDDIR') or os.getcwd()
SOURCE = os.environ.get('FT_SRCDIR') or os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def variable(name):
    """A variable of the build tree's Makefile."""
    with open(f'{BUILD}/Makefile', encoding='utf-8') as file:
        found = re.search(rf'^{name} = (.*)$', file.read(), re.M)
    if not found:
        raise ClusterError(f'{BUILD}/Makefile has no {name}')
    return found[1].strip()


# The test has a limit of its own: this ends what hangs for ever.
BUILD_SECONDS = 2400


def run(command, folder):
    """A command in a folder; a failure is a ClusterError with what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          timeout=BUILD_SECONDS, check=False)
    if done.returncode:
        raise ClusterError(f'{" ".join(command)}: {done.stdout[-2000:]}'
                           f'{done.stderr[-2000:]}')


def build(folder, *options):
    """The plugins, configured in the folder with these options."""
    run([f'{SOURCE}/configure', *options,
         f'--with-slurm-src={variable("SLURM_SRC")}',
         f'--with-slurm-build={variable("SLURM_BUILD")}',
         f'--with-slurm={variable("SLURM_PREFIX")}'], folder)
    run(['make', '-j2', 'plugins'], folder)
    return folder
