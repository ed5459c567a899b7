#pragma once
// Where things lie: the folders of a course, and the exercises found in them.

#include "core/exercise.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

struct Course {
  std::filesystem::path root;
  std::vector<Exercise> exercises;  ///< those that were read, by number

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
  /// What a released copy has of the solutions: objects, a folder for each kit, and sealed messages.
  std::filesystem::path released() const { return root / "references"; }
  std::filesystem::path sealed_mistakes(const Exercise& exercise) const {
    return released() / "mistakes" / (exercise.folder + ".json");
  }
};

/// Reads exercises/NN_name/exercise.json below `folder`: of the exercises that `words` name (as for
/// find_exercise) and of those they use; of all for no words. Throws InputError when there is none
/// or one is wrong.
Course load_course(const std::filesystem::path& folder, const std::vector<std::string>& words = {});

/// Gives `exercise` what it needs to call the function of `used`: its headers and references.
void use(const Course& course, const Exercise& used, Exercise& exercise);

/// The exercise that `word` names: a number (2, 02), a name, a folder, or a path to or into its
/// folder. Throws InputError, with the nearest name as a suggestion, when there is none.
const Exercise& find_exercise(const Course& course, std::string_view word);

/// The exercises that `words` name, in the course's order without repeats; all of them for no
/// words.
std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words);

}  // namespace grader
