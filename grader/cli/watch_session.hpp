#pragma once
// What `watch` shows, and what its keys do. Nothing here waits, or writes to a terminal.

#include "cli/desk.hpp"
#include "grade/observe.hpp"
#include "watch/layout.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grader {

class WatchSession {
 public:
  /// What the loop has to do after a key.
  enum class Action { none, quit, other_exercise, grade, debug };

  WatchSession(const Grader& grader, const Exercise& first);

  const Exercise& exercise() const { return *exercise_; }

  /// The name of the case to debug: the first that failed; empty where none did.
  std::string case_to_debug() const;

  /// Takes a verdict while a second look at the failure goes on; `judged` will be called again.
  void previewed(const ExerciseResult& result, const Intake& intake);

  /// Whether the next key answers a question.
  bool asks() const { return asks_; }

  /// Does what a key means. Throws nothing: failures are told on the screen.
  Action press(int key, ScreenSize size);

  /// Another grading begins; one that goes on is of no interest any more.
  void begins();

  /// Takes a message about the grading that goes on; it may be empty.
  void grading(const std::string& what);

  /// Takes the verdict of a file with this content, and keeps it as progress.
  void judged(Graded graded, const Intake& intake);

  /// Takes a failure of ours or of the course's files, in place of a verdict.
  void failed(const std::string& what);

  /// The screen now, as `lay_out` gives it.
  std::vector<std::string> lines(ScreenSize size) const;

 private:
  enum class View { verdict, text, list };

  Action press_in_verdict(int key, ScreenSize size);
  Action press_in_text(int key, ScreenSize size);
  Action answer_reset(int key);
  Action go_to(const Exercise& exercise);
  Action go_on();
  Action show(int key, ScreenSize size);
  void read(std::string title, const std::string& text, ScreenSize size);
  void open_list(ScreenSize size);
  void take_hint();
  bool passed() const;
  const Exercise* next() const;
  Observation observation() const;
  std::vector<std::string> body(std::size_t columns) const;
  std::string whole_verdict(std::size_t columns) const;
  std::vector<KeyHelp> keys(bool cut) const;

  const Grader& grader_;
  const Course& course_;
  const Exercise* exercise_;
  std::set<std::string> passed_;  ///< folders
  std::optional<Graded> graded_;
  const Exercise* next_ = nullptr;  ///< after a pass; null where nothing is left
  std::string failure_;             ///< in place of a verdict
  std::string state_;
  std::string notice_;
  std::size_t runs_ = 0;
  std::vector<std::string> hints_;  ///< shown so far, the last one below the verdict
  bool previewed_ = false;
  bool asks_ = false;  ///< whether to reset
  View view_ = View::verdict;
  Reading reading_;
};

}  // namespace grader
