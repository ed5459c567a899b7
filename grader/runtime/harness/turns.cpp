// Threads of a program whose costs are counted run one at a time, each until it is some accesses
// ahead of the others: so each run is the same, and the clock of accesses that each has says what
// as many processors as threads would take. Who waits looks again whenever it is the one that is
// behind, and its clock goes on with that of the others. The functions that wait stand before the
// library's, of the same names; where nothing is counted they call these.

#include "harness/costs.hpp"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace grader::harness {
namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};
/// So many accesses a thread may be ahead of another one.
constexpr std::uint64_t lead = 200;
/// How long a thread waits, of its clock, that waits for a time of the machine's.
constexpr std::uint64_t patience = 1'000'000;

struct Thread : Turn {
  sem_t baton = {};
  pthread_t handle = {};
  void* (*work)(void*) = nullptr;
  void* argument = nullptr;
  std::uint64_t number = 0;  ///< in the order in which they were started
  bool waits = false, ended = false, joined = false;
  Thread* next = nullptr;
};

Thread first;
bool in_turns = false, may_start = false;
std::uint64_t started = 0, conditions_notified = 0;
pthread_key_t last_act;

/// Of the threads that are not `but`, nor wait where `working`, that which is behind all others;
/// null where there is none.
Thread* furthest_behind(const Turn* but = nullptr, bool working = false) {
  Thread* found = nullptr;
  for (Thread* one = &first; one != nullptr; one = one->next) {
    const bool counts = !one->ended && one != but && !(working && one->waits);
    if (counts && (found == nullptr || one->clock < found->clock)) found = one;
  }
  return found;
}

void give_turn(Thread* next) {
  const Thread* other = furthest_behind(next);
  next->end = other == nullptr ? never : other->clock + lead;
  turn = next;
  sem_post(&next->baton);
}

void wait_for_turn(Turn* one) {
  while (sem_wait(&static_cast<Thread*>(one)->baton) != 0) continue;
}

/// What threads do to each other they do in the order of their clocks.
void in_order() {
  ++turn->clock;
  while (furthest_behind() != turn) end_turn();
}

/// Looks, in order, until this is so. False where it is not when the clock has come so far.
template <class Condition>
bool wait_until(Condition condition, std::uint64_t end = never) {
  bool& waits = static_cast<Thread*>(turn)->waits;
  for (in_order(); !condition(); in_order()) {
    waits = turn->clock < end;
    if (!waits) return false;
    const Thread* other = furthest_behind(turn, true);
    turn->clock = std::max(turn->clock, other != nullptr ? other->clock : turn->clock + lead);
  }
  waits = false;
  return true;
}

/// A clock goes forward, whatever the time is.
std::uint64_t after(const timespec& time) {
  constexpr std::int64_t second = 1'000'000'000;
  const std::int64_t seconds = std::clamp<std::int64_t>(time.tv_sec, 0, 1'000'000);
  return turn->clock + static_cast<std::uint64_t>(
                           seconds * second + std::clamp<std::int64_t>(time.tv_nsec, 0, second));
}

void* run_thread(void* data) {
  wait_for_turn(static_cast<Thread*>(data));
  pthread_setspecific(last_act, data);
  return static_cast<Thread*>(data)->work(static_cast<Thread*>(data)->argument);
}

/// Runs when a thread has destroyed what was its own.
void end_thread(void* data) {
  in_order();
  static_cast<Thread*>(data)->ended = true;
  give_turn(furthest_behind());
}

/// Waits until some condition is notified, which programs bear: they look whether it is theirs.
int wait_for_notice(pthread_mutex_t* mutex, std::uint64_t end) {
  const std::uint64_t before = conditions_notified;
  pthread_mutex_unlock(mutex);
  const bool notified = wait_until([&] { return conditions_notified != before; }, end);
  pthread_mutex_lock(mutex);
  return notified ? 0 : ETIMEDOUT;
}

/// The library's caller can catch nothing: std::terminate tells it.
[[noreturn]] void refuse_thread() {
  throw std::logic_error("a thread is started, and here one is enough");
}

}  // namespace

Turn* turn = &first;

void take_turns(bool starts_threads) {
  in_turns = true;
  may_start = starts_threads;
  pthread_key_create(&last_act, end_thread);
}

