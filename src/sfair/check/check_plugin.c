/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See check_plugin.h.
 */
#include "sfair/check/check_plugin.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/err.h"
#include "core/base/option.h"
#include "sfair/base/shown.h"

/* Letters by which a misspelt name differs; Slurm's own differ by more. */
enum { NEAR = 3 };

/* Is it the name of the plugin's file, without what that ends with? */
static bool _names_file(const char *name, const char *own)
{
	size_t type = strcspn(own, "/");

	return !strncmp(name, own, type) && name[type] == '_' &&
	       !strcmp(name + type + 1, own + type + 1);
}

static void _judge_plugin(const struct ft_conf *conf, const char *key,
			  const char *own, sfair_line_tell tell, void *context)
{
	const char *where, *name = ft_conf_get(conf, key, &where);
	char text[FT_ERR_TEXT], shown[SFAIR_SHOWN];

	if (!name || !strcmp(name, own) || ft_option_distance(name, own) > NEAR)
		return;
	if (_names_file(name, own)) {
		snprintf(text, sizeof(text),
			 "slurmctld finds the plugin, but others do not know "
			 "it by that name, nor is it checked: write %s",
			 own);
		tell(context, false, where, text);
		return;
	}
	snprintf(text, sizeof(text),
		 "there is no plugin %.200s, with which slurmctld does not "
		 "start: did you mean %s?",
		 sfair_shown(shown, name), own);
	tell(context, true, where, text);
}

bool sfair_check_folder(const char *path)
{
	struct stat file;

	return !stat(path, &file) && S_ISDIR(file.st_mode);
}

static void _judge_folders(const struct ft_conf *conf, sfair_line_tell tell,
			   void *context)
{
	const char *where, *list = ft_conf_get(conf, "PluginDir", &where);
	char text[FT_ERR_TEXT], shown[SFAIR_SHOWN], folder[FT_ERR_TEXT];

	while (list && *list) {
		size_t size = strcspn(list, ":");

		snprintf(folder, sizeof(folder), "%.*s", (int) size, list);
		list += size + (list[size] == ':');
		if (!*folder || sfair_check_folder(folder))
			continue;
		snprintf(text, sizeof(text),
			 "there is no folder %.400s on this machine: where one "
			 "is missing no daemon and no command of Slurm starts",
			 sfair_shown(shown, folder));
		tell(context, false, where, text);
	}
}

void sfair_check_plugins(const struct ft_conf *conf, sfair_line_tell tell,
			 void *context)
{
	_judge_plugin(conf, "PriorityType", "priority/fairtree", tell, context);
	_judge_plugin(conf, "SchedulerType", "sched/reserve", tell, context);
	_judge_folders(conf, tell, context);
}
