// The functions that the program, or what is linked into it, asks of a glibc newer than the floor. If a new one is
// missing, the program does not link, and it belongs here: written with what the floor has, and found in a newer glibc
// if that is better.
#define _GNU_SOURCE
#include "app/package/older_glibc.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>

typedef int CondClockwait(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);
typedef int FindObject(void*, struct dl_find_object*);
typedef int MainFunction(int, char**, char**);

// Set once, before anything of the program runs.
static CondClockwait* cond_clockwait = tcviz_cond_clockwait;
static FindObject* find_object = tcviz_find_object;

// 2.32: libstdc++ counts references without locks while this says that there is one thread. It never says so.
char __libc_single_threaded = 0;

// ---- the start: since 2.34 the C library runs the constructors, before the program had to hand them over ----

extern void _init(void);
extern void (*__init_array_start[])(int, char**, char**);
extern void (*__init_array_end[])(int, char**, char**);
extern int __real___libc_start_main(MainFunction* main, int argc, char** argv, MainFunction* init, void (*fini)(void),
                                    void (*loader_fini)(void), void* stack_end);

static void find_newer(void) {
  CondClockwait* const wait = (CondClockwait*)dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  FindObject* const find = (FindObject*)dlsym(RTLD_NEXT, "_dl_find_object");
  if (wait != NULL) cond_clockwait = wait;
  if (find != NULL) find_object = find;
}

static int construct(int argc, char** argv, char** environment) {
  find_newer();
  _init();
  for (void (**each)(int, char**, char**) = __init_array_start; each < __init_array_end; ++each)
    (*each)(argc, argv, environment);
  return 0;
}

// Given constructors, a newer C library calls them as an older one does. Destructors are the loader's in both.
int __wrap___libc_start_main(MainFunction* main, int argc, char** argv, MainFunction* init, void (*fini)(void),
                             void (*loader_fini)(void), void* stack_end) {
  (void)init;
  return __real___libc_start_main(main, argc, argv, construct, fini, loader_fini, stack_end);
}

// ---- 2.30: waiting until a time of a clock that nobody sets ----

// Three centuries are for ever.
static int64_t nanoseconds(const struct timespec* time) {
  const int64_t second = 1000000000, most = INT64_MAX / second - 1;
  return time->tv_sec > most ? INT64_MAX : time->tv_sec * second + time->tv_nsec;
}

int tcviz_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                         const struct timespec* until) {
  struct timespec now, wall;
  if (clock == CLOCK_REALTIME) return pthread_cond_timedwait(condition, mutex, until);
  if (clock_gettime(clock, &now) != 0 || clock_gettime(CLOCK_REALTIME, &wall) != 0) return EINVAL;
  int64_t end = nanoseconds(&wall);
  if (__builtin_add_overflow(end, nanoseconds(until) - nanoseconds(&now), &end)) end = INT64_MAX;
  wall.tv_sec = end / 1000000000;
  wall.tv_nsec = end % 1000000000;
  return pthread_cond_timedwait(condition, mutex, &wall);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* until) {
  return cond_clockwait(condition, mutex, clock, until);
}

// ---- 2.35: which object an address belongs to, for exceptions ----

struct Search {
  uintptr_t address;
  struct dl_find_object* found;
};

static const void* at(const struct dl_phdr_info* object, const ElfW(Phdr) * header) {
  return (const void*)(object->dlpi_addr + header->p_vaddr);
}

static int look_into(struct dl_phdr_info* object, size_t size, void* data) {
  struct Search* const search = data;
  const ElfW(Phdr)* eh_frame = NULL;
  int is_here = 0;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* const header = &object->dlpi_phdr[i];
    const uintptr_t start = (uintptr_t)at(object, header);
    if (header->p_type == PT_GNU_EH_FRAME) eh_frame = header;
    if (header->p_type != PT_LOAD || search->address < start || search->address - start >= header->p_memsz) continue;
    is_here = 1;
    search->found->dlfo_map_start = (void*)start;
    search->found->dlfo_map_end = (void*)(start + header->p_memsz);
  }
  if (!is_here || eh_frame == NULL) return 0;
  search->found->dlfo_flags = 0;
  search->found->dlfo_link_map = NULL;
  search->found->dlfo_eh_frame = (void*)at(object, eh_frame);
  return 1;
}

int tcviz_find_object(void* address, struct dl_find_object* found) {
  struct Search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

int _dl_find_object(void* address, struct dl_find_object* found) { return find_object(address, found); }

// ---- 2.33: before it these were macros around functions that take the version of the struct, 1 on x86-64 ----

enum { StatVersion = 1 };
extern int __xstat(int version, const char* path, struct stat* into);
extern int __lxstat(int version, const char* path, struct stat* into);
extern int __fxstat(int version, int file, struct stat* into);
extern int __fxstat64(int version, int file, struct stat64* into);

int stat(const char* restrict path, struct stat* restrict into) { return __xstat(StatVersion, path, into); }
int lstat(const char* restrict path, struct stat* restrict into) { return __lxstat(StatVersion, path, into); }
int fstat(int file, struct stat* into) { return __fxstat(StatVersion, file, into); }
int fstat64(int file, struct stat64* into) { return __fxstat64(StatVersion, file, into); }

// ---- 2.36: random bytes ----

void arc4random_buf(void* bytes, size_t count) {
  char* next = bytes;
  while (count > 0) {
    const ssize_t got = getrandom(next, count, 0);
    if (got < 0 && errno != EINTR) abort();
    if (got < 0) continue;
    next += got;
    count -= (size_t)got;
  }
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

// ---- a part of every glibc that is linked in, and not here, since the libraries of floor.py have no such part ----

extern void* __dso_handle;
extern int __cxa_atexit(void (*function)(void*), void* argument, void* object);

int atexit(void (*function)(void)) { return __cxa_atexit((void (*)(void*))function, NULL, &__dso_handle); }
