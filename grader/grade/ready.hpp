#pragma once
// What can be done before a file is saved, so that its verdict comes sooner.

#include "core/exercise.hpp"
#include "grade/grade.hpp"

#include <map>
#include <memory>
#include <string>

namespace grader {

/// Walls that stand before there is a text, for one exercise at a time.
class Ready {
 public:
  /// Gets ready for the next grading of an exercise: its reference data are read, the course's own
  /// parts of its program are there, a sandbox for the compiler and a launcher wait. They end with
  /// the thread that calls. What fails here is told by that grading. Throws Interrupted.
  void prepare(const Grader& grader, const Exercise& exercise);

  /// What was prepared for an exercise, to be used once; nothing where that was for another one, or
  /// for headers that have changed since.
  std::unique_ptr<Workplace> take(const Exercise& exercise);

 private:
  std::unique_ptr<Workplace> place_;
  std::string exercise_;  ///< its folder
  std::map<std::filesystem::path, std::string> headers_;
};

}  // namespace grader
