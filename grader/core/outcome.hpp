#pragma once
// What one run of a student's program did and cost, before anybody judges it; and what a replay
// starts from: a reference version runs on a case's inputs once more, reports each step as it
// computes it, and goes on with the student's own array in its place.

#include "core/tensor.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace grader {

/// The costs that are counted.
enum class Cost {
  reads,           ///< of numbers in memory that are not among the last eight in use
  argument_reads,  ///< of the matrices that it is given, each access
  exponentials,    ///< by the library
  peak_bytes,      ///< asked for, or touched without, and in use at one time
  all_bytes,       ///< asked for in all, or touched without
  misses,          ///< of accesses to memory, in a cache of 32 KiB
  span,            ///< how many of 100 accesses come one after another, whatever threads there are
  threads,         ///< that were started
};
inline constexpr std::size_t cost_count = 8;

/// The names of costs, in their order.
inline constexpr auto cost_names = std::to_array<std::string_view>(
    {"numbers read", "reads of arguments", "exponentials", "bytes at once", "bytes in all",
     "misses", "percent of accesses one after another", "threads"});

inline constexpr std::string_view name_of(Cost cost) {
  return cost_names[static_cast<std::size_t>(cost)];
}

/// "490 kB", "34.6 million": an amount of it.
std::string cost_text(Cost cost, double amount);

/// "numbers read over the reference's": what a limit bounds.
inline std::string measure_of(Cost cost) {
  return std::string(name_of(cost)) + " over the reference's";
}

/// The address space that counting takes beside what a program may have.
inline constexpr unsigned counting_mib = 192;

/// One number for each cost, in their order.
using Costs = std::array<double, cost_count>;
inline double amount_of(Cost cost, const Costs& costs) {
  return costs[static_cast<std::size_t>(cost)];
}

/// What the `text` of an outcome says of a crash.
inline constexpr const char *stack_is_full = "the stack is full",
                            *no_return = "a function ended without a return",
                            *nan_was_there = "a NaN was compared";  // made before NaNs stopped it
/// What it says of a program that was stopped by Limits::most_reads.
inline constexpr const char* reads_too_much = "numbers are read without end";
/// What it says of a program whose time was up: what it did then.
inline constexpr const char *was_computing = "it was computing",
                            *was_waiting = "it was in a system call";

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
inline constexpr std::uint32_t fresh_zeros = 1,  ///< memory that is asked for has zeros, not NaN
    fresh_traps = 2,       ///< it has a NaN that stops the program when it is computed with
    stop_at_nan = 4,       ///< what makes a NaN of numbers is a signal
    stop_at_infinity = 8,  ///< stop where an infinity begins
    counted = 16,          ///< what the call costs is counted
    cached = 32,           ///< and so are misses of a cache
    threads = 64;          ///< and it starts threads

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
};

/// The student's arrays on one case.
struct Recorded {
  std::vector<NamedTensor> steps;  ///< as recorded; those of one name are its turns, in order
  std::vector<Tensor> results;     ///< none where the function did not return
  /// Which are not those of the reference data: numbers of `steps`, and behind them of `results`.
  std::set<std::size_t> wrong = {};
};

/// Which versions run in a replay, and from what. Each runs on the first case, and on the
/// others for as long as there is something wrong in some case at which it has not yet differed
/// from the student.
struct Given {
  std::vector<Recorded> cases;
  /// Steps that versions do not go on with: elsewhere they have another shape than the solution's,
  /// so that these numbers do not mean what the solution's do.
  std::set<std::string> compared_only;
  Tolerance tolerance;
  /// Version 0 is the solution, those that follow are the known mistakes in their order.
  std::uint32_t versions = 1;
  /// How many pairs of mistakes are told at most, which together have what is wrong at a step.
  std::uint32_t most_pairs = 0;
};

/// What one version did at one place of the solution: a step, or, after all of these, a result.
/// A replay gives the sum of those that hold, none where the version did not run. Of a pair: what a
/// program does in which both mistakes were made.
enum ReplayMark : unsigned {
  reached = 1,
  matches_student = 2,        ///< within the tolerance
  differs_from_solution = 4,  ///< given the same earlier steps
  uses_student = 8,           ///< the shapes are the same, and the types can hold the values
  /// Of the solution: it changes with a step that the student has in another shape, so that what
  /// comes there given the student's steps is not known.
  rests_on_other_shape = 16,
};

/// Whether a version with these marks changes the place: it has something else there than the
/// solution, or does not come there.
constexpr bool changes_place(unsigned marks) {
  return (marks & reached) == 0 || (marks & differs_from_solution) != 0;
}

}  // namespace grader
