#pragma once
// A case's inputs as code, for a scratch file. Pure.

#include "core/case.hpp"
#include "core/exercise.hpp"
#include "numbers/declarations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace grader {

/// Definitions in C++ of the function's parameters, in their order, with the numbers of the case to
/// the last digit; the last line is a comment with the call. Nothing where the parameters do not
/// take just the inputs of the case.
std::optional<std::string> cpp_inputs(const Exercise& exercise, const Case& one,
                                      const std::vector<Declared>& parameters,
                                      const Structs& structs);

/// The same as NumPy arrays and Python numbers, one for each input. `parameters` tell which are
/// whole numbers; without them all are floats.
std::string python_inputs(const Exercise& exercise, const Case& one,
                          const std::vector<Declared>& parameters, const Structs& structs);

}  // namespace grader
