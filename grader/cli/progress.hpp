#pragma once
// What the student has done so far. It is kept in .softmark/progress.json of the course or, where
// the course cannot be written, in the user's state folder. No grade rests on it.

#include "course/course.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grader {

struct ExerciseProgress {
  std::string verdict;          ///< of the last run; empty before the first
  std::uint64_t file_hash = 0;  ///< of the file that got it
  std::string wrong_step;       ///< the first wrong step, or result, of that run; may be empty
  std::vector<std::size_t> hints_shown;  ///< by their places in exercise.json, in order of showing
};

using Progress = std::map<std::string, ExerciseProgress>;  ///< by exercise folder

/// All that is kept between runs.
struct Memory {
  Progress exercises;
  std::string current;  ///< folder of the exercise that was last graded alone; may be empty
};

/// Empty where there is none or it is unreadable. A damaged file is put aside, and that is told.
Memory load_memory(const Course& course);
inline Progress load_progress(const Course& course) { return load_memory(course).exercises; }

/// Whether it could be kept.
bool save_memory(const Course& course, const Memory& memory);

}  // namespace grader
