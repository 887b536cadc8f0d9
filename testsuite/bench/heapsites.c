// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapsites - who asked for what a stock slurmctld has in use of its heap.
 *
 * Preloaded into slurmctld.  heapwatch.c tells how many bytes are in use; this
 * tells the calls that they came from.  Every block of malloc is noted with the
 * calls above its request.  When the file HEAPSITES_OUT.ask appears, a thread
 * writes into HEAPSITES_OUT, for each different chain of calls, the bytes and
 * blocks that are in use, and takes that file away.  bench/heap-sites compares
 * two of them.
 *
 * It refuses to do anything when HEAPSITES_OUT is not set, and in programs
 * that slurmctld starts.  Blocks from before its start, and of its own thread,
 * are not noted.  Each request of memory costs some microseconds.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#define PERIOD_NS 100000000
#define DEPTH 16
/* Frames of this library, above which the program's begin. */
#define OWN_FRAMES 2
#define STACKS (1U << 17)
#define BLOCKS (1U << 22)
/* What malloc keeps beside each block. */
#define BLOCK_HEAD 8

struct stack {
	uint32_t depth;
	uint64_t hash;
	uint64_t bytes;
	uint64_t blocks;
	uintptr_t call[DEPTH];
};

struct block {
	uintptr_t at; /* 0: none yet, 1: was one */
	uint32_t bytes;
	uint32_t stack;
};

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);
void __libc_free(void *at);

/* Whoever is in malloc already is not noted: the unwinder may ask, too. */
static __thread int inside __attribute__((tls_model("initial-exec")));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stack *stacks;
static struct block *blocks;

struct walk {
	struct stack *stack;
	int skip;
};

static _Unwind_Reason_Code _step(struct _Unwind_Context *context, void *arg)
{
	struct walk *walk = arg;
	struct stack *stack = walk->stack;

	if (walk->skip-- > 0)
		return _URC_NO_REASON;
	if (stack->depth == DEPTH)
		return _URC_END_OF_STACK;
	stack->call[stack->depth++] = _Unwind_GetIP(context);
	return _URC_NO_REASON;
}

/* The number of this chain of calls. */
static uint32_t _stack(const struct stack *seen)
{
	uint32_t i = (uint32_t) (seen->hash % STACKS);

	for (; stacks[i].depth; i = (i + 1) % STACKS) {
		if (stacks[i].hash == seen->hash)
			return i;
	}
	stacks[i] = *seen;
	return i;
}

static uint64_t _mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
	return hash ^ (hash >> 29);
}

static __attribute__((noinline)) void _note(void *at)
{
	struct stack seen = {0};
	struct walk walk = {&seen, OWN_FRAMES};
	uint32_t i;

	if (!at || !blocks || inside)
		return;
	inside = 1;
	_Unwind_Backtrace(_step, &walk);
	for (uint32_t j = 0; j < seen.depth; j++)
		seen.hash = _mix(seen.hash, seen.call[j]);
	pthread_mutex_lock(&lock);
	i = (uint32_t) (_mix(0, (uintptr_t) at) % BLOCKS);
	while (blocks[i].at > 1)
		i = (i + 1) % BLOCKS;
	blocks[i] = (struct block){
		.at = (uintptr_t) at,
		.bytes = (uint32_t) malloc_usable_size(at) + BLOCK_HEAD,
		.stack = _stack(&seen),
	};
	stacks[blocks[i].stack].bytes += blocks[i].bytes;
	stacks[blocks[i].stack].blocks++;
	pthread_mutex_unlock(&lock);
	inside = 0;
}

static void _forget(void *at)
{
	uint32_t i;

	if (!at || !blocks || inside)
		return;
	pthread_mutex_lock(&lock);
	i = (uint32_t) (_mix(0, (uintptr_t) at) % BLOCKS);
	while (blocks[i].at && blocks[i].at != (uintptr_t) at)
		i = (i + 1) % BLOCKS;
	if (blocks[i].at) {
		stacks[blocks[i].stack].bytes -= blocks[i].bytes;
		stacks[blocks[i].stack].blocks--;
		/* A place before a free one ends no search. */
		blocks[i].at = blocks[(i + 1) % BLOCKS].at ? 1 : 0;
	}
	pthread_mutex_unlock(&lock);
}

