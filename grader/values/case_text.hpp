#pragma once
// The numbers of a case: the first wrong step, the inputs, the other steps, the result, yours
// beside what is expected, and what was printed. Pure.

#include "core/case.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"
#include "explain/places.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A case of an exercise and what became of it.
struct CaseNumbers {
  const Case* one = nullptr;
  const Outcome* outcome = nullptr;             ///< null where nothing was run
  std::vector<JudgedPlace> places;              ///< none where nothing was run
  std::string verdict;                          ///< in words
  std::optional<std::string> first_wrong_step;  ///< as the verdict names it
  std::vector<std::string> remarks;  ///< what is said of it; lines of code start with a space
};

/// For people, at 80 columns. Arrays are as NumPy prints them, with "*" behind each wrong element.
std::string case_text(const Exercise& exercise, const CaseNumbers& numbers);

/// A parameter of a contract's function or a field: its type without const and &, and its name.
struct TypedName {
  std::string type;
  std::string name;
};

/// The fields of each struct in a header, by its name. Only the forms that contracts have are read.
using Structs = std::map<std::string, std::vector<TypedName>>;
Structs structs_in(std::string_view header);

/// The parameters of the function of that name; none where the header does not declare it.
std::vector<TypedName> parameters_of(std::string_view header, std::string_view function);

/// Definitions in C++ of the function's parameters with the exact numbers of the case, and the call
/// as a comment. Nothing where the parameters do not take just the inputs of the case.
std::optional<std::string> cpp_inputs(const Exercise& exercise, const Case& one,
                                      const std::vector<TypedName>& parameters,
                                      const Structs& structs);

/// The same as NumPy arrays and Python numbers, one for each input. `parameters` tell which are
/// whole numbers; without them all are floats.
std::string python_inputs(const Exercise& exercise, const Case& one,
                          const std::vector<TypedName>& parameters, const Structs& structs);

}  // namespace grader
