#pragma once
// What a call of a student's function costs, counted exactly: the same on every machine.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace grader {

/// The costs that are counted.
enum class Cost {
  operations,  ///< on Real
  reads,       ///< of elements of the matrices that it is given
  peak_bytes,  ///< asked for and in use at one time
  all_bytes,   ///< asked for in all
  accesses,    ///< of numbers in memory that it was given or has asked for
  misses,      ///< of those, in a cache of 32 KiB
  span,        ///< operations that come one after another, however many threads there are
  threads,     ///< that were started
};
inline constexpr std::size_t cost_count = 8;

/// The names of costs, in their order.
inline constexpr std::array<std::string_view, cost_count> cost_names{"operations",
                                                                     "reads",
                                                                     "bytes at once",
                                                                     "bytes in all",
                                                                     "accesses",
                                                                     "misses",
                                                                     "operations one after another",
                                                                     "threads"};

inline constexpr std::string_view name_of(Cost cost) {
  return cost_names[static_cast<std::size_t>(cost)];
}

/// "490 kB", "34.6 million": an amount of it.
std::string cost_text(Cost cost, double amount);

/// The address space that counting takes beside what a program may have.
inline constexpr unsigned counting_mib = 192;

/// One number for each cost, in their order.
using Costs = std::array<double, cost_count>;

}  // namespace grader
