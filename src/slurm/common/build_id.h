/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fts_build_id - are slurmctld and its library the very files that configure
 * saw?
 *
 * The linker gives each program and library a number of its own.  Another
 * number is no fault by itself: the same source built again has one.  So it is
 * told and nothing refused, which is left to layout.h.
 */
#ifndef FT_SLURM_COMMON_BUILD_ID_H
#define FT_SLURM_COMMON_BUILD_ID_H

/*
 * Logs what is another file than when the plugin was configured; nothing where
 * either has no number.  plugin: its name, as lines of the log begin.
 */
extern void fts_build_id_tell(const char *plugin);

#endif
