#pragma once
// What one run of a student's program did, before anybody judges it.

#include "core/costs.hpp"
#include "core/tensor.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The `text` of an outcome that crashed because its stack was full.
inline constexpr const char* stack_is_full = "the stack is full";
/// Likewise, where a function ended without the value that it should return.
inline constexpr const char* no_return = "a function ended without a return";

/// Likewise, where arithmetic that stops at a NaN met one that was there already, in a comparison.
inline constexpr const char* nan_was_there = "a NaN was compared";

/// The `text` of an outcome whose time was up: what the program did then.
inline constexpr const char* was_computing = "it was computing";
inline constexpr const char* was_waiting = "it was in a system call";

enum class Ending {
  returned,         ///< one well-formed reply, then a clean exit
  not_implemented,  ///< NotImplemented was thrown: a TODO is open
  exception,        ///< another exception left the function, or std::terminate was called
  out_of_memory,    ///< the memory limit refused an allocation
  load_failed,      ///< the program has symbols that nothing defines
  forbidden,        ///< asked the kernel for what no computation needs, and was killed for it
  signal,           ///< killed by the signal in `signal`
  no_answer,        ///< ended without a reply
  bad_reply,        ///< something other than exactly one reply
  unclean_exit,     ///< replied, then ended with a non-zero exit code
  cpu_limit,
  idle_limit,    ///< it waited for something that is no processor
  run_limit,     ///< all calls of the exercise have used up their time together
  grader_fault,  ///< no process could be started
};

/// Under which conditions a program is called once more, to see what its answer depends on.
namespace conditions {

/// Any of these together; 0 is how every program is graded.
inline constexpr std::uint32_t fresh_zeros = 1;  ///< memory that is asked for has zeros, not NaN
inline constexpr std::uint32_t fresh_traps =
    2;  ///< it has a NaN that stops the program when it is computed with
inline constexpr std::uint32_t stop_at_nan = 4;       ///< what makes a NaN of numbers is a signal
inline constexpr std::uint32_t stop_at_infinity = 8;  ///< stop where an infinity begins
inline constexpr std::uint32_t counted = 16;          ///< what the call costs is counted
inline constexpr std::uint32_t cached = 32;           ///< and so are misses of a cache
inline constexpr std::uint32_t threads = 64;          ///< and it starts threads

}  // namespace conditions

struct Outcome {
  Ending ending = Ending::no_answer;
  std::string text;  ///< of the exception, open TODO or load error
  /// Where it failed, as the process tells it: addresses in the program, innermost first.
  std::vector<std::uint64_t> frames;
  int signal = 0;
  int exit_code = 0;
  std::vector<Tensor> results;  ///< none unless the function returned
  std::vector<NamedTensor> steps;
  std::optional<Costs> costs;  ///< of the last call, where they were counted
  std::string output;          ///< standard output and error, as far as kept
  std::size_t output_bytes = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  double idle_seconds = 0;  ///< in which it neither computed nor waited for a processor
  double peak_memory_mib = 0;
};

}  // namespace grader
