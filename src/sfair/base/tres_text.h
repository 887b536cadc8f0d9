/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_tres_amount - the amount of a TRES in "cpu=4,mem=1.50G,gres/gpu=2".
 *
 * Memory in MB.  0: text is NULL, or it is not in there.
 */
#ifndef FT_SFAIR_BASE_TRES_TEXT_H
#define FT_SFAIR_BASE_TRES_TEXT_H

extern double sfair_tres_amount(const char *text, const char *name);

#endif
