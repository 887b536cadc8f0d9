/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sfair_page_style - how pages look, in light and dark.
 *
 * Colours are told apart also by those that see no red or green: blue, teal,
 * amber and violet differ in lightness.  s0 to s7: lines of a comparison.
 */
#ifndef FT_SFAIR_PAGE_STYLE_H
#define FT_SFAIR_PAGE_STYLE_H

extern const char sfair_page_style[];

#endif
