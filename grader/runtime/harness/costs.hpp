#pragma once
// Counts what the call of a function costs: each of its accesses to memory, which compilers tell,
// and the memory that it asks for, which comes from an arena meanwhile. Threads take turns, so that
// each run counts the same. What holds the counts has no name that a program could write.

#include "core/outcome.hpp"

#include <cstddef>
#include <cstdint>

#pragma GCC visibility push(hidden)

namespace grader::harness {

/// How costs are counted.
struct Counting {
  bool simulates_cache;      ///< accesses are told to a cache
  bool starts_threads;       ///< which are refused otherwise
  std::uint64_t most_reads;  ///< so many are enough to end the process
};

/// From here on memory comes from the arena, at addresses that depend on the calls alone, and
/// threads take turns. Comes before a program is loaded.
void use_arena(const Counting& counting);

/// Arguments are made from here on, and do not count. What the program keeps since it was loaded
/// does.
void begin_arguments();

/// Begins to count, where the arena is used.
void begin_counting();

/// Ends it.
void end_counting();

/// What was counted last.
const Costs& last_costs();

/// Memory of the arena; null where it is not used or full. `alignment` is a power of two, at most
/// that of a page.
void* arena_allocate(std::size_t size, std::size_t alignment);

/// Gives memory back. False where it is none of the arena's.
bool arena_free(void* memory);

// ---- turns.cpp ----

/// The numbers that a thread has at hand, the latest first: to read one of them costs nothing.
struct Registers {
  std::uintptr_t words[8] = {};
};

/// The thread whose turn it is.
struct Turn {
  Registers registers = {};
  std::uint64_t clock = 0;         ///< its accesses, and those of others that it had to wait for
  std::uint64_t since_number = 0;  ///< accesses since the last one to a number
  std::uint64_t end = ~std::uint64_t{0};  ///< of `clock`: then it is another one's
};
extern Turn* turn;

/// Threads take turns from here on; where `may_start` is false there is one.
void take_turns(bool may_start);

/// Lets the thread go on that is behind all others.
void end_turn();

/// The clock that is ahead of all others.
std::uint64_t latest_clock();

/// How many threads were started so far.
std::uint64_t threads_started();

}  // namespace grader::harness

#pragma GCC visibility pop
