#pragma once
// Demonstrations: programs that use the exercises as a document does, and print what it prints.

#include "core/exercise.hpp"
#include "course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct Demo {
  std::string name;
  std::string title;
  std::string source;  ///< what it demonstrates
  /// The program as the grader builds and runs one: its references are the demonstration and the
  /// solutions that it uses.
  Exercise program;
};

/// The demonstrations that demos/demos.json lists, in its order; none where there is no such file.
/// Throws InputError where it is wrong.
std::vector<Demo> load_demos(const Course& course);

/// The demonstration of that name. Throws InputError, with the nearest name as a suggestion, when
/// there is none.
const Demo& find_demo(const std::vector<Demo>& demos, std::string_view name);

}  // namespace grader
