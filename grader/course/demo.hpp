#pragma once
// Demonstrations: programs that use the exercises as a document does, and print what it prints.

#include "core/program_spec.hpp"
#include "course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct Demo {
  std::string name;
  std::string title;
  std::string source;   ///< what it demonstrates
  ProgramSpec program;  ///< its references: the demonstration, and the solutions that it uses
};

/// The demonstrations that demos/demos.json lists, in its order; none where there is no such file.
/// Throws InputError where it is wrong.
std::vector<Demo> load_demos(const Course& course);

/// The demonstration of that name. Throws InputError, with the nearest name as a suggestion, when
/// there is none.
const Demo& find_demo(const std::vector<Demo>& demos, std::string_view name);

}  // namespace grader
