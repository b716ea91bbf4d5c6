// What stands in for functions of glibc that are newer than the floor, where a machine's glibc lacks them: for the tests.
#pragma once

#include <link.h>
#include <pthread.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

// As pthread_cond_clockwait (2.30). If the wall clock is set while it waits, it may end early or late.
int tcviz_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                         const struct timespec* until);
// As _dl_find_object (2.35), by asking for all objects in turn.
int tcviz_find_object(void* address, struct dl_find_object* found);

#ifdef __cplusplus
}
#endif
