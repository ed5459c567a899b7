// operator new for the process that runs a student's code: fresh memory reads as NaN, so that sums
// which start from an uninitialised array come out as NaN each time instead of right by luck. Where
// the program is called once more, fresh memory can be otherwise. And the start of threads, whose
// work is counted.

#include "harness/child.hpp"
#include "harness/costs.hpp"

#include "core/outcome.hpp"

#include <dlfcn.h>
#include <fenv.h>
#include <malloc.h>
#include <pthread.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

namespace grader::harness {

// For programs without the rest of the harness, which count nothing.
__attribute__((weak)) void* arena_allocate(std::size_t, std::size_t) { return nullptr; }
__attribute__((weak)) bool arena_free(void*) { return false; }
__attribute__((weak)) std::uint64_t span_here() { return 0; }
__attribute__((weak)) void wait_ended(pthread_t) {}
__attribute__((weak)) void lock_taken() {}
__attribute__((weak)) void lock_given(const void*) {}
__attribute__((weak)) void* run_thread(void* (*work)(void*), void* argument, std::uint64_t) {
  return work(argument);
}

}  // namespace grader::harness

namespace {

constexpr std::uint16_t nan = 0xFFFF;             // four of it: all bits set is a NaN
constexpr std::uint16_t nan_that_stops = 0x7FF4;  // four of it: a signalling one
std::uint16_t fresh = nan;

void fill(void* memory, std::size_t size) {
  if (fresh != nan_that_stops) {
    std::memset(memory, fresh & 0xFF, size);
    return;
  }
  auto* bytes = static_cast<unsigned char*>(memory);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = i % 2 == 0 ? fresh & 0xFF : fresh >> 8;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (size == 0) size = 1;
  void* memory = grader::harness::arena_allocate(size, alignment);
  if (memory == nullptr && alignment <= alignof(std::max_align_t)) {
    memory = std::malloc(size);
  } else if (memory == nullptr && posix_memalign(&memory, alignment, size) != 0) {
    memory = nullptr;
  }
  if (memory == nullptr) throw std::bad_alloc();
  fill(memory, size);
  return memory;
}

void release(void* memory) {
  if (!grader::harness::arena_free(memory)) std::free(memory);
}

}  // namespace

namespace grader::harness {

void keep_freed_memory() {
  constexpr int mib = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 16 * mib);
  mallopt(M_TRIM_THRESHOLD, 256 * mib);
  mallopt(M_TOP_PAD, mib);
}

void take_conditions(std::uint32_t wanted) {
  if (wanted & conditions::fresh_zeros) fresh = 0;
  if (wanted & conditions::fresh_traps) fresh = nan_that_stops;
  if (wanted & conditions::stop_at_nan) feenableexcept(FE_INVALID);
  if (wanted & conditions::stop_at_infinity) feenableexcept(FE_DIVBYZERO | FE_OVERFLOW);
}

}  // namespace grader::harness

void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

/// The library's own of a function that stands before it here.
template <class Function>
static Function* library_own(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Stands before the library's, like the next: what threads do is counted.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*work)(void*), void* argument) {
  static const auto create = library_own(&pthread_create, "pthread_create");
  struct Start {
    void* (*work)(void*);
    void* argument;
    std::uint64_t span_before;
  };
  void* place = std::malloc(sizeof(Start));  // not counted
  if (place == nullptr) return EAGAIN;
  auto* start = new (place) Start{work, argument, grader::harness::span_here()};
  const auto run = [](void* data) -> void* {
    const Start its = *static_cast<Start*>(data);
    std::free(data);
    return grader::harness::run_thread(its.work, its.argument, its.span_before);
  };
  const int error = create(thread, attributes, run, start);
  if (error != 0) std::free(start);
  return error;
}

extern "C" int pthread_join(pthread_t thread, void** result) {
  static const auto join = library_own(&pthread_join, "pthread_join");
  const int error = join(thread, result);
  if (error == 0) grader::harness::wait_ended(thread);
  return error;
}

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) {
  static const auto lock = library_own(&pthread_mutex_lock, "pthread_mutex_lock");
  const int error = lock(mutex);
  if (error == 0) grader::harness::lock_taken();
  return error;
}

extern "C" int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  static const auto try_lock = library_own(&pthread_mutex_trylock, "pthread_mutex_trylock");
  const int error = try_lock(mutex);
  if (error == 0) grader::harness::lock_taken();
  return error;
}

extern "C" int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  static const auto unlock = library_own(&pthread_mutex_unlock, "pthread_mutex_unlock");
  grader::harness::lock_given(mutex);
  return unlock(mutex);
}
