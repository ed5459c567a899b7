// Threads of a program whose costs are counted run one at a time, each until it is some accesses
// ahead of the others: so each run is the same, and what a clock of accesses says is the time that
// as many processors as threads would take. Who waits goes on with the clock of who lets it go.
// These functions stand before the library's, of the same names; elsewhere they are the library's.

#include "harness/costs.hpp"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

namespace grader::harness {
namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};
/// So many accesses a thread may be ahead of another one.
constexpr std::uint64_t lead = 200;
/// How long a thread waits that waits for a time on a clock of the machine's.
constexpr std::uint64_t patience = 1'000'000;

struct Thread : Turn {
  sem_t baton = {};
  pthread_t handle = {};
  void* (*work)(void*) = nullptr;
  void* argument = nullptr;
  int number = 1;
  const void* waits_for = nullptr;  ///< null: for nothing
  std::uint64_t wakes_at = never;   ///< at the latest, of the clock
  bool timed_out = false, ended = false, joined = false;
  Thread* next = nullptr;
};

Thread first;
bool in_turns = false, may_start = false;
std::uint64_t started = 0;
pthread_key_t last_act;

Thread& self() { return static_cast<Thread&>(*turn); }

std::uint64_t time_of(const Thread& one) {
  return one.waits_for != nullptr ? one.wakes_at : one.clock;
}

/// The thread that can go on first, apart from `but`; null for none.
Thread* furthest_behind(const Thread* but = nullptr) {
  Thread* found = nullptr;
  for (Thread* one = &first; one != nullptr; one = one->next) {
    if (one->ended || one == but || time_of(*one) == never) continue;
    if (found == nullptr || time_of(*one) < time_of(*found)) found = one;
  }
  return found;
}

/// Makes it this thread's turn. Null where all wait for each other: then nobody's, until the
/// process is ended for that.
void give_turn(Thread* next) {
  if (next == nullptr) return;
  if (next->waits_for != nullptr) {
    next->clock = next->wakes_at;
    next->waits_for = nullptr;
    next->timed_out = true;
  }
  const Thread* other = furthest_behind(next);
  next->end = other == nullptr ? never : time_of(*other) + lead;
  turn = next;
  sem_post(&next->baton);
}

void wait_for_turn(Thread& one) {
  while (sem_wait(&one.baton) != 0) continue;
}

void change_turn(Thread* next) {
  Thread& me = self();
  give_turn(next);
  wait_for_turn(me);
}

/// What threads do to each other is done in the order of their clocks.
void in_order() {
  ++turn->clock;
  for (Thread* next = furthest_behind(); next != turn; next = furthest_behind()) change_turn(next);
}

/// Waits until somebody wakes those that wait for this, or the clock has come so far: then false.
bool wait(const void* what, std::uint64_t until = never) {
  Thread& me = self();
  me.waits_for = what;
  me.wakes_at = until;
  me.timed_out = false;
  change_turn(furthest_behind());
  return !me.timed_out;
}

long wake(const void* what, long most) {
  long woken = 0;
  for (Thread* one = &first; one != nullptr && woken < most; one = one->next) {
    if (one->waits_for != what || one->ended) continue;
    one->waits_for = nullptr;
    one->clock = std::max(one->clock, turn->clock);
    turn->end = std::min(turn->end, one->clock + lead);
    ++woken;
  }
  return woken;
}
constexpr long everybody = ~0ul >> 1;

/// Runs when a thread has destroyed what was its own.
void end_thread(void* data) {
  auto& one = *static_cast<Thread*>(data);
  in_order();
  one.ended = true;
  wake(&one, everybody);
  give_turn(furthest_behind());
}

void* run_thread(void* data) {
  auto& one = *static_cast<Thread*>(data);
  wait_for_turn(one);
  pthread_setspecific(last_act, data);
  return one.work(one.argument);
}

