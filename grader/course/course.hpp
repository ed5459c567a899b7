#pragma once
// Where things lie: the folders of a course, and the exercises found in them.

#include "core/exercise.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// An exercise whose files are wrong, or that uses such a one.
struct BrokenExercise {
  unsigned number = 0;
  std::string name;
  std::string reason;
};

struct Course {
  std::filesystem::path root;
  std::vector<Exercise> exercises;          ///< those that were read, by number
  std::vector<BrokenExercise> broken = {};  ///< by number

  std::filesystem::path solution(const Exercise& exercise) const {
    return root / "solutions" / exercise.folder / (exercise.name + ".cpp");
  }
  std::filesystem::path mistakes(const Exercise& exercise) const {
    return root / "solutions" / exercise.folder / "mistakes.md";
  }
  /// measures.cpp of the exercise's folder, or that beside its solution where it has none.
  std::filesystem::path measures(const Exercise& exercise) const;
  std::filesystem::path reference(const Exercise& exercise) const {
    return root / "reference_data" / (exercise.folder + ".json");
  }
  /// What a released copy has of the solutions: objects, a folder for each kit, and sealed
  /// messages.
  std::filesystem::path released() const { return root / "references"; }
  std::filesystem::path sealed_mistakes(const Exercise& exercise) const {
    return released() / "mistakes" / (exercise.folder + ".json");
  }
};

/// Whether exercises with wrong files stop a course from being read.
enum class Broken { is_refused, is_left_out };

/// Reads the exercises below `folder` that `words` mean (as for folders_meant), and those that they
/// use; all for no words. Throws InputError where there are none, or one is wrong.
Course load_course(const std::filesystem::path& folder, const std::vector<std::string>& words = {},
                   Broken broken = Broken::is_refused);

/// Gives `program` what it needs to call the function of `used`: its headers and references.
void use(const Course& course, const Exercise& used, ProgramSpec& program);

}  // namespace grader
