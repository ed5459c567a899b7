#pragma once
// An exercise that asks for inputs which tell mistakes of another one from its solution.

#include <cstddef>
#include <string>
#include <vector>

namespace grader {

struct Catches {
  std::string of;                     ///< the name of the exercise whose mistakes these are
  std::vector<std::string> mistakes;  ///< its known mistakes, in the order of the requirements

  /// How many inputs a student may give, and how large. Beyond these bounds rounding and overflow
  /// would tell nearly every mistake, without a thought.
  static constexpr std::size_t most_inputs = 8, largest_size = 16;
  static constexpr double largest_number = 1e4;
};

}  // namespace grader