void *malloc(size_t bytes)
{
	void *at = __libc_malloc(bytes);

	_note(at);
	return at;
}

void *calloc(size_t count, size_t bytes)
{
	void *at = __libc_calloc(count, bytes);

	_note(at);
	return at;
}

void *realloc(void *old, size_t bytes)
{
	void *at;

	_forget(old);
	at = __libc_realloc(old, bytes);
	_note(at);
	return at;
}

void *aligned_alloc(size_t align, size_t bytes)
{
	void *at = __libc_memalign(align, bytes);

	_note(at);
	return at;
}

void *memalign(size_t align, size_t bytes)
{
	void *at = __libc_memalign(align, bytes);

	_note(at);
	return at;
}

int posix_memalign(void **at, size_t align, size_t bytes)
{
	void *made = __libc_memalign(align, bytes);

	if (!made)
		return ENOMEM;
	*at = made;
	_note(made);
	return 0;
}

void free(void *at)
{
	_forget(at);
	__libc_free(at);
}

static void _print_call(FILE *file, uintptr_t call)
{
	Dl_info info = {0};

	if (!dladdr((void *) (call - 1), &info) || !info.dli_fname)
		fprintf(file, "\t?");
	else
		fprintf(file, "\t%s %#zx %s", info.dli_fname,
			(size_t) (call - 1 - (uintptr_t) info.dli_fbase),
			info.dli_sname ? info.dli_sname : "?");
}

static void *_room(size_t bytes)
{
	void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return room == MAP_FAILED ? NULL : room;
}

/* Names are looked up of a copy: the loader asks for memory under its lock. */
static void _write(const char *path)
{
	struct stack *copy = _room(STACKS * sizeof(*copy));
	FILE *file = copy ? fopen(path, "w") : NULL;

	if (!file)
		return;
	pthread_mutex_lock(&lock);
	memcpy(copy, stacks, STACKS * sizeof(*copy));
	pthread_mutex_unlock(&lock);
	for (uint32_t i = 0; i < STACKS; i++) {
		if (!copy[i].blocks)
			continue;
		fprintf(file, "%zu\t%zu", (size_t) copy[i].bytes,
			(size_t) copy[i].blocks);
		for (uint32_t j = 0; j < copy[i].depth; j++)
			_print_call(file, copy[i].call[j]);
		fputc('\n', file);
	}
	fclose(file);
	munmap(copy, STACKS * sizeof(*copy));
}

static void *_watch(void *arg)
{
	const struct timespec period = {.tv_nsec = PERIOD_NS};
	char ask[4096];

	inside = 1;
	snprintf(ask, sizeof(ask), "%s.ask", (const char *) arg);
	for (;;) {
		syscall(SYS_nanosleep, &period, NULL);
		if (access(ask, F_OK))
			continue;
		_write(arg);
		unlink(ask);
	}
	return NULL;
}

/* fork() may come while another thread holds the lock. */
static void _take(void)
{
	pthread_mutex_lock(&lock);
}

static void _give(void)
{
	pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void _start(void)
{
	int (*create)(pthread_t *, const pthread_attr_t *, void *(*) (void *),
		      void *) = NULL;
	char *out = getenv("HEAPSITES_OUT");
	sigset_t every, before;
	pthread_t thread;
	void *libc;

	if (!out || strcmp(program_invocation_short_name, "slurmctld"))
		return;
	libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
	if (!libc)
		return;
	*(void **) &create = dlsym(libc, "pthread_create");
	pthread_atfork(_take, _give, _give);
	stacks = _room(STACKS * sizeof(*stacks));
	blocks = stacks ? _room(BLOCKS * sizeof(*blocks)) : NULL;
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before);
	if (create && blocks && !create(&thread, NULL, _watch, out))
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
