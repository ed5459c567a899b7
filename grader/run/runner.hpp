#pragma once
// Runs a built program on a case's inputs, in a fresh process each time.

#include "compile/kit.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "system/process.hpp"

#include <cstdint>
#include <vector>

namespace grader {

class Runner {
 public:
  /// Starts the kit's launcher, which can load while the program is still being compiled.
  explicit Runner(const Kit& kit);

  /// One call of the function of `program`, a shared object open for reading, in a process forked
  /// for it, or as many as `calls` in that process, of which the last counts. What the student's code
  /// does is in the outcome; throws GraderFault only when the launcher is gone.
  Outcome run(int program, const std::vector<Tensor>& inputs, const Limits& limits,
              std::uint32_t calls = 1);

  /// How long all calls took together, by the wall clock.
  double seconds() const { return seconds_; }
  /// Whether they have used up the time that `limits` gives to all of them: then no more is made.
  bool used_up(const Limits& limits) const {
    return limits.run_seconds > 0 && seconds_ >= limits.run_seconds;
  }

 private:
  struct Sockets {
    Descriptor ours;
    Descriptor theirs;
  };
  static Sockets make_sockets();

  Sockets sockets_ = make_sockets();
  Process launcher_;
  std::uint64_t next_nonce_;
  double seconds_ = 0;
};

}  // namespace grader