/// Takes the mutex if nobody else has it.
bool take_mutex(pthread_mutex_t* mutex) {
  auto& its = mutex->__data;
  const bool recursive = (its.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP;
  if (its.__lock != 0 && !(recursive && its.__owner == self().number)) return false;
  its.__count = its.__lock != 0 ? its.__count + 1 : 1;
  its.__lock = 1;
  its.__owner = self().number;
  return true;
}

int lock_mutex(pthread_mutex_t* mutex, std::uint64_t until = never) {
  in_order();
  while (!take_mutex(mutex))
    if (!wait(mutex, until)) return ETIMEDOUT;
  return 0;
}

int unlock_mutex(pthread_mutex_t* mutex) {
  in_order();
  auto& its = mutex->__data;
  if (its.__lock == 0 || --its.__count > 0) return 0;
  its.__lock = its.__owner = 0;
  wake(mutex, 1);
  return 0;
}

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex,
                       std::uint64_t until = never) {
  unlock_mutex(mutex);
  const bool woken = wait(condition, until);
  lock_mutex(mutex);
  return woken ? 0 : ETIMEDOUT;
}

int wake_condition(pthread_cond_t* condition, long most) {
  in_order();
  wake(condition, most);
  return 0;
}

/// Takes a lock that many readers may have, or one writer.
int lock_shared(pthread_rwlock_t* lock, bool writes, bool waits) {
  in_order();
  auto& its = lock->__data;
  while (its.__writers != 0 || (writes && its.__readers != 0)) {
    if (!waits) return EBUSY;
    wait(lock);
  }
  ++(writes ? its.__writers : its.__readers);
  return 0;
}

/// The library's caller can catch nothing: std::terminate tells it.
[[noreturn]] void refuse_thread() {
  throw std::logic_error("a thread is started, and here one is enough");
}

int sleep_until(std::uint64_t clock) {
  in_order();
  wait(turn, clock);
  return 0;
}

}  // namespace

Turn* turn = &first;

void take_turns(bool starts_threads) {
  in_turns = true;
  may_start = starts_threads;
  pthread_key_create(&last_act, end_thread);
}

void end_turn() { change_turn(furthest_behind()); }

std::uint64_t latest_clock() {
  std::uint64_t latest = 0;
  for (const Thread* one = &first; one != nullptr; one = one->next)
    latest = std::max(latest, one->clock);
  return latest;
}

std::uint64_t threads_started() { return started; }

}  // namespace grader::harness

using namespace grader::harness;

/// What the library's own function of this name returns.
#define SOFTMARK_LIBRARY(name, ...)                                                           \
  [&] {                                                                                       \
    static const auto own = reinterpret_cast<decltype(&::name)>(dlsym(RTLD_NEXT, #name));     \
    return own(__VA_ARGS__);                                                                  \
  }()

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  if (!in_turns) return SOFTMARK_LIBRARY(pthread_create, handle, attributes, work, argument);
  if (!may_start) refuse_thread();
  in_order();
  void* place = std::malloc(sizeof(Thread));  // not counted
  if (place == nullptr) return EAGAIN;
  auto* one = new (place) Thread;
  one->work = work;
  one->argument = argument;
  one->clock = turn->clock;
  one->number = static_cast<int>(++started + 1);
  // As much of a stack as the caller has, so that there is memory for one for each row, and it is
  // their number that is told.
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 20);
  if (attributes == nullptr) attributes = &small;
  const int error = SOFTMARK_LIBRARY(pthread_create, &one->handle, attributes, run_thread, one);
  pthread_attr_destroy(&small);
  if (error != 0) {
    std::free(place);
    return error;
  }
  *handle = one->handle;
  Thread* last = &first;
  while (last->next != nullptr) last = last->next;
  last->next = one;
  turn->end = std::min(turn->end, one->clock + lead);
  return 0;
}

