#pragma once
// Counts what the call of a function costs: operations and reads by the types of
// <softmark/counted.hpp>, bytes and misses by an arena from which all memory comes meanwhile.

#include "core/outcome.hpp"

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace grader::harness {

/// How costs are counted.
struct Counting {
  bool simulates_cache;  ///< accesses are told to a cache, which takes several times as long
  bool starts_threads;   ///< so that memory for their stacks may be mapped
};

/// From here on memory comes from the arena, at addresses that depend on the calls alone. Comes
/// before a program is loaded.
void use_arena(const Counting& counting);

/// The program that has this function was loaded: what it keeps before it is called counts as asked
/// for, such as static memory.
void count_loaded(const void* function);

/// Begins to count, where the arena is used. From here on there is hardly any other memory than
/// that which is counted.
void begin_counting();

/// Ends it. The costs are kept.
void end_counting();

/// What was counted last.
const Costs& last_costs();

/// The same; nothing unless counting began once: a program could begin anew.
std::optional<Costs> counted_costs();

/// The operations that had to come one after another up to here: those of this thread, and of
/// others before it was started or that it has joined.
std::uint64_t span_here();

/// What a thread does that the function starts, where `span_before` was the span. It is counted.
void* run_thread(void* (*work)(void*), void* argument, std::uint64_t span_before);

/// This thread has waited for the end of another one.
void wait_ended(pthread_t thread);

/// This thread has taken a lock, or is about to give one back: what it does between comes one after
/// another with what others do there.
void lock_taken();
void lock_given(const void* lock);

/// Memory of the arena; null where it is not used or full. `alignment` is a power of two, at most
/// that of a page.
void* arena_allocate(std::size_t size, std::size_t alignment);

/// Gives memory back. False where it is none of the arena's.
bool arena_free(void* memory);

}  // namespace grader::harness
