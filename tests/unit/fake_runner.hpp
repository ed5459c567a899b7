#pragma once
// A runner without processes: a function of the inputs plays the student's program.

#include "run/runner.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace fake {

using grader::Limits;
using grader::Outcome;
using grader::Tensor;

/// An outcome of a program that returned these.
inline Outcome returned(std::vector<Tensor> results) {
  Outcome outcome;
  outcome.ending = grader::Ending::returned;
  outcome.results = std::move(results);
  return outcome;
}

inline Outcome ended(grader::Ending ending) {
  Outcome outcome;
  outcome.ending = ending;
  return outcome;
}

/// One call as a test plays it: which program, on what.
struct Call {
  int program;
  std::vector<Tensor> inputs;
};

class Runner : public grader::Runner {
 public:
  explicit Runner(std::function<Outcome(const Call&)> play) : play_(std::move(play)) {}

  /// Plays each of `times` calls, and gives the last.
  Outcome run(int program, const std::vector<Tensor>& inputs, const Limits& limits,
              std::uint32_t times = 1) override {
    if (used_up(limits)) return ended(grader::Ending::run_limit);
    Outcome outcome;
    for (std::uint32_t i = 0; i < times; ++i) {
      calls.push_back({program, inputs});
      outcome = play_(calls.back());
    }
    seconds_ += outcome.wall_seconds;
    return outcome;
  }

  /// Replays are for tests of their own.
  Outcome replay(int, const std::vector<Tensor>&, const grader::Given&, const Limits&) override {
    return ended(grader::Ending::grader_fault);
  }

  std::vector<Call> calls;

 private:
  std::function<Outcome(const Call&)> play_;
};

}  // namespace fake
