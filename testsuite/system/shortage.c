// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shortage - memory that slurmctld's plugins of this project cannot have.
 *
 * Preloaded into slurmctld.  Of the calls of malloc, calloc, realloc and strdup
 * that come from the code of priority_fairtree.so, sched_reserve.so (also under
 * the name of Slurm's own) and libftslurm.so, one in `period` fails, and those
 * that follow it, `row` in all; and besides the first one from each place.
 * Which ones is a function of the number of calls so far.  The file
 * SHORTAGE_FILE, mapped, is struct control: who writes a period begins, who
 * writes 0 ends, and it counts what was asked for and what failed, and notes
 * which calls those were.
 *
 * Where slurmctld crashes, its calls are written to its log: objects and
 * offsets, for addr2line.  Refuses to fail what Slurm's own code asks for, on
 * our behalf too: xmalloc ends slurmctld where memory is short, whatever the
 * plugins.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OBJECTS = 4, LOOK = 1 << 14, SITES = 4096 };

struct control {
	_Atomic uint32_t period; /* 0: nothing fails */
	_Atomic uint32_t row;
	_Atomic uint64_t calls;
	_Atomic uint64_t failures;
	/* Where calls go on that failed: object << 32 | offset; 0: free. */
	_Atomic uint64_t site[SITES];
};

static const char *const ours[OBJECTS] = {
	"/priority_fairtree.so", "/sched_reserve.so", "/libftslurm.so",
	"/sched_backfill.so"}; /* the name under which it takes het jobs */

static struct control *control;
/* Where their code is.  An object that is loaded later is found later; none is
 * ever loaded anew at another place while slurmctld lives. */
static _Atomic uintptr_t base[OBJECTS], from[OBJECTS], to[OBJECTS];
static _Atomic uint32_t since_look;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static void _tell_calls(int number)
{
	enum { CALLS = 40 };
	void *call[CALLS];

	backtrace_symbols_fd(call, backtrace(call, CALLS), STDERR_FILENO);
	signal(number, SIG_DFL);
	raise(number);
}

static void _watch_crashes(void)
{
	void *call[1];

	/* The first time it loads a library. */
	backtrace(call, 1);
	signal(SIGSEGV, _tell_calls);
	signal(SIGBUS, _tell_calls);
	signal(SIGABRT, _tell_calls);
}

__attribute__((constructor)) static void _open(void)
{
	const char *path = getenv("SHORTAGE_FILE");
	int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *memory;

	if (file < 0)
		return;
	memory = mmap(NULL, sizeof(*control), PROT_READ | PROT_WRITE,
		      MAP_SHARED, file, 0);
	close(file);
	if (memory != MAP_FAILED)
		control = memory;
	_watch_crashes();
}

static int _note_object(struct dl_phdr_info *info, size_t size, void *context)
{
	size_t length = strlen(info->dlpi_name);

	(void) size;
	(void) context;
	for (int i = 0; i < OBJECTS; i++) {
		size_t tail = strlen(ours[i]);

		if (length < tail ||
		    strcmp(info->dlpi_name + length - tail, ours[i]))
			continue;
		for (int p = 0; p < info->dlpi_phnum; p++) {
			const ElfW(Phdr) *part = &info->dlpi_phdr[p];

			if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
				continue;
			base[i] = info->dlpi_addr;
			from[i] = info->dlpi_addr + part->p_vaddr;
			to[i] = from[i] + part->p_memsz;
		}
	}
	return 0;
}

/* dl_iterate_phdr takes a lock that a thread in dlopen has while it allocates:
 * looked for from calls that are not the loader's only, and seldom. */
static bool _is_ours(const void *caller)
{
	uintptr_t at = (uintptr_t) caller;
	bool all;

	for (int i = 0; i < OBJECTS; i++)
		if (at >= from[i] && at < to[i])
			return true;
	all = to[0] && (to[1] || to[3]) && to[2];
	if (!all && since_look++ % LOOK == 0)
		dl_iterate_phdr(_note_object, NULL);
	return false;
}

static uint64_t _mixed(uint64_t number)
{
	number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
	return number ^ (number >> 31);
}

/* Whether it is a call that never failed before. */
static bool _note_site(uintptr_t at)
{
	int i = 0;

	while (i < OBJECTS && (at < from[i] || at >= to[i]))
		i++;
	if (i == OBJECTS)
		return false;
	at = (uintptr_t) i << 32 | (at - base[i]);
	for (uint64_t step = 0, slot = _mixed(at) % SITES; step < SITES;
	     step++, slot = (slot + 1) % SITES) {
		uint64_t there = 0;

		if (atomic_compare_exchange_strong(&control->site[slot], &there,
						   at))
			return true;
		if (there == at)
			return false;
	}
	return false;
}

static bool _fails(const void *caller)
{
	uint32_t period, row;
	uint64_t number;

	if (!control || !control->period || !_is_ours(caller))
		return false;
	period = control->period;
	row = control->row ? control->row : 1;
	number = control->calls++;
	if (!period ||
	    (!_note_site((uintptr_t) caller) && _mixed(number / row) % period))
		return false;
	control->failures++;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return _fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return _fails(__builtin_return_address(0)) ? NULL
						   : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	return _fails(__builtin_return_address(0))
		       ? NULL
		       : __libc_realloc(memory, size);
}

char *strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = _fails(__builtin_return_address(0)) ? NULL
							 : __libc_malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}