void end_turn() {
  Turn* me = turn;
  give_turn(furthest_behind());
  wait_for_turn(me);
}

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
#define SOFTMARK_LIBRARY(name, ...)                                                       \
  [&] {                                                                                   \
    static const auto own = reinterpret_cast<decltype(&::name)>(dlsym(RTLD_NEXT, #name)); \
    return own(__VA_ARGS__);                                                              \
  }()
/// A function that waits for a lock, until `end` of the clock, and the library's own that tries to
/// take it.
#define SOFTMARK_LOCK(name, tries, Lock)                            \
  int name(Lock* lock) {                                            \
    if (!in_turns) return SOFTMARK_LIBRARY(name, lock);             \
    wait_until([&] { return SOFTMARK_LIBRARY(tries, lock) == 0; }); \
    return 0;                                                       \
  }                                                                 \
  int tries(Lock* lock) {                                           \
    if (in_turns) in_order();                                       \
    return SOFTMARK_LIBRARY(tries, lock);                           \
  }
#define SOFTMARK_UNLOCK(name, Lock)      \
  int name(Lock* lock) {                 \
    if (in_turns) in_order();            \
    return SOFTMARK_LIBRARY(name, lock); \
  }

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
  if (!in_turns) return SOFTMARK_LIBRARY(pthread_create, handle, attributes, work, argument);
  if (!may_start) refuse_thread();
  in_order();
  auto* one = new (std::malloc(sizeof(Thread))) Thread;  // not counted
  one->work = work;
  one->argument = argument;
  one->clock = turn->clock;
  // As much of a stack as the caller has, so that there is memory for one for each row, and it is
  // their number that is told.
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 20);
  if (attributes == nullptr) attributes = &small;
  const int error = SOFTMARK_LIBRARY(pthread_create, &one->handle, attributes, run_thread, one);
  if (error != 0) return error;
  one->number = ++started;
  *handle = one->handle;
  one->next = std::exchange(first.next, one);
  turn->end = std::min(turn->end, one->clock + lead);
  return 0;
}

/// libstdc++ has a barrier look for a place from a hash of the thread's handle on, which is an
/// address, another one in each run.
std::size_t __wrap__ZSt11_Hash_bytesPKvmm(const void* bytes, std::size_t size, std::size_t seed) {
  const pthread_t own = pthread_self();
  if (in_turns && size == sizeof own && std::memcmp(bytes, &own, size) == 0)
    bytes = &static_cast<Thread*>(turn)->number;
  return std::_Hash_bytes(bytes, size, seed);
}

int pthread_join(pthread_t handle, void** result) {
  Thread* one = in_turns ? first.next : nullptr;
  while (one != nullptr && (one->joined || pthread_equal(one->handle, handle) == 0))
    one = one->next;
  if (one != nullptr) {
    one->joined = true;
    wait_until([&] { return one->ended; });
    turn->clock = std::max(turn->clock, one->clock);
  }
  return SOFTMARK_LIBRARY(pthread_join, handle, result);
}

SOFTMARK_LOCK(pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_t)
SOFTMARK_LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t)
SOFTMARK_LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, pthread_rwlock_t)
SOFTMARK_UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
SOFTMARK_UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* end) {
  return in_turns ? wait_for_notice(mutex, turn->clock + patience)
                  : SOFTMARK_LIBRARY(pthread_cond_clockwait, condition, mutex, clock, end);
}
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return in_turns ? wait_for_notice(mutex, never)
                  : SOFTMARK_LIBRARY(pthread_cond_wait, condition, mutex);
}
int pthread_cond_signal(pthread_cond_t* condition) {
  if (in_turns) in_order();
  ++conditions_notified;
  return SOFTMARK_LIBRARY(pthread_cond_signal, condition);
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (in_turns) in_order();
  ++conditions_notified;
  return SOFTMARK_LIBRARY(pthread_cond_broadcast, condition);
}

/// Others that come to the same one wait in the library: it is done in one turn.
int pthread_once(pthread_once_t* once, void (*work)()) {
  if (in_turns) in_order();
  const std::uint64_t end = std::exchange(turn->end, never);
  const int error = SOFTMARK_LIBRARY(pthread_once, once, work);
  turn->end = end;
  return error;
}

int sched_yield() {
  if (!in_turns) return SOFTMARK_LIBRARY(sched_yield);
  turn->clock += lead / 2;  // a loop that yields, and reads nothing, is to come forward
  in_order();
  return 0;
}
int nanosleep(const timespec* time, timespec* left) {
  if (!in_turns) return SOFTMARK_LIBRARY(nanosleep, time, left);
  turn->clock = after(*time);
  in_order();
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!in_turns) return SOFTMARK_LIBRARY(clock_nanosleep, clock, flags, time, left);
  turn->clock = flags == 0 ? after(*time) : turn->clock + patience;
  in_order();
  return 0;
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
  const auto changed = [&] {
    return *reinterpret_cast<const volatile int*>(its[0]) != static_cast<int>(its[2]);
  };
  if (operation == FUTEX_WAKE) {
    in_order();
    return 0;
  }
  if (wait_until(changed, its[3] != 0 ? turn->clock + patience : never)) return 0;
  errno = ETIMEDOUT;
  return -1;
}
}
