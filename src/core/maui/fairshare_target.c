/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See fairshare_target.h.
 */
#include "core/maui/fairshare_target.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"

#define VALUE_MAX 1e15

enum { TEXT = 64, TOLERANCE = 5 /* points */ };

static const char suffixes[] = {
	[FT_FS_NO_TARGET] = ' ',    [FT_FS_TARGET] = ' ',
	[FT_FS_FLOOR] = '+',	    [FT_FS_CEILING] = '-',
	[FT_FS_CAP_ABSOLUTE] = '^', [FT_FS_CAP_RELATIVE] = '%',
};

int ft_fs_target_read(const char *text, struct ft_fs_target *target,
		      struct ft_err *err)
{
	enum ft_fs_target_type type = FT_FS_FLOOR;
	size_t size = strlen(text);
	char number[TEXT];
	double value;

	if (!size || size >= sizeof(number))
		return ft_fail(err, -EINVAL, "%.80s is no fairshare target",
			       text);
	memcpy(number, text, size + 1);
	while (type <= FT_FS_CAP_RELATIVE && suffixes[type] != text[size - 1])
		type++;
	if (type <= FT_FS_CAP_RELATIVE)
		number[size - 1] = '\0';
	else
		type = FT_FS_TARGET;
	if (ft_number_real(number, 0, VALUE_MAX, &value) || value <= 0 ||
	    (type != FT_FS_CAP_ABSOLUTE && value > 100))
		return ft_fail(err, -EINVAL,
			       "%s is no fairshare target: give a percentage "
			       "above 0, at most 100, with + (floor), - "
			       "(ceiling) or %% (hard cap), or processor-"
			       "seconds with ^ (hard cap)",
			       text);
	*target = (struct ft_fs_target){type, value};
	return 0;
}

void ft_fs_target_text(struct ft_fs_target target, char *text, size_t room)
{
	if (target.type == FT_FS_NO_TARGET)
		snprintf(text, room, "-------");
	else if (target.type == FT_FS_TARGET)
		snprintf(text, room, "%.2f", target.value);
	else
		snprintf(text, room, "%.2f%c", target.value,
			 suffixes[target.type]);
}

double ft_fs_percent(struct ft_fs_state state)
{
	return state.total > 0 ? 100 * state.usage / state.total : 0;
}

double ft_fs_delta(struct ft_fs_target target, struct ft_fs_state state,
		   bool ratio)
{
	double delta = target.value - ft_fs_percent(state);

	if (!(state.total > 0))
		return 0;
	if (target.type != FT_FS_TARGET &&
	    !(target.type == FT_FS_FLOOR && delta > 0) &&
	    !(target.type == FT_FS_CEILING && delta < 0))
		return 0;
	return ratio ? delta / target.value : delta;
}

bool ft_fs_capped(struct ft_fs_target target, struct ft_fs_state state)
{
	if (!(state.total > 0))
		return false;
	if (target.type == FT_FS_CAP_ABSOLUTE)
		return state.usage >= target.value;
	return target.type == FT_FS_CAP_RELATIVE &&
	       ft_fs_percent(state) >= target.value;
}

bool ft_fs_off_target(struct ft_fs_target target, struct ft_fs_state state)
{
	double delta = target.value - ft_fs_percent(state);

	if (!(state.total > 0))
		return false;
	switch (target.type) {
	case FT_FS_TARGET:
		return fabs(delta) > TOLERANCE;
	case FT_FS_FLOOR:
		return delta > 0;
	case FT_FS_CEILING:
		return delta < 0;
	case FT_FS_CAP_ABSOLUTE:
	case FT_FS_CAP_RELATIVE:
		return ft_fs_capped(target, state);
	case FT_FS_NO_TARGET:
		break;
	}
	return false;
}
