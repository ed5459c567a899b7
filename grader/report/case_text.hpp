#pragma once
// The numbers of a case: the first wrong step, the inputs, the other steps, the result, yours
// beside what is expected, and what was printed. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "explain/places.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grader {

/// An array in brackets, much as NumPy prints it: to eight digits, at 75 columns. Where `marked` is
/// not empty, it says for each element whether "*" stands behind it.
std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked = {});

/// A case of an exercise and what became of it.
struct CaseNumbers {
  const Case* one = nullptr;
  const Outcome* outcome = nullptr;             ///< null where nothing was run
  std::vector<JudgedPlace> places;              ///< none where nothing was run
  std::string verdict;                          ///< in words
  std::optional<std::string> first_wrong_step;  ///< as the verdict names it
  std::vector<std::string> remarks;  ///< what is said of it; lines of code start with a space
};

/// For people, at 80 columns. Arrays look much as NumPy prints them, with "*" behind each wrong
/// element.
std::string case_text(const Exercise& exercise, const CaseNumbers& numbers);

/// The exact inputs of the case as NumPy arrays and Python numbers; whole numbers where the recipe
/// draws those.
std::string python_inputs(const Exercise& exercise, const Case& one);

}  // namespace grader
