#pragma once
// Finds the wrong step and the mistake in a student's numbers. Pure: everything is compared with
// numbers that were computed beforehand, nothing is guessed.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "judge/compare.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grader {

/// A case and what the program did with it.
struct Run {
  const Case* one;
  const Outcome* outcome;
};

struct WrongStep {
  std::string name;
  std::optional<std::size_t> turn;  ///< from 0, where the step is recorded more than once
  std::string explained;            ///< what is wrong with it, in a line
};

/// The step that the program recorded for each of `steps`: the n-th of a name for the n-th of that
/// name; null where it recorded none.
std::vector<const NamedTensor*> recorded_for(const std::vector<NamedTensor>& steps,
                                             const Outcome& outcome);

/// The first recorded step, in the order of computation, that differs from the reference.
std::optional<WrongStep> first_wrong_step(const Run& run, const Tolerance& tolerance);

/// What is wrong with the first step that the program did not record, or that differs from the
/// reference, in a line; empty where all are right.
std::string step_problem(const Run& run, const Tolerance& tolerance);

}  // namespace grader
