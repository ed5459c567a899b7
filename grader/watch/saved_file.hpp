#pragma once
// The file that somebody edits: which of its contents are to be graded, and when.

#include "core/exercise.hpp"
#include "grade/intake.hpp"
#include "system/process.hpp"
#include "watch/file_events.hpp"

#include <chrono>
#include <filesystem>
#include <optional>

namespace grader {

/// Decides by the signs of a file which of its contents are to be graded. Never waits.
class SavedFile {
 public:
  explicit SavedFile(const Exercise& exercise) : stub_(exercise.stub()), events_(stub_) {}

  /// Readable when there may be signs; -1 without inotify.
  int descriptor() const { return events_.descriptor(); }

  /// How long to wait for the next sign, or until a content is due.
  std::chrono::milliseconds patience() const;

  /// Takes note of the signs that came.
  void listen();

  /// The content to grade now; nothing where none is due.
  std::optional<Intake> due();

  /// Whether what is being graded was saved over at once.
  bool saved_over() const { return saves_.in_burst(); }

  /// The content as it is.
  Intake now();

 private:
  std::optional<Intake> look(bool saved);

  std::filesystem::path stub_;
  FileEvents events_;
  Saves saves_;
  Intake last_;
  Clock::time_point looked_;
  bool was_empty_ = false;
};

}  // namespace grader
