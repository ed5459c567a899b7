#pragma once
// A program made from an exercise's source text.

#include "build/compile.hpp"
#include "build/kit.hpp"
#include "core/exercise.hpp"
#include "core/verdict.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

struct Program {
  std::filesystem::path file;
  std::optional<Verdict> problem;  ///< build_failed or build_limit
  std::string message;             ///< of the problem, in a line
  std::vector<std::string> details;
  std::string log;
  double seconds = 0;
};

/// A program in the making: compiling starts with construction, so that other work can go on beside
/// it.
class ProgramBuild {
 public:
  /// Files go to `folder`. The text is written there under the exercise's own file name.
  ProgramBuild(const Kit& kit, const Exercise& exercise, const std::string& text,
               const std::filesystem::path& folder, Templates templates);

  /// Waits for the compiler and links.
  Program finish();

 private:
  const Kit& kit_;
  const Exercise& exercise_;
  std::filesystem::path folder_;
  std::filesystem::path source_;
  std::string text_;
  Compilation compilation_;
};

}  // namespace grader
