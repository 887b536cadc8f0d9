// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lockwork - how much sched/reserve does between two moments at which it could
 * give up slurmctld's locks, in calls, not in time.
 *
 * Preloaded into slurmctld.  While a thread has a lock, calls of libslurmfull's
 * bitmaps, lists, strings and allocations by plugins count: one each, and one
 * for every 64 bits of a whole bitmap.  Where the code
 * of sched_reserve.so reads the monotonic clock, which it does to see whether a
 * piece has lasted long enough, the sum ends, and so it does with the last
 * lock. The file LOCKWORK_FILE, mapped, is struct account: the largest sum, how
 * many there were and all together; who writes 0 begins anew.
 *
 * Counts no work that makes none of these calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct account {
	_Atomic uint64_t largest;
	_Atomic uint64_t sums;
	_Atomic uint64_t total;
};

static struct account *account;

/* Of this thread. */
static __thread bool asks; /* it is one of sched/reserve's */
static __thread int locks;
static __thread uint64_t work;

typedef struct bitmap bitmap_t;

__attribute__((constructor)) static void _open(void)
{
	const char *path = getenv("LOCKWORK_FILE");
	int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	void *memory;

	if (file < 0)
		return;
	memory = mmap(NULL, sizeof(*account), PROT_READ | PROT_WRITE,
		      MAP_SHARED, file, 0);
	close(file);
	if (memory != MAP_FAILED)
		account = memory;
}

static void _end_sum(void)
{
	uint64_t largest;

	if (!account || !work)
		return;
	account->sums++;
	account->total += work;
	largest = account->largest;
	while (work > largest &&
	       !atomic_compare_exchange_weak(&account->largest, &largest, work))
		;
	work = 0;
}

static void _count(uint64_t units)
{
	if (asks && locks > 0)
		work += units;
}

#define NEXT(name)                                                             \
	({                                                                     \
		static __typeof__(&name) next;                                 \
		if (!next)                                                     \
			next = (__typeof__(&name)) dlsym(RTLD_NEXT, #name);    \
		next;                                                          \
	})

static bool _is_ours(const void *caller)
{
	static _Atomic uintptr_t from, to;
	static const char name[] = "/sched_reserve.so";
	uintptr_t at = (uintptr_t) caller;
	Dl_info info;
	size_t length;

	if (to)
		return at >= from && at < to;
	if (!dladdr(caller, &info) || !info.dli_fname)
		return false;
	length = strlen(info.dli_fname);
	if (length < sizeof(name) - 1 ||
	    strcmp(info.dli_fname + length - (sizeof(name) - 1), name))
		return false;
	from = (uintptr_t) info.dli_fbase;
	to = from + (1 << 24);
	return true;
}

int clock_gettime(clockid_t id, struct timespec *time)
{
	if (id == CLOCK_MONOTONIC && _is_ours(__builtin_return_address(0))) {
		asks = true;
		_end_sum();
	}
	return NEXT(clock_gettime)(id, time);
}

#define LOCK(name)                                                             \
	int name(pthread_rwlock_t *lock)                                       \
	{                                                                      \
		int rc = NEXT(name)(lock);                                     \
                                                                               \
		locks += !rc;                                                  \
		return rc;                                                     \
	}
LOCK(pthread_rwlock_rdlock)
LOCK(pthread_rwlock_wrlock)
LOCK(pthread_rwlock_tryrdlock)
LOCK(pthread_rwlock_trywrlock)

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	if (--locks <= 0 && asks)
		_end_sum();
	return NEXT(pthread_rwlock_unlock)(lock);
}

extern int64_t slurm_bit_size(bitmap_t *bits);

static void _count_bits(bitmap_t *bits)
{
	if (asks && locks > 0)
		work += 1 + (uint64_t) slurm_bit_size(bits) / 64;
}

#define BITS(type, name, more, args, one)                                      \
	extern type name more;                                                 \
	type name more                                                         \
	{                                                                      \
		_count_bits(one);                                              \
		return NEXT(name) args;                                        \
	}
#define VOID_BITS(name, more, args, one)                                       \
	extern void name more;                                                 \
	void name more                                                         \
	{                                                                      \
		_count_bits(one);                                              \
		NEXT(name) args;                                               \
	}
BITS(bitmap_t *, slurm_bit_copy, (bitmap_t * a), (a), a)
BITS(int, slurm_bit_super_set, (bitmap_t * a, bitmap_t *b), (a, b), a)
BITS(int, slurm_bit_overlap_any, (bitmap_t * a, bitmap_t *b), (a, b), a)
BITS(int32_t, slurm_bit_set_count, (bitmap_t * a), (a), a)
VOID_BITS(slurm_bit_and, (bitmap_t * a, bitmap_t *b), (a, b), a)
VOID_BITS(slurm_bit_or, (bitmap_t * a, bitmap_t *b), (a, b), a)
VOID_BITS(slurm_bit_not, (bitmap_t * a), (a), a)

#define CALL(type, name, more, args)                                           \
	extern type name more;                                                 \
	type name more                                                         \
	{                                                                      \
		_count(1);                                                     \
		return NEXT(name) args;                                        \
	}
CALL(int, slurm_bit_test, (bitmap_t * bits, int64_t bit), (bits, bit))
CALL(void *, slurm_list_next, (void *walk), (walk))
CALL(int, slurm_xstrcmp, (const char *a, const char *b), (a, b))
CALL(char *, slurm_xstrdup, (const char *text), (text))
CALL(void *, slurm_xcalloc,
     (size_t count, size_t size, bool clear, bool try, const char *file,
      int line, const char *function),
     (count, size, clear, try, file, line, function))
