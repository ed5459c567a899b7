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

  /// Plays the calls, until one of them does not return. Replays are for tests of their own.
  std::vector<Outcome> make(int program, grader::CallList in_turn, const Limits& limits) override {
    if (in_turn.given) return {ended(grader::Ending::grader_fault)};
    if (used_up(limits)) return {ended(grader::Ending::run_limit)};
    Outcome all;
    std::vector<Tensor> results;
    for (const std::vector<Tensor>& inputs : in_turn.inputs) {
      calls.push_back({program, inputs});
      all = play_(calls.back());
      if (all.ending != grader::Ending::returned) break;
      results.insert(results.end(), all.results.begin(), all.results.end());
    }
    if (all.ending == grader::Ending::returned) all.results = results;
    seconds_ += all.wall_seconds;
    return {all};
  }

  std::vector<Call> calls;

 private:
  std::function<Outcome(const Call&)> play_;
};

}  // namespace fake
