#pragma once
// What a student's commands and `watch` share: progress, hints, the original stub. Progress is kept
// in .softmark/progress.json of the course. No grade rests on it.

#include "core/report.hpp"
#include "course/course.hpp"
#include "grade/intake.hpp"

namespace grader {

struct ExerciseProgress {
  std::string verdict;          ///< of the last run; empty before the first
  std::uint64_t file_hash = 0;  ///< of the file that got it
  std::string wrong_step;  ///< the first wrong step of that run, or its mistake's; may be empty
  std::string mistake;     ///< what it said of a known mistake; may be empty
  std::vector<std::size_t> hints_shown;  ///< by their places in exercise.json, in order of showing
  std::int64_t passed_at = 0;            ///< when it first passed or was last reviewed; 0: never
  std::size_t reviews = 0;               ///< how often it has been reviewed since
};

using Progress = std::map<std::string, ExerciseProgress>;  ///< by exercise folder

/// All that is kept between runs.
struct SavedProgress {
  Progress exercises;
  std::string current;  ///< folder of the exercise that was last graded alone; may be empty
};

/// Empty where there is none or it is unreadable.
SavedProgress load_saved_progress(const Course& course);
inline Progress load_progress(const Course& course) {
  return load_saved_progress(course).exercises;
}

/// Does nothing where the course cannot be written.
void save_progress(const Course& course, const SavedProgress& memory);

/// The state of an exercise in words: the last verdict, if the file is still the one that got it.
std::string state_of(const Exercise& exercise, const Progress& progress);

/// Whether there is something left to do: it is neither passed nor left out.
bool is_open(const Exercise& exercise, const Progress& progress);

std::size_t count_passed(const Course& course, const Progress& progress);

/// The first open exercise after `after`, else the first open one of all; null where none is open.
const Exercise* next_open(const Course& course, const Progress& progress,
                          const Exercise* after = nullptr);

/// A course, read as far as it is needed, and one exercise of it.
struct CourseAndExercise {
  Course course;
  Exercise exercise;
};

/// The exercise that `word` names; for an empty word the one that was last graded alone or watched
/// if it is open, else the first open one. Throws InputError.
CourseAndExercise choose_exercise(const std::filesystem::path& course, const std::string& word);

/// The next commands after a pass: another solution, where there is one, the next exercise, and a
/// drill.
std::vector<std::string> lines_after_pass(const Course& course, const Exercise& exercise);

/// The exercises that are due now, in their order: 1, 3, 7 and 21 days after each passed or was
/// last reviewed. None where the course has no reviews.
std::vector<const Exercise*> due_for_review(const Course& course, const Progress& progress);

/// Notes that an exercise was done once more now: it comes back later, if it was due.
void note_review(ExerciseProgress& progress);

/// Notes the verdict of an exercise's file, and its first wrong step.
void note_verdict(const Exercise& exercise, const Intake& intake, const ExerciseResult& result,
                  SavedProgress& memory);

/// Keeps that as progress, and the exercise as the one that is worked on. Returns what is kept of
/// it.
ExerciseProgress keep_verdict(const Course& course, const Exercise& exercise, const Intake& intake,
                              const ExerciseResult& result);

/// The hints that were shown, in the order of showing.
std::vector<std::string> shown_hints(const Exercise& exercise, const ExerciseProgress& progress);

/// Such hints, each with its number, wrapped to so many columns.
std::vector<std::string> hint_lines(const std::vector<std::string>& hints, std::size_t columns);

struct Hints {
  std::vector<std::string> shown;
  bool one_more = false;  ///< whether there was one left
};
/// Shows one more hint, where one is left: first those of the first wrong step.
Hints take_one_more_hint(const Course& course, const Exercise& exercise);

/// Writes the student's version of an exercise's file to the course's folder of backups, under a
/// new name, which it returns.
std::filesystem::path keep_backup(const Course& course, const Exercise& exercise,
                                  const std::string& text);

/// Puts the original stub back. Returns where the student's version is kept; nothing where there
/// was none, or the stub was untouched. Throws InputError.
std::optional<std::filesystem::path> put_stub_back(const Course& course, const Exercise& exercise);

/// Whether the exercise's file is as it was handed out, byte for byte.
bool is_untouched(const Exercise& exercise);

}  // namespace grader
