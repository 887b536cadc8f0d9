/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See build_id.h.
 */
#include "slurm/common/build_id.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "ft_config.h"
#include "slurm/common/compat.h"

enum { ID_BYTES_MAX = 32 };

struct number {
	const char *library; /* part of its path; NULL: the program */
	bool first;	     /* the program comes before all libraries */
	char text[2 * ID_BYTES_MAX + 1];
};

static size_t _note_padded(size_t bytes)
{
	return (bytes + 3) & ~(size_t) 3;
}

/* The number among the notes of a segment, in hexadecimal. */
static void _read_notes(const char *at, size_t left, char *text)
{
	ElfW(Nhdr) note;

	while (left >= sizeof(note)) {
		const char *id;
		size_t size;

		memcpy(&note, at, sizeof(note));
		id = at + sizeof(note) + _note_padded(note.n_namesz);
		size = sizeof(note) + _note_padded(note.n_namesz) +
		       _note_padded(note.n_descsz);
		if (size > left)
			return;
		if (note.n_type == NT_GNU_BUILD_ID &&
		    note.n_descsz <= ID_BYTES_MAX) {
			for (uint32_t i = 0; i < note.n_descsz; i++)
				snprintf(text + 2 * i, 3, "%02x",
					 (unsigned char) id[i]);
			return;
		}
		at += size;
		left -= size;
	}
}

static int _read_object(struct dl_phdr_info *object, size_t size, void *data)
{
	struct number *number = data;
	bool first = number->first;

	number->first = false;
	if (number->library ? !strstr(object->dlpi_name, number->library)
			    : !first)
		return 0;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];

		if (segment->p_type == PT_NOTE && !number->text[0])
			_read_notes((const char *) object->dlpi_addr +
					    segment->p_vaddr,
				    segment->p_memsz, number->text);
	}
	return 1;
}

static void _tell_number(const char *plugin, const char *name,
			 const char *library, const char *known)
{
	struct number number = {.library = library, .first = true};

	dl_iterate_phdr(_read_object, &number);
	if (number.text[0] && known[0] && strcmp(number.text, known) != 0)
		info("%s: %s has build-id %s, and had %s when the plugin was "
		     "configured: it was built again since, or comes from "
		     "elsewhere",
		     plugin, name, number.text, known);
}

void fts_build_id_tell(const char *plugin)
{
	_tell_number(plugin, "slurmctld", NULL, SLURMCTLD_BUILD_ID);
	_tell_number(plugin, "libslurmfull.so", "/libslurmfull.so",
		     SLURMFULL_BUILD_ID);
}
