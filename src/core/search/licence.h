/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ft_licence - when a shape's licences are free.
 */
#ifndef FT_CORE_SEARCH_LICENCE_H
#define FT_CORE_SEARCH_LICENCE_H

#include "core/timeline/shape.h"
#include "core/timeline/timeline.h"

/*
 * The earliest start, `from` or later, at which all licences of the shape are
 * free for its whole duration; FT_NEVER if none is.
 */
extern int64_t ft_licence_start(const struct ft_timeline *timeline,
				const struct ft_shape *shape, int64_t from);

#endif
