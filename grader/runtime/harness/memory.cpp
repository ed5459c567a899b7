// operator new for the process that runs a student's code: fresh memory reads as NaN, so that sums
// which start from an uninitialised array come out as NaN each time instead of right by luck. Where
// the program is called once more, fresh memory can be otherwise. And the start of threads, whose
// work is counted.

#include "harness/child.hpp"
#include "harness/costs.hpp"

#include "core/outcome.hpp"

#ifndef __wasm__
#include <fenv.h>
#include <malloc.h>
#endif

#include <cstdlib>
#include <cstring>
#include <new>

namespace grader::harness {

// For programs without costs.cpp.
__attribute__((weak)) void* arena_allocate(std::size_t, std::size_t) { return nullptr; }
__attribute__((weak)) bool arena_free(void*) { return false; }

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

#ifndef __wasm__
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
#endif

void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
