// A clock that is CLOCK_OFFSET seconds ahead: tools/days.ts loads it into every process of the tests (LD_PRELOAD).
// libfaketime does not work here: it gives a signal handler that interrupts epoll_wait the real time, so that timeouts of
// PostgreSQL (deadlock_timeout, statement_timeout) never expire on a later day.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

static long offset;
static long (*kernel)(long, ...);
static int (*libc_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  kernel = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  libc_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *seconds = getenv("CLOCK_OFFSET");
  if (seconds) offset = atol(seconds);
}

static long call(long number, long a, long b, long c, long d, long e, long f) {
  if (!kernel) begin(); // the constructor of another library ran first
  return kernel(number, a, b, c, d, e, f);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (!libc_clock_gettime) begin();
  int result = libc_clock_gettime(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec clock;
  int result = clock_gettime(CLOCK_REALTIME, &clock);
  now->tv_sec = clock.tv_sec;
  now->tv_usec = clock.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// File times, which the kernel sets by its own clock. Node reads them with syscall(SYS_statx, …).

long syscall(long number, long a, long b, long c, long d, long e, long f) {
  long result = call(number, a, b, c, d, e, f);
  if (number == SYS_statx && result == 0) {
    struct statx *found = (struct statx *)e;
    found->stx_atime.tv_sec += offset;
    found->stx_btime.tv_sec += offset;
    found->stx_ctime.tv_sec += offset;
    found->stx_mtime.tv_sec += offset;
  }
  return result;
}

static int set_times(int folder, const char *path, const struct timespec *times, int flags) {
  struct timespec kept[2];
  for (int i = 0; times && i < 2; i++) {
    kept[i] = times[i];
    if (kept[i].tv_nsec != UTIME_NOW && kept[i].tv_nsec != UTIME_OMIT) kept[i].tv_sec -= offset;
  }
  return call(SYS_utimensat, folder, (long)path, times ? (long)kept : 0, flags, 0, 0);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  return set_times(folder, path, times, flags);
}

int futimens(int file, const struct timespec times[2]) { return set_times(file, NULL, times, 0); }