int pthread_join(pthread_t handle, void** result) {
  for (Thread* one = in_turns ? first.next : nullptr; one != nullptr; one = one->next) {
    if (one->joined || pthread_equal(one->handle, handle) == 0) continue;
    in_order();
    one->joined = true;
    while (!one->ended) wait(one);
    turn->clock = std::max(turn->clock, one->clock);
    break;
  }
  return SOFTMARK_LIBRARY(pthread_join, handle, result);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return in_turns ? lock_mutex(mutex) : SOFTMARK_LIBRARY(pthread_mutex_lock, mutex);
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return in_turns ? lock_mutex(mutex, turn->clock + patience)
                  : SOFTMARK_LIBRARY(pthread_mutex_clocklock, mutex, clock, until);
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, until);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!in_turns) return SOFTMARK_LIBRARY(pthread_mutex_trylock, mutex);
  in_order();
  return take_mutex(mutex) ? 0 : EBUSY;
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return in_turns ? unlock_mutex(mutex) : SOFTMARK_LIBRARY(pthread_mutex_unlock, mutex);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return in_turns ? wait_for_condition(condition, mutex)
                  : SOFTMARK_LIBRARY(pthread_cond_wait, condition, mutex);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  return in_turns ? wait_for_condition(condition, mutex, turn->clock + patience)
                  : SOFTMARK_LIBRARY(pthread_cond_clockwait, condition, mutex, clock, until);
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* until) {
  return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, until);
}
int pthread_cond_signal(pthread_cond_t* condition) {
  return in_turns ? wake_condition(condition, 1)
                  : SOFTMARK_LIBRARY(pthread_cond_signal, condition);
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  return in_turns ? wake_condition(condition, everybody)
                  : SOFTMARK_LIBRARY(pthread_cond_broadcast, condition);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  return in_turns ? lock_shared(lock, false, true) : SOFTMARK_LIBRARY(pthread_rwlock_rdlock, lock);
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return in_turns ? lock_shared(lock, false, false)
                  : SOFTMARK_LIBRARY(pthread_rwlock_tryrdlock, lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  return in_turns ? lock_shared(lock, true, true) : SOFTMARK_LIBRARY(pthread_rwlock_wrlock, lock);
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return in_turns ? lock_shared(lock, true, false)
                  : SOFTMARK_LIBRARY(pthread_rwlock_trywrlock, lock);
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!in_turns) return SOFTMARK_LIBRARY(pthread_rwlock_unlock, lock);
  in_order();
  auto& its = lock->__data;
  --(its.__writers != 0 ? its.__writers : its.__readers);
  wake(lock, everybody);
  return 0;
}

int pthread_once(pthread_once_t* once, void (*work)()) {
  if (!in_turns) return SOFTMARK_LIBRARY(pthread_once, once, work);
  constexpr int begun = 1, done = 2;  // the latter as in the library
  in_order();
  while (*once == begun) wait(once);
  if (*once == done) return 0;
  const auto end = [once](int state) {
    *once = state;
    wake(once, everybody);
  };
  *once = begun;
  try {
    work();
  } catch (...) {
    end(0);
    throw;
  }
  end(done);
  return 0;
}

int sched_yield() {
  if (!in_turns) return SOFTMARK_LIBRARY(sched_yield);
  turn->clock += lead / 2;  // a loop that yields, and reads nothing, is to come forward
  in_order();
  return 0;
}
int nanosleep(const timespec* time, timespec* left) {
  if (!in_turns) return SOFTMARK_LIBRARY(nanosleep, time, left);
  constexpr std::uint64_t second = 1'000'000'000;
  return sleep_until(turn->clock + static_cast<std::uint64_t>(time->tv_sec) * second +
                     static_cast<std::uint64_t>(time->tv_nsec));
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!in_turns) return SOFTMARK_LIBRARY(clock_nanosleep, clock, flags, time, left);
  return flags == 0 ? nanosleep(time, left) : sleep_until(turn->clock + patience);
}

/// Atomic waits, semaphores, latches, barriers and futures wait by this one.
long syscall(long number, ...) {
  long its[6];
  va_list arguments;
  va_start(arguments, number);
  for (long& one : its) one = va_arg(arguments, long);
  va_end(arguments);
  const long operation = its[1] & FUTEX_CMD_MASK;
  if (!in_turns || number != SYS_futex ||
      (operation != FUTEX_WAKE && operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET))
    return SOFTMARK_LIBRARY(syscall, number, its[0], its[1], its[2], its[3], its[4], its[5]);
  const auto* word = reinterpret_cast<const int*>(its[0]);
  in_order();
  if (operation == FUTEX_WAKE) return wake(word, its[2]);
  const bool still = *word == static_cast<int>(its[2]);
  if (still && wait(word, its[3] != 0 ? turn->clock + patience : never)) return 0;
  errno = still ? ETIMEDOUT : EAGAIN;
  return -1;
}
}
