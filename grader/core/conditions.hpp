#pragma once
// Under which conditions a program is called once more, to see what its answer depends on.

#include <cstdint>

namespace grader::conditions {

/// Any of these together; 0 is how every program is graded.
inline constexpr std::uint32_t fresh_zeros = 1;  ///< memory that is asked for has zeros, not NaN
inline constexpr std::uint32_t fresh_traps =
    2;  ///< it has a NaN that stops the program when it is computed with
inline constexpr std::uint32_t stop_at_nan = 4;       ///< what makes a NaN of numbers is a signal
inline constexpr std::uint32_t stop_at_infinity = 8;  ///< likewise, an infinity

}  // namespace grader::conditions
