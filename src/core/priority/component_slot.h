/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the offsets in ft_component_option_table mean.  For
 * component_policy.c and component_option.c only.
 */
#ifndef FT_CORE_PRIORITY_COMPONENT_SLOT_H
#define FT_CORE_PRIORITY_COMPONENT_SLOT_H

#include <stddef.h>
#include <stdint.h>

#include "core/priority/component.h"

/* What a credential is given. */
enum ft_component_attribute {
	FT_ATTRIBUTE_PRIORITY,
	FT_ATTRIBUTE_QTWEIGHT, /* the rest: QOS only */
	FT_ATTRIBUTE_XFWEIGHT,
	FT_ATTRIBUTE_QTTARGET,
	FT_ATTRIBUTE_XFTARGET,
	FT_ATTRIBUTES
};

/* FT_OPTION_SCOPED*: offset in struct ft_component_weights, but for swap. */
#define FT_COMPONENT_SWAP SIZE_MAX
/* FT_OPTION_LIST */
#define FT_COMPONENT_LIST(kind, attribute)                                     \
	((size_t) (kind) *FT_ATTRIBUTES + (attribute))

#endif
