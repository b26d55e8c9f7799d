/*
 * Preloaded into one server: moves its wall clock ahead by the number of microseconds that a file currently contains.
 * It allocates and locks nothing, because PostgreSQL reads the time in signal handlers. The monotonic clock is unchanged.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MICROS 1000000LL

static volatile int64_t *ahead;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_clock(void) {
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *file = getenv("TEST_CLOCK_FILE");
  int descriptor = file == NULL ? -1 : open(file, O_RDONLY | O_CLOEXEC);
  void *page = descriptor < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, descriptor, 0);
  if (real_clock_gettime == NULL || page == MAP_FAILED) _exit(97);
  close(descriptor);
  ahead = page;
}

static int64_t now_micros(void) {
  struct timespec real;
  real_clock_gettime(CLOCK_REALTIME, &real);
  return real.tv_sec * MICROS + real.tv_nsec / 1000 + *ahead;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return real_clock_gettime(clock, time);
  int64_t now = now_micros();
  time->tv_sec = now / MICROS;
  time->tv_nsec = now % MICROS * 1000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  int64_t now = now_micros();
  time->tv_sec = now / MICROS;
  time->tv_usec = now % MICROS;
  return 0;
}

time_t time(time_t *result) {
  time_t now = now_micros() / MICROS;
  if (result != NULL) *result = now;
  return now;
}
