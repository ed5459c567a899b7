#pragma once
// What a replay starts from: a reference version runs on a case's inputs once more, reports each
// step as it computes it, and goes on with the student's own array in its place.

#include "core/tensor.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// The student's arrays on one case.
struct Recorded {
  std::vector<NamedTensor> steps;  ///< as recorded; those of one name are its turns, in order
  std::vector<Tensor> results;     ///< none where the function did not return
  /// Which are not those of the reference data: numbers of `steps`, and behind them of `results`.
  std::set<std::size_t> wrong = {};
};

/// What a replay starts from, and which versions run. Each runs on the first case, and on the
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
  made_not_finite = 32,  ///< NaN or an infinity is among its numbers
};

/// Whether a version with these marks changes the place: it has something else there than the
/// solution, or does not come there.
constexpr bool changes_place(unsigned marks) {
  return (marks & reached) == 0 || (marks & differs_from_solution) != 0;
}

}  // namespace grader
